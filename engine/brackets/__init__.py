"""Brackets as data: who meets whom, and where a winner goes."""

"""Sentences of the printed rule sheet."""

from engine.phrases.markers import Template

SHEETS: dict[str, Template] = {}

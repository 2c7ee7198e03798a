"""The name of a game and the length of a match, for templates."""

from django import template

from tournament import rule_words

register = template.Library()
register.filter(rule_words.game_name)
register.filter(rule_words.match_length)

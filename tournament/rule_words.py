"""The rule sheet in the words of the reader, group by group."""

from itertools import cycle
from typing import Final, NamedTuple

from django.utils import translation

from engine.spades.rules import RuleSet
from engine.spades.sheet import rule_sheet

SUITS: Final = ("spade", "heart", "club", "diamond")


class RuleGroup(NamedTuple):
    """One group of the sheet, with the suit that heads it."""

    suit: str
    title: str
    sentences: list[str]


def sections_of(rules: RuleSet) -> list[RuleGroup]:
    """Say the rules as they hang on the wall."""
    return [
        RuleGroup(
            suit,
            section.title.say(translation),
            [each.say(translation) for each in section.sentences],
        )
        for suit, section in zip(cycle(SUITS), rule_sheet(rules), strict=False)
    ]

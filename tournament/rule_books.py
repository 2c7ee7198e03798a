"""The rules of an event: one rule set, or in events of single players one for three and four."""

from collections.abc import Mapping
from typing import Any

from engine.spades.pairs import PLACES, RulePair
from engine.spades.rules import RuleSet

RuleBook = RuleSet | RulePair


def read_rule_book(data: Mapping[str, Any]) -> RuleBook:
    """Read the rules of an event; those of Cutthroat or Solo alone get the other beside them.

    Raises:
        RuleError: whatever keeps the data from being rules, all at once.
    """
    if any(place in data for place in PLACES):
        return RulePair.from_json(data)
    rules = RuleSet.from_json(data)
    return RulePair.around(rules) if rules.variant in PLACES.values() else rules


def rules_for(book: RuleBook, *, sides: int, patch: Mapping[str, Any] | None = None) -> RuleSet:
    """Give the rules of one table: as many sides as sit there, as its round plays them.

    Raises:
        RuleError: a patch that does not fit these rules.
    """
    rules = book if isinstance(book, RuleSet) else book.at(sides or len(book.four.seats))
    return rules.patched(patch) if patch else rules

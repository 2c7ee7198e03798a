"""The rules of an event: one rule set, or in events of single players one for three and four."""

from collections.abc import Mapping
from typing import Any

from engine.draws import ALGORITHM, TABLES
from engine.spades.pairs import PLACES, SHARED, RulePair
from engine.spades.presets import seat_at
from engine.spades.rules import PRESETS, RuleSet

RuleBook = RuleSet | RulePair


def read_rule_book(data: Mapping[str, Any]) -> RuleBook:
    """Read the rules of an event; those of Cutthroat or Solo alone get the other beside them.

    Which of the two was given alone is what the event is about: the pair's main.

    Raises:
        RuleError: whatever keeps the data from being rules, all at once.
    """
    if any(name in data for name in (*PLACES, "main")):
        return RulePair.from_json(data)
    rules = RuleSet.from_json(data)
    return pair_around(rules) if rules.variant in PLACES.values() else rules


def pair_around(rules: RuleSet) -> RulePair:
    """Put beside Cutthroat or Solo the other of the two: alike wherever both games allow it.

    What it shares by its nature is the same in any case; a deck for three does not deal four.
    """
    seats = {3: 4, 4: 3}[len(rules.seats)]
    followed = seat_at(rules, seats, pairs=False).rules
    other = followed.with_options(**{name: getattr(rules, name) for name in SHARED})
    if seats == len(PRESETS["cutthroat"].seats):
        return RulePair(three=other, four=rules, main="four")
    return RulePair(three=rules, four=other)


def rules_for(book: RuleBook, *, sides: int, patch: Mapping[str, Any] | None = None) -> RuleSet:
    """Give the rules of one table: as many sides as sit there, as its round plays them.

    With no number of sides, those of the tables the event is about.

    Raises:
        RuleError: a patch that does not fit these rules.
    """
    if isinstance(book, RulePair):
        book = book.at(sides) if sides else book.main_rules
    return book.patched(patch) if patch else book


def draw_algorithm(book: RuleBook) -> str:
    """Name how an event under these rules is drawn: by matches of two, or by full tables."""
    if isinstance(book, RuleSet):
        return ALGORITHM
    seats = len(book.main_rules.seats)
    return next(name for name, full in TABLES.items() if full == seats)

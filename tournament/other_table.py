"""The tables of three in an event of Solo, and of four in one of Cutthroat, as part of its form."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Self

from django import forms
from django.utils.translation import gettext as _

from engine.faults import Fault, RuleError
from engine.spades.options import OPTIONS
from engine.spades.pairs import SHARED, RulePair
from engine.spades.rules import RuleSet
from tournament.rule_books import RuleBook, pair_around
from tournament.rule_fields import field_of, read, told

PREFIX: Final = "other-"
FOLLOWS: Final = "other_follows"
OF_THE_MATCH: Final = ("best_of", "penalties")
"""What a table has of the event, whoever sits at it; so has it whatever is said of claims."""


@dataclass(frozen=True, slots=True)
class OtherTable:
    """The odd tables: what they play now, and whether that only follows the main ones."""

    rules: RuleSet
    follows: bool

    @classmethod
    def beside(cls, book: RuleBook) -> Self | None:
        """Find the other tables of a book; there are none where all tables seat as many."""
        if not isinstance(book, RulePair):
            return None
        other = book.three if book.main == "four" else book.four
        return cls(other, book == pair_around(book.main_rules))

    @property
    def title(self) -> str:
        """What these tables are called."""
        is_three = len(self.rules.seats) == len("ABC")
        return _("Tables of three") if is_three else _("Tables of four")

    @property
    def own(self) -> list[str]:
        """The options such a table may have otherwise than the main ones."""
        return [
            name
            for name, option in OPTIONS.items()
            if self.rules.variant in option.games
            and option.group != "penalties"
            and name not in {*SHARED, *OF_THE_MATCH}
        ]

    @property
    def names(self) -> frozenset[str]:
        """The fields of the form that are about these tables."""
        return frozenset(PREFIX + name for name in self.own)

    def fields(self, data: Mapping[str, Any]) -> dict[str, forms.Field]:
        """Make the fields: a switch to follow, then one for every option of their own."""
        values = self.rules.to_json()
        follows = forms.BooleanField(
            label=_("The same rules as at every other table, wherever the deck allows it"),
            required=False,
            help_text=_("Take the tick away, and what is said below counts instead."),
        )
        return {FOLLOWS: follows} | {
            PREFIX + name: field_of(name, OPTIONS[name], data.get(PREFIX + name) or values[name])
            for name in self.own
        }

    @property
    def initial(self) -> dict[str, Any]:
        """What the fields hold at first."""
        values = self.rules.to_json()
        return {FOLLOWS: self.follows} | {
            PREFIX + name: told(OPTIONS[name], values[name]) for name in self.own
        }

    def read(self, main: RuleSet, cleaned: Mapping[str, Any]) -> RulePair:
        """Put the rules of these tables beside those of the main ones.

        Raises:
            RuleError: what keeps them from being played, each under the name of its field.
        """
        if cleaned.get(FOLLOWS):
            return pair_around(main)
        given = main.to_json()
        followed = {
            name: given[name]
            for name, option in OPTIONS.items()
            if name not in self.own and self.rules.variant in option.games
        }
        own = {
            name: read(OPTIONS[name], cleaned[PREFIX + name])
            for name in self.own
            if PREFIX + name in cleaned
        }
        try:
            other = RuleSet.from_json({"variant": self.rules.variant, **followed, **own})
        except RuleError as refusal:
            raise RuleError([self._placed(it) for it in refusal.faults]) from refusal
        if len(other.seats) == len("ABC"):
            return RulePair(three=other, four=main, main="four")
        return RulePair(three=main, four=other)

    def _placed(self, fault: Fault) -> Fault:
        name = fault.where.partition(".")[0]
        return Fault(fault.code, PREFIX + name, fault.phrase) if name in self.own else fault

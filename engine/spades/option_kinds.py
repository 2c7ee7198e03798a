"""What values an option takes, by its kind, and what is wrong with others."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from engine.faults import Fault, Phrase, fault
from engine.spades.cards import parse_card
from engine.spades.rows import AS_RENEGE, is_effect, row_faults

Kind = Literal[
    "int", "bool", "choice", "cards", "effect", "claim", "numbers", "several", "order", "rows"
]
Level = Literal[1, 2, 3]
MOST_POINTS = 100_000
DECIDING = frozenset({"continue", "sudden_death", "replay"})
"""Ways to break a tie that always end it sooner or later; any order of ways ends in one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One option: its values, and where and for whom the form shows it.

    ``level`` is 1 for what everybody is asked, 2 for more and 3 for everything; ``games`` are
    those it means anything in. ``nullable`` options may be null: off, or as usual.
    """

    kind: Kind
    group: str
    games: frozenset[str]
    level: Level = 2
    low: int = 0
    high: int = MOST_POINTS
    choices: tuple[str | int, ...] = ()
    nullable: bool = False

    def faults(self, name: str, value: object) -> tuple[Fault, ...]:
        """Say what is wrong with a value as read from JSON or given in code.

        >>> from engine.spades.options import OPTIONS
        >>> [one.message for one in OPTIONS["best_of"].faults("best_of", 2)]
        ['best_of must be one of: 1, 3, 5.']
        """
        if value is None and self.nullable:
            return ()
        if self.kind == "int":
            return self._number_faults(name, value)
        if self.kind == "rows":
            return tuple(row_faults(name, value))
        if self._takes(value):
            return ()
        choices = ", ".join(map(str, self.choices))
        params = {"name": name, "choices": choices, "low": self.low, "high": self.high}
        return (fault(f"O02.{self.kind}", name, **params),)

    def _takes(self, value: object) -> bool:
        takers: Mapping[str, Callable[[object], bool]] = {
            "bool": lambda it: isinstance(it, bool),
            "effect": is_effect,
            "claim": lambda it: is_effect(it, more=(AS_RENEGE,)),
            "cards": _is_card_list,
            "numbers": lambda it: _are_different(it) and all(map(self._is_number, _each(it))),
            "several": lambda it: _are_different(it) and set(_each(it)) <= set(self.choices),
            "order": self._is_order,
            "choice": lambda it: _is_one_of(it, self.choices),
        }
        return takers[self.kind](value)

    def _is_number(self, value: object) -> bool:
        if isinstance(value, bool) or not isinstance(value, int):
            return False
        return self.low <= value <= self.high

    def _is_order(self, value: object) -> bool:
        """Several ways to break a tie; only the last of them may be one that decides."""
        steps = [value] if isinstance(value, str) else list(_each(value))
        if not steps or not _are_different(steps) or not all(it in self.choices for it in steps):
            return False
        return [it in DECIDING for it in steps] == [False] * (len(steps) - 1) + [True]

    def _number_faults(self, name: str, value: object) -> tuple[Fault, ...]:
        if isinstance(value, bool) or not isinstance(value, int):
            return (fault("O02.int", name, name=name),)
        if not self.low <= value <= self.high:
            return (fault("O03", name, name=name, low=self.low, high=self.high),)
        return ()


def label(name: str) -> Phrase:
    """Give the words of an option for a form.

    >>> label("target_score").say()
    'Points that win a game'
    """
    return Phrase(f"option.{name}")


def help_text(name: str) -> Phrase:
    """Explain an option in a sentence.

    >>> help_text("loss_floor").say()
    'A side at or below this score ends the game. Leave it empty to play without.'
    """
    return Phrase(f"help.{name}")


def choice_label(value: str | int) -> Phrase | str:
    """Give the words of one choice; numbers stand for themselves.

    >>> choice_label(3), choice_label("sudden_death").say()
    ('3', 'one more hand decides')
    """
    return Phrase(f"choice.{value}") if isinstance(value, str) else str(value)


def _each(value: object) -> Iterable[object]:
    return value if isinstance(value, list | tuple) else ()


def _are_different(value: object) -> bool:
    """Whether a value is a list of texts or numbers, none of them twice."""
    if not isinstance(value, list | tuple):
        return False
    return all(isinstance(it, str | int) for it in value) and len(set(value)) == len(value)


def _is_one_of(value: object, choices: tuple[str | int, ...]) -> bool:
    return any(type(value) is type(choice) and value == choice for choice in choices)


def _is_card_list(value: object) -> bool:
    if not isinstance(value, list | tuple) or not all(isinstance(it, str) for it in value):
        return False
    cards = [parse_card(text) for text in value]
    return None not in cards and len(set(cards)) == len(cards)

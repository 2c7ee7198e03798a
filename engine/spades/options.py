"""Every option a house may set: what kind of value it takes and its limits.

The meaning of each option stands with the field of the same name in ``engine.spades.rules``.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from engine.faults import Fault, fault
from engine.spades.cards import parse_card

Kind = Literal["int", "bool", "choice", "cards", "renege"]
RENEGE = re.compile(r"none|auto_fail|game_loss|transfer:([1-9]|1[0-3])")
MOST_POINTS = 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """What values one option takes. ``nullable`` options may be null: off, or as usual."""

    kind: Kind
    low: int = 0
    high: int = MOST_POINTS
    choices: tuple[str | int, ...] = ()
    nullable: bool = False

    def faults(self, name: str, value: object) -> tuple[Fault, ...]:
        """Say what is wrong with a value as read from JSON or given in code.

        >>> [one.message for one in OPTIONS["best_of"].faults("best_of", 2)]
        ['best_of must be one of: 1, 3, 5.']
        """
        if value is None and self.nullable:
            return ()
        if self.kind == "int":
            return self._number_faults(name, value)
        if self._takes(value):
            return ()
        choices = ", ".join(map(str, self.choices))
        return (fault(f"O02.{self.kind}", name, name=name, choices=choices),)

    def _takes(self, value: object) -> bool:
        match self.kind:
            case "bool":
                return isinstance(value, bool)
            case "renege":
                return isinstance(value, str) and RENEGE.fullmatch(value) is not None
            case "cards":
                return _is_card_list(value)
            case _:
                return _is_one_of(value, self.choices)

    def _number_faults(self, name: str, value: object) -> tuple[Fault, ...]:
        if isinstance(value, bool) or not isinstance(value, int):
            return (fault("O02.int", name, name=name),)
        if not self.low <= value <= self.high:
            return (fault("O03", name, name=name, low=self.low, high=self.high),)
        return ()


def _is_one_of(value: object, choices: tuple[str | int, ...]) -> bool:
    return any(value == choice and type(value) is type(choice) for choice in choices)


def _is_card_list(value: object) -> bool:
    if not isinstance(value, list | tuple) or not all(isinstance(it, str) for it in value):
        return False
    cards = [parse_card(text) for text in value]
    return None not in cards and len(set(cards)) == len(cards)


def _choice(*choices: str | int) -> Option:
    return Option(kind="choice", choices=choices)


SWITCH = Option(kind="bool")

OPTIONS: Mapping[str, Option] = MappingProxyType(
    {
        "target_score": Option(kind="int", low=1),
        "loss_floor": Option(kind="int", low=-MOST_POINTS, high=-1, nullable=True),
        "tiebreak": _choice("continue", "sudden_death"),
        "nil_allowed": SWITCH,
        "zero_is_nil": SWITCH,
        "nil_value": Option(kind="int"),
        "double_nil_allowed": SWITCH,
        "double_nil_scoring": _choice("independent", "unit"),
        "blind_nil_allowed": SWITCH,
        "blind_nil_value": Option(kind="int"),
        "blind_nil_min_deficit": Option(kind="int", nullable=True),
        "blind_nil_exchange": Option(kind="int", high=4),
        "failed_nil_tricks": _choice("bags", "partner", "none"),
        "failed_nil_bags_when_set": SWITCH,
        "failed_nil_bag_points": SWITCH,
        "bag_points": Option(kind="int", low=-100, high=100),
        "bag_penalty_enabled": SWITCH,
        "bag_threshold": Option(kind="int", low=1, high=1000),
        "bag_penalty": Option(kind="int"),
        "bag_overflow": _choice("carry", "reset"),
        "bag_penalty_cancels_points": SWITCH,
        "set_penalty": _choice("bid", "shortfall", "none"),
        "min_bid": Option(kind="int", high=26),
        "max_bid": Option(kind="int", low=1, high=26),
        "min_team_bid": Option(kind="int", high=52, nullable=True),
        "max_team_bid": Option(kind="int", high=52, nullable=True),
        "forbid_bids_equal_tricks": SWITCH,
        "lead_spades": _choice("when_broken", "any_time"),
        "spades_break_on_forced_lead": SWITCH,
        "jokers": _choice("none", "two"),
        "high_deuces": SWITCH,
        "removed_cards": Option(kind="cards", nullable=True),
        "hand_size": Option(kind="int", low=1, high=26),
        "moon_bonus": Option(kind="int"),
        "renege_penalty": Option(kind="renege"),
        "best_of": _choice(1, 3, 5),
    }
)

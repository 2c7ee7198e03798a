"""The eight games as data: what each changes in the standard game."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from engine.spades.cards import usual_removed

PAIRS = (2, 2)
STANDARD_VARIANT = "standard"
ALONE: Mapping[str, Any] = MappingProxyType(
    {
        "blind_nil_min_deficit": 100,
        "blind_nil_exchange": 0,
        "bag_overflow": "reset",
        "best_of": 1,
    }
)
"""What the Cutthroat guide says for everybody who plays alone (§2.6 to §2.8)."""


def _alone(seats: str) -> dict[str, Any]:
    return {**ALONE, "seats": tuple(seats), "sides": tuple((seat,) for seat in seats)}


VARIANTS: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        STANDARD_VARIANT: {},
        "suicide": {"double_nil_allowed": False},
        "nobid": {
            "target_score": 100,
            "nil_allowed": False,
            "blind_nil_allowed": False,
            "bag_penalty_enabled": False,
            "bag_points": 0,
            "unbid_trick_points": 1,
            "renege_penalty": "none",
        },
        "mirror": {"blind_nil_allowed": False},
        "whiz": {"blind_nil_allowed": False},
        "cutthroat": {**_alone("ABC"), "hand_size": 17, "max_bid": 17},
        "solo": _alone("NESW"),
        "two_handed": _alone("AB"),
    }
)
"""Every game by its name; ``docs/rules`` gives the sources."""

SHAPES: Mapping[str, tuple[int, ...]] = MappingProxyType(
    {
        name: tuple(len(side) for side in values["sides"]) if "sides" in values else PAIRS
        for name, values in VARIANTS.items()
    }
)
"""How many seats each side has, for every game."""

TARGETS_HELD = frozenset({"mirror", "whiz"})
"""Games in which the spades dealt say what may be bid."""
WITHOUT_BIDS = "nobid"


def usual_hand(variant: str, *, jokers: bool) -> int:
    """Say how many cards each player of a game is dealt where the house says nothing.

    >>> usual_hand("cutthroat", jokers=True), usual_hand("solo", jokers=True)
    (18, 13)
    """
    if len(SHAPES.get(variant, PAIRS)) == len("ABC"):
        return 18 if jokers else 17
    return 13


def fitting(variant: str, seats: int, *, pairs: bool) -> str:
    """Name the game to play at these seats: this one, or the one with standard bidding.

    Suicide, Mirror, Whiz and No-bid need two pairs (A-27).

    >>> fitting("suicide", 4, pairs=True), fitting("suicide", 3, pairs=False)
    ('suicide', 'cutthroat')
    """
    shape = PAIRS if pairs else (1,) * seats
    if SHAPES.get(variant) == shape:
        return variant
    return next((name for name, it in SHAPES.items() if it == shape), STANDARD_VARIANT)


def usual_left_out(players: int, *, jokers: bool) -> tuple[str, ...]:
    """Say what is left out so that the deck deals out evenly; two players draw from all cards.

    >>> usual_left_out(3, jokers=False), usual_left_out(2, jokers=False)
    (('2C',), ())
    """
    return () if players == len("AB") else usual_removed(players, jokers=jokers)

"""The options of the eight games, as fields with the values of the standard game."""

from dataclasses import dataclass
from typing import Literal

VERSION = 1
Seats = tuple[str, ...]
Sides = tuple[Seats, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOptions:
    """What the games themselves differ in; the defaults are those of ``docs/rules/standard.md``.

    A section (§) refers to that sheet; A-numbers are explained in ``docs/rules/ambiguities.md``.

    >>> GameOptions().target_score
    500
    """

    variant: str = "standard"
    """The game these options belong to."""
    seats: Seats = ("N", "E", "S", "W")
    """Seats clockwise (§4)."""
    sides: Sides = (("N", "S"), ("E", "W"))
    """Who scores together (§1)."""
    version: int = VERSION
    """Which version of this vocabulary the options are written in."""

    target_score: int = 500
    """Points that win a game, reached or passed (§2, A-10)."""
    loss_floor: int | None = None
    """A side at or below this score ends the game; null plays without a floor (A-13)."""
    tiebreak: str | tuple[str, ...] = "continue"
    """What decides level scores, tried in order (A-11, A-12, R22)."""
    best_of: Literal[1, 3, 5] = 3
    """Games in a match at most; the majority wins it (§3)."""

    nil_allowed: bool = True
    """Whether a player may bid nil (§5)."""
    zero_is_nil: bool = True
    """Whether a bid of 0 is nil; otherwise it is a plain 0 without bonus (§4, A-16)."""
    mirror_zero: Literal["nil", "plain"] = "nil"
    """What a Mirror player without spades has bid: nil, or a plain 0 (A-17)."""
    nil_value: int = 100
    """Points a nil wins when it takes no trick and loses when it does (§5)."""
    double_nil_allowed: bool = True
    """Whether both partners may bid nil (§5)."""
    double_nil_scoring: Literal["independent", "unit"] = "independent"
    """Two nils of one side are judged each for itself, or stand and fall together (§5)."""
    blind_nil_allowed: bool = True
    """Whether nil may be bid before looking, for the larger stake (§6)."""
    blind_nil_value: int = 200
    """Points a blind nil wins or loses (§6)."""
    blind_nil_min_deficit: int | None = None
    """How far behind a side must be to bid blind nil; null asks nothing (A-14)."""
    blind_nil_exchange: int = 3
    """Cards a blind nil swaps with the partner, unless both are blind; 0 swaps none (§6, A-15)."""

    failed_nil_tricks: Literal["bags", "partner", "none"] = "bags"
    """What tricks of a failed nil are: bags, help for the partner's bid, or nothing (§9, A-07)."""
    failed_nil_bags_when_set: bool = True
    """Whether they are bags even when the partner's bid is set (§9, A-02)."""
    failed_nil_bag_points: bool = True
    """Whether those bags score their point as well (§9, A-03)."""
    bag_points: int = 1
    """Points for each trick above the bid (§9)."""
    bag_penalty_enabled: bool = True
    """Whether bags cost a penalty at all (§10)."""
    bag_threshold: int = 10
    """How many bags cost one penalty (§10)."""
    bag_penalty: int = 100
    """Points lost each time the bags reach the threshold (§10)."""
    bag_overflow: Literal["carry", "reset"] = "carry"
    """Bags past the threshold stay on the count, or the count starts again at 0 (§10, A-06)."""
    bag_penalty_cancels_points: bool = False
    """Whether the penalty also takes back what its bags scored (A-08)."""
    set_penalty: Literal["bid", "shortfall", "none"] = "bid"
    """A missed bid loses 10 for each trick bid, for each trick short, or nothing (§9)."""

    min_bid: int = 0
    """The lowest bid of a player, nil aside (§4)."""
    max_bid: int = 13
    """The highest bid of a player (§4)."""
    min_team_bid: int | None = None
    """The lowest bid of two partners together, the "board"; null asks nothing."""
    max_team_bid: int | None = None
    """The highest bid of two partners together; null allows any (A-23)."""
    forbid_bids_equal_tricks: bool = False
    """Whether the bids of the table may not add up to the tricks of the hand."""
    suicide_strict: bool = True
    """Whether exactly one of two Suicide partners must bid nil; otherwise both may do either."""
    suicide_min_bid: int = 4
    """The lowest bid in Suicide that is not nil."""
    whiz_nil_with_ace: bool = True
    """Whether a Whiz player who holds the ace of spades may bid nil (A-32)."""

    lead_spades: Literal["when_broken", "any_time"] = "when_broken"
    """When a spade may be led (§7)."""
    spades_break_on_forced_lead: bool = True
    """Whether a spade led by a player who has nothing else breaks spades (§8, A-19)."""
    jokers: Literal["none", "two"] = "none"
    """Whether the big and the little joker play, above the ace of spades (A-33)."""
    high_deuces: bool = False
    """Whether twos rank above the ace of spades, as spades (A-33)."""
    removed_cards: tuple[str, ...] | None = None
    """Cards left out; null leaves out what makes the deck deal evenly (A-33)."""
    hand_size: int = 13
    """Cards dealt to each player, and so tricks in a hand (§4)."""
    moon_bonus: int = 0
    """Points for a side that takes every trick (A-35, R17)."""
    renege_penalty: str = "auto_fail"
    """What a renege costs: one effect of the penalties (A-22, R23)."""

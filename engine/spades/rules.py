"""House rules as data: one frozen value validates, scores and explains every hand of an event."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from types import MappingProxyType
from typing import Any, Literal, Self

from engine.faults import Fault, RuleError, fault
from engine.spades.cards import usual_removed
from engine.spades.coherence import contradictions
from engine.spades.limits import BidLimits
from engine.spades.options import OPTIONS

VERSION = 1
Seats = tuple[str, ...]
Sides = tuple[Seats, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """Every option of one event; the defaults are those of ``docs/rules/standard.md``.

    A section (§) refers to that sheet; A-numbers are explained in ``docs/rules/ambiguities.md``.

    Raises:
        RuleError: values that no game can be played under, every contradiction at once.

    >>> RuleSet(target_score=350).target_score
    350
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
    tiebreak: Literal["continue", "sudden_death"] = "continue"
    """After a tie at the top: play on as usual, or one more hand decides (A-11, A-12)."""
    best_of: Literal[1, 3, 5] = 3
    """Games in a match at most; the majority wins it (§3)."""

    nil_allowed: bool = True
    """Whether a player may bid nil (§5)."""
    zero_is_nil: bool = True
    """Whether a bid of 0 is nil; otherwise it is a plain 0 without bonus (§4, A-16)."""
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
    """How far behind the leader a side must be to bid blind nil; null asks nothing (A-14)."""
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
    """The lowest sum of two partners' bids; null asks nothing."""
    max_team_bid: int | None = None
    """The highest sum of two partners' bids; null allows any (A-23)."""
    forbid_bids_equal_tricks: bool = False
    """Whether the bids of the table may not add up to the tricks of the hand."""

    lead_spades: Literal["when_broken", "any_time"] = "when_broken"
    """When a spade may be led (§7)."""
    spades_break_on_forced_lead: bool = True
    """Whether a spade led by a player who has nothing else breaks spades (§8, A-19)."""
    jokers: Literal["none", "two"] = "none"
    """Whether the big and the little joker play, above the ace of spades (A-33)."""
    high_deuces: bool = False
    """Whether the two of diamonds and the two of spades rank above the ace of spades (A-33)."""
    removed_cards: tuple[str, ...] | None = None
    """Cards left out; null leaves out what makes the deck deal evenly (A-33)."""
    hand_size: int = 13
    """Cards dealt to each player, and so tricks in a hand (§4)."""
    moon_bonus: int = 0
    """Points on top for a side that takes every trick (A-35)."""
    renege_penalty: str = "auto_fail"
    """What a renege costs: none, auto_fail, transfer:n tricks, or game_loss (A-22)."""

    _hash: int = field(init=False, repr=False, compare=False, default=0)

    def __post_init__(self) -> None:
        """Refuse what cannot be played, then fix the hash: scoring looks rule sets up by it."""
        values = self._values()
        faults = [
            one for name in OPTIONS for one in OPTIONS[name].faults(name, values[name])
        ] or contradictions(values)
        if faults:
            raise RuleError(faults)
        object.__setattr__(self, "_hash", hash(tuple(values.values())))

    def __hash__(self) -> int:
        return self._hash

    def _values(self) -> dict[str, Any]:
        return {it.name: getattr(self, it.name) for it in fields(self) if it.init}

    @property
    def side_names(self) -> tuple[str, ...]:
        """The sides by name, in order: the letters of their seats.

        >>> STANDARD.side_names
        ('NS', 'EW')
        """
        return tuple("".join(side) for side in self.sides)

    def side_of(self, seat: str) -> str:
        """Name the side a seat plays for.

        >>> STANDARD.side_of("W")
        'EW'
        """
        return next("".join(side) for side in self.sides if seat in side)

    def seats_of(self, side: str) -> Seats:
        """Name the seats of a side, by its name.

        >>> STANDARD.seats_of("EW")
        ('E', 'W')
        """
        return next(seats for seats in self.sides if "".join(seats) == side)

    def partner_of(self, seat: str) -> str | None:
        """Name the other seat of the same side; None for a player alone.

        >>> STANDARD.partner_of("N")
        'S'
        """
        side = self.seats_of(self.side_of(seat))
        return next((other for other in side if other != seat), None)

    def left_of(self, seat: str) -> str:
        """Name the next seat clockwise.

        >>> STANDARD.left_of("W")
        'N'
        """
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    @property
    def limits(self) -> BidLimits:
        """What one player, and two partners together, may bid."""
        return BidLimits.of(self._values())

    @property
    def left_out(self) -> tuple[str, ...]:
        """The cards that are not in the deck.

        >>> STANDARD.with_options(jokers="two").left_out
        ('2C', '2H')
        """
        if self.removed_cards is not None:
            return self.removed_cards
        return usual_removed(len(self.seats), jokers=self.jokers == "two")

    def with_options(self, **changes: Any) -> Self:  # noqa: ANN401 -- values are checked by name
        """Make the same rules with some options changed.

        Switching nil off switches blind nil off as well, unless ``changes`` says otherwise.

        Raises:
            RuleError: an unknown option, a wrong type or a contradiction; all at once.

        >>> STANDARD.with_options(target_score=350, bag_penalty=50).bag_penalty
        50
        """
        faults = _option_faults(changes)
        if faults:
            raise RuleError(faults)
        if changes.get("nil_allowed") is False:
            changes.setdefault("blind_nil_allowed", False)
        if isinstance(changes.get("removed_cards"), list):
            changes["removed_cards"] = tuple(changes["removed_cards"])
        return replace(self, **changes)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "RuleSet":
        """Read a rule set: the preset named by "variant", then whatever differs.

        Raises:
            RuleError: anything unknown, of a wrong type or contradictory; all at once.

        >>> RuleSet.from_json({"target_score": 350}) == STANDARD.with_options(target_score=350)
        True
        """
        if not isinstance(data, Mapping):
            raise RuleError.of("O07", "")
        options = dict(data)
        version = options.pop("version", VERSION)
        if version != VERSION or version is True:
            raise RuleError.of("O06", "version", given=str(version), known=VERSION)
        base = preset(options.pop("variant", "standard"))
        seating: dict[str, Any] = {
            name: options.pop(name) for name in ("seats", "sides") if name in options
        }
        faults = (*_seating_faults(seating, base), *_option_faults(options))
        if faults:
            raise RuleError(faults)
        return base.with_options(**options)

    def to_json(self) -> dict[str, Any]:
        """Every option by name, ready for JSON; ``from_json`` reads it back equal.

        >>> RuleSet.from_json(STANDARD.to_json()) == STANDARD
        True
        """
        return {name: _plain(value) for name, value in self._values().items()}


def _plain(value: object) -> object:
    return [_plain(each) for each in value] if isinstance(value, tuple) else value


def _option_faults(options: Mapping[str, Any]) -> tuple[Fault, ...]:
    known = {name: value for name, value in options.items() if name in OPTIONS}
    unknown = [fault("O01", str(name), name=str(name)) for name in options if name not in known]
    wrong = [one for name, value in known.items() for one in OPTIONS[name].faults(name, value)]
    return (*unknown, *wrong)


def _seating_faults(seating: Mapping[str, Any], base: RuleSet) -> tuple[Fault, ...]:
    """Seats belong to the game: they may be repeated in JSON, not changed."""
    return tuple(
        fault("H05", name, variant=base.variant.capitalize())
        for name, value in seating.items()
        if value != _plain(getattr(base, name))
    )


STANDARD = RuleSet()
"""Two pairs to 500, as on the event's sheet."""

PRESETS: Mapping[str, RuleSet] = MappingProxyType({"standard": STANDARD})
"""Every game by its name."""


def preset(name: object) -> RuleSet:
    """Give the rule set of a game as it is usually played.

    Raises:
        RuleError: O05, there is no such game.

    >>> preset("standard").target_score
    500
    """
    found = PRESETS.get(name) if isinstance(name, str) else None
    if found is None:
        raise RuleError.of("O05", "variant", name=str(name), known=", ".join(PRESETS))
    return found

"""House rules as data: one frozen value validates, scores and explains every hand of an event."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from types import MappingProxyType
from typing import Any, Self

from engine.faults import Fault, RuleError, fault
from engine.spades.coherence import contradictions
from engine.spades.game_options import VERSION, Seats
from engine.spades.house_options import HouseOptions
from engine.spades.limits import BidLimits
from engine.spades.options import OPTIONS
from engine.spades.values import frozen, plain
from engine.spades.variants import VARIANTS, WITHOUT_BIDS, usual_hand, usual_left_out

FIXED = ("variant", "seats", "sides", "version")
"""What belongs to the game itself: said in JSON, never changed."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RuleSet(HouseOptions):
    """Every option of one event, checked and frozen.

    Raises:
        RuleError: values that no game can be played under, every contradiction at once.

    >>> RuleSet(target_score=350).target_score
    350
    """

    _values: Mapping[str, Any] = field(init=False, repr=False, default_factory=dict)
    _hash: int = field(init=False, repr=False, default=0)
    prepared: Any = field(init=False, repr=False, default=None)
    """Room for what the scorer prepares; nothing else reads it."""

    def __post_init__(self) -> None:
        """Refuse what cannot be played, then fix the hash: scoring looks rule sets up by it."""
        values = {it.name: getattr(self, it.name) for it in fields(self) if it.init}
        faults = [
            one for name in OPTIONS for one in OPTIONS[name].faults(name, values[name])
        ] or contradictions(values)
        if faults:
            raise RuleError(faults)
        object.__setattr__(self, "_values", values)
        object.__setattr__(self, "_hash", hash(tuple(values.values())))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RuleSet) and (self is other or self._values == other._values)

    def __hash__(self) -> int:
        return self._hash

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
    def bidders(self) -> tuple[str, ...]:
        """Who bids, by name: every seat, every side where partners name one number, or nobody.

        >>> STANDARD.with_options(bid_mode="team", nil_allowed=False).bidders
        ('NS', 'EW')
        """
        if not self.bids_are_made:
            return ()
        return self.side_names if self.bid_mode == "team" else self.seats

    @property
    def bidders_a_side(self) -> int:
        """How many bids a side makes: one for each seat, or one that partners share.

        >>> STANDARD.bidders_a_side
        2
        """
        return 1 if self.bid_mode == "team" else len(self.sides[0])

    @property
    def zero_counts_as_nil(self) -> bool:
        """Whether a 0 is nil here (A-16, A-17).

        >>> preset("mirror").with_options(mirror_zero="plain").zero_counts_as_nil
        False
        """
        plain = self.variant == "mirror" and self.mirror_zero == "plain"
        return self.zero_is_nil and not plain

    @property
    def bids_are_made(self) -> bool:
        """Whether anybody bids in this game.

        >>> preset("nobid").bids_are_made
        False
        """
        return self.variant != WITHOUT_BIDS

    @property
    def needs_more_than_points(self) -> bool:
        """Whether sets, or few tricks in the first hand, may lose the game."""
        limits = (self.sets_total, self.sets_in_a_row, self.first_hand_min)
        return limits != (None, None, None)

    @property
    def limits(self) -> BidLimits:
        """What one player, and two partners together, may bid."""
        return BidLimits.of(self._values)

    @property
    def left_out(self) -> tuple[str, ...]:
        """The cards that are not in the deck.

        >>> STANDARD.with_options(jokers="two").left_out
        ('2C', '2H')
        """
        if self.removed_cards is not None:
            return self.removed_cards
        return usual_left_out(len(self.seats), jokers=self.jokers == "two")

    def with_options(self, **changes: Any) -> Self:  # noqa: ANN401 -- values are checked by name
        """Make the same rules with some options changed.

        What follows from a change follows it, unless ``changes`` says otherwise: without nil there
        is no blind nil; with jokers three players get 18 cards; loose Suicide has both nils.

        Raises:
            RuleError: an unknown option, a wrong type or a contradiction; all at once.

        >>> STANDARD.with_options(target_score=350, bag_penalty=50).bag_penalty
        50
        """
        if not changes:
            return self
        faults = _option_faults(changes)
        if faults:
            raise RuleError(faults)
        return replace(self, **frozen({**self._following(changes), **changes}))

    def _following(self, changes: Mapping[str, Any]) -> dict[str, Any]:
        follows: dict[str, Any] = {}
        if changes.get("nil_allowed") is False:
            follows["blind_nil_allowed"] = False
        if changes.get("bid_mode", "sum") != "sum":
            follows |= {"nil_allowed": False, "blind_nil_allowed": False}
        if self.variant == "suicide" and "suicide_strict" in changes:
            follows["double_nil_allowed"] = not changes["suicide_strict"]
        with_jokers = changes.get("jokers", self.jokers) == "two"
        if self.hand_size == usual_hand(self.variant, jokers=self.jokers == "two"):
            follows["hand_size"] = usual_hand(self.variant, jokers=with_jokers)
        if self.max_bid == self.hand_size:
            follows["max_bid"] = changes.get("hand_size", follows.get("hand_size", self.max_bid))
        return follows

    def patched(self, patch: Mapping[str, Any]) -> Self:
        """Make these rules as one round plays them: a few options changed, the game the same.

        Raises:
            RuleError: an unknown option, a wrong type, a contradiction, or another game.

        >>> STANDARD.patched({"target_score": 350}).target_score
        350
        """
        if not isinstance(patch, Mapping):
            raise RuleError.of("O07", "")
        fixed = [fault("O10", name, name=name) for name in FIXED if name in patch]
        options = {str(name): value for name, value in patch.items() if name not in FIXED}
        faults = (*fixed, *_option_faults(options))
        if faults:
            raise RuleError(faults)
        return self.with_options(**options)

    def patch_to(self, other: "RuleSet") -> dict[str, Any]:
        """Say in JSON what another rule set of the same game changes in this one.

        >>> STANDARD.patch_to(STANDARD.with_options(target_score=350))
        {'target_score': 350}
        """
        mine, theirs = self.to_json(), other.to_json()
        return {name: theirs[name] for name in OPTIONS if theirs[name] != mine[name]}

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
        options = {str(name): value for name, value in data.items()}
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
        return {name: plain(value) for name, value in self._values.items()}


def _option_faults(options: Mapping[str, Any]) -> tuple[Fault, ...]:
    known = {name: value for name, value in options.items() if name in OPTIONS}
    unknown = [fault("O01", str(name), name=str(name)) for name in options if name not in known]
    wrong = [one for name, value in known.items() for one in OPTIONS[name].faults(name, value)]
    return (*unknown, *wrong)


def _seating_faults(seating: Mapping[str, Any], base: RuleSet) -> tuple[Fault, ...]:
    """Seats belong to the game: they may be repeated in JSON, not changed."""
    return tuple(
        fault(f"H05.{base.variant}", name)
        for name, value in seating.items()
        if value != plain(getattr(base, name))
    )


PRESETS: Mapping[str, RuleSet] = MappingProxyType(
    {name: RuleSet(variant=name, **values) for name, values in VARIANTS.items()}
)
"""Every game by its name."""

STANDARD = PRESETS["standard"]
"""Two pairs to 500, as on the event's sheet."""


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

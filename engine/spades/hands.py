"""One hand: what was bid and taken, and what it is worth to every side."""

from collections.abc import Mapping
from dataclasses import InitVar, dataclass, field
from types import MappingProxyType
from typing import Any, Self

from engine.faults import Fault, RuleError, Who, fault
from engine.spades.entry import expected_counts, number_faults, trick_faults
from engine.spades.reneges import score_with_renege
from engine.spades.rules import STANDARD, RuleSet
from engine.spades.scores import BLIND, Line, SideFacts, SideScore, score_side

__all__ = ["Bid", "HandScore", "HandSheet", "Line", "SideScore", "explain_hand", "score_hand"]

MOST_TRICKS = 26


@dataclass(frozen=True, slots=True, order=True)
class Bid:
    """What one player promised: a number of tricks, or nil (0), which may be blind.

    Raises:
        RuleError: B03 for a number no hand has, B08 for a blind bid of anything but 0.

    >>> Bid(4), Bid(0).is_nil, str(Bid(0, blind=True))
    (Bid(tricks=4, blind=False), True, 'blind')
    """

    tricks: int
    blind: bool = False

    def __post_init__(self) -> None:
        """Refuse what no hand can give."""
        if not 0 <= self.tricks <= MOST_TRICKS:
            raise RuleError.of("B03.any", "bids", high=MOST_TRICKS)
        if self.blind and self.tricks:
            raise RuleError.of("B08.any", "blind")

    @property
    def is_nil(self) -> bool:
        """Whether the player promised no trick at all."""
        return self.tricks == 0

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a bid as people write it: ``"4"``, ``"nil"`` or ``"blind"``.

        Raises:
            RuleError: B30, that is no bid.

        >>> Bid.parse(" Nil "), Bid.parse("blind").blind
        (Bid(tricks=0, blind=False), True)
        """
        match text.strip().lower():
            case "nil" | "0":
                return cls(0)
            case "blind" | "blind nil":
                return cls(0, blind=True)
            case digits if digits.isascii() and digits.isdecimal() and len(digits) <= len("26"):
                return cls(int(digits))
            case other:
                raise RuleError.of("B30", "bids", text=other)

    def __str__(self) -> str:
        return "blind" if self.blind else "nil" if self.is_nil else str(self.tricks)


@dataclass(frozen=True, slots=True, eq=False)
class HandSheet:
    """The paper of one hand.

    ``tricks`` may be given by seat, or by side together with every seat that bid 0; inside they are
    by seat wherever that follows. ``renege`` names the seats that reneged. Without ``rules`` the
    sheet is one of the standard game; they are not kept.

    Raises:
        RuleError: seats, bids or counts that no hand can have (B01 to B04, T01 to T05, R01).

    >>> sheet = HandSheet("W", {"N": Bid(4), "E": Bid(5), "S": Bid(0), "W": Bid(4)},
    ...                   {"NS": 4, "S": 0, "EW": 9})
    >>> dict(sheet.tricks)
    {'N': 4, 'S': 0, 'EW': 9}
    """

    dealer: str | None
    bids: Mapping[str, Bid]
    tricks: Mapping[str, int]
    renege: tuple[str, ...] = ()
    rules: InitVar[RuleSet] = STANDARD
    facts: Mapping[str, SideFacts] = field(init=False, repr=False)

    def __post_init__(self, rules: RuleSet) -> None:
        """Refuse what no hand can have, then lay out what each side bid and took."""
        zero = tuple(seat for seat, bid in self.bids.items() if bid.is_nil)
        faults = (
            *number_faults({seat: bid.tricks for seat, bid in self.bids.items()}, rules),
            *trick_faults(self.tricks, zero, rules),
            *_dealer_faults(self.dealer, rules),
            *renege_faults(self.renege, rules),
        )
        if faults:
            raise RuleError(faults)
        self._settle(self.bids, _canonical(self.tricks, zero, rules), rules)
        object.__setattr__(self, "renege", tuple(self.renege))

    def _settle(self, bids: Mapping[str, Bid], tricks: dict[str, int], rules: RuleSet) -> None:
        """Keep sound bids and counts in the order of the seats."""
        bids = {seat: bids[seat] for seat in rules.seats}
        facts = {"".join(side): _facts(side, bids, tricks) for side in rules.sides}
        object.__setattr__(self, "bids", MappingProxyType(bids))
        object.__setattr__(self, "tricks", MappingProxyType(tricks))
        object.__setattr__(self, "facts", MappingProxyType(facts))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HandSheet) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[object, ...]:
        tricks = tuple(sorted(self.tricks.items()))
        return self.dealer, tuple(self.bids.items()), tricks, self.renege

    @classmethod
    def from_json(cls, data: Mapping[str, Any], rules: RuleSet = STANDARD) -> "HandSheet":
        """Read a hand: {"dealer", "bids", "blind", "tricks", "renege"}.

        Raises:
            RuleError: whatever keeps the hand from being scored, all at once. House rules about
                bids are not asked here: see ``engine.spades.bidding.hand_faults``.

        >>> sheet = HandSheet.from_json({
        ...     "dealer": "W", "bids": {"N": 3, "E": 4, "S": 2, "W": 4}, "blind": [],
        ...     "tricks": {"N": 4, "E": 4, "S": 3, "W": 2}})
        >>> score_hand(sheet, STANDARD).sides["NS"]
        SideScore(points=52, bags=2)
        """
        faults = list(shape_faults(data))
        if faults:
            raise RuleError(faults)
        bids, tricks = dict(data.get("bids") or {}), dict(data.get("tricks") or {})
        blind, renege = tuple(data.get("blind") or ()), seats_in(data.get("renege"))
        zero = tuple(seat for seat, value in bids.items() if value == 0)
        faults = [
            *number_faults(bids, rules),
            *(one for seat in blind for one in blind_faults(seat, bids, rules)),
            *trick_faults(tricks, zero, rules),
            *_dealer_faults(data.get("dealer"), rules),
            *renege_faults(renege, rules),
        ]
        if faults:
            raise RuleError(faults)
        said = {seat: Bid(value, blind=seat in blind) for seat, value in bids.items()}
        sheet = object.__new__(cls)  # the checks of __post_init__ have just been made
        object.__setattr__(sheet, "dealer", data.get("dealer"))
        object.__setattr__(sheet, "renege", renege)
        sheet._settle(said, _canonical(tricks, zero, rules), rules)
        return sheet

    def to_json(self) -> dict[str, Any]:
        """Write the hand in the shape that ``from_json`` reads.

        >>> bids = {seat: Bid(3) for seat in "NESW"}
        >>> HandSheet("W", bids, {"NS": 6, "EW": 7}).to_json()["tricks"]
        {'NS': 6, 'EW': 7}
        """
        said: dict[str, Any] = {
            "dealer": self.dealer,
            "bids": {seat: bid.tricks for seat, bid in self.bids.items()},
            "blind": [seat for seat, bid in self.bids.items() if bid.blind],
            "tricks": dict(self.tricks),
        }
        return said | ({"renege": list(self.renege)} if self.renege else {})


def seats_in(value: object) -> tuple[str, ...]:
    """Read a list of seats however it was sent: one, several or none.

    >>> seats_in("N"), seats_in(["N", "E"]), seats_in(None)
    (('N',), ('N', 'E'), ())
    """
    if isinstance(value, str):
        return (value,)
    return tuple(value) if isinstance(value, list | tuple) else ()


def shape_faults(data: Mapping[str, Any]) -> tuple[Fault, ...]:
    """Parts of a hand that are not even of the right kind.

    >>> [one.where for one in shape_faults({"bids": [3, 3, 3, 3], "dealer": "W"})]
    ['bids']
    """
    kinds: dict[str, tuple[type | tuple[type, ...], str]] = {
        "bids": (Mapping, "bids by seat"),
        "tricks": (Mapping, "tricks by seat"),
        "blind": ((list, tuple), "a list of seats"),
        "renege": ((list, tuple, str), "a list of seats"),
        "dealer": (str, "a seat"),
    }
    return tuple(
        fault("H06", name, kind=words)
        for name, (kind, words) in kinds.items()
        if data.get(name) is not None and not isinstance(data[name], kind)
    )


def blind_faults(seat: object, bids: Mapping[str, Any], rules: RuleSet) -> tuple[Fault, ...]:
    """Find a blind mark on nobody, or on a bid that is not 0 (B04, B08).

    >>> [one.message for one in blind_faults("N", {"N": 1}, STANDARD)]
    ['A blind nil is a bid of 0; North bid 1.']
    """
    if seat not in rules.seats:
        return (fault("B04", "blind", who=str(seat)),)
    bid = bids.get(str(seat))
    if isinstance(bid, int) and bid != 0:
        return (fault("B08", f"blind.{seat}", who=Who(str(seat)), bid=bid),)
    return ()


def renege_faults(renege: tuple[str, ...], rules: RuleSet) -> tuple[Fault, ...]:
    """Seats said to have reneged where nobody sits (R01).

    >>> [one.code for one in renege_faults(("N", "X"), STANDARD)]
    ['R01']
    """
    return tuple(fault("R01", "renege", who=str(it)) for it in renege if it not in rules.seats)


def _dealer_faults(dealer: object, rules: RuleSet) -> tuple[Fault, ...]:
    if dealer is None or dealer in rules.seats:
        return ()
    return (fault("H03.nobody", "dealer", given=str(dealer)),)


def _canonical(tricks: Mapping[str, int], zero: tuple[str, ...], rules: RuleSet) -> dict[str, int]:
    """Count by seat where that follows: a side with one open seat leaves it the rest."""
    kept: dict[str, int] = {}
    names = expected_counts(tricks, zero, rules)
    for side in rules.sides:
        name = "".join(side)
        if name not in names or len(side) == 1:
            kept |= {seat: tricks[seat] for seat in side}
            continue
        known = {seat: tricks[seat] for seat in side if seat in zero}
        rest = [seat for seat in side if seat not in known]
        left = tricks[name] - sum(known.values())
        open_count = {rest[0]: left} if len(rest) == 1 else {name: tricks[name]} if rest else {}
        kept |= {**open_count, **known}
    return kept


def _facts(side: tuple[str, ...], bids: Mapping[str, Bid], tricks: Mapping[str, int]) -> SideFacts:
    said = tuple(BLIND if bids[seat].blind else bids[seat].tricks for seat in side)
    zero = tuple(tricks[seat] if bids[seat].is_nil else 0 for seat in side)
    name = "".join(side)
    total = tricks[name] if name in tricks else sum(tricks[seat] for seat in side)
    return SideFacts(said, zero, total)


@dataclass(frozen=True, slots=True)
class HandScore:
    """What a hand was worth, by side, before any bag penalty: that one belongs to the game."""

    sides: Mapping[str, SideScore]


def score_hand(sheet: HandSheet, rules: RuleSet) -> HandScore:
    """Score one hand for every side.

    Source: rule sheet §5 to §9.

    >>> sheet = HandSheet("W", {"N": Bid(4), "E": Bid(4), "S": Bid(0), "W": Bid(4)},
    ...                   {"N": 4, "E": 4, "S": 1, "W": 4})
    >>> score_hand(sheet, STANDARD).sides["NS"]
    SideScore(points=-59, bags=1)
    """
    if sheet.renege:
        return HandScore(score_with_renege(sheet.facts, sheet.renege, rules))
    return HandScore({side: score_side(rules, side, it) for side, it in sheet.facts.items()})


def explain_hand(sheet: HandSheet, rules: RuleSet) -> Mapping[str, tuple[Line, ...]]:
    """Say for every side why it got what it got, line by line.

    >>> sheet = HandSheet("W", {"N": Bid(4), "E": Bid(4), "S": Bid(2), "W": Bid(2)},
    ...                   {"N": 5, "E": 3, "S": 2, "W": 3})
    >>> [line.say() for lines in explain_hand(sheet, STANDARD).values() for line in lines]
    ['bid 6 took 7: 60 + 1 bag', 'bid 6 took 6: 60']
    """
    return {side: score.lines for side, score in score_hand(sheet, rules).sides.items()}

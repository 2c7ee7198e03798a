"""One hand: what was bid, taken and ruled, and what it is worth to every side."""

from collections.abc import Mapping
from dataclasses import InitVar, dataclass, field
from types import MappingProxyType
from typing import Any

from engine.faults import Fault, RuleError
from engine.spades.bids import Bid
from engine.spades.entry import expected_counts, number_faults, trick_faults
from engine.spades.facts import Void, side_facts, unplayed_void, void_of
from engine.spades.judging import beside_each_other, judged
from engine.spades.papers import (
    blind_faults,
    conduct_faults,
    dealer_faults,
    renege_faults,
    seats_in,
    shape_faults,
)
from engine.spades.rules import STANDARD, RuleSet
from engine.spades.rulings import Ruling
from engine.spades.score_tables import table_of
from engine.spades.scores import Line, SideFacts, SideScore
from engine.spades.targets import with_targets

__all__ = [
    "Bid",
    "HandScore",
    "HandSheet",
    "Line",
    "Ruling",
    "SideScore",
    "blind_faults",
    "explain_hand",
    "renege_faults",
    "score_hand",
    "seats_in",
    "shape_faults",
]


@dataclass(frozen=True, slots=True, eq=False)
class HandSheet:
    """The paper of one hand, with all that its score needs but the game before it.

    ``tricks`` may be given by seat, or by side together with every seat that bid 0; inside they are
    by seat wherever that follows. ``renege`` names the seats that reneged for the first time; other
    offences are ``rulings``. A hand without bids is one of No-bid, or a first hand that bids
    itself. Without ``rules`` the sheet is one of the standard game; they are not kept.

    Raises:
        RuleError: seats, bids or counts that no hand can have (B01 to B04, T01 to T05, R01 to R06).

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
    spades: Mapping[str, int] = field(default_factory=dict, kw_only=True)
    """Spades each player held, where the game asks for them."""
    ace: str | None = field(default=None, kw_only=True)
    """Who held the ace of spades, where the game asks for it."""
    rulings: tuple[Ruling, ...] = field(default=(), kw_only=True)
    """What a director ruled, other than a first renege."""
    misdeal: str | None = field(default=None, kw_only=True)
    """What made the deal void, if it was."""
    time_called: bool = field(default=False, kw_only=True)
    """Whether time was called during this hand."""
    void: Void = field(init=False, repr=False)
    """Why the hand counts for nothing, if it does."""
    is_plain: bool = field(init=False, repr=False)
    """Whether nothing was ruled and the hand counts, so that its facts are its score."""
    facts: Mapping[str, SideFacts] = field(init=False, repr=False)

    def __post_init__(self, rules: RuleSet) -> None:
        """Refuse what no hand can have, then lay out what each side bid and took."""
        numbers = {seat: bid.tricks for seat, bid in self.bids.items()}
        faults = (
            *_count_faults(numbers, self.tricks, rules, void=bool(self._void(numbers, rules))),
            *dealer_faults(self.dealer, rules),
            *conduct_faults(self._conduct(), rules),
            *(one for it in self.bids for one in _blind_mark(it, self.bids[it], numbers, rules)),
        )
        if faults:
            raise RuleError(faults)
        object.__setattr__(self, "renege", tuple(self.renege))
        self._settle(self.bids, self.tricks, rules)

    def _conduct(self) -> dict[str, Any]:
        rulings = [it.to_json() for it in self.rulings]
        return {"renege": self.renege, "rulings": rulings, "misdeal": self.misdeal}

    def _void(self, numbers: Mapping[str, int], rules: RuleSet) -> Void:
        unplayed = not self.tricks
        stopped = self.time_called and unplayed
        said = (self.misdeal, numbers, self.renege, self.rulings, rules)
        void = void_of(*said, stopped=stopped, dealer=self.dealer)
        return unplayed_void(void, self.renege, self.rulings, rules) if unplayed else void

    def _settle(self, bids: Mapping[str, Bid], tricks: Mapping[str, int], rules: RuleSet) -> None:
        """Keep sound bids and counts in the order of the seats."""
        bids = {seat: bids[seat] for seat in rules.bidders if seat in bids}
        void = self._void({seat: bid.tricks for seat, bid in bids.items()}, rules)
        zero = tuple(seat for seat, bid in bids.items() if bid.is_nil)
        counts = _canonical(tricks, zero, rules) if tricks else {}
        facts = side_facts(bids, counts, self.dealer, rules) if not void else {}
        settled = {
            "bids": MappingProxyType(bids),
            "tricks": MappingProxyType(counts),
            "void": void,
            "facts": MappingProxyType(facts),
            "is_plain": not (void or self.renege or self.rulings),
        }
        for name, value in settled.items():
            object.__setattr__(self, name, value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HandSheet) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[object, ...]:
        tricks, spades = (tuple(sorted(it.items())) for it in (self.tricks, self.spades))
        said = (self.dealer, tuple(self.bids.items()), tricks, spades, self.ace)
        return (*said, self.renege, self.rulings, self.misdeal, self.time_called)

    @classmethod
    def from_json(cls, data: Mapping[str, Any], rules: RuleSet = STANDARD) -> "HandSheet":
        """Read a hand: {"dealer", "bids", "blind", "tricks", "renege", "spades", "rulings", ...}.

        Raises:
            RuleError: whatever keeps the hand from being scored, all at once. House rules about
                bids are not asked here: see ``engine.spades.bidding.hand_faults``.

        >>> sheet = HandSheet.from_json({
        ...     "dealer": "W", "bids": {"N": 3, "E": 4, "S": 2, "W": 4}, "blind": [],
        ...     "tricks": {"N": 4, "E": 4, "S": 3, "W": 2}})
        >>> score_hand(sheet, STANDARD).sides["NS"]
        SideScore(points=52, bags=2)
        """
        faults = shape_faults(data)
        if faults:
            raise RuleError(faults)
        data = with_targets(data, rules)
        bids, blind = dict(data.get("bids") or {}), seats_in(data.get("blind"))
        tricks, renege = dict(data.get("tricks") or {}), seats_in(data.get("renege"))
        faults = (
            *(one for seat in blind for one in blind_faults(seat, bids, rules)),
            *dealer_faults(data.get("dealer"), rules),
            *conduct_faults(data, rules),
        )
        sheet = object.__new__(cls)  # these are the checks of __post_init__
        kept: dict[str, Any] = {
            "dealer": data.get("dealer"),
            "renege": renege,
            "spades": MappingProxyType(dict(data.get("spades") or {})),
            "ace": data.get("ace"),
            "misdeal": data.get("misdeal"),
            "time_called": bool(data.get("time_called")),
            "tricks": tricks,
            "rulings": () if faults else tuple(Ruling(**it) for it in data.get("rulings") or ()),
        }
        for name, value in kept.items():
            object.__setattr__(sheet, name, value)
        void = "" if faults else sheet._void(_whole(bids), rules)
        faults = (*_count_faults(bids, tricks, rules, void=bool(void)), *faults)
        if faults:
            raise RuleError(faults)
        said = {seat: Bid(it, blind=seat in blind) for seat, it in bids.items() if it is not None}
        sheet._settle(said, tricks, rules)
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
        more = {
            "renege": list(self.renege),
            "spades": dict(self.spades),
            "ace": self.ace,
            "rulings": [ruling.to_json() for ruling in self.rulings],
            "misdeal": self.misdeal,
            "time_called": self.time_called,
        }
        return said | {name: value for name, value in more.items() if value}


def _whole(bids: Mapping[str, Any]) -> dict[str, int]:
    """Keep the bids that are numbers: enough to tell whether a hand is thrown in."""
    return {seat: bid for seat, bid in bids.items() if type(bid) is int}


def _blind_mark(
    seat: str, bid: Bid, numbers: Mapping[str, int], rules: RuleSet
) -> tuple[Fault, ...]:
    return blind_faults(seat, numbers, rules) if bid.blind and seat in rules.bidders else ()


def _count_faults(
    bids: Mapping[str, Any], tricks: Mapping[str, Any], rules: RuleSet, *, void: bool
) -> tuple[Fault, ...]:
    """Faults of the numbers; a hand that counts for nothing need not have them."""
    zero = tuple(seat for seat, bid in bids.items() if type(bid) is int and bid == 0)
    said = () if void and not bids else tuple(number_faults(bids, rules))
    taken = () if void and not tricks else tuple(trick_faults(tricks, zero, rules))
    return (*said, *taken)


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


@dataclass(frozen=True, slots=True)
class HandScore:
    """What a hand was worth, by side, before any bag penalty: that one belongs to the game."""

    sides: Mapping[str, SideScore]


def score_hand(
    sheet: HandSheet, rules: RuleSet, before: Mapping[str, int] | None = None
) -> HandScore:
    """Score one hand for every side; ``before`` are the scores some contracts ask for.

    Source: rule sheet §5 to §9.

    >>> sheet = HandSheet("W", {"N": Bid(4), "E": Bid(4), "S": Bid(0), "W": Bid(4)},
    ...                   {"N": 4, "E": 4, "S": 1, "W": 4})
    >>> score_hand(sheet, STANDARD).sides["NS"]
    SideScore(points=-59, bags=1)
    """
    table = rules.prepared or table_of(rules)
    if sheet.is_plain and not table.contextual:
        return HandScore({side: table[facts] for side, facts in sheet.facts.items()})
    if sheet.is_plain:
        return HandScore(beside_each_other(sheet.facts, rules, before))
    return HandScore(judged(sheet.facts, sheet.void, sheet.renege, sheet.rulings, rules, before))


def explain_hand(sheet: HandSheet, rules: RuleSet) -> Mapping[str, tuple[Line, ...]]:
    """Say for every side why it got what it got, line by line.

    >>> sheet = HandSheet("W", {"N": Bid(4), "E": Bid(4), "S": Bid(2), "W": Bid(2)},
    ...                   {"N": 5, "E": 3, "S": 2, "W": 3})
    >>> [line.say() for lines in explain_hand(sheet, STANDARD).values() for line in lines]
    ['bid 6 took 7: 60 + 1 bag', 'bid 6 took 6: 60']
    """
    return {side: score.lines for side, score in score_hand(sheet, rules).sides.items()}

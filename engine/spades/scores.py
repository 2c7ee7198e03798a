"""One side of one hand: points, bags and the lines that explain them.

There is one definition: the points of a side are the sum of its items. An item is a line not yet
worded, so that scoring stays cheap and the words are made only when somebody asks for them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from engine.faults import ENGLISH, Phrase, Signed, Who, Words
from engine.spades.rules import RuleSet

BLIND = -1
"""How a blind nil is written among the bids of ``SideFacts``."""
TRICK_POINTS = 10


class SideFacts(NamedTuple):
    """What a side bid and took: bids by seat, tricks of those who bid 0, and all its tricks."""

    bids: tuple[int, ...]
    zero_tricks: tuple[int, ...]
    total: int


class Item(NamedTuple):
    """A line before it is worded; ``params`` are pairs so that items can be compared."""

    key: str
    points: int
    params: tuple[tuple[str, object], ...]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of an explanation and the points it is worth."""

    phrase: Phrase
    points: int

    def say(self, words: Words = ENGLISH, names: Mapping[str, str] | None = None) -> str:
        """Say the line, with people for seats where ``names`` has them."""
        return (self.phrase.naming(names) if names else self.phrase).say(words)


@dataclass(frozen=True, slots=True)
class SideScore:
    """What one side got from one hand, before any bag penalty: that one belongs to the game."""

    points: int
    bags: int
    items: tuple[Item, ...] = field(repr=False)

    @property
    def lines(self) -> tuple[Line, ...]:
        """Why, line by line; the points of the lines add up to ``points``."""
        return tuple(line_of(item) for item in self.items)


def line_of(item: Item) -> Line:
    """Word one item.

    >>> line_of(item("moon", 100)).say()
    'every trick taken: +100'
    """
    return Line(Phrase(item.key, dict(item.params)), item.points)


def item(key: str, points: int, **params: object) -> Item:
    """Make an item; every line may say what it is worth, with its sign.

    >>> item("bags", 3, n=3).points
    3
    """
    return Item(f"line.{key}", points, tuple({"worth": Signed(points), **params}.items()))


@lru_cache(maxsize=1 << 15)
def score_side(
    rules: RuleSet, side: str, facts: SideFacts, failed: tuple[str, ...] = ()
) -> SideScore:
    """Score one side of one hand; ``failed`` are its seats whose renege fails the hand.

    Source: rule sheet §5, §6 and §9; rules specification §1.2 to §1.6, A-22 for the renege.

    >>> from engine.spades.rules import STANDARD
    >>> score_side(STANDARD, "NS", SideFacts((3, 2), (0, 0), 7))
    SideScore(points=52, bags=2)
    """
    hand = _SideHand.read(rules, side, facts, failed)
    items = tuple(hand.items())
    return SideScore(sum(each.points for each in items), hand.bags, items)


class _Nil(NamedTuple):
    seat: str
    blind: bool
    tricks: int


@dataclass(frozen=True, slots=True)
class _SideHand:
    """The words of §9 for one side: its nils, its contract, what it took towards it."""

    rules: RuleSet
    nils: tuple[_Nil, ...]
    partners: int
    bid: int
    took: int
    stray: int
    total: int
    failed: tuple[str, ...]

    @classmethod
    def read(
        cls, rules: RuleSet, side: str, facts: SideFacts, failed: tuple[str, ...]
    ) -> "_SideHand":
        seats = rules.seats_of(side)
        nils = tuple(
            _Nil(seat, bid == BLIND, tricks)
            for seat, bid, tricks in zip(seats, facts.bids, facts.zero_tricks, strict=True)
            if bid == BLIND or (bid == 0 and rules.zero_is_nil)
        )
        stray = sum(nil.tricks for nil in nils)
        bid = sum(bid for bid in facts.bids if bid > 0)
        helps = rules.failed_nil_tricks == "partner" and len(nils) < len(seats)
        took = facts.total if helps else facts.total - stray
        return cls(rules, nils, len(seats), bid, took, stray, facts.total, failed)

    @property
    def has_contract(self) -> bool:
        return len(self.nils) < self.partners

    @property
    def is_unit(self) -> bool:
        unit = self.rules.double_nil_scoring == "unit"
        return unit and not self.has_contract and self.partners > 1

    @property
    def is_set(self) -> bool:
        return bool(self.failed) or self.took < self.bid

    @property
    def overtricks(self) -> int:
        return 0 if self.is_set else self.took - self.bid

    @property
    def stray_bags(self) -> int:
        """How many tricks of failed nils are bags."""
        how = self.rules.failed_nil_tricks
        if self.failed or how == "none" or (how == "partner" and self.has_contract):
            return 0
        if self.is_set and not self.rules.failed_nil_bags_when_set:
            return 0
        return self.stray

    @property
    def bags(self) -> int:
        return 0 if self.is_unit else self.overtricks + self.stray_bags

    def items(self) -> Iterator[Item]:
        if self.is_unit:
            yield self._unit_item()
            return
        yield from self._nil_items()
        yield from self._contract_items()
        yield from self._bonus_items()

    def _nil_items(self) -> Iterator[Item]:
        for seat, blind, tricks in self.nils:
            stake = self.rules.blind_nil_value if blind else self.rules.nil_value
            kind = "blind" if blind else "nil"
            if seat in self.failed and not tricks:
                yield item("nil_renege", -stake, who=Who(seat))
            elif tricks:
                yield item(f"{kind}_failed", -stake, who=Who(seat), n=tricks)
            else:
                yield item(f"{kind}_made", stake, who=Who(seat))

    def _unit_item(self) -> Item:
        rules = self.rules
        stake = sum(rules.blind_nil_value if nil.blind else rules.nil_value for nil in self.nils)
        failed = bool(self.stray or self.failed)
        return item("unit_failed", -stake) if failed else item("unit_made", stake)

    def _contract_items(self) -> Iterator[Item]:
        if self.has_contract and self.failed:
            yield item("renege", -self._set_cost(self.bid), bid=self.bid, who=Who(self.failed[0]))
        elif self.has_contract and self.is_set:
            cost = self._set_cost(self.bid - self.took)
            yield item("set", -cost, bid=self.bid, took=self.took)
        elif self.has_contract:
            yield from self._made_items()
        elif self.overtricks:
            yield self._bags_item("bags", self.overtricks, self.rules.bag_points)
        if self.stray_bags:
            worth = self.rules.bag_points if self.rules.failed_nil_bag_points else 0
            yield self._bags_item("nil_bags", self.stray_bags, worth)

    def _set_cost(self, short: int) -> int:
        tricks = {"bid": self.bid, "shortfall": short, "none": 0}[self.rules.set_penalty]
        return TRICK_POINTS * tricks

    def _made_items(self) -> Iterator[Item]:
        made, over = TRICK_POINTS * self.bid, self.overtricks
        shown = {"bid": self.bid, "took": self.took, "worth": made}
        if over and self.rules.bag_points == 1:
            yield item("made_bags", made + over, **shown, n=over)
            return
        yield item("made", made, **shown)
        if over:
            yield self._bags_item("bags", over, self.rules.bag_points)

    def _bags_item(self, key: str, count: int, each: int) -> Item:
        return item(key, count * each, n=count)

    def _bonus_items(self) -> Iterator[Item]:
        everything = self.total == self.rules.hand_size
        if self.rules.moon_bonus and everything and not self.failed:
            yield item("moon", self.rules.moon_bonus)

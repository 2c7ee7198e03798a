"""What one side got from one hand, and the lines that explain it.

There is one definition: the points of a side are the sum of its items. An item is a line not yet
worded, so that scoring stays cheap and the words are made only when somebody asks for them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from engine.faults import ENGLISH, Phrase, Signed, Words
from engine.spades.score_rules import rule_of

BID, BLIND, UNBID = "bid", "blind", "unbid"
"""How a side came to its number: bid, bid before looking, or not at all."""
Outcome = Literal["", "wins", "loses"]
CONTRACT_LINES = frozenset({"made", "made_bags", "set", "renege", "ruled_made", "blowout", "unbid"})
"""Lines that say how the number of a side went: they are read first."""
RULING_LINES = frozenset({"transfer", "drop", "fined", "game_loss", "ruled", "renege"})
"""Lines that name an offence."""


class Zero(NamedTuple):
    """A player who bid 0: who, whether before looking, and the tricks taken all the same."""

    seat: str
    blind: bool
    tricks: int


class Verdict(NamedTuple):
    """What rulings and the score before the hand change for a side.

    ``failed`` are seats whose breach fails the hand, ``made`` counts the bid as made, ``barred``
    are rows of the contracts that the side might not use.
    """

    failed: tuple[str, ...] = ()
    made: bool = False
    barred: tuple[int, ...] = ()


NO_VERDICT = Verdict()


class SideFacts(NamedTuple):
    """All that the points of a side depend on: its number, its tricks, and who bid 0."""

    bid: int
    total: int
    zeros: tuple[Zero, ...] = ()
    how: str = BID
    verdict: Verdict = NO_VERDICT


class Item(NamedTuple):
    """A line before it is worded; ``params`` are pairs so that items can be compared."""

    key: str
    points: int
    params: tuple[tuple[str, object], ...]
    rule: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """One line of an explanation, the points it is worth, and the options it comes from."""

    phrase: Phrase
    points: int
    rule: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The key of the line, without the catalogue it is from."""
        return self.phrase.key.partition(".")[2]

    @property
    def is_contract(self) -> bool:
        """Whether the line says how the number of a side went."""
        return self.name in CONTRACT_LINES

    @property
    def is_ruling(self) -> bool:
        """Whether the line names an offence that was ruled on."""
        return self.name in RULING_LINES

    @property
    def is_void(self) -> bool:
        """Whether the line says that the hand counts for nothing, and why."""
        return self.name.startswith("void_")

    @property
    def is_total(self) -> bool:
        """Whether the line only says where the side stands then."""
        return self.name.startswith("total")

    def say(self, words: Words = ENGLISH, names: Mapping[str, str] | None = None) -> str:
        """Say the line, with people for seats where ``names`` has them."""
        return (self.phrase.naming(names) if names else self.phrase).say(words)


@dataclass(frozen=True, slots=True)
class SideScore:
    """What one side got from one hand, before any bag penalty: that one belongs to the game.

    ``outcome`` says whether the hand by itself wins or loses the game for the side; ``gives`` are
    points that every other side gets.
    """

    points: int
    bags: int
    items: tuple[Item, ...] = field(repr=False)
    is_set: bool = field(default=False, repr=False)
    outcome: Outcome = field(default="", repr=False)
    gives: int = field(default=0, repr=False)

    @property
    def lines(self) -> tuple[Line, ...]:
        """Why, line by line; the points of the lines add up to ``points``."""
        return tuple(line_of(item) for item in self.items)

    def plus(self, *items: Item, outcome: Outcome = "") -> "SideScore":
        """Add lines, and their points, to the score of a side."""
        points = self.points + sum(it.points for it in items)
        kept = outcome or self.outcome
        return SideScore(points, self.bags, (*self.items, *items), self.is_set, kept, self.gives)


def line_of(item: Item) -> Line:
    """Word one item.

    >>> line_of(item("moon", 100)).say()
    'every trick taken: +100'
    """
    return Line(Phrase(item.key, dict(item.params)), item.points, item.rule)


def item(key: str, points: int, /, *rule: str, **params: object) -> Item:
    """Make an item; every line may say what it is worth, with its sign.

    ``rule`` names the options it comes from, where that is not always the same.

    >>> item("bags", 3, n=3).points, item("bags", 3, n=3).rule
    (3, ('bag_points',))
    """
    pairs = tuple({"worth": Signed(points), **params}.items())
    return Item(f"line.{key}", points, pairs, rule or rule_of(key))

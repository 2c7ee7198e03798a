"""Elimination at tables of three and four, where one goes on.

An event has its full table: three seats in Cutthroat, four in Solo. Round 1 brings the field down
to a number from which all later rounds are full tables; Solo may end in a final of three. So only
round 1 has byes and tables of the other size.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count, takewhile

from engine.brackets.plan import BracketMatch, Plan, Source
from engine.faults import RuleError
from engine.streams import Stream, spread_over

BYE, THREE, FOUR = 1, 3, 4
FEWEST = THREE

Tables = Sequence[Sequence[str]]
"""Who sits at each position of round 1, from the top; somebody alone there has a bye."""


@dataclass(frozen=True, slots=True)
class FirstRound:
    """How many tables of each size round 1 has, and how many byes."""

    threes: int
    fours: int
    byes: int

    @property
    def positions(self) -> int:
        """How many positions of the sheet it takes; from each of them one goes on."""
        return self.threes + self.fours + self.byes


def first_round(entries: int, seats: int) -> FirstRound:
    """Size round 1 for so many entries where a full table has three or four seats.

    Raises:
        RuleError: D08 for fewer than three entries.

    >>> first_round(13, seats=3)
    FirstRound(threes=2, fours=0, byes=7)
    >>> first_round(13, seats=4)
    FirstRound(threes=0, fours=3, byes=1)
    """
    if entries < FEWEST:
        raise RuleError.of("D08", "entries")
    return _in_threes(entries) if seats == THREE else _in_fours(entries)


def _in_threes(entries: int) -> FirstRound:
    """Bring the field down to a power of three; an odd surplus takes one table of four."""
    down_to = max(takewhile(lambda size: size <= entries, (THREE**n for n in count(1))))
    surplus = entries - down_to
    if surplus in {0, 1}:
        return FirstRound(threes=down_to // THREE - surplus, fours=surplus, byes=0)
    fours = surplus % 2
    threes = surplus // 2 - fours
    return FirstRound(threes, fours, byes=down_to - threes - fours)


def _in_fours(entries: int) -> FirstRound:
    """Bring the field down to a power of four, or three times one, with the fewest threes."""
    down_to = max(size for size in _solo_sizes(entries) if entries - size != 1)
    surplus = entries - down_to
    if surplus == 0:
        fours = entries // FOUR
        return FirstRound(threes=0 if fours else 1, fours=fours, byes=0)
    threes = -surplus % 3
    fours = (surplus - 2 * threes) // 3
    return FirstRound(threes, fours, byes=down_to - threes - fours)


def _solo_sizes(most: int) -> Iterator[int]:
    """Give 3, 4, 12, 16, 48, 64 and so on, as far as there are entries."""
    both = (seats * FOUR**n for n in count() for seats in (THREE, FOUR))
    return takewhile(lambda size: size <= most, both)


def widths(positions: int, seats: int) -> tuple[int, ...]:
    """How many winners meet in one match, from the final down to round 2.

    >>> widths(12, seats=4), widths(9, seats=3), widths(1, seats=3)
    ((3, 4), (3, 3), ())
    """
    found = []
    while positions > 1:
        found.append(min(seats, positions))
        positions //= found[-1]
    return tuple(reversed(found))


def laid_out(entries: int, seats: int, stream: Stream) -> tuple[int, ...]:
    """Say how many sit at each position of round 1, from the top: 1 is a bye.

    Every part of the sheet that leads to one place of the final has its share of the byes, one more
    or less, and so has every part of a part; then the tables of the other size are spread so.

    >>> laid_out(8, seats=4, stream=Stream(bytes(32))).count(BYE)
    2
    """
    sizes = first_round(entries, seats)
    full, other, odd = (THREE, FOUR, sizes.fours) if seats == THREE else (FOUR, THREE, sizes.threes)
    parts = widths(sizes.positions, seats)
    byes = spread_over([1] * sizes.positions, sizes.byes, parts, stream)
    odds = spread_over([1 - bye for bye in byes], odd, parts, stream)
    return tuple(
        BYE if bye else other if is_odd else full for bye, is_odd in zip(byes, odds, strict=True)
    )


def plan(tables: Tables, seats: int) -> Plan:
    """Make the whole bracket over the drawn tables of round 1.

    >>> made = plan((("a", "b", "c"), ("d",), ("e",)), seats=3)
    >>> made.rounds, [match.is_bye for match in made.matches]
    (2, [False, True, True, False])
    >>> made.matches[-1].sources[1]
    Source(kind='winner', entry=None, match=(1, 1))
    """
    drawn = [BracketMatch(1, position, _drawn(table)) for position, table in enumerate(tables)]
    below, later = len(tables), []
    for number, width in enumerate(reversed(widths(below, seats)), start=2):
        below //= width
        later += [BracketMatch(number, it, _winners(number, it, width)) for it in range(below)]
    return Plan((*drawn, *later), width=seats)


def _drawn(table: Sequence[str]) -> tuple[Source, ...]:
    seated = tuple(Source("entry", entry=entry) for entry in table)
    return (*seated, Source("bye")) if len(seated) == BYE else seated


def _winners(number: int, position: int, width: int) -> tuple[Source, ...]:
    below = range(position * width, (position + 1) * width)
    return tuple(Source("winner", match=(number - 1, it)) for it in below)

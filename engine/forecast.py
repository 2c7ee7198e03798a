"""When an event will be over: its matches played through on paper, many times, table by table.

Chance comes from a fixed seed, so the same hall at the same moment gives the same forecast.
"""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from math import exp
from typing import Final

from engine.brackets.tables import first_round, widths
from engine.durations import CHANGE, Length

PLAYED_THROUGH: Final = 4000
"""So many matches are played on paper in one forecast, shared among its runs."""
RUNS_LEAST, RUNS_MOST = 12, 100
PACE_SPREAD: Final = 0.13
"""How far one hall plays faster or slower than another: five to seven minutes a hand."""
TWO_SIDES: Final = 2
LEAST_FOR_THIRD: Final = 4
SEMI_FINAL: Final = 2


@dataclass(frozen=True, slots=True)
class Meeting:
    """One match that is still to be played, or in play: how long it takes, and whom it waits for.

    ``feeds`` are the numbers of the matches whose winners or losers come here; those that are not
    among the meetings are over.
    """

    number: int
    length: Length
    feeds: tuple[int, ...] = ()
    at_table: bool = False
    begun: bool = False


@dataclass(frozen=True, slots=True)
class Finish:
    """Minutes from now to the end: eight of ten runs end between ``early`` and ``late``.

    ``holds_up`` is the number of the match that everything waits for now, most often.
    """

    early: float
    expected: float
    late: float
    holds_up: int


def forecast(meetings: Sequence[Meeting], tables: int, *, known: float = 0.0) -> Finish | None:
    """Say when the last of these matches ends; None without a match or a table.

    Args:
        meetings: all that are not over.
        tables: in use, those at which somebody plays counted.
        known: how well the pace of this hall is known, from 0 (typical values) to 1.

    >>> forecast([Meeting(1, Length(60)), Meeting(2, Length(60), feeds=(1,))], 1, known=1)
    Finish(early=128.0, expected=128.0, late=128.0, holds_up=1)
    """
    if not meetings or tables < 1:
        return None
    rng = random.Random(4)  # noqa: S311 -- play on paper, nothing is drawn
    runs = max(RUNS_LEAST, min(RUNS_MOST, PLAYED_THROUGH // len(meetings)))
    ends, blame = [], Counter[int]()
    for _run in range(runs):
        hall = exp(rng.gauss(0, PACE_SPREAD) * (1 - known))
        lengths = {each.number: _drawn(each, rng.gauss(0, 1)) * hall for each in meetings}
        end, holds_up = _played_through(meetings, lengths, tables)
        ends.append(end)
        blame[holds_up] += 1
    ends.sort()
    return Finish(
        early=ends[runs // 10],
        expected=sum(ends) / runs,
        late=ends[-1 - runs // 10],
        holds_up=min(blame, key=lambda number: (-blame[number], number)),
    )


def rounds_of(entries: int, seats: int = TWO_SIDES) -> tuple[tuple[int, int], ...]:
    """Say how many matches each round has on its sheet, and how many of them are byes.

    >>> rounds_of(13), rounds_of(13, seats=3)
    (((8, 3), (4, 0), (2, 0), (1, 0)), ((9, 7), (3, 0), (1, 0)))
    """
    if seats == TWO_SIDES:
        count = max(1, (entries - 1).bit_length())
        sizes = [1 << (count - number) for number in range(1, count + 1)]
        return tuple((size, 2 * size - entries if size == sizes[0] else 0) for size in sizes)
    first = first_round(entries, seats)
    below, sizes = first.positions, []
    for width in reversed(widths(first.positions, seats)):
        below //= width
        sizes.append(below)
    return ((first.positions, first.byes), *((size, 0) for size in sizes))


def to_be_drawn(
    entries: int,
    length: Callable[[int], Length],
    *,
    seats: int = TWO_SIDES,
    third_place: bool = False,
) -> list[Meeting]:
    """List the matches of an event before its draw; ``length`` is asked by rounds to go.

    >>> [meeting.number for meeting in to_be_drawn(5, lambda to_go: Length(60))]
    [1, 5, 6, 7]
    """
    rounds = rounds_of(entries, seats)
    found: list[Meeting] = []
    below: list[int] = []
    number = 0
    for round_number, (size, byes) in enumerate(rounds, start=1):
        here = []
        for position in range(size):
            number += 1
            here.append(number)
            if (position + 1) * byes // size > position * byes // size:
                continue
            width = len(below) // size
            feeds = tuple(below[position * width : (position + 1) * width])
            found.append(Meeting(number, length(len(rounds) - round_number + 1), feeds))
        if third_place and len(rounds) - round_number + 1 == SEMI_FINAL:
            semi_finals = tuple(here)
        below = here
    if third_place and seats == TWO_SIDES and entries >= LEAST_FOR_THIRD:
        found.append(Meeting(number + 1, length(1), semi_finals))
    return found


def _drawn(meeting: Meeting, luck: float) -> float:
    """Draw how long a match takes this time; the average of many is its expected length."""
    length = meeting.length
    spread = length.spread
    minutes = min(length.minutes * exp(spread * luck - spread**2 / 2), length.most)
    return minutes if meeting.begun else minutes + CHANGE


def _played_through(
    meetings: Sequence[Meeting], lengths: dict[int, float], tables: int
) -> tuple[float, int]:
    """Play all through once, longest-waiting first; give the end and the match all waited for."""
    numbers = set(lengths)
    waits_for = {it.number: sum(feed in numbers for feed in it.feeds) for it in meetings}
    leads_to: dict[int, list[int]] = {}
    for it in meetings:
        for feed in it.feeds:
            leads_to.setdefault(feed, []).append(it.number)
    playing = [(lengths[it.number], it.number) for it in meetings if it.at_table]
    ready = [(0.0, it.number) for it in meetings if not it.at_table and not waits_for[it.number]]
    heapify(playing)
    heapify(ready)
    because: dict[int, int] = {}
    free, now, last = tables - len(playing), 0.0, 0
    while playing or ready:
        while ready and (free > 0 or not playing):
            number = heappop(ready)[1]
            heappush(playing, (now + lengths[number], number))
            because[number] = last
            free -= 1
        now, last = heappop(playing)
        free += 1
        for above in leads_to.get(last, ()):
            waits_for[above] -= 1
            if not waits_for[above]:
                heappush(ready, (now, above))
    end = now
    while because.get(last):
        last = because[last]
    return end, last

"""Single elimination over drawn slots.

Rounds count from 1. Positions of matches count from 0 at the top of the sheet, and so do the two
places of a match. ``slots`` is what the draw gives: an entry's id, or None where a bye sits.
"""

from collections.abc import Sequence

from engine.brackets.plan import BracketMatch, Plan, Source, place_above

Slots = Sequence[str | None]
PLACES = 2


def round_count(slots: Slots) -> int:
    """How many rounds the bracket has.

    Raises:
        ValueError: the number of slots is no power of two from 2 up; a draw always gives one.

    >>> round_count(("a", "b", "c", None))
    2
    """
    count = len(slots)
    if count < PLACES or count & (count - 1):
        raise ValueError(f"a bracket has a power of two slots, not {count}")
    return count.bit_length() - 1


def round_sizes(slots: Slots) -> tuple[int, ...]:
    """How many matches each round has, the first round first.

    >>> round_sizes(("a", "b", "c", None))
    (2, 1)
    """
    return tuple(len(slots) >> number for number in range(1, round_count(slots) + 1))


def matches(slots: Slots) -> tuple[BracketMatch, ...]:
    """Every match of the bracket, round by round, from the top down.

    >>> matches(("a", "b", "c", None))[1].sources
    (Source(kind='entry', entry='c', match=None), Source(kind='bye', entry=None, match=None))
    >>> matches(("a", "b", "c", None))[2].sources[0]
    Source(kind='winner', entry=None, match=(1, 0))
    """
    return tuple(
        BracketMatch(number, position, _sources(slots, number, position))
        for number, size in enumerate(round_sizes(slots), start=1)
        for position in range(size)
    )


def plan(slots: Slots) -> Plan:
    """Make the whole bracket over the drawn slots.

    >>> plan(("a", "b", "c", None)).rounds
    2
    """
    return Plan(matches(slots), width=PLACES)


def _sources(slots: Slots, number: int, position: int) -> tuple[Source, Source]:
    upper, lower = 2 * position, 2 * position + 1
    if number > 1:
        below = number - 1
        return Source("winner", match=(below, upper)), Source("winner", match=(below, lower))
    return _drawn(slots[upper]), _drawn(slots[lower])


def _drawn(entry: str | None) -> Source:
    return Source("bye") if entry is None else Source("entry", entry=entry)


def next_place(
    round_number: int, position: int, rounds: int | None = None
) -> tuple[int, int, int] | None:
    """Where the winner of a match goes: round, position and place; None after the final.

    Without ``rounds`` there is always a round above.

    >>> next_place(1, 5)
    (2, 2, 1)
    >>> next_place(3, 0, rounds=3) is None
    True
    """
    return place_above(PLACES, round_number, position, rounds)


def bye_matches(slots: Slots) -> tuple[int, ...]:
    """Positions of the first-round matches that hold a bye.

    >>> bye_matches(("a", None, "b", "c"))
    (0,)
    """
    pairs = zip(slots[0::2], slots[1::2], strict=True)
    return tuple(position for position, pair in enumerate(pairs) if None in pair)

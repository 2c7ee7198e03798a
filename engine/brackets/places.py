"""Final places: who goes out in one round shares a place, unless a match plays it off.

A bye is no match and counts for nothing; a match won without play counts as won.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Meeting:
    """What places are made of: who stood in a match, whether it is over, and who went on."""

    round: int
    entries: tuple[str, ...]
    is_over: bool = False
    winner: str | None = None
    for_third: bool = False


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """One place, or several that are shared."""

    first: int
    last: int


FIRST = Place(1, 1)


def places(meetings: Sequence[Meeting]) -> dict[str, Place]:
    """Give the places that are settled by now, the best first.

    A place is settled when every match up to its round is over. Nobody is first by default: where
    the final has no winner, the best place is the second.

    >>> semifinals = [Meeting(1, ("a", "b"), True, "a"), Meeting(1, ("c", "d"), True, "d")]
    >>> places([*semifinals, Meeting(2, ("a", "d"))])
    {'b': Place(first=3, last=4), 'c': Place(first=3, last=4)}
    """
    main = [it for it in meetings if not it.for_third]
    last = {entry: it for it in sorted(main, key=lambda it: it.round) for entry in it.entries}
    rounds = max((it.round for it in main), default=0)
    left = len(last)
    found: dict[str, Place] = {}
    for number in range(1, rounds + 1):
        if any(not it.is_over for it in main if it.round == number):
            break
        out = [name for name, it in last.items() if it.round == number and it.winner != name]
        left -= len(out)
        shared = Place(max(2, left + 1), max(2, left + len(out)))
        found |= dict.fromkeys(out, shared)
    else:
        found |= {name: FIRST for name, it in last.items() if it.winner == name}
    return dict(sorted(_played_off(found, meetings).items(), key=lambda item: item[1]))


def _played_off(found: dict[str, Place], meetings: Sequence[Meeting]) -> Mapping[str, Place]:
    """Part those who share a place by the match that was played for it."""
    for match in (it for it in meetings if it.for_third):
        shared = next((found[entry] for entry in match.entries if entry in found), None)
        if shared is None:
            continue
        group = [entry for entry, place in found.items() if place == shared]
        if not match.is_over:
            found = {entry: place for entry, place in found.items() if entry not in group}
        elif match.winner in group:
            found |= _in_order(shared, [[match.winner], *_behind(match, group)])
    return found


def _behind(match: Meeting, group: Sequence[str]) -> list[list[str]]:
    """Sort those behind the winner: who lost the match, then who was not in it."""
    others = [entry for entry in group if entry != match.winner]
    played = [entry for entry in others if entry in match.entries]
    return [played, [entry for entry in others if entry not in played]]


def _in_order(shared: Place, ranks: Sequence[Sequence[str]]) -> dict[str, Place]:
    found: dict[str, Place] = {}
    first = shared.first
    for rank in ranks:
        found |= dict.fromkeys(rank, Place(first, first + len(rank) - 1))
        first += len(rank)
    return found

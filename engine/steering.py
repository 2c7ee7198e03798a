"""Steering a draw of matches of two: seeded positions, byes to the seeded, one group kept apart.

Written out byte by byte in ``docs/draw.md``; nothing here may change without a new algorithm.
"""

import unicodedata
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.draw_options import DrawOptions
from engine.entrants import Entry
from engine.faults import Fault, fault
from engine.streams import Stream, shuffled, spread_byes

Places = tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class Steered:
    """What came out: everybody in order, the slots, and who of one group meet all the same."""

    order: tuple[str, ...]
    slots: Places
    met: tuple[tuple[str, str], ...]


def group_labels(words: Mapping[str, str]) -> dict[str, str]:
    """Give a label for the list to each entry that shares its words with another entry.

    Case, width and spaces don't count. No word is published, and who is alone has no label.

    >>> group_labels({"a1": "Smith", "b2": " smith ", "c3": "Jones", "d4": ""})
    {'a1': 'g1', 'b2': 'g1'}
    """
    folded = {ref: _folded(text) for ref, text in words.items()}
    times = Counter(text for text in folded.values() if text)
    shared = sorted(text for text, count in times.items() if count > 1)
    labels = {text: f"g{number}" for number, text in enumerate(shared, start=1)}
    return {ref: labels[text] for ref, text in folded.items() if text in labels}


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def closed_seeds(numbers: Mapping[str, int]) -> dict[str, int]:
    """Close the gaps that seeds leave who did not come; who came keep their order.

    Two with one number are told apart by nothing, so both keep the same one: a fault of the list.

    >>> closed_seeds({"a1": 4, "b2": 1, "c3": 4})
    {'a1': 2, 'b2': 1, 'c3': 2}
    """
    places = {number: place for place, number in enumerate(sorted(set(numbers.values())), start=1)}
    return {ref: places[number] for ref, number in numbers.items()}


def steering_faults(entrants: Collection[Entry], options: DrawOptions) -> Iterator[Fault]:
    """Name what keeps a list from being drawn under these options.

    >>> from engine.entrants import Sealed
    >>> two = [Sealed("a1", "00" * 32, seed=2), Sealed("b2", "11" * 32, group="g1")]
    >>> [one.code for one in steering_faults(two, DrawOptions(seeds=True))]
    ['D15', 'D12']
    """
    for entrant in entrants:
        if entrant.group and not options.apart:
            yield fault("D15", "entries", id=entrant.id, what="group", option="apart")
        if entrant.seed is not None and not options.seeds:
            yield fault("D15", "entries", id=entrant.id, what="seed", option="seeds")
    if options.seeds:
        yield from _seed_faults(sorted(e.seed for e in entrants if e.seed is not None))
        yield from _place_faults(entrants, options)


def _seed_faults(numbers: Sequence[int]) -> Iterator[Fault]:
    if not numbers or numbers != list(range(1, len(numbers) + 1)):
        given = ", ".join(map(str, numbers)) or "\N{EM DASH}"
        yield fault("D12", "entries", given=given)


def _place_faults(entrants: Collection[Entry], options: DrawOptions) -> Iterator[Fault]:
    """Refuse more seeds than matches where a drawn bye might sit in the place of one of them."""
    places = slot_count(len(entrants))
    seeds = sum(entrant.seed is not None for entrant in entrants)
    if options.byes == "drawn" and places > len(entrants) and seeds > places // 2:
        yield fault("D13", "entries", most=places // 2, seeds=seeds)


def slot_count(entries: int) -> int:
    """Find the smallest power of two that holds them."""
    return 1 << (entries - 1).bit_length()


def steer(entrants: Collection[Entry], options: DrawOptions, stream: Stream) -> Steered:
    """Lay out round 1 of a list that has no faults."""
    places = slot_count(len(entrants))
    ranks = fold(places // 2)
    empty = places - len(entrants)
    byes = (
        [int(rank <= empty) for rank in ranks]
        if options.byes == "seeded"
        else spread_byes(places, empty, stream)
    )
    numbers = {e.seed: e.id for e in entrants if e.seed is not None}
    seeded = [numbers[number] for number in sorted(numbers)]
    rest = shuffled(sorted({e.id for e in entrants} - set(seeded)), stream)
    fixed = {_home(number, ranks): ref for number, ref in enumerate(seeded, start=1)}
    slots = _laid(rest, byes, fixed)
    groups = {e.id: e.group for e in entrants if e.group}
    if options.apart:
        keep_apart(slots, groups, fixed)
    return Steered((*seeded, *rest), tuple(slots), meetings(slots, groups))


def fold(matches: int) -> list[int]:
    """Rank the matches of round 1 from the top: 1 on top, 2 at the bottom, then inwards.

    >>> fold(8)
    [1, 8, 5, 4, 3, 6, 7, 2]
    """
    ranks = [1]
    while len(ranks) < matches:
        total = 2 * len(ranks) + 1
        pairs = [(rank, total - rank) for rank in ranks]
        ranks = [r for at, pair in enumerate(pairs) for r in (pair[::-1] if at % 2 else pair)]
    return ranks


def _home(number: int, ranks: Sequence[int]) -> int:
    """Find the slot of a seed: first in its match or, past the last match, second from its end."""
    if number <= len(ranks):
        return 2 * ranks.index(number)
    return 2 * ranks.index(2 * len(ranks) + 1 - number) + 1


def _laid(rest: Sequence[str], byes: Sequence[int], fixed: Mapping[int, str]) -> list[str | None]:
    """Lay the drawn into the places the seeded leave, from the top; a bye comes second."""
    waiting = iter(rest)
    slots: list[str | None] = []
    for match, bye in enumerate(byes):
        for place in (2 * match, 2 * match + 1):
            empty = bye and place % 2
            slots.append(None if empty else fixed.get(place) or next(waiting))
    return slots


def keep_apart(slots: list[str | None], groups: Mapping[str, str], fixed: Collection[int]) -> None:
    """Swap away the lower of two of one group, match by match from the top, where that helps."""
    for lower in range(1, len(slots), 2):
        if _together(slots, lower, groups) and lower not in fixed:
            _swap_away(slots, lower, groups, fixed)


def _swap_away(
    slots: list[str | None], lower: int, groups: Mapping[str, str], fixed: Collection[int]
) -> None:
    """Swap with the next one it helps with; who has a bye is asked after all others."""
    after = [(lower + step) % len(slots) for step in range(1, len(slots))]
    asked = [place for place in after if slots[place] is not None and place not in fixed]
    for other in sorted(asked, key=lambda place: slots[place ^ 1] is None):
        slots[lower], slots[other] = slots[other], slots[lower]
        if not (_together(slots, lower, groups) or _together(slots, other, groups)):
            return
        slots[lower], slots[other] = slots[other], slots[lower]


def _together(slots: Sequence[str | None], place: int, groups: Mapping[str, str]) -> bool:
    """Whether two of one group are in the match of this place."""
    one, other = (groups.get(slots[at] or "", "") for at in (place, place ^ 1))
    return bool(one) and one == other


def meetings(slots: Sequence[str | None], groups: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Name those of one group who meet in round 1, from the top.

    >>> meetings(("a1", "b2", "c3", None), {"a1": "g1", "b2": "g1", "c3": "g1"})
    (('a1', 'b2'),)
    """
    return tuple(
        (upper, lower)
        for upper, lower in zip(slots[::2], slots[1::2], strict=True)
        if upper and lower and groups.get(upper, "") == groups.get(lower, None)
    )

"""Chance over many draws: every entry's byes and places fit what was promised."""

from collections import Counter

import pytest

from engine.draws import Sealed, draw

MOST = {5: 18.47, 6: 20.52, 7: 22.46, 10: 29.59, 15: 37.70}
"""The 99.9 % points of chi-square. All draws here are fixed, so the tests can't fail by chance."""
FIELDS = [(6, 7), (11, 15)]
"""So many entries, and one fewer than the places of their bracket."""


def tallies(count, draws):
    """Count in how many draws each entry had each place, and in how many it had a bye."""
    entrants = [Sealed(f"{number:032x}", f"{number:064x}") for number in range(count)]
    places, byes = Counter(), Counter()
    for attempt in range(1, draws + 1):
        slots = draw(event="fair", attempt=attempt, entrants=entrants, secret=bytes(32)).slots
        places.update((it, place) for place, it in enumerate(slots) if it)
        byes.update(slots[place - 1] for place in range(1, len(slots), 2) if slots[place] is None)
    return [it.id for it in entrants], places, byes


def chi_square(observed, expected):
    return sum((one - other) ** 2 / other for one, other in zip(observed, expected, strict=True))


@pytest.mark.parametrize(
    ("count", "last", "draws"),
    [
        *((count, last, 2000) for count, last in FIELDS),
        *(pytest.param(count, last, 100_000, marks=pytest.mark.long) for count, last in FIELDS),
    ],
)
def test_every_entry_has_its_share_of_byes_and_of_every_place(count, last, draws):
    refs, places, byes = tallies(count, draws)
    empty = last + 1 - count
    chance = empty / count
    scaled = chi_square([byes[ref] for ref in refs], [draws * chance] * count) / (1 - chance)
    assert scaled * (count - 1) / count < MOST[count - 1]
    taken = [1, 1 - empty / ((last + 1) // 2)] * ((last + 1) // 2)
    expected = [draws * share / count for share in taken]
    assert sum(byes.values()) == draws * empty
    for ref in refs:
        assert chi_square([places[ref, place] for place in range(last + 1)], expected) < MOST[last]

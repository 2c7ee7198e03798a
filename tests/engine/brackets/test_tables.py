"""Tables of three and four: how round 1 is sized, where byes stand, and who meets above."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.brackets.plan import Source
from engine.brackets.tables import first_round, laid_out, plan, widths
from engine.faults import RuleError
from engine.streams import Stream

SEATS = (3, 4)


def stream(number=0):
    return Stream(number.to_bytes(32, "big"))


def seated(sizes):
    """Number the entries through the positions of round 1."""
    ends = [sum(sizes[: at + 1]) for at in range(len(sizes))]
    return [
        tuple(str(one) for one in range(end - size, end))
        for size, end in zip(sizes, ends, strict=True)
    ]


@pytest.mark.parametrize(
    ("entries", "threes", "fours", "byes"),
    [
        (3, 1, 0, 0),
        (4, 0, 1, 0),
        (5, 1, 0, 2),
        (6, 0, 1, 2),
        (7, 2, 0, 1),
        (8, 1, 1, 1),
        (9, 3, 0, 0),
        (10, 2, 1, 0),
        (11, 1, 0, 8),
        (12, 0, 1, 8),
        (13, 2, 0, 7),
        (14, 1, 1, 7),
        (26, 7, 1, 1),
        (27, 9, 0, 0),
        (28, 8, 1, 0),
        (29, 1, 0, 26),
    ],
)
def test_cutthroat_comes_down_to_a_power_of_three(entries, threes, fours, byes):
    sizes = first_round(entries, seats=3)
    assert (sizes.threes, sizes.fours, sizes.byes) == (threes, fours, byes)


@pytest.mark.parametrize(
    ("entries", "threes", "fours", "byes"),
    [
        (3, 1, 0, 0),
        (4, 0, 1, 0),
        (5, 1, 0, 2),
        (6, 1, 0, 3),
        (7, 0, 1, 3),
        (8, 2, 0, 2),
        (9, 1, 1, 2),
        (10, 0, 2, 2),
        (11, 2, 1, 1),
        (12, 0, 3, 0),
        (13, 0, 3, 1),
        (14, 1, 0, 11),
        (16, 0, 4, 0),
        (17, 1, 1, 10),
        (18, 1, 0, 15),
        (47, 2, 9, 5),
        (48, 0, 12, 0),
        (49, 0, 11, 5),
    ],
)
def test_solo_comes_down_to_full_tables_of_four_and_perhaps_a_final_of_three(
    entries, threes, fours, byes
):
    sizes = first_round(entries, seats=4)
    assert (sizes.threes, sizes.fours, sizes.byes) == (threes, fours, byes)


@pytest.mark.parametrize("entries", [0, 1, 2])
@pytest.mark.parametrize("seats", SEATS)
def test_fewer_than_three_entries_are_refused(entries, seats):
    with pytest.raises(RuleError, match="at least three entries") as error:
        first_round(entries, seats)
    assert [one.code for one in error.value.faults] == ["D08"]


def by_the_formula(entries, seats):
    """Count tables of three, of four and byes straight from the words of the rule."""
    if seats == 3:
        power = max(3**r for r in range(9) if 3**r <= entries)
        if entries == power:
            return entries // 3, 0, 0
        goal = power // 3 if entries == power + 1 else power
        fours = (entries - goal) % 2
        threes = (entries - goal - 3 * fours) // 2
        return threes, fours, goal - threes - fours
    sizes = {4**r for r in range(1, 7)} | {3 * 4**r for r in range(6)}
    goal = max(size for size in sizes if size <= entries and entries - size != 1)
    if goal == entries:
        return (0, entries // 4, 0) if entries % 4 == 0 else (1, 0, 0)
    fewest = (b for b in range(3) if entries - goal >= 2 * b and (entries - goal - 2 * b) % 3 == 0)
    threes = next(fewest)
    fours = (entries - goal - 2 * threes) // 3
    return threes, fours, goal - threes - fours


def parts_of(sizes, seats):
    """Every cut of the sheet into equal parts, from the final down, as lists of byes."""
    byes = [int(size == 1) for size in sizes]
    count = 1
    for width in widths(len(sizes), seats):
        count *= width
        size = len(byes) // count
        yield [sum(byes[at : at + size]) for at in range(0, len(byes), size)]


def checked(entries, seats, number):
    """Lay a field out, look at every part of it, and count its tables of 3, of 4 and its byes."""
    sizes = laid_out(entries, seats, stream(number))
    assert sum(sizes) == entries
    for byes in parts_of(sizes, seats):
        assert max(byes) - min(byes) <= 1
    check_plan(plan(seated(sizes), seats), entries, seats)
    told = Counter(sizes)
    return told[3], told[4], told[1]


def check_plan(made, entries, seats):
    drawn = [s.entry for m in made.matches for s in m.sources if s.kind == "entry"]
    assert sorted(map(int, drawn)) == list(range(entries))
    assert [m.round for m in made.matches].count(made.rounds) == 1
    filled = Counter()
    for match in made.matches:
        above = made.next_place(match.round, match.position)
        filled[above] += 1
        if match.round == 1:
            assert match.is_bye == (len(match.sources) == 2)
            assert {s.kind for s in match.sources} <= {"entry", "bye"}
            assert len(match.sources) in {2, 3, 4}
        elif match.round < made.rounds:
            assert len(match.sources) == seats
        else:
            assert len(match.sources) in {3, seats}
    expected = {
        (m.round, m.position, place)
        for m in made.matches
        for place in range(len(m.sources))
        if m.round > 1
    }
    assert filled == Counter({None: 1} | dict.fromkeys(expected, 1))
    for match in made.matches:
        for place, source in enumerate(match.sources):
            if source.match:
                assert made.next_place(*source.match) == (match.round, match.position, place)


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("entries", range(3, 41))
def test_every_entry_sits_in_one_match_of_round_one_and_one_final_ends_it(entries, seats):
    for number in range(3):
        assert checked(entries, seats, number) == by_the_formula(entries, seats)


@given(st.integers(3, 800), st.sampled_from(SEATS), st.integers(0, 2**32))
def test_any_field_is_seated_whole_with_byes_spread_over_every_part(entries, seats, number):
    assert checked(entries, seats, number) == by_the_formula(entries, seats)


def test_odd_tables_stand_in_different_parts_of_the_sheet():
    for number in range(20):
        sizes = laid_out(47, 4, stream(number))
        assert max(sizes[at : at + 4].count(3) for at in range(0, 16, 4)) == 1


def test_the_table_of_four_of_cutthroat_can_stand_anywhere():
    at = Counter(laid_out(10, 3, stream(number)).index(4) for number in range(300))
    assert sorted(at) == [0, 1, 2]
    assert all(70 < times < 130 for times in at.values())


def test_a_bye_is_a_match_of_one_and_a_bye_and_its_winner_has_a_place_above():
    made = plan((("a", "b", "c"), ("d",), ("e",)), seats=3)
    assert made.matches[1].sources == (Source("entry", entry="d"), Source("bye"))
    assert made.next_place(1, 1) == (2, 0, 1)
    assert [len(match.sources) for match in made.matches] == [3, 2, 2, 3]


def test_twelve_at_solo_end_in_a_final_of_three():
    made = plan(seated((4, 4, 4)), seats=4)
    assert [len(match.sources) for match in made.matches] == [4, 4, 4, 3]

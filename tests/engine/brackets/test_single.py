"""Single elimination over drawn slots."""

import pytest

from engine.brackets.single import (
    Source,
    bye_matches,
    matches,
    next_place,
    round_count,
    round_sizes,
)


@pytest.mark.parametrize(("count", "rounds"), [(2, 1), (4, 2), (8, 3), (1024, 10)])
def test_rounds_halve_down_to_the_final(count, rounds):
    slots = [str(number) for number in range(count)]
    assert round_count(slots) == rounds
    assert sum(round_sizes(slots)) == count - 1 == len(matches(slots))
    assert round_sizes(slots)[-1] == 1


@pytest.mark.parametrize("count", [0, 1, 3, 6])
def test_slots_that_are_no_power_of_two_are_a_bug(count):
    with pytest.raises(ValueError, match=f"not {count}"):
        round_count([None] * count)


def test_every_match_but_the_final_feeds_the_place_that_names_it_as_source():
    slots = [str(number) for number in range(16)]
    by_key = {(match.round, match.position): match for match in matches(slots)}
    for (number, position), match in by_key.items():
        target = next_place(number, position, rounds=round_count(slots))
        if target is None:
            assert match is by_key[4, 0]
            continue
        above, place = by_key[target[:2]], target[2]
        assert above.sources[place] == Source("winner", match=(number, position))


def test_first_round_holds_entries_and_byes_as_drawn():
    slots = ("a", None, "b", "c")
    first, second, final = matches(slots)
    assert first.sources == (Source("entry", entry="a"), Source("bye"))
    assert second.sources == (Source("entry", entry="b"), Source("entry", entry="c"))
    assert (first.is_bye, second.is_bye, final.is_bye) == (True, False, False)
    assert bye_matches(slots) == (0,)


@pytest.mark.parametrize("place", [(0, 0), (1, -1)])
def test_place_outside_the_bracket_is_a_bug(place):
    with pytest.raises(ValueError, match="no match"):
        next_place(*place)

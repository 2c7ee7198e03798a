"""Matches: best of 1, 3 and 5, over at the deciding win."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.faults import RuleError
from engine.matches import match_state


@pytest.mark.parametrize(
    ("winners", "best_of", "winner", "next_game"),
    [
        ([], 1, None, 1),
        (["EW"], 1, "EW", None),
        (["NS", "EW"], 3, None, 3),
        (["NS", "NS"], 3, "NS", None),
        (["NS", "EW", "EW"], 3, "EW", None),
        (["NS", "EW", "NS", "EW"], 5, None, 5),
        (["A", "B", "C", "A", "A"], 5, "A", None),
    ],
)
def test_match_ends_at_the_deciding_win(winners, best_of, winner, next_game):
    state = match_state(winners, best_of)
    assert (state.winner, state.next_game) == (winner, next_game)
    assert dict(state.wins) == {side: winners.count(side) for side in winners}


def test_third_game_after_two_wins_is_refused():
    with pytest.raises(RuleError) as error:
        match_state(["NS", "NS", "EW"], 3)
    assert [one.code for one in error.value.faults] == ["M02"]


@pytest.mark.parametrize("best_of", [0, 2, -1])
def test_match_of_an_even_number_of_games_is_refused(best_of):
    with pytest.raises(RuleError) as error:
        match_state([], best_of)
    assert [one.code for one in error.value.faults] == ["M01"]


@given(st.sampled_from([1, 3, 5, 7]), st.lists(st.booleans(), min_size=7, max_size=7))
def test_two_sides_always_decide_a_match_within_its_games(best_of, coin):
    winners = []
    while match_state(winners, best_of).winner is None:
        winners.append("NS" if coin[len(winners)] else "EW")
    assert best_of // 2 < len(winners) <= best_of

"""Matches: best of 1, 3 and 5, over at the deciding win; among three or four never stuck."""

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
    """Two games to none in a best of three left the match running."""
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


@pytest.mark.parametrize(
    ("winners", "best_of", "points", "winner", "next_game", "on_points"),
    [
        ("A", 1, {}, "A", None, False),
        ("ABC", 3, {"A": 300, "B": 310, "C": 290}, "B", None, True),
        ("AB", 3, {"A": 300, "B": 310, "C": 290}, None, 3, False),
        ("ABC", 3, {"A": 300, "B": 300, "C": 290}, None, 4, False),
        ("ABC", 3, {"A": -20, "B": -50, "C": -20}, None, 4, False),
        ("ABC", 3, None, None, 4, False),
        ("ABCC", 3, {"A": 900, "B": 310, "C": 290}, "C", None, False),
        ("ABCAD", 5, {"A": 0, "B": 900, "C": 900, "D": 900}, "A", None, False),
        ("ABABC", 5, {"A": 10, "B": 20, "C": 900}, "B", None, True),
        ("ABABCC", 5, {"A": 10, "B": 20, "C": 900}, "C", None, True),
        ("ABABC", 5, {"A": 10, "B": 10, "C": 900}, None, 6, False),
    ],
)
def test_among_three_or_four_most_games_win_then_points_then_a_further_game(
    winners, best_of, points, winner, next_game, on_points
):
    state = match_state(winners, best_of, points)
    assert (state.winner, state.next_game, state.on_points) == (winner, next_game, on_points)


def test_further_game_after_one_side_has_most_of_all_games_is_refused():
    with pytest.raises(RuleError) as error:
        match_state("ABCCA", 3, {"A": 1, "B": 1, "C": 1})
    assert [(one.code, one.where) for one in error.value.faults] == [("M02", "games")]


def test_points_parted_by_a_later_correction_leave_the_further_game_standing():
    assert match_state("ABCA", 3, {"A": 1, "B": 9, "C": 1}).winner == "A"


@given(
    st.sampled_from([1, 3, 5]),
    st.integers(2, 4),
    st.lists(st.tuples(st.integers(0, 3), st.lists(st.integers(-9, 9), min_size=4, max_size=4))),
)
def test_a_match_is_decided_or_says_which_game_comes_next(best_of, sides, games):
    winners, points = [], dict.fromkeys("ABCD", 0)
    for side, scored in games:
        state = match_state(winners, best_of, points)
        assert (state.winner is None) == (state.next_game == len(winners) + 1)
        if state.winner is not None:
            break
        winners.append("ABCD"[side % sides])
        points = {name: points[name] + n for name, n in zip("ABCD", scored, strict=True)}
    state = match_state(winners, best_of, points)
    if state.winner is not None:
        most = max(state.wins.values())
        assert state.wins[state.winner] == most
        assert most > best_of // 2 or len(winners) >= best_of

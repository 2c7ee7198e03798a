"""How long an evening takes: typical values, every cap, and more tables never later."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.brackets.single import matches
from engine.durations import (
    MINUTES_A_HAND,
    POINTS_A_HAND,
    Length,
    games_left,
    hands_left,
    match_length,
)
from engine.forecast import Meeting, forecast, rounds_of, to_be_drawn
from engine.spades.presets import PRESETS
from engine.spades.rules import STANDARD

SINGLE = STANDARD.with_options(best_of=1)
HOURS = 60


def finish(entries, tables, rules=SINGLE, **words):
    meetings = to_be_drawn(entries, lambda _to_go: match_length(rules), **words)
    return forecast(meetings, tables)


def test_a_game_to_500_takes_about_nine_hands_of_six_minutes():
    assert 9 <= hands_left(STANDARD) <= 10
    assert MINUTES_A_HAND == 6


def test_a_match_of_three_games_takes_two_to_three_hours():
    length = match_length(STANDARD)
    assert 2 * HOURS <= length.minutes <= 3 * HOURS


def test_every_game_has_its_typical_points():
    assert {rules.variant for rules in PRESETS.values()} <= POINTS_A_HAND.keys()


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_every_game_has_a_length(name):
    assert 10 < match_length(PRESETS[name]).minutes < 24 * HOURS


def test_sixteen_teams_at_three_games_to_500_take_ten_to_fourteen_hours():
    found = finish(16, 8, STANDARD)
    assert 9 * HOURS < found.early < found.expected < found.late < 15 * HOURS


def test_shorter_targets_single_games_and_clocks_help():
    long = finish(16, 8, STANDARD).expected
    for change in ({"best_of": 1}, {"target_score": 300}, {"minutes": 40}, {"max_hands": 5}):
        assert finish(16, 8, STANDARD.with_options(**change)).expected < long * 0.8


def test_a_clock_caps_a_game_with_its_last_hand_played_out_or_not():
    timed = SINGLE.with_options(minutes=30)
    assert match_length(timed).most == 33
    assert match_length(timed.with_options(time_up="stop")).most == 30
    assert match_length(timed.with_options(best_of=3), won=(1, 0)).most == 66


def test_what_was_played_of_a_match_is_not_to_be_played_again():
    fresh = match_length(STANDARD).minutes
    ahead = match_length(STANDARD, won=(1, 0), points=(350, 200), played=6).minutes
    level = match_length(STANDARD, won=(1, 1), points=(480, 200), played=9).minutes
    assert fresh > ahead > level >= MINUTES_A_HAND


@pytest.mark.parametrize("won", [(1, 0), (1, 1), (2, 1), (1, 1, 0), (1, 1, 1, 0)])
def test_games_already_won_leave_fewer_to_play(won):
    assert games_left(5, won)[0] < games_left(5, (0,) * len(won))[0]


@given(st.integers(2, 70))
def test_the_rounds_before_a_draw_are_those_of_the_bracket(entries):
    slots = 1 << (entries - 1).bit_length()
    names = [str(it) if it < entries else None for it in range(slots)]
    drawn = matches(names)
    sizes = [sum(it.round == number for it in drawn) for number in range(1, drawn[-1].round + 1)]
    assert [size for size, _byes in rounds_of(entries)] == sizes
    assert len(to_be_drawn(entries, lambda _to_go: Length(1))) == entries - 1


@given(st.integers(3, 60), st.sampled_from([3, 4]))
def test_tables_of_three_and_four_take_out_everybody_but_one(entries, seats):
    meetings = to_be_drawn(entries, lambda _to_go: Length(1), seats=seats)
    assert len(meetings) == sum(size - byes for size, byes in rounds_of(entries, seats))
    assert meetings[-1].length == Length(1)


def test_the_match_for_the_third_place_is_counted_from_four_entries_on():
    plain = to_be_drawn(6, lambda _to_go: Length(1))
    third = to_be_drawn(6, lambda _to_go: Length(1), third_place=True)
    assert [it.feeds for it in third if it not in plain] == [(5, 6)]
    assert len(to_be_drawn(3, lambda _to_go: Length(1), third_place=True)) == 2


def test_each_round_is_asked_for_its_own_length():
    meetings = to_be_drawn(8, lambda to_go: Length(100 if to_go == 1 else 10))
    assert [it.length.minutes for it in meetings] == [10] * 6 + [100]


@given(st.integers(2, 40), st.integers(1, 12))
def test_more_tables_never_end_later(entries, tables):
    assert finish(entries, tables + 1).expected <= finish(entries, tables).expected + 1e-6


@given(st.integers(2, 24), st.integers(1, 8), st.integers(50, 600), st.integers(1, 400))
def test_a_higher_target_never_ends_earlier(entries, tables, target, more):
    low = SINGLE.with_options(target_score=target)
    high = SINGLE.with_options(target_score=target + more)
    assert finish(entries, tables, high).expected >= finish(entries, tables, low).expected - 1e-6


@given(st.integers(2, 40), st.integers(1, 12))
def test_early_expected_and_late_stand_in_order(entries, tables):
    found = finish(entries, tables)
    assert 0 < found.early <= found.expected * 1.02
    assert found.expected <= found.late * 1.02


def test_the_slow_table_is_what_holds_everything_up():
    meetings = [
        Meeting(1, Length(10), at_table=True, begun=True),
        Meeting(2, Length(90), at_table=True, begun=True),
        Meeting(3, Length(50), feeds=(1, 2)),
    ]
    found = forecast(meetings, 2, known=1)
    assert found.holds_up == 2
    assert found.expected == 90 + 50 + 4


def test_a_table_that_is_waited_for_holds_up_as_well():
    meetings = [
        Meeting(1, Length(30), at_table=True, begun=True),
        Meeting(2, Length(60)),
        Meeting(3, Length(60)),
    ]
    found = forecast(meetings, 1, known=1)
    assert (found.holds_up, found.expected) == (1, 30 + 64 + 64)


def test_matches_at_more_tables_than_are_in_use_are_played_all_the_same():
    meetings = [Meeting(it, Length(30), at_table=True, begun=True) for it in (1, 2)]
    assert forecast(meetings, 1, known=1).expected == 30


def test_without_a_match_or_a_table_there_is_no_forecast():
    assert forecast([], 3) is None
    assert forecast([Meeting(1, Length(30))], 0) is None


def test_the_same_hall_has_the_same_forecast():
    assert finish(13, 3) == finish(13, 3)


def test_a_pace_that_is_known_narrows_the_range():
    meetings = to_be_drawn(8, lambda _to_go: match_length(SINGLE))
    rough, known = forecast(meetings, 4), forecast(meetings, 4, known=1)
    assert known.late - known.early < rough.late - rough.early

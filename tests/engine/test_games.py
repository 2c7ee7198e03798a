"""Games: replay, bags from hand to hand, the end, ties, and the explanation."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.simulate import play_game
from engine.spades.bags import bags_after
from engine.spades.games import explain, replay
from engine.spades.hands import Bid, HandSheet
from engine.spades.rules import PRESETS, STANDARD
from tests.engine.slow_scorer import slow_game
from tests.engine.strategies import any_rules, hands_of, rule_sets, sheets

GAME = st.lists(sheets(), max_size=12)


def sheet(bids, tricks, *, dealer="W", blind=(), renege=()):
    said = {seat: Bid(bid, blind=seat in blind) for seat, bid in zip("NESW", bids, strict=True)}
    return HandSheet(dealer, said, dict(zip("NESW", tricks, strict=True)), tuple(renege))


def test_worked_example_of_the_sheet_has_eleven_bags_one_penalty_and_one_bag_left():
    hands = [
        sheet([2, 3, 2, 3], [4, 3, 3, 3]),
        sheet([1, 4, 2, 3], [3, 4, 3, 3], dealer="N"),
        sheet([3, 2, 1, 2], [5, 2, 4, 2], dealer="E"),
    ]
    state = replay(hands, STANDARD)
    last = state.hands[-1].sides["NS"]
    assert (last.points, last.bags, last.bag_penalty, last.bag_total) == (-55, 5, -100, 1)
    assert [line.say() for line in explain(state, STANDARD)[-1]["NS"]] == [
        "bid 4 took 9: 40 + 5 bags",
        "10th bag: −100",
        "total 21, bags 1 of 10",
    ]


@pytest.mark.parametrize(
    ("before", "earned", "overflow", "expected"),
    [
        (5, 4, "carry", (9, 0)),
        (5, 5, "carry", (0, -100)),
        (9, 3, "carry", (2, -100)),
        (9, 13, "carry", (2, -200)),
        (9, 0, "carry", (9, 0)),
        (9, 3, "reset", (0, -100)),
        (9, 13, "reset", (0, -100)),
    ],
)
def test_bags_cost_and_remain_as_in_the_truth_table(before, earned, overflow, expected):
    rules = STANDARD.with_options(bag_overflow=overflow)
    assert bags_after(before, earned, rules) == expected


def test_deal_and_first_bid_pass_to_the_left():
    state = replay([sheet([3, 3, 3, 3], [4, 3, 3, 3], dealer="S")], STANDARD)
    assert (state.next_hand, state.next_dealer, state.next_bidder) == (2, "W", "N")


def test_game_without_hands_begins_with_the_dealer_given():
    state = replay([], STANDARD, first_dealer="E")
    assert (state.next_hand, state.next_dealer, state.next_bidder) == (1, "E", "S")
    assert state.to_go("NS") == 500


def test_game_ends_when_one_side_is_highest_at_the_target():
    rules = STANDARD.with_options(target_score=100)
    state = replay([sheet([6, 1, 5, 1], [6, 1, 5, 1])], rules)
    assert (state.winner, state.status, state.next_dealer) == ("NS", "complete", None)
    assert state.to_go("NS") == 0


def test_level_scores_above_the_target_play_on_until_one_is_ahead():
    rules = STANDARD.with_options(target_score=60, bag_points=0)
    tied = replay([sheet([3, 4, 3, 2], [4, 4, 2, 3])], rules)
    assert (tied.status, tied.winner, tied.next_hand) == ("tie_extra_hand", None, 2)
    after = replay([sheet([3, 4, 3, 2], [4, 3, 4, 2], dealer="N")], rules, after=tied)
    assert (after.status, after.winner) == ("complete", "NS")


def test_extra_hand_below_the_target_decides_only_in_sudden_death():
    tie, drop = sheet([3, 4, 3, 2], [4, 4, 2, 3]), sheet([6, 6, 1, 7], [6, 2, 0, 5], dealer="N")
    options = {"target_score": 60, "bag_points": 0}
    play_on = replay([tie, drop], STANDARD.with_options(**options))
    assert (play_on.status, play_on.winner) == ("in_progress", None)
    sudden = replay([tie, drop], STANDARD.with_options(**options, tiebreak="sudden_death"))
    assert (sudden.status, sudden.winner) == ("complete", "NS")


@pytest.mark.parametrize(("floor", "status"), [(-60, "complete"), (-61, "in_progress")])
def test_side_exactly_at_the_floor_ends_the_game(floor, status):
    rules = STANDARD.with_options(loss_floor=floor)
    state = replay([sheet([3, 4, 3, 2], [3, 4, 2, 4])], rules)
    assert state.totals["NS"].score == -60
    assert (state.status, state.winner) == (status, "EW" if status == "complete" else None)


def test_renege_that_loses_the_game_ends_it_for_the_other_side():
    rules = STANDARD.with_options(renege_penalty="game_loss")
    state = replay([sheet([6, 2, 5, 1], [6, 1, 5, 1], renege="N")], rules)
    assert (state.winner, state.status) == ("EW", "complete")
    assert explain(state, rules)[0]["NS"][0].say() == "renege by North: the game is lost"


def test_hands_after_the_deciding_one_are_left_out():
    rules = STANDARD.with_options(target_score=100)
    hands = [sheet([6, 1, 5, 1], [6, 1, 5, 1]), sheet([3, 3, 3, 3], [4, 3, 3, 3], dealer="N")]
    assert len(replay(hands, rules).hands) == 1


@given(GAME, rule_sets, st.integers(0, 12))
def test_replay_of_a_prefix_is_a_prefix_of_the_replay(hands, rules, length):
    whole, start = replay(hands, rules), replay(hands[:length], rules)
    assert whole.hands[: len(start.hands)] == start.hands
    assert replay(hands[length:], rules, after=start) == whole


@given(st.data(), any_rules)
def test_totals_never_drift_from_the_slow_scorer(data, rules):
    hands = data.draw(st.lists(hands_of(rules), max_size=8))
    state = replay(hands, rules)
    told = [
        {side: (it.total, it.bag_total) for side, it in hand.sides.items()} for hand in state.hands
    ]
    assert told == slow_game(hands, rules)[: len(told)]


@given(st.data(), any_rules, st.integers(0, 8))
def test_replay_of_a_prefix_is_a_prefix_under_any_rules(data, rules, length):
    hands = data.draw(st.lists(hands_of(rules), max_size=8))
    every, first = replay(hands, rules), replay(hands[:length], rules)
    assert every.hands[: len(first.hands)] == first.hands
    assert replay(hands[length:], rules, after=first) == every


@given(GAME, rule_sets)
def test_lines_add_up_to_the_points_of_their_hand(hands, rules):
    state = replay(hands, rules)
    for hand, sides in zip(state.hands, explain(state, rules), strict=True):
        for side, lines in sides.items():
            assert sum(line.points for line in lines) == hand.sides[side].points
            assert [line.phrase.key for line in lines][-1].startswith("line.total")
            assert all(line.say() for line in lines)


@given(st.lists(sheets(renege=True), max_size=6), rule_sets)
def test_lines_add_up_when_somebody_reneged(hands, rules):
    state = replay(hands, rules)
    for hand, sides in zip(state.hands, explain(state, rules), strict=True):
        assert {side: sum(line.points for line in lines) for side, lines in sides.items()} == {
            side: result.points for side, result in hand.sides.items()
        }


@given(GAME, rule_sets)
def test_swapping_the_sides_swaps_the_result(hands, rules):
    turned = [
        HandSheet(
            rules.left_of(hand.dealer),
            {rules.left_of(seat): bid for seat, bid in hand.bids.items()},
            {rules.left_of(seat): count for seat, count in hand.tricks.items()},
        )
        for hand in hands
    ]
    one, other = replay(hands, rules), replay(turned, rules)
    swap = {"NS": "EW", "EW": "NS", None: None}
    assert other.totals == {swap[side]: total for side, total in one.totals.items()}
    assert (other.winner, other.status) == (swap[one.winner], one.status)


@given(st.lists(sheets(), min_size=1, max_size=8), sheets(), st.data())
def test_correction_and_fresh_entry_of_the_same_hands_agree(hands, corrected, data):
    place = data.draw(st.integers(0, len(hands) - 1))
    fresh = [*hands[:place], corrected, *hands[place + 1 :]]
    read_back = [HandSheet.from_json(hand.to_json()) for hand in fresh]
    assert replay(read_back, STANDARD) == replay(fresh, STANDARD)


@given(st.integers(0, 1 << 32), st.sampled_from(list(PRESETS)))
def test_winner_is_strictly_highest_of_a_game_played_to_its_end(seed, name):
    rules = PRESETS[name]
    if rules.bids_are_made:
        rules = rules.with_options(loss_floor=-400)
    state = replay(play_game(random.Random(seed), rules), rules)
    scores = {side: total.score for side, total in state.totals.items()}
    best = scores.pop(state.winner)
    assert all(score < best for score in scores.values())
    assert best >= rules.target_score or min(scores.values()) <= -400

"""How games end under house rules, and what rulings do on the way."""

import pytest

from engine.spades.games import explain, replay
from engine.spades.hands import Bid, HandSheet, Ruling, score_hand
from engine.spades.rules import STANDARD, preset


def sheet(bids, tricks, rules=STANDARD, dealer="W", **more):
    said = {name: Bid(bid) for name, bid in zip(rules.bidders, bids, strict=False)}
    return HandSheet(
        dealer, said, dict(zip(rules.seats, tricks, strict=False)), rules=rules, **more
    )


def played(rules, *hands):
    state = replay(hands, rules)
    return state.status, state.winner


MADE = sheet([3, 3, 3, 3], [4, 3, 3, 3])
LEVEL = sheet([3, 3, 3, 4], [3, 3, 3, 4])
NS_SET = sheet([5, 3, 3, 3], [4, 3, 3, 3])


def test_game_of_so_many_hands_goes_to_the_leader():
    rules = STANDARD.with_options(target_enabled=False, max_hands=2)
    assert played(rules, MADE) == ("in_progress", None)
    assert played(rules, MADE, MADE) == ("complete", "NS")


def test_nobody_wins_before_the_fewest_hands():
    rules = STANDARD.with_options(target_score=60, min_hands=2)
    assert played(rules, MADE) == ("in_progress", None)
    assert played(rules, MADE, MADE) == ("complete", "NS")


def test_time_ends_the_game_after_the_hand_or_voids_it():
    called = sheet([3, 3, 3, 3], [4, 3, 3, 3], time_called=True)
    assert played(STANDARD, called) == ("complete", "NS")
    rules = STANDARD.with_options(time_up="stop")
    stopped = HandSheet("N", {}, {}, rules=rules, time_called=True)
    state = replay([MADE, stopped], rules)
    assert (state.status, state.winner, state.played) == ("complete", "NS", 1)


def test_sets_lose_the_game_in_all_or_in_a_row():
    total = STANDARD.with_options(sets_total=2)
    assert played(total, NS_SET, MADE, NS_SET) == ("complete", "EW")
    row = STANDARD.with_options(sets_in_a_row=2)
    assert played(row, NS_SET, MADE, NS_SET) == ("in_progress", None)
    assert played(row, NS_SET, NS_SET) == ("complete", "EW")


def test_failed_nil_is_a_set_only_where_the_house_says_so():
    nil = sheet([0, 3, 4, 3], [1, 4, 4, 4])
    assert played(STANDARD.with_options(sets_total=1), nil) == ("in_progress", None)
    both = STANDARD.with_options(sets_total=1, failed_nil_is_set=True)
    assert played(both, nil) == ("complete", "EW")


def test_tie_is_broken_in_the_stated_order():
    rules = STANDARD.with_options(target_score=60, bag_points=0)
    level = sheet([3, 3, 3, 3], [4, 3, 3, 3])
    assert played(rules, level) == ("tie_extra_hand", None)
    by_bags = rules.with_options(tiebreak=["low_bags", "continue"])
    assert played(by_bags, level) == ("complete", "EW")


def test_replayed_game_starts_again_from_nothing():
    rules = STANDARD.with_options(target_score=60, bag_points=0, tiebreak="replay")
    level = sheet([3, 3, 3, 3], [4, 3, 3, 3])
    state = replay([level, sheet([1, 3, 1, 3], [4, 3, 3, 3])], rules)
    assert [it.total for it in state.hands[1].sides.values()] == [20, 60]


@pytest.mark.parametrize(
    ("both_over", "winner"), [("higher", "NS"), ("last_bid", "EW"), ("another_hand", None)]
)
def test_several_over_the_target_in_one_hand(both_over, winner):
    rules = STANDARD.with_options(target_score=60, both_over=both_over, bag_points=10)
    state = replay([sheet([3, 3, 3, 4], [3, 3, 3, 4])], rules)
    assert state.totals["EW"].score == 70
    ahead = replay([sheet([3, 3, 3, 3], [4, 3, 3, 3])], rules.with_options(target_score=500))
    hand = sheet([3, 3, 3, 4], [3, 3, 3, 4])
    state = replay([hand], rules.with_options(target_score=100), after=ahead)
    assert (state.totals["NS"].score, state.totals["EW"].score) == (130, 130)
    state = replay([sheet([3, 3, 2, 3], [3, 3, 4, 3])], rules, after=ahead)
    assert state.totals["NS"].score > state.totals["EW"].score >= 60
    assert state.winner == winner


def test_first_hand_below_its_minimum_loses_the_game():
    rules = STANDARD.with_options(first_hand="itself", first_hand_min=4)
    low = HandSheet("W", {}, {"N": 2, "E": 5, "S": 1, "W": 5}, rules=rules)
    state = replay([low], rules)
    assert (state.winner, state.totals["NS"].score) == ("EW", 30)


def test_bags_at_the_limit_lose_the_game_where_the_house_says_so():
    rules = STANDARD.with_options(bag_limit_loses_game=True, bag_threshold=5)
    state = replay([sheet([1, 3, 1, 3], [4, 3, 3, 3])], rules)
    assert (state.winner, state.totals["NS"].bags) == ("EW", 5)
    assert explain(state, rules)[0]["NS"][1].say() == "5 bags: the game is lost"


def test_game_lost_by_ruling_goes_to_the_highest_of_the_others():
    rules = preset("solo").with_options(renege_penalty="game_loss")
    state = replay([sheet([3, 3, 3, 4], [3, 3, 3, 4], rules, renege=("W",))], rules)
    assert state.status == "tie_extra_hand"
    state = replay([sheet([3, 2, 3, 4], [4, 2, 3, 4], rules, renege=("W",))], rules)
    assert state.winner == "N"


def test_misdeal_and_thrown_in_hand_are_void_and_say_who_deals():
    rules = STANDARD.with_options(min_table_bid=11, misdeal_dealer="same", thrown_in_dealer="next")
    misdealt = HandSheet("W", {}, {}, rules=rules, misdeal="wrong_count")
    thrown = sheet([2, 2, 3, 3], [], rules)
    assert (misdealt.void, thrown.void) == ("misdeal", "thrown_in")
    assert replay([misdealt], rules).next_dealer == "W"
    state = replay([thrown], rules)
    assert (state.next_dealer, state.played, state.totals["NS"].score) == ("N", 0, 0)
    assert explain(state, rules)[0]["NS"][0].say() == "thrown in: the bids are too low"


HOUSE = STANDARD.with_options(
    penalties=[
        {"offence": "conduct", "phase": "before_bid", "effect": "points:30"},
        {"offence": "conduct", "phase": "after_bid", "effect": "drop:3"},
        {"offence": "table_talk", "effect": "opponents_made"},
        {"offence": "renege", "nth": 2, "effect": "game_loss"},
        {"offence": "late", "effect": "replay"},
    ]
)


@pytest.mark.parametrize(
    ("ruling", "points"),
    [
        ({"offence": "conduct", "phase": "before_bid"}, (31, 60)),
        ({"offence": "conduct", "phase": "after_bid"}, (-60, 60)),
        ({"offence": "phone"}, (61, 60)),
        ({"offence": "phone", "effect": "auto_fail"}, (-60, 60)),
        ({"offence": "late"}, (0, 0)),
    ],
)
def test_ruling_costs_what_its_row_says(ruling, points):
    hand = sheet([3, 3, 3, 3], [4, 3, 3, 3], HOUSE, rulings=(Ruling(seat="N", **ruling),))
    assert tuple(it.points for it in score_hand(hand, HOUSE).sides.values()) == points


def test_opponents_of_the_offender_count_as_having_made_their_bid():
    talk = Ruling(offence="table_talk", seat="N")
    hand = sheet([3, 4, 3, 4], [4, 3, 3, 3], HOUSE, rulings=(talk,))
    scores = score_hand(hand, HOUSE).sides
    assert scores["EW"].points == 80
    assert scores["EW"].lines[0].say() == "bid 8 took 6, ruled as made: 80"


def test_second_renege_loses_the_game_and_the_first_only_the_hand():
    for nth, winner in ((1, None), (2, "EW")):
        ruling = Ruling(offence="renege", seat="N", nth=nth)
        hand = sheet([3, 3, 3, 3], [4, 3, 3, 3], HOUSE, rulings=(ruling,))
        assert replay([hand], HOUSE).winner == winner


def test_hand_with_all_it_may_carry_is_read_back_equal():
    rules = preset("whiz")
    hand = sheet(
        [3, 3, 0, 3],
        [4, 3, 3, 3],
        rules,
        spades={"N": 3, "E": 3, "S": 4, "W": 3},
        ace="S",
        rulings=(Ruling(offence="phone", seat="NS", nth=2),),
        time_called=True,
    )
    again = HandSheet.from_json(hand.to_json(), rules)
    assert (again, hash(again)) == (hand, hash(hand))


@pytest.mark.parametrize(
    ("change", "codes"),
    [
        ({"rulings": [{"offence": "rain", "seat": "X", "nth": 0}]}, ["R02", "R01", "R03"]),
        ({"rulings": [{"offence": "phone", "seat": "N", "phase": "x"}]}, ["R04"]),
        ({"rulings": [{"offence": "phone", "seat": "N", "effect": "points:0"}]}, ["R05"]),
        ({"rulings": [{"offence": "phone", "seat": "N", "more": 1}]}, ["O01"]),
        ({"rulings": "N"}, ["H06"]),
        ({"rulings": [3]}, ["H06"]),
        ({"misdeal": "rain"}, ["R06"]),
        ({"misdeal": "peek"}, ["R06"]),
        ({"time_called": 1}, ["H06"]),
    ],
)
def test_rulings_nobody_can_read_are_faults(change, codes):
    hand = {"dealer": "W", "bids": dict.fromkeys("NESW", 3), "tricks": {"NS": 7, "EW": 6}}
    with pytest.raises(ValueError, match=r".") as error:
        HandSheet.from_json(hand | change)
    assert [one.code for one in error.value.faults] == codes

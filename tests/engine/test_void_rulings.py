"""Hands that a ruling takes out of the game, and what stands all the same."""

import pytest

from engine.spades.bidding import Context, hand_faults
from engine.spades.games import explain, replay
from engine.spades.hands import Bid, HandSheet, Ruling
from engine.spades.rules import STANDARD, preset

LOST = {"offence": "conduct", "seat": "N", "effect": "game_loss"}
AGAIN = {"offence": "exposed_card", "seat": "E", "effect": "replay"}
FINED = {"offence": "phone", "seat": "EW", "effect": "points:30"}
THREES = dict.fromkeys("NESW", 3)


def told(rules=STANDARD, **paper):
    return HandSheet.from_json({"dealer": "W", "tricks": {}, **paper}, rules)


def lines(state, side, rules=STANDARD):
    return [it.say() for it in explain(state, rules)[-1][side]][:-1]


@pytest.mark.parametrize("bids", [{}, THREES])
def test_game_lost_by_ruling_needs_no_tricks(bids):
    sheet = told(bids=bids, rulings=[LOST])
    state = replay([sheet], STANDARD)
    assert (sheet.void, state.status, state.winner, state.played) == ("ruled", "complete", "EW", 0)
    assert lines(state, "NS") == [
        "decided by ruling: the hand is not played",
        "bad conduct by North: the game is lost",
    ]
    assert lines(state, "EW") == ["decided by ruling: the hand is not played"]


def test_game_lost_by_ruling_without_tricks_goes_to_the_highest_of_the_others():
    rules = preset("cutthroat")
    bids = {seat: Bid(4) for seat in "ABC"}
    first = HandSheet("C", bids, {"A": 4, "B": 5, "C": 8}, rules=rules)
    out = Ruling(offence="conduct", seat="A", effect="event_out")
    last = HandSheet("A", {}, {}, rules=rules, rulings=(out,))
    state = replay([first, last], rules)
    assert (state.winner, state.totals["A"].score) == ("C", 40)


def test_played_hand_keeps_its_points_when_the_game_is_lost():
    sheet = told(bids=THREES, tricks=dict(THREES, N=4), rulings=[LOST])
    state = replay([sheet], STANDARD)
    assert (sheet.void, state.winner, state.totals["NS"].score) == ("", "EW", 61)


def test_hand_ruled_to_be_played_again_needs_no_tricks_and_keeps_its_dealer():
    sheet = told(bids=THREES, rulings=[AGAIN])
    state = replay([sheet], STANDARD)
    assert (sheet.void, state.status, state.next_dealer) == ("replay", "in_progress", "W")


def test_fines_and_lost_games_stand_in_a_void_hand():
    fined = told(rulings=[AGAIN, FINED])
    state = replay([fined], STANDARD)
    assert {side: it.score for side, it in state.totals.items()} == {"NS": 0, "EW": -30}
    assert lines(state, "EW") == [
        "the hand is played again, by ruling",
        "phone in use by East\N{EN DASH}West: \N{MINUS SIGN}30",
    ]
    rules = STANDARD.with_options(misdeal_causes=("wrong_count",))
    misdealt = told(rules, misdeal="wrong_count", rulings=[LOST])
    assert (misdealt.void, replay([misdealt], rules).winner) == ("misdeal", "EW")


def test_warning_in_a_void_hand_is_still_said_and_costs_nothing():
    warned = {"offence": "late", "seat": "N", "effect": "warn"}
    state = replay([told(rulings=[AGAIN, warned])], STANDARD)
    assert lines(state, "NS") == [
        "the hand is played again, by ruling",
        "ruled: lateness by North",
    ]
    assert state.totals["NS"].score == 0


@pytest.mark.parametrize("ruling", [LOST, AGAIN])
def test_typed_hand_with_such_a_ruling_may_be_without_tricks(ruling):
    context = Context(dealer="W")
    for bids in ({}, THREES):
        hand = {"dealer": "W", "bids": bids, "tricks": {}, "rulings": [ruling]}
        assert hand_faults(hand, STANDARD, context) == ()


def test_first_renege_that_costs_the_hand_again_may_be_without_tricks():
    rules = STANDARD.with_options(renege_penalty="replay")
    hand = {"bids": THREES, "tricks": {}, "renege": ["N"]}
    assert hand_faults(hand, rules) == ()
    assert told(rules, **hand).void == "replay"


def test_ruling_that_decides_nothing_still_asks_for_tricks():
    faults = hand_faults({"bids": THREES, "tricks": {}, "rulings": [FINED]}, STANDARD)
    assert {one.code for one in faults} == {"T01"}


def test_ruling_that_cannot_be_read_decides_nothing():
    wrong = {**LOST, "seat": "Q"}
    faults = hand_faults({"bids": THREES, "tricks": {}, "rulings": [wrong]}, STANDARD)
    assert {one.code for one in faults} == {"T01", "R01"}


def test_open_hand_with_such_a_ruling_is_still_judged_by_its_bids():
    hand = {"bids": {**THREES, "N": 14}, "rulings": [LOST]}
    assert [one.code for one in hand_faults(hand, STANDARD)] == ["B03"]


def test_lines_know_what_they_are_about():
    sheet = told(bids=THREES, tricks=dict(THREES, N=4), rulings=[FINED])
    about = {
        line.name: (line.is_contract, line.is_ruling, line.is_void, line.is_total)
        for line in explain(replay([sheet], STANDARD), STANDARD)[0]["EW"]
    }
    assert about == {
        "made": (True, False, False, False),
        "fined": (False, True, False, False),
        "total": (False, False, False, True),
    }
    void = explain(replay([told(rulings=[AGAIN])], STANDARD), STANDARD)[0]["NS"][0]
    assert (void.name, void.is_void) == ("void_replay", True)

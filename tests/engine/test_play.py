"""Trick by trick: each rule of play on a hand where it alone is broken."""

import json
import random

import pytest

from engine.cases import case_rules
from engine.faults import Phrase, Who
from engine.playouts import random_play
from engine.spades.cards import Card
from engine.spades.play import review
from engine.spades.records import PlayRecord
from engine.spades.rules import STANDARD
from tests.engine.command_line import ROOT

JOKERS = STANDARD.with_options(jokers="two")
DEUCES = STANDARD.with_options(jokers="two", high_deuces=True)


def tricks(*rows):
    """Each row is a trick: "N TH, E AH, ..."."""
    return [{"plays": [play.split() for play in row.split(", ")]} for row in rows]


def seen(*rows, rules=STANDARD, **known):
    case = {"dealer": "W", "tricks": tricks(*rows), **known}
    return review(PlayRecord.from_json(case, rules), rules)


def first(*rows, rules=STANDARD, **known):
    found = seen(*rows, rules=rules, **known).fault
    return None if found is None else (found.code, found.trick, found.card, found.message)


def short_deal(**hands):
    """Four hands of 13 that hold at least these cards; the rest is dealt out in order."""
    deck = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]
    given = {seat: hands.get(seat, "").split() for seat in "NESW"}
    left = [card for card in deck if not any(card in hand for hand in given.values())]
    return {
        seat: hand + [left.pop() for _ in range(13 - len(hand))] for seat, hand in given.items()
    }


def whole(seed=4):
    return random_play(random.Random(seed), STANDARD, dealer="W").to_json()


@pytest.mark.parametrize(
    ("row", "winner"),
    [
        ("N TH, E 9H, S JH, W QH", "W"),
        ("N AH, E KD, S 2H, W 3H", "N"),
        ("N AH, E 2S, S KH, W 3S", "W"),
        ("N 2C, E AD, S AH, W 3D", "N"),
        ("N 10H, E 9♥, S 2h, W 8H", "N"),
    ],
)
def test_highest_spade_wins_and_without_one_the_highest_of_the_suit_led(row, winner):
    assert seen(row).winners == (winner,)


@pytest.mark.parametrize(
    ("row", "winner"),
    [
        ("N AH, E KD, S LJ, W AS", "S"),
        ("N AH, E BJ, S LJ, W 2D", "E"),
        ("N AH, E AS, S 2S, W KS", "S"),
        ("N AH, E 2D, S 2S, W AS", "E"),
        ("N AH, E 2D, S LJ, W 2S", "S"),
    ],
)
def test_jokers_and_high_twos_rank_above_the_ace_of_spades(row, winner):
    assert seen(row, rules=DEUCES).winners == (winner,)


def test_high_two_of_diamonds_does_not_follow_diamonds():
    row = "N AD, E 2D, S 3D, W 4D"
    assert seen(row, rules=DEUCES).winners == ("E",)
    assert first(row, "E 5D, S 6D, W 7D, N 8D", rules=DEUCES)[:3] == ("P06", 1, 2)
    assert first(row) is None


def test_joker_follows_spades_and_must_be_played_to_them():
    rows = ("N 3H, E 4S, S 5H, W 6H", "E 5S, S 6S, W 7D, N 7S", "N 8D, E 9D, S TD, W BJ")
    assert first(*rows, rules=JOKERS)[:3] == ("P06", 2, 3)


def test_first_leader_sits_left_of_the_dealer():
    row = "E TH, S 9H, W JH, N QH"
    sentence = "North sits left of the dealer and must lead first, not East."
    assert first(row) == ("P01", 1, 1, sentence)
    assert first(row, dealer=None) is None
    assert first(row, dealer="N") is None


def test_winner_leads_the_next_trick():
    fault = first("N TH, E 9H, S JH, W QH", "N 2H, E 3H, S 4H, W 5H")
    assert fault == ("P01", 2, 1, "West won trick 1 and must lead, not North.")


def test_out_of_turn_is_said_once_for_a_trick():
    found = seen("N TH, S 9H, E JH, W QH")
    assert [(it.code, it.card) for it in found.faults] == [("P02", 2)]
    assert found.fault.message == "It is the turn of East, not of South."
    assert found.winners == ("W",)


def test_card_must_be_of_the_deck_not_played_before_and_held():
    deal = short_deal(N="TH 2D", E="9H", S="JH", W="QH 2C")
    row = "N TH, E 9H, S JH, W QH"
    assert first("N TH, E BJ", deal=deal)[:3] == ("P05", 1, 2)
    again = first(row, "W TH, N 2D, E 3D, S 4D", deal=deal)
    assert again == ("P04", 2, 1, "10♥ was already played in trick 1.")
    assert first(row, "W 2D", deal=deal) == ("P03", 2, 1, "West does not hold 2♦.")
    assert first(row, "W 2C", deal=deal)[0] == "P09"


def test_card_that_was_not_held_is_not_held_afterwards_either():
    deal = short_deal(N="TH 2D", E="9H 3D", S="JH 4D", W="QH QC")
    deal["W"] = ["QH", *(rank + "C" for rank in "23456789TJQK")]
    for seat in "NES":
        deal[seat] = [card for card in deal[seat] if card[1] != "C"]
    found = seen("N TH, E 9H, S JH, W 5D", "S 4D, W 2C, N 2D, E 3D", deal=deal)
    assert [it.code for it in found.faults if it.trick] == ["P03"]
    assert found.reneges == ()


def test_renege_is_seen_with_the_deal_as_it_is_played():
    deal = short_deal(N="TH", E="9H 2C", S="JH", W="QH")
    found = seen("N TH, E 2C, S JH, W QH", deal=deal)
    assert found.fault.message == "East holds hearts and must follow."
    (renege,) = found.reneges
    assert (renege.seat, renege.trick, renege.card) == ("E", 1, Card("2", "C"))
    assert (Card("9", "H") in renege.held, renege.shown_at) == (True, None)


def test_with_the_deal_a_renege_is_seen_at_once_even_if_the_suit_comes_out_later():
    deal = short_deal(N="TH 2D", E="9H 2C", S="JH 3D", W="QH 4D")
    found = seen("N TH, E 2C, S JH, W QH", "W 4D, N 2D, E 9H, S 3D", deal=deal)
    assert found.fault.message == "East holds hearts and must follow."
    assert [it.shown_at for it in found.reneges][:1] == [2]


def test_renege_is_seen_without_the_deal_when_the_suit_comes_out():
    rows = ["N TH, E 2C, S JH, W QH", "W 2D, N 3D, E 4D, S 5D"]
    assert first(*rows) is None
    found = seen(*rows, "S 2H, W 3H, N 4H, E 9H", "E 5C, S 6C, W 7C, N 8C")
    sentence = "East did not follow hearts, but played 9♥ in trick 3: a renege."
    assert (found.fault.code, found.fault.trick, found.fault.card) == ("P06", 1, 2)
    assert found.fault.message == sentence
    assert [(it.seat, it.trick, it.shown_at) for it in found.reneges] == [("E", 1, 3)]


def test_every_renege_and_every_later_fault_is_named():
    found = seen(
        "N TH, E 2C, S JH, W QH", "N 3D, E 4D, S 5C, W 2D", "E 5D, S 2H, W 6D, N 7D",
        "N 8H, E 9H, S 6C, W 3H", "E 7C, S 8D, W 8C, N 9C",
    )  # fmt: skip
    assert [(it.code, it.trick, it.card) for it in found.faults] == [
        ("P06", 1, 2), ("P01", 2, 1), ("P06", 2, 3), ("P06", 3, 2),
    ]  # fmt: skip
    assert [(it.seat, it.trick, it.shown_at) for it in found.reneges] == [
        ("E", 1, 4), ("S", 2, 5), ("S", 3, 5),
    ]  # fmt: skip
    assert found.winners == ("W", "E", "N", "E", "N")


def test_spade_may_not_be_led_before_spades_are_broken():
    deal = short_deal(N="AS TH", E="KS", S="QS", W="JS")
    fault = first("N AS, E KS, S QS, W JS", deal=deal)
    assert fault == ("P07", 1, 1, "Spades are not broken; North must lead another suit.")
    rules = STANDARD.with_options(lead_spades="any_time")
    found = seen("N AS, E KS, S QS, W JS", deal=deal, rules=rules)
    assert (found.fault, found.winners, found.spades_broken_at) == (None, ("N",), None)


def test_spade_led_too_early_is_one_fault_for_the_hand():
    rows = ("N AS, E KS, S QS, W JS", "N TS, E 9S, S 8S, W 7S", "N 2H, E 3H, S 4H, W 5H")
    assert [(it.code, it.trick) for it in seen(*rows).faults] == [("P07", 1)]


def test_spades_broken_in_a_trick_may_be_led_in_the_next():
    rows = ("N AH, E 2S, S KH, W 3H", "E 4S, S 5S, W 6S, N 7S", "N 2D, E 3D, S 4D, W 5D")
    found = seen(*rows)
    assert (found.fault, found.spades_broken_at) == (None, (1, 2))


def test_forced_lead_of_a_spade_breaks_them_where_the_house_says_so():
    cases = json.loads((ROOT / "fixtures/play/cases.json").read_text(encoding="utf-8"))
    case = next(case for case in cases if case["id"] == "PLAY-013")
    rules = STANDARD.with_options(spades_break_on_forced_lead=False)
    by_the_sheet, elsewhere = (
        review(PlayRecord.from_json(case, table), table) for table in (STANDARD, rules)
    )
    assert (by_the_sheet.fault, by_the_sheet.spades_broken_at) == (None, (10, 1))
    found = elsewhere.fault
    assert (found.code, found.trick, found.card) == ("P07", 11, 1)
    assert elsewhere.spades_broken_at is None


def test_trick_must_go_to_its_winner():
    case = {"dealer": "W", "tricks": tricks("N AH, E 2S, S KH, W 3H")}
    case["tricks"][0]["recorded_winner"] = "N"
    found = review(PlayRecord.from_json(case, STANDARD), STANDARD)
    assert found.fault.message == "Trick 1 goes to East (2♠), not to North."
    assert (found.fault.code, found.fault.trick, found.fault.card) == ("P08", 1, None)


def test_every_player_plays_exactly_one_card_to_a_trick():
    short = first("N TH, E 9H, S JH", "S 2H, W 3H, N 4H, E 5H")
    assert short == ("P09", 1, None, "Trick 1 has 3 cards; every player must play one.")
    long = first("N TH, E 9H, S JH, W QH, N 2H")
    assert long == ("P10", 1, None, "Trick 1 has 5 cards; every player plays only one.")
    assert first(complete=True, tricks=[{"plays": []}])[:3] == ("P09", 1, None)


def test_finished_hand_has_all_its_tricks():
    case = whole()
    del case["recorded_tricks"]
    case["tricks"].pop()
    found = review(PlayRecord.from_json(case, STANDARD), STANDARD).fault
    assert (found.code, found.trick, found.card) == ("P11", 12, None)
    assert found.message == "12 of 13 tricks are recorded."
    assert (
        review(PlayRecord.from_json(case | {"complete": False}, STANDARD), STANDARD).fault is None
    )
    assert first(complete=True) == ("P11", None, None, "0 of 13 tricks are recorded.")


def test_counts_must_be_those_of_the_play_by_seat_and_by_side():
    case = whole()
    counts = case["recorded_tricks"]
    sides = {"NS": counts["N"] + counts["S"], "EW": counts["E"] + counts["W"], "S": counts["S"]}
    record = PlayRecord.from_json(case | {"recorded_tricks": sides}, STANDARD)
    assert review(record, STANDARD).fault is None
    record = PlayRecord.from_json(case | {"recorded_tricks": sides | {"NS": 0}}, STANDARD)
    found = review(record, STANDARD).fault
    assert (found.code, found.where, found.trick) == ("P13", "recorded_tricks.NS", None)
    assert found.message == f"The play gives North–South {sides['NS']} tricks, not 0."
    unsaid = PlayRecord.from_json(record.to_json() | {"complete": False}, STANDARD)
    assert review(unsaid, STANDARD).fault == found


def test_misdeals_are_named_in_their_order_all_at_once():
    deal = short_deal()
    deal["S"][0] = deal["S"][1]
    deal["E"][0] = "LJ"
    deal["W"].pop()
    found = seen(deal=deal)
    assert [(it.code, it.where) for it in found.faults] == [
        ("P12", "deal.W"), ("P05", "deal.E"), ("P04", "deal.S"),
    ]  # fmt: skip
    assert found.faults[0].message == "Misdeal: West has 12 cards, not 13."
    assert first(deal={"N": deal["N"]})[0] == "P12"


def test_same_card_in_two_hands_is_a_misdeal():
    deal = short_deal()
    deal["S"][0] = deal["N"][0]
    fault = first(deal=deal)
    assert fault == ("P04", None, None, "Misdeal: A♠ was dealt twice.")


def test_bidding_is_finished_before_play():
    bids = {"N": 3, "E": 3, "S": None}
    found = seen("N TH, E 9H, S JH, W QH", bids=bids)
    assert [(it.code, it.where) for it in found.faults] == [("P14", "bids.S"), ("P14", "bids.W")]
    assert found.fault.message == "Finish the bidding first: South has not bid."
    assert first(bids=bids) is None
    complete = dict.fromkeys("NESW", 3)
    assert first("N TH, E 9H, S JH, W QH", bids=complete) is None


EXCHANGE = [
    {"from": "N", "to": "S", "cards": ["AS", "KS", "QS"]},
    {"from": "S", "to": "N", "cards": ["2C", "3C", "4C"]},
]
SWAPPED = {"N": "AS KS QS 5C", "S": "2C 3C 4C 5H", "E": "6C", "W": "7C"}


def test_cards_passed_by_a_blind_nil_change_hands():
    row, deal = "N 2C, E 6C, S AS, W 7C", short_deal(**SWAPPED)
    assert first(row, deal=deal)[:3] == ("P03", 1, 1)
    known = {"deal": deal, "exchange": EXCHANGE, "blind": ["N"]}
    found = seen(row, **known)
    assert [it.code for it in found.faults] == []
    assert found.winners == ("S",)
    assert first(row, **known | {"blind": None}) == first(row, **known)


def test_card_that_is_not_held_can_not_be_passed():
    deal = short_deal(N="KS QS", S="2C 3C 4C AS")
    fault = first(deal=deal, exchange=EXCHANGE, blind=["N"])
    assert fault == ("X04", None, None, "North does not hold A♠ and can't pass it.")
    assert first(deal=deal, exchange=EXCHANGE[:1], blind=["N"])[0] == "X03"
    assert first(deal=deal, exchange=EXCHANGE, blind=["N", "S"])[0] == "X01"


def test_exchange_that_is_due_comes_before_play():
    known = {"bids": {"N": 0, "E": 3, "S": 4, "W": 3}, "blind": ["N"]}
    row = "N TH, E 9H, S JH, W QH"
    assert first(row, **known, exchange=[])[0] == "P14"
    assert first(row, **known) is None
    assert first(row, **known | {"blind": ["N", "S"]}, exchange=[]) is None


def test_verdict_is_settled_by_a_deal_or_by_the_end_of_the_hand():
    row, case = "N TH, E 9H, S JH, W QH", whole()
    assert seen(row).settled is False
    assert seen(row, deal=short_deal(N="TH", E="9H", S="JH", W="QH")).settled is True
    del case["deal"]
    assert review(PlayRecord.from_json(case, STANDARD), STANDARD).settled is True


def test_fault_names_people_and_its_place():
    found = seen("N TH, E 2C, S JH, W QH", "W 2H, N 3H, E 4H, S 5H").fault
    assert found.say(names={"E": "Hazel"}).startswith("Hazel did not follow hearts")
    told = found.to_json()
    assert (told["where"], told["trick"], told["card"], told["seat"]) == (
        "tricks.0.plays.1", 1, 2, "E",
    )  # fmt: skip
    assert found.phrase.params["suit"] == Phrase("suit.H")
    assert isinstance(found.phrase.params["who"], Who)


def test_record_is_written_as_it_is_read():
    case = whole()
    assert PlayRecord.from_json(case, STANDARD).to_json() == case
    known = {"deal": short_deal(), "exchange": EXCHANGE, "blind": ["N"], "bids": {"N": 0}}
    record = PlayRecord.from_json(known, case_rules({}))
    assert record.to_json() == {**known, "tricks": [], "complete": False}


def test_review_is_told_as_json():
    told = seen("N TH, E 2C, S JH, W QH", "W 2H, N 3H, E 4H, S 5H").to_json()
    assert json.loads(json.dumps(told)) == told
    assert list(told) == [
        "valid", "settled", "faults", "reneges", "winners", "tricks", "spades_broken_at",
    ]  # fmt: skip
    renege = {"seat": "E", "trick": 1, "card": "2C", "held": ["4H"], "shown_at": 2}
    assert (told["valid"], told["reneges"]) == (False, [renege])
    assert told["winners"] == ["W", "S"]
    assert told["faults"][0]["message"].startswith("East did not follow hearts")

"""Hands that count for nothing keep their number, and the rules say who deals the next one."""

from uuid import uuid4

import pytest

from engine.faults import RuleError
from engine.spades.rules import STANDARD, preset
from scoring.models import Hand
from scoring.services import record_bid, record_hand, record_misdeal, throw_in
from tests.scoring.any_game import game_under
from tournament.actors import Actor
from tournament.refusals import Refusal, Stale

pytestmark = pytest.mark.django_db

LOW = {"N": "2", "E": "2", "S": "3", "W": "3"}


def words(game, number=1):
    return {"number": number, "entry_key": uuid4(), "by": Actor(table=game.match.table)}


def bid_all(game, bids, number=1):
    for seat in sorted(bids, key="NESW".index):
        record_bid(game, number=number, seat=seat, bid=bids[seat])


@pytest.mark.parametrize(("keeps", "dealer"), [("same", "W"), ("next", "N")])
def test_the_rules_say_who_deals_after_a_misdeal(keeps, dealer):
    game = game_under(STANDARD.with_options(misdeal_dealer=keeps))
    game = record_misdeal(game, cause="wrong_count", **words(game))
    assert (game.replay().next_dealer, game.hands_played, game.winner) == (dealer, 1, "")


@pytest.mark.parametrize(("keeps", "dealer"), [("same", "W"), ("next", "N")])
def test_the_rules_say_who_deals_after_a_hand_that_was_thrown_in(keeps, dealer):
    game = game_under(STANDARD.with_options(min_table_bid=11, thrown_in_dealer=keeps))
    bid_all(game, LOW)
    said = words(game)
    for _tap in range(2):
        game = throw_in(game, **said)

    hand = Hand.objects.get()
    assert (hand.bids, hand.tricks) == ({"N": 2, "E": 2, "S": 3, "W": 3}, {})
    assert (game.replay().next_dealer, game.hands_played) == (dealer, 1)
    assert game.totals["NS"] == {"score": 0, "bags": 0}


def test_a_whole_hand_that_was_bid_too_low_needs_no_tricks():
    game = game_under(STANDARD.with_options(min_table_bid=11))
    game = record_hand(game, bids=LOW, tricks={}, **words(game))
    assert game.replay().hands[0].sheet.void == "thrown_in"
    with pytest.raises(RuleError) as caught:
        record_hand(game, bids={**LOW, "N": "5"}, tricks={}, **words(game, 2))
    assert {fault.code for fault in caught.value.faults} == {"T01"}


def test_a_hand_that_was_bid_high_enough_is_not_thrown_in():
    game = game_under(STANDARD.with_options(min_table_bid=11))
    with pytest.raises(RuleError) as caught:
        throw_in(game, **words(game))
    assert [fault.code for fault in caught.value.faults] == ["T06"]
    bid_all(game, {**LOW, "N": "3"})
    with pytest.raises(Refusal) as refused:
        throw_in(game, **words(game))
    assert refused.value.code == "not_thrown_in"


@pytest.mark.parametrize("cause", ["", "rain", "revealed_card"])
def test_only_what_the_rules_list_makes_a_deal_void(cause):
    game = game_under(STANDARD)
    with pytest.raises(RuleError) as caught:
        record_misdeal(game, cause=cause, **words(game))
    assert [(fault.code, fault.where) for fault in caught.value.faults] == [("R06", "cause")]


def test_where_the_rules_list_no_cause_no_deal_is_void():
    game = game_under(STANDARD.with_options(misdeal_causes=()))
    with pytest.raises(RuleError):
        record_misdeal(game, cause="wrong_count", **words(game))
    assert not Hand.objects.exists()


def test_from_the_first_bid_on_a_deal_counts_where_the_rules_say_so():
    game = game_under(STANDARD.with_options(misdeal_until="first_bid"))
    record_bid(game, number=1, seat="N", bid="4")
    with pytest.raises(Refusal) as refused:
        record_misdeal(game, cause="wrong_count", **words(game))
    assert refused.value.code == "too_late_for_a_misdeal"


def test_a_paper_sheet_may_say_that_the_deal_was_void():
    game = game_under(preset("mirror"))
    game = record_hand(game, bids={}, tricks={}, misdeal="wrong_count", **words(game))
    assert (Hand.objects.get().misdeal, game.replay().played) == ("wrong_count", 0)


def test_a_first_hand_that_bids_itself_is_the_first_that_counts():
    rules = STANDARD.with_options(first_hand="itself")
    game = game_under(rules)
    game = record_misdeal(game, cause="wrong_count", **words(game))
    with pytest.raises(RuleError) as caught:
        record_bid(game, number=2, seat="N", bid="4")
    assert [fault.phrase.key for fault in caught.value.faults] == ["B19.first"]
    game = record_hand(game, bids={}, tricks={"NS": 7, "EW": 6}, **words(game, 2))
    with pytest.raises(RuleError) as caught:
        record_hand(game, bids={}, tricks={"NS": 7, "EW": 6}, **words(game, 3))
    assert [fault.phrase.key for fault in caught.value.faults] == ["B01.all"]


def test_a_void_hand_is_saved_once_and_closed():
    game = game_under(STANDARD)
    record_misdeal(game, cause="wrong_count", **words(game))
    with pytest.raises(Stale) as lost:
        record_misdeal(game, cause="wrong_count", **words(game))
    assert lost.value.code == "hand_is_saved"

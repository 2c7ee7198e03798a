"""Time called at a table: the hand in play, the hand before it, or the one to come carries it."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils.timezone import now

from scoring.models import Game, Hand
from scoring.queries.clock import clocks_of
from scoring.services import record_bid, record_tricks
from scoring.services.clock import call_time, call_time_everywhere
from tests.stage import director_of, drawn_event, enter_hand, match_of, opened
from tournament import log
from tournament.actors import Actor
from tournament.models import Match
from tournament.refusals import Refusal, Stale

pytestmark = pytest.mark.django_db

THREES = dict.fromkeys("NESW", "3")
TIMED = {"minutes": 30, "target_score": 500, "best_of": 1}


def begun(hands=1, **rules):
    game = opened(match_of(drawn_event(2, **(TIMED | rules)), 1))
    for _hand in range(hands):
        game = enter_hand(game, bids=THREES, tricks={"NS": 7, "EW": 6})
    return game


def staff(game):
    return director_of(game.match.event.club).user


def bid_once(game):
    record_bid(game, number=game.next_number, seat=game.replay().next_bidder or "E", bid="3")


def last(game):
    return Hand.objects.filter(game=game).order_by("number").last()


def stands(game):
    game = Game.objects.get(pk=game.pk)
    return game.winner, game.hands_played


def test_the_hand_in_play_is_played_out_and_is_the_last():
    game = begun()
    for seat in "SWNE":
        record_bid(game, number=2, seat=seat, bid="3")
    call_time(game, by=staff(game))
    assert (last(game).time_called, stands(game)) == (True, ("", 1))
    record_tricks(
        game,
        number=2,
        tricks={"NS": 6, "EW": 7},
        entry_key=uuid4(),
        by=Actor(table=game.match.table),
    )
    assert (last(game).time_called, stands(game)) == (True, ("", 2))  # 121 each: one more
    game = enter_hand(game, bids=THREES, tricks={"NS": 7, "EW": 6})
    assert stands(game) == ("NS", 3)


def test_a_hand_stopped_by_the_clock_is_void_and_the_leader_wins():
    game = begun(time_up="stop")
    bid_once(game)
    call_time(game, by=staff(game))
    hand = last(game)
    assert (hand.number, hand.sheet.void, hand.bids, stands(game)) == (2, "stopped", {}, ("NS", 2))
    assert hand.versions.get().reason == "Time was called."
    assert Match.objects.get(pk=game.match_id).state == Match.State.FINISHED


@pytest.mark.parametrize("time_up", ["finish_hand", "stop"])
def test_between_hands_the_hand_saved_last_was_the_last(time_up):
    game = begun(time_up=time_up)
    call_time(game, by=staff(game))
    hand = last(game)
    assert (hand.number, hand.time_called, stands(game)) == (1, True, ("NS", 1))
    assert [it.reason for it in hand.versions.all()] == ["", "Time was called."]


def test_bids_that_were_all_taken_back_begin_no_hand():
    game = begun()
    game.hands.create(number=2, dealer="E")
    call_time(game, by=staff(game))
    assert (last(game).number, stands(game)) == (1, ("NS", 1))


def test_before_the_first_hand_the_first_is_the_last():
    game = begun(hands=0)
    call_time(game, by=staff(game))
    assert (last(game).time_called, stands(game)) == (True, ("", 0))
    game = enter_hand(game, bids=THREES, tricks={"NS": 7, "EW": 6})
    assert stands(game) == ("NS", 1)


def test_where_nobody_bids_a_hand_may_always_be_in_play():
    event = drawn_event(2, variant="nobid", minutes=30, target_score=50, best_of=1)
    game = opened(match_of(event, 1))
    game = enter_hand(game, bids={}, tricks={"NS": 7, "EW": 6})
    call_time(game, by=staff(game))
    assert (last(game).number, last(game).time_called, stands(game)) == (2, True, ("", 1))


def test_time_called_twice_was_called_once():
    game = begun()
    bid_once(game)
    for _tap in range(2):
        call_time(game, by=staff(game))
    lines = [it for it in game.match.event.log.all() if it.key == "time_called"]
    assert [(log.sentence(it), it.public) for it in lines] == [
        ("Match 1, game 1: time was called.", True)
    ]


def test_a_game_without_a_clock_has_no_time_to_call():
    game = opened(match_of(drawn_event(2, target_score=500), 1))
    with pytest.raises(Refusal) as refused:
        call_time(game, by=staff(game))
    assert refused.value.code == "no_clock"


def test_a_finished_match_has_no_time_to_call():
    game = enter_hand(begun(hands=0, target_score=60))
    with pytest.raises(Stale):
        call_time(game, by=staff(game))


def test_time_is_called_at_every_table_that_has_a_clock_and_once():
    event = drawn_event(5, **TIMED)
    games = [
        opened(match) for match in event.matches.filter(state=Match.State.READY).order_by("number")
    ]
    assert len(games) > 1
    by = staff(games[0])
    call_time(games[0], by=by)
    assert call_time_everywhere(event, by=by) == len(games) - 1
    assert call_time_everywhere(event, by=by) == 0
    assert event.log.filter(key="time_called").count() == len(games)


def test_clocks_say_how_long_a_game_has_run_and_which_are_over_time():
    game = begun()
    event = game.match.event

    def seen(minutes):
        return [
            (it.minutes, it.left, it.is_over)
            for it in clocks_of(event, game.opened_at + timedelta(minutes=minutes))
        ]

    assert seen(29) == [(29, 1, False)]
    assert seen(30) == [(30, 0, True)]
    bid_once(game)
    call_time(game, by=staff(game))
    assert seen(31) == [(31, 0, False)]
    assert [it.is_called for it in clocks_of(event, now())] == [True]

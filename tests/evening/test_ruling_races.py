"""The desk rules while the table plays: one of them is first, and nothing is lost."""

from functools import partial
from uuid import uuid4

import pytest

from scoring.models import Game, Hand
from scoring.services import record_bid, record_tricks
from scoring.services.clock import call_time
from scoring.services.rulings import rule_on
from tests.evening.test_races import at_once, bid_all, long_game
from tests.stage import director_of, drawn_event, enter_hand, match_of, opened
from tournament.actors import Actor
from tournament.refusals import Stale

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.everywhere]


@pytest.fixture(autouse=True)
def _nothing_runs_by_itself(settings):
    """Errands wait in the outbox until a test does them."""
    settings.CELERY_TASK_ALWAYS_EAGER = False


def ruling(game, director, key):
    return rule_on(
        game,
        number=1,
        offence="phone",
        seat="N",
        effect="points:10",
        note="It rang",
        entry_key=key,
        by=director,
    )


def test_five_parallel_rulings_with_one_key_are_one():
    game = long_game()
    act = partial(ruling, game, director_of(game.match.event.club).user, uuid4())
    assert None not in at_once(*[act] * 5)
    assert [it["offence"] for it in Hand.objects.get().rulings] == ["phone"]
    assert game.match.event.log.filter(key="ruled").count() == 1


@pytest.mark.parametrize("attempt", range(4))
def test_a_hand_saved_while_it_is_ruled_on_keeps_the_ruling(attempt):
    game = long_game()
    bid_all(game, 1)
    director = director_of(game.match.event.club).user
    tricks = partial(
        record_tricks,
        game,
        number=1,
        tricks={"NS": 7, "EW": 6},
        entry_key=uuid4(),
        by=Actor(table=game.match.table),
    )
    acts = [tricks, partial(ruling, game, director, uuid4())]
    at_once(*(acts if attempt % 2 else reversed(acts)))
    hand, game = Hand.objects.get(), Game.objects.get(pk=game.pk)
    assert (len(hand.rulings), hand.is_scored) == (1, True)
    assert game.totals["NS"]["score"] == 61 - 10


def test_time_called_by_two_of_the_staff_while_a_bid_is_made_is_called_once():
    event = drawn_event(2, minutes=30, target_score=500, best_of=1)
    game = enter_hand(
        opened(match_of(event, 1)), bids=dict.fromkeys("NESW", "3"), tricks={"NS": 7, "EW": 6}
    )
    director = director_of(event.club).user

    def staff():
        try:
            return call_time(game, by=director)
        except Stale as lost:
            return lost.code

    def table():
        try:
            return record_bid(game, number=2, seat="S", bid="3")
        except Stale as lost:
            return lost.code

    assert None not in at_once(staff, table, staff)
    assert event.log.filter(key="time_called").count() == 1
    assert Hand.objects.filter(game=game, time_called=True).count() == 1

"""Somebody leaves at the very moment at which something else is written. One of them is first."""

from functools import partial

import pytest
from django.db import connection

from tests.evening.test_races import at_once, long_game
from tests.stage import at_a_table, director_of, drawn_event, enter_hand, match_of, work
from tournament.actors import Actor
from tournament.models import Act, Match
from tournament.refusals import Refusal, Stale
from tournament.services.departures import award_walkover, forfeit, withdraw_team
from tournament.services.no_shows import mark_here

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.everywhere]


@pytest.fixture(autouse=True)
def _nothing_runs_by_itself(settings):
    """Errands wait in the outbox until a test does them."""
    settings.CELERY_TASK_ALWAYS_EAGER = False


def tried(act):
    """Do something, and say whether it was done."""
    try:
        act()
    except (Stale, Refusal):
        return False
    finally:
        connection.close()
    return True


@pytest.mark.parametrize("attempt", range(4))
def test_a_hand_is_saved_while_its_team_withdraws(attempt):
    """A withdrawal and a hand crossed each other, and the match stayed open with one team."""
    game = long_game()
    event, by = game.match.event, director_of(game.match.event.club)
    leaving = game.match.sides.get(place=0).entry

    saved, left = at_once(
        partial(tried, lambda: enter_hand(game)),
        partial(tried, lambda: withdraw_team(leaving, by=by)),
    )

    match = match_of(event, 1)
    hands = game.hands.filter(tricks__isnull=False).count()
    assert (left, match.reason, match.winner.pk) == (
        True,
        "withdrawal",
        match.sides.get(place=1).entry_id,
    )
    assert (hands, match.game_number, match.hand_number) == (int(saved), 0, 0)
    assert event.log.filter(key="team_withdrawn").count() == 1


@pytest.mark.parametrize("attempt", range(4))
def test_two_of_the_staff_rule_on_the_same_match_at_once(attempt):
    event = drawn_event(4)
    by = director_of(event.club)
    done = at_once(
        partial(tried, lambda: award_walkover(match_of(event, 1), absent=[0], by=by)),
        partial(tried, lambda: forfeit(match_of(event, 1), sides=[1], by=by)),
    )
    work()
    match = match_of(event, 1)
    assert sorted(done) == [False, True]
    assert (Act.objects.count(), match.sides.filter(gone=True).count()) == (1, 1)


@pytest.mark.parametrize("attempt", range(4))
def test_a_team_sits_down_while_the_walkover_against_it_is_given(attempt):
    event = drawn_event(2, tables=1)
    match = at_a_table(match_of(event, 1))
    by, table = director_of(event.club), Actor(table=match.table)
    came, ruled = at_once(
        partial(tried, lambda: mark_here(match, 0, by=table)),
        partial(tried, lambda: award_walkover(match, absent=[0], by=by)),
    )
    match = match_of(event, 1)
    assert (ruled, match.state, match.reason) == (True, Match.State.FINISHED, "walkover")
    assert event.log.filter(key="side_here").count() == int(came)

"""Two people do something at the same moment. One of them is first, and nothing is lost."""

from functools import partial
from uuid import uuid4

import pytest
from django.test import Client

from scoring.demo.pages import forms_of
from scoring.models import Hand, HandVersion
from scoring.services import record_bid
from tests.evening.races import at_once
from tests.evening.tables import ApiTable
from tests.stage import director_of, drawn_event, match_of, opened, played, work
from tournament.models import Event, Match
from tournament.services.calls import call_tables
from tournament.services.departures import withdraw_team
from tournament.services.progress import advance

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.everywhere]

ROUNDS = 50
BIDS = {"N": "3", "E": "3", "S": "3", "W": "3"}


@pytest.fixture(autouse=True)
def _nothing_runs_by_itself(settings):
    """Errands wait in the outbox until a test does them."""
    settings.CELERY_TASK_ALWAYS_EAGER = False


def long_game():
    """A game that no number of hands in these tests decides."""
    return opened(match_of(drawn_event(2, target_score=100_000), 1))


def bid_all(game, number):
    order = [*"ESWN"][(number - 1) % 4 :] + [*"ESWN"][: (number - 1) % 4]
    for seat in order:
        record_bid(game, number=number, seat=seat, bid="3")


class Phone:
    """One of two phones at a table, with a form it has loaded."""

    def __init__(self, game):
        self.client = Client(HTTP_HOST="testserver", headers={"HX-Request": "true"})
        self.address = f"/t/{game.match.table.token}/part/"

    def load(self):
        page = self.client.get(self.address).content.decode()
        self.form = next(form for form in forms_of(page) if form.act == "tricks")

    def send(self, took):
        return self.client.post(self.form.action, {**self.form.fields, "tricks_NS": took})


def test_both_pairs_post_a_hand_at_once_and_it_is_one_hand_each_time():
    """Two phones at one match overwrote each other, and neither learned of it."""
    game = long_game()
    phones = Phone(game), Phone(game)
    for number in range(1, ROUNDS + 1):
        bid_all(game, number)
        for phone in phones:
            phone.load()
        answers = at_once(*(partial(phone.send, took) for took, phone in enumerate(phones, 6)))

        assert sorted(answer.status_code for answer in answers) == [200, 409]
        lost = next(answer for answer in answers if answer.status_code == 409)
        newer = next(form for form in forms_of(lost.content.decode()) if form.act == "bid")
        assert f"/games/1/hands/{number + 1}/" in newer.action

    assert Hand.objects.filter(tricks__isnull=False).count() == ROUNDS
    assert HandVersion.objects.count() == ROUNDS
    game.refresh_from_db()
    assert (game.hands_played, match_of(game.match.event, 1).hand_number) == (ROUNDS, ROUNDS)


@pytest.mark.parametrize("door", ["phone", "api"])
def test_five_parallel_posts_with_one_entry_key_are_one_hand(door):
    """One result was sent from several tabs and counted as often."""
    game = long_game()
    bid_all(game, 1)
    if door == "phone":
        phones = [Phone(game) for _number in range(5)]
        phones[0].load()
        for phone in phones:
            phone.form = phones[0].form
        statuses = [it.status_code for it in at_once(*(partial(phone.send, 6) for phone in phones))]
        assert statuses == [200] * 5
    else:
        token, key = game.match.table.token, str(uuid4())
        table = ApiTable(token)
        table.look()
        typed = {"sheet": table.state["sheet"], "entry_key": key, "tricks": {"NS": 6, "EW": 7}}
        address = "/api/v1/table/games/1/hands/1/tricks/"

        def post():
            client = Client(HTTP_HOST="testserver", headers={"Authorization": f"Table {token}"})
            return client.post(address, typed, content_type="application/json").status_code

        statuses = at_once(*[post] * 5)
        assert set(statuses) <= {200, 201}

    assert HandVersion.objects.count() == 1
    game.refresh_from_db()
    assert game.totals == {"NS": {"score": 60, "bags": 0}, "EW": {"score": 61, "bags": 1}}


@pytest.mark.parametrize("attempt", range(4))
def test_a_winner_withdraws_while_it_is_being_seated(attempt):
    """Between the check whether a team may leave and its leaving, something else happened."""
    event = drawn_event(4)
    by = director_of(event.club)
    first, other = played(match_of(event, 1)), played(match_of(event, 2))
    at_once(lambda: withdraw_team(first.winner, by=by), lambda: advance(first.pk))
    work()

    event.refresh_from_db()
    final = event.matches.get(above=None)
    assert (final.reason, final.winner) == (Match.Reason.WALKOVER, other.winner)
    assert (event.status, event.champion) == (Event.Status.FINISHED, other.winner)


def test_a_match_is_advanced_once_however_many_workers_try():
    event = drawn_event(4)
    match = played(match_of(event, 1))
    assert sorted(at_once(*[lambda: advance(match.pk)] * 5)) == [False] * 4 + [True]


def test_the_two_matches_below_a_final_are_advanced_at_once():
    event = drawn_event(4)
    first, second = played(match_of(event, 1)), played(match_of(event, 2))
    assert at_once(lambda: advance(first.pk), lambda: advance(second.pk)) == [True, True]

    final = event.matches.get(above=None)
    assert final.state == Match.State.READY
    assert {side.entry for side in final.sides.all()} == {first.winner, second.winner}


def test_free_tables_called_by_two_workers_hold_one_match_each():
    """A lock lived in one process, and the next process knew nothing of it."""
    event = drawn_event(8, tables=3, auto_call=True)
    called = at_once(*[lambda: call_tables(event.pk)] * 3)

    assert sorted(called) == [0, 0, 3]
    tables = event.matches.filter(state=Match.State.CALLED).values_list("table__number", flat=True)
    assert sorted(tables) == [1, 2, 3]

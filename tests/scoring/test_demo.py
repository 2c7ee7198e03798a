"""The demo is what ``make run`` promises: alive, twice the same, and never on a hosted site."""

import random
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from scoring.demo.building import PASSWORD, STAFF
from scoring.demo.pages import forms_of
from scoring.demo.visitors import Browser, Visitors
from scoring.models import Hand
from scoring.services import record_bid
from tests.stage import at_a_table, drawn_event, match_of, opened
from tournament.models import Entry, Event, Match


@pytest.fixture
def loaded(db):
    words = StringIO()
    call_command("demo_evening", stdout=words)
    return words.getvalue()


def test_the_demo_has_an_event_of_each_kind_and_table_1_of_tonight_waits(loaded):
    past, coming, tonight = (
        Event.objects.get(name=name)
        for name in ("First Frost Five", "Harvest Moon Pairs", "The Allotment Cup")
    )
    assert (past.status, past.champion is not None) == (Event.Status.FINISHED, True)
    assert past.finished_at < coming.created_at
    assert coming.status == Event.Status.REGISTRATION
    assert coming.entries.filter(state=Entry.State.SINGLE).count() == 2
    assert tonight.status == Event.Status.RUNNING
    assert (tonight.entries.count(), tonight.tables.count()) == (13, 8)

    at_tables = tonight.matches.filter(round=1).exclude(reason="bye").order_by("table__number")
    assert list(at_tables.values_list("table__number", "state")) == [
        (1, Match.State.CALLED),
        (2, Match.State.PLAYING),
        (3, Match.State.FINISHED),
        (4, Match.State.PLAYING),
        (5, Match.State.PLAYING),
    ]
    assert tonight.matches.get(table__number=3).advanced_at is not None


def test_loading_again_changes_nothing_and_says_what_to_open(loaded, client):
    def counts():
        return [model.objects.count() for model in (Event, Entry, Match, Hand)]

    before, words = counts(), StringIO()
    call_command("demo_evening", stdout=words)

    assert counts() == before
    assert words.getvalue() == loaded
    table = Event.objects.get(name="The Allotment Cup").tables.get(number=1)
    assert loaded.splitlines() == [
        "The bracket: http://testserver/e/the-allotment-cup/bracket/",
        f"Table 1, yours to play: http://testserver/t/{table.token}/",
        f"The desk (log in as {' or '.join(STAFF)}, password {PASSWORD}): http://testserver/desk/",
    ]
    for name in ("director", "scorekeeper", "viewer"):
        assert client.login(username=name, password=PASSWORD)


def test_a_hosted_site_refuses_the_demo(db, settings):
    settings.HOSTED = True
    with pytest.raises(CommandError, match="published passwords"):
        call_command("demo_evening")
    assert not Event.objects.exists()


def test_a_page_is_read_as_a_browser_reads_it():
    page = """
    <form action="/search/"><input name="q"></form>
    <form method="post" action="/t/x/games/1/open/">
      <input type="hidden" name="match" value="3.1">
      <select name="seat_N"><option value="7">Ada</option><option value="8" selected>Ben</option>
      </select>
      <input type="radio" name="first_dealer" value="N">
      <label class="key key-likely"><input type="radio" name="first_dealer" value="E" checked>
      </label>
      <button name="bid" value="4">4</button><button formaction="/back/" name="back" value="N">
    </form>"""
    [form] = forms_of(page)
    assert form.act == "open"
    assert form.fields == {"match": "3.1", "seat_N": "8", "first_dealer": "E"}
    assert form.choices == {"seat_N": ["7", "8"], "first_dealer": ["N", "E"]}
    assert form.likely == {"first_dealer": "E"}
    assert form.buttons == {"bid": ["4"]}


def test_demo_players_play_a_match_to_its_end_over_http(transactional_db, live_server):
    event = drawn_event(2, best_of=3, target_score=100)
    table = at_a_table(match_of(event, 1)).table
    players = Visitors(
        Browser(live_server.url), f"/t/{table.token}/", event.rule_set, random.Random(5)
    )
    acts = [players.play_hand() for _hand in range(40)]

    event.refresh_from_db()
    assert set(acts) == {"tricks", "wait"}
    assert event.matches.get().reason == Match.Reason.PLAYED
    assert event.champion == event.matches.get().winner


def test_demo_players_go_on_with_a_hand_that_others_began(transactional_db, live_server):
    event = drawn_event(2, target_score=500)
    game = opened(match_of(event, 1))
    for seat, bid in (("E", "nil"), ("S", "4"), ("W", "blind")):
        record_bid(game, number=1, seat=seat, bid=bid)
    players = Visitors(
        Browser(live_server.url),
        f"/t/{game.match.table.token}/",
        event.rule_set,
        random.Random(5),
    )
    assert players.play_hand() == "tricks"
    assert game.hands.get().is_scored


def test_demo_players_wait_while_the_server_is_away():
    players = Visitors(Browser("http://127.0.0.1:9"), "/t/x/", rules=None, dice=random.Random(1))
    assert players.turn() == "wait"

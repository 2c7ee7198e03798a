"""What blocks the round: everything is listed, and nothing is listed without a way out."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.utils.timezone import now

from tests.factories import EventFactory
from tests.stage import (
    at_a_table,
    director_of,
    drawn_event,
    enter_hand,
    entered,
    match_of,
    open_event,
    opened,
    played,
    work,
)
from tests.tournament.desk_cast import address, signed_in
from tournament.desk_blocks import blocks_of
from tournament.models import Event, Match, Table
from tournament.queries.desk import board_of
from tournament.services.catch_up import catch_up
from tournament.services.draw import freeze_list
from tournament.services.events import open_check_in
from tournament.services.no_shows import mark_here

pytestmark = [pytest.mark.django_db, pytest.mark.everywhere]


def found(event):
    """What is listed of an event: sentence to the words of its buttons."""
    event.refresh_from_db()
    return {
        f"{block.head} {block.words}": [way.words for way in block.ways]
        for block in blocks_of(board_of(event, now()))
    }


def called(event, minutes):
    match = at_a_table(match_of(event, 1))
    Match.objects.filter(pk=match.pk).update(due_at=now() + timedelta(minutes=minutes))
    return match_of(event, 1)


def test_whoever_is_late_is_named_with_the_walkover_and_the_wait():
    event = drawn_event(2, tables=1)
    match = called(event, -1)
    mark_here(match, 0, by=director_of(event.club))
    due = f"{match.due_at.astimezone(event.tz):%H:%M}"
    missing = match.sides.get(place=1).entry
    assert found(event) == {
        f"Match 1 at table 1: late since {due}: {missing}.": ["Walkover …", "Wait or mark here"]
    }


def test_the_desk_is_warned_before_the_time_is_up():
    event = drawn_event(2, tables=1)
    called(event, 1)
    [block] = blocks_of(board_of(event, now()))
    assert (block.urgent, [way.words for way in block.ways]) == (True, ["Wait or mark here"])


def test_all_there_and_not_begun_is_no_walkover():
    event = drawn_event(2, tables=1)
    match = called(event, -1)
    for place in (0, 1):
        mark_here(match, place, by=director_of(event.club))
    assert found(event) == {
        "Match 1 at table 1: everybody is there, and play has not begun.": ["Look"]
    }


@pytest.mark.parametrize(
    ("changes", "words", "button"),
    [
        ({"held": True}, "skipped: free tables pass it by until it is released.", "Call match 1"),
        ({}, "ready; no table is free.", "Add a table"),
    ],
)
def test_a_match_without_a_table_says_why(changes, words, button):
    event = drawn_event(4, tables=1)
    at_a_table(match_of(event, 2))
    event.matches.filter(number=1).update(**changes)
    assert found(event)[f"Match 1: {words}"][0] == button


def test_a_match_that_waits_for_its_own_table_names_it():
    event = drawn_event(4, tables=1)
    table = at_a_table(match_of(event, 2)).table
    event.matches.filter(number=1).update(pinned=table)
    assert "Match 1: waits for table 1, which is not free." in found(event)


def test_without_any_table_the_way_out_is_to_add_one():
    assert found(drawn_event(2))["Match 1: ready; there is no table yet."] == ["Add a table"]


def test_a_quiet_table_is_worth_a_look():
    event = drawn_event(2, tables=1, target_score=500)
    enter_hand(opened(match_of(event, 1)))
    event.matches.update(hand_at=now() - timedelta(minutes=20))
    assert found(event) == {"Match 1 at table 1: no hand for 20 minutes.": ["Look"]}


def test_a_table_that_is_off_and_holds_a_match_is_told():
    event = drawn_event(2, tables=1)
    at_a_table(match_of(event, 1))
    Table.objects.filter(event=event).update(state="off")
    told = found(event)["Match 1 at table 1: the table is out of use and holds a match."]
    assert told == ["Put the table into use", "Look"]


def test_results_that_no_worker_carried_up_are_carried_by_hand(client):
    """A match that was over held the next round up, and nobody could see why."""
    event = drawn_event(4, tables=2)
    played(match_of(event, 1))
    event.matches.filter(number=1).update(finished_at=now() - timedelta(minutes=1))
    assert found(event)["The worker is behind. 1 result has not been carried up yet."] == [
        "Carry up now"
    ]
    signed_in(client, event.club, role="scorekeeper")
    assert client.get(address("catch-up", event)).status_code == 200
    assert client.post(address("catch-up", event)).status_code == 302
    assert match_of(event, 1).advanced_at
    assert (catch_up(event), work() >= 0) == (0, True)


def at_check_in():
    event = entered(open_event(), 4)
    return open_check_in(event, by=director_of(event.club))


def closed_list():
    event = at_check_in()
    freeze_list(event, by=director_of(event.club), everyone=True)
    return event


def over():
    event = drawn_event(2, tables=1)
    played(match_of(event, 1))
    work()
    return event


def in_play():
    event = drawn_event(4, tables=2)
    enter_hand(opened(match_of(event, 1)))
    return event


def off_table():
    event = drawn_event(2, tables=1)
    at_a_table(match_of(event, 1))
    Table.objects.filter(event=event).update(state="off")
    return event


def skipped():
    event = drawn_event(2, tables=1)
    event.matches.update(held=True)
    return event


def waiting():
    event = drawn_event(4, tables=1)
    played(match_of(event, 1))
    work()
    return event


def is_called(minutes):
    event = drawn_event(2, tables=1)
    called(event, minutes)
    return event


STATES = {
    "draft": EventFactory,
    "registration": lambda: entered(open_event(), 2),
    "check-in": at_check_in,
    "closed list": closed_list,
    "drawn, no table": lambda: drawn_event(2),
    "drawn, tables": lambda: drawn_event(4, tables=1),
    "drawn, tables that call": lambda: drawn_event(4, tables=1, auto_call=True),
    "skipped": skipped,
    "called": lambda: is_called(8),
    "nearly late": lambda: is_called(1),
    "late": lambda: is_called(-1),
    "in play": in_play,
    "table off": off_table,
    "waiting": waiting,
    "left behind": lambda: (played(match_of(event := drawn_event(4, tables=1), 1)), event)[1],
}


@pytest.mark.parametrize("state", STATES)
def test_there_is_no_state_without_a_way_out(client, state):
    """An event hung in a state for which the desk had no button, and stood still for good."""
    event = STATES[state]()
    signed_in(client, event.club)
    page = client.get(address("tables", event)).content.decode()
    part = page[page.index('id="blocks"') :]
    links = [unescape(link) for link in re.findall(r'href="([^"]+)"', part.split("</section>")[0])]
    answers = {link: client.get(link.partition("#")[0]).status_code for link in links}
    assert answers, "nothing is listed"
    assert set(answers.values()) == {200}


def test_a_closed_list_says_that_the_draw_is_next():
    told = "The bracket is not drawn yet. The list is closed: draw, or set the attempt aside."
    assert found(closed_list()) == {told: ["Next steps", "Draw"]}


@pytest.mark.parametrize("status", ["finished", "cancelled"])
def test_what_is_over_blocks_nothing(status):
    event = over()
    Event.objects.filter(pk=event.pk).update(status=status)
    assert found(event) == {}


@pytest.mark.parametrize("entries", [6, 24])
def test_the_list_takes_as_many_queries_however_long_it_is(django_assert_num_queries, entries):
    event = drawn_event(entries, tables=2)
    work()
    for match in event.matches.filter(state="ready", round=1)[: entries // 6]:
        at_a_table(match)
    with django_assert_num_queries(15):
        blocks_of(board_of(event, now()))

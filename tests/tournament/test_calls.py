"""Matches find a table: the longest-waiting first, one at a time, and never twice."""

import pytest

from relay.models import Letter
from tests.factories import TableFactory
from tests.stage import (
    at_a_table,
    director_of,
    drawn_event,
    match_of,
    opened,
    played,
    work,
)
from tournament.models import Event, Match, Table
from tournament.refusals import Refusal, Stale
from tournament.services.calls import call_match, call_tables, free_tables, uncall_match
from tournament.services.events import cancel_event
from tournament.services.tables import set_table_state

pytestmark = [pytest.mark.django_db, pytest.mark.everywhere]


def called(event):
    at_tables = event.matches.filter(state__in=["called", "playing"]).order_by("table__number")
    return [(match.table.number, match.number) for match in at_tables.select_related("table")]


def table_of(event, number):
    return event.tables.get(number=number)


def test_free_tables_call_the_matches_that_have_waited_longest():
    """Schedules made beforehand ran rounds in reverse; a free table asks who waited longest."""
    event = drawn_event(8, tables=2, auto_call=True)
    work()
    assert called(event) == [(1, 1), (2, 2)]

    played(match_of(event, 2))
    work()
    assert called(event) == [(1, 1), (2, 3)]


def test_a_later_round_waits_behind_matches_that_were_ready_before():
    event = drawn_event(8, tables=1, auto_call=True)
    work()
    order = []
    while match := event.matches.filter(state=Match.State.CALLED).first():
        order.append(match.number)
        played(match)
        work()

    assert order == [1, 2, 3, 4, 5, 6, 7]


def test_nothing_is_called_where_the_switch_is_off():
    event = drawn_event(4, tables=2, auto_call=False)
    work()
    assert called(event) == []
    assert call_tables(event.pk) == 0


def test_a_table_that_is_off_calls_nothing():
    event = drawn_event(4, tables=2, auto_call=True)
    set_table_state(table_of(event, 1), state=Table.State.OFF, by=director_of(event.club))
    work()
    assert called(event) == [(2, 1)]


def test_the_first_call_sets_the_event_running_and_tells_both_pairs_once():
    event = drawn_event(2, tables=1)
    match = match_of(event, 1)
    by = director_of(event.club)
    call_match(match, table_of(event, 1), by=by)
    call_match(match, table_of(event, 1), by=by)

    event.refresh_from_db()
    letters = Letter.objects.filter(fact__startswith="you_play:")
    assert event.status == Event.Status.RUNNING
    assert sorted(letters.values_list("to", flat=True)) == [
        "pair1@example.org",
        "pair2@example.org",
    ]


def test_a_match_already_at_a_table_is_not_called_to_another():
    """One match was begun twice, at two tables."""
    event = drawn_event(2, tables=2)
    match = at_a_table(match_of(event, 1))
    with pytest.raises(Stale) as lost:
        call_match(match, table_of(event, 2), by=director_of(event.club))
    assert lost.value.code == "already_called"


def test_a_taken_table_names_the_match_that_has_it():
    event = drawn_event(4, tables=1)
    at_a_table(match_of(event, 1))
    with pytest.raises(Stale) as lost:
        call_match(match_of(event, 2), table_of(event, 1), by=director_of(event.club))
    assert str(lost.value) == "Table 1 now has match 1. Choose another one."


def test_a_match_that_waits_for_a_pair_cannot_be_called():
    event = drawn_event(4, tables=1)
    with pytest.raises(Refusal) as refused:
        call_match(match_of(event, 3), table_of(event, 1), by=director_of(event.club))
    assert refused.value.code == "not_ready"


def test_a_table_switched_off_meanwhile_is_refused_though_the_page_showed_it():
    event = drawn_event(2, tables=1)
    seen = table_of(event, 1)
    set_table_state(table_of(event, 1), state=Table.State.OFF, by=director_of(event.club))
    with pytest.raises(Refusal) as refused:
        call_match(match_of(event, 1), seen, by=director_of(event.club))
    assert refused.value.fields == {"table": "This table is not in use. Choose another one."}


def test_a_table_of_another_event_is_refused():
    event = drawn_event(2)
    with pytest.raises(Refusal) as refused:
        call_match(match_of(event, 1), TableFactory(), by=director_of(event.club))
    assert refused.value.code == "table_off"


def test_a_call_taken_back_frees_the_table_and_keeps_the_place_in_line():
    event = drawn_event(4, tables=1)
    first = match_of(event, 1)
    since = first.ready_at
    by = director_of(event.club)
    at_a_table(first)

    assert uncall_match(first, by=by).state == Match.State.READY
    assert uncall_match(first, by=by).state == Match.State.READY

    first.refresh_from_db()
    assert (first.table, first.ready_at) == (None, since)
    assert free_tables(event) == [table_of(event, 1)]


def test_a_call_cannot_be_taken_back_once_play_has_begun():
    event = drawn_event(2)
    match = match_of(event, 1)
    opened(match)
    with pytest.raises(Stale) as lost:
        uncall_match(match, by=director_of(event.club))
    assert lost.value.code == "play_has_begun"


def test_a_second_call_after_one_taken_back_is_news_again():
    event = drawn_event(2, tables=1)
    match = match_of(event, 1)
    by = director_of(event.club)
    call_match(match, table_of(event, 1), by=by)
    uncall_match(match, by=by)
    call_match(match, table_of(event, 1), by=by)

    assert Letter.objects.filter(fact__startswith=f"you_play:{match.pk}:").count() == 4


def test_nothing_is_called_in_an_event_that_was_cancelled():
    event = drawn_event(2, tables=1, auto_call=True)
    by = director_of(event.club)
    cancel_event(event, by=by)
    work()
    assert called(event) == []
    with pytest.raises(Stale) as lost:
        call_match(match_of(event, 1), table_of(event, 1), by=by)
    assert lost.value.code == "event_is_over"


def test_a_match_decided_at_a_table_leaves_it_free_at_once():
    event = drawn_event(4, tables=1)
    played(match_of(event, 1))
    assert free_tables(event) == [table_of(event, 1)]


def test_of_several_free_tables_the_one_free_longest_calls_first():
    event = drawn_event(8, tables=3)
    for number in (1, 2, 3):
        opened(match_of(event, number))
    for number in (2, 1, 3):
        played(match_of(event, number))
    assert [table.number for table in free_tables(event)] == [2, 1, 3]

"""Reading for the public pages: few queries, the same few however many rows."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import EntryFactory, EventFactory
from tests.stage import drawn_event, entered, open_event
from tournament.queries.bracket import bracket_of, slip_of
from tournament.queries.draws import draw_page
from tournament.queries.events import entries_of, public_events

pytestmark = [pytest.mark.django_db, pytest.mark.everywhere]


def queries(act):
    with CaptureQueriesContext(connection) as taken:
        act()
    return len(taken)


@pytest.mark.parametrize("page", ["event", "draw"])
def test_a_page_takes_the_same_queries_for_2_pairs_as_for_20(client, page):
    def taken(event):
        return queries(lambda: client.get(reverse(f"tournament:{page}", args=[event.slug])))

    expected = {"event": 5, "draw": 3}[page]
    assert taken(entered(open_event(), 2)) <= expected
    assert taken(entered(open_event(), 2)) == taken(entered(open_event(), 20))
    assert taken(drawn_event(2)) == taken(drawn_event(20))


def test_the_list_of_events_is_one_query_and_counts_pairs():
    event = EventFactory()
    EntryFactory.create_batch(3, event=event)
    EventFactory.create_batch(3)

    assert queries(public_events) == 1
    assert [each.pairs for each in public_events().upcoming] == [3, 0, 0, 0]


def test_reading_functions_keep_to_the_queries_they_promise():
    event = drawn_event(8)
    ref = event.entries.first().ref

    assert queries(lambda: list(bracket_of(event).sections)) == 2
    assert queries(lambda: bracket_of(event, follow=ref)) == 3
    assert queries(lambda: slip_of(event, 3)) == 2
    assert queries(lambda: draw_page(event)) == 2
    assert queries(lambda: entries_of(event)) == 2


@pytest.mark.parametrize("ref", ["", "\x00", "none", "é" * 40, "%"])
def test_a_name_that_is_no_entry_follows_nobody(ref):
    assert bracket_of(drawn_event(2), follow=ref).followed is None

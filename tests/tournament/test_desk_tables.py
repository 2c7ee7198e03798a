"""The overview of the tables: what it shows, in which order, and calling by hand."""

from datetime import timedelta

import pytest
from django.utils.timezone import now

from tests.factories import EntryFactory, MatchFactory, TableFactory
from tests.stage import at_a_table, drawn_event, enter_hand, match_of, opened, work
from tests.tournament.desk_cast import address, signed_in, text_of
from tournament.models import Event, Match, Table
from tournament.queries.desk import board_of

pytestmark = pytest.mark.django_db
OVERVIEW_QUERIES = 18
"""Session, user, event, role; tables, matches at them, sides; ready, expected; counts; log."""


def ago(minutes):
    return now() - timedelta(minutes=minutes)


def evening(tables):
    """An event in which every table has a match, half of them called and half in play."""
    event = drawn_event(2)
    for number in range(tables):
        table = TableFactory(event=event, number=number + 1)
        MatchFactory(
            event=event,
            number=100 + number,
            position=100 + number,
            table=table,
            called_at=ago(5),
            state=Match.State.CALLED if number % 2 else Match.State.PLAYING,
        )
        MatchFactory(event=event, number=200 + number, position=200 + number, ready_at=ago(1))
    return event


@pytest.mark.parametrize("tables", [4, 16])
def test_the_overview_takes_as_many_queries_at_4_tables_as_at_16(
    client, django_assert_num_queries, tables
):
    event = evening(tables)
    signed_in(client, event.club)
    with django_assert_num_queries(OVERVIEW_QUERIES):
        response = client.get(address("tables", event))
    assert len(response.context["board"].cards) == tables


def test_cards_stand_in_the_order_of_urgency():
    event = drawn_event(2)
    states = [
        ("off", None, None),
        ("free", None, None),
        ("playing", ago(3), ago(1)),
        ("called", ago(2), None),
        ("late", ago(11), None),
        ("quiet", ago(40), ago(20)),
    ]
    for number, (state, since, hand_at) in enumerate(states, start=1):
        table = TableFactory(event=event, number=number, state="off" if state == "off" else "open")
        if since:
            playing = state in {"playing", "quiet"}
            MatchFactory(
                event=event,
                number=100 + number,
                position=100 + number,
                table=table,
                state=Match.State.PLAYING if playing else Match.State.CALLED,
                called_at=since,
                started_at=since if playing else None,
                hand_at=hand_at,
            )
    cards = board_of(event, now()).cards
    assert [card.table.number for card in cards] == [6, 5, 4, 3, 2, 1]
    assert [card.waits for card in cards] == [True, True, False, False, False, False]


def test_a_card_tells_the_match_the_game_the_hand_and_the_score(client):
    event = drawn_event(2, tables=1, best_of=3, target_score=500)
    enter_hand(opened(match_of(event, 1)))
    signed_in(client, event.club, "viewer")
    page = text_of(client.get(address("tables", event)))
    assert "Match 1</a>, game 1, hand 2" in page
    assert "<i>101</i><b>0</b>" in page
    assert "<b>0</b> of 1 matches done" in page


def test_the_tally_counts_neither_byes_nor_matches_nobody_comes_to():
    event = drawn_event(5)
    tally = board_of(event, now()).tally
    assert (tally.done, tally.total, tally.round, tally.open_in_round) == (0, 4, 1, 1)


def test_the_live_part_holds_no_form(client):
    event = evening(2)
    signed_in(client, event.club)
    part = client.get(address("tables-part", event)).content.decode()
    assert "<form" not in part
    assert 'id="aside" hx-swap-oob="true"' in part


def test_the_page_listens_to_the_event_and_is_never_kept(client):
    event = evening(1)
    signed_in(client, event.club)
    response = client.get(address("tables", event))
    assert f'data-live="{event.topic}"' in response.content.decode()
    assert "no-store" in response["Cache-Control"]


def test_a_ready_match_is_called_to_a_free_table_by_hand(client):
    event = drawn_event(4, tables=2)
    signed_in(client, event.club, "scorekeeper")
    table = event.tables.get(number=2)
    match = match_of(event, 1)
    response = client.post(address("call", event), {"match": match.pk, "table": table.pk})
    assert response.status_code == 302
    match.refresh_from_db()
    assert (match.state, match.table) == (Match.State.CALLED, table)
    assert event.log.first().by_user == client.user


def test_calling_twice_is_one_call(client):
    event = drawn_event(4, tables=2)
    signed_in(client, event.club)
    words = {"match": match_of(event, 1).pk, "table": event.tables.get(number=1).pk}
    assert client.post(address("call", event), words).status_code == 302
    assert client.post(address("call", event), words).status_code == 302
    assert event.log.filter(key="called").count() == 1


def test_a_table_taken_in_the_meantime_is_told_with_the_newer_state(client):
    event = drawn_event(4, tables=2)
    signed_in(client, event.club)
    first = at_a_table(match_of(event, 1))
    words = {"match": match_of(event, 2).pk, "table": first.table_id}
    response = client.post(address("call", event), words)
    assert response.status_code == 409
    assert "now has match 1. Choose another one." in text_of(response)
    assert match_of(event, 2).state == Match.State.READY


@pytest.mark.parametrize("chosen", ["", "x", "-1", "99999999999999999999", "٣"])
def test_what_is_no_match_cannot_be_called(client, chosen):
    event = drawn_event(4, tables=1)
    signed_in(client, event.club)
    response = client.post(address("call", event), {"match": chosen, "table": "1"})
    assert response.status_code == 404


def test_a_table_of_another_event_cannot_be_called_to(client):
    event, other = drawn_event(4, tables=1), TableFactory()
    signed_in(client, event.club)
    words = {"match": match_of(event, 1).pk, "table": other.pk}
    assert client.post(address("call", event), words).status_code == 404


def test_the_switch_says_which_way_and_a_second_tap_changes_nothing(client):
    event = drawn_event(2, tables=1)
    signed_in(client, event.club)
    for _tap in range(2):
        assert client.post(address("auto-call", event), {"auto_call": "on"}).status_code == 302
        event.refresh_from_db()
        assert event.auto_call is True
    client.post(address("auto-call", event), {"auto_call": "off"})
    event.refresh_from_db()
    assert event.auto_call is False


def test_matches_that_wait_beside_free_tables_are_told_when_the_switch_is_off(client):
    event = drawn_event(4, tables=1)
    signed_in(client, event.club)
    assert "Free tables do not call by themselves." in text_of(client.get(address("tables", event)))


def test_the_overview_shows_who_did_the_last_acts(client):
    event = drawn_event(4, tables=1)
    signed_in(client, event.club)
    client.user.first_name, client.user.last_name = "Dana", "Scully"
    client.user.save()
    words = {"match": match_of(event, 1).pk, "table": event.tables.get().pk}
    client.post(address("call", event), words)
    page = text_of(client.get(address("tables", event)))
    assert 'Match 1 was called to table 1. <span class="muted">Dana Scully</span>' in page


def test_the_overview_of_a_finished_event_names_the_champion(client):
    event = drawn_event(2, tables=1)
    enter_hand(opened(match_of(event, 1)))
    work()
    signed_in(client, event.club)
    event.refresh_from_db()
    assert event.status == Event.Status.FINISHED
    assert f"{event.champion} won." in text_of(client.get(address("tables", event)))


def test_an_event_before_its_draw_has_an_overview_too(client):
    entry = EntryFactory()
    signed_in(client, entry.event.club)
    assert "The bracket is not drawn yet." in text_of(client.get(address("tables", entry.event)))


def test_a_new_table_is_put_into_the_hall(client):
    event = drawn_event(2, tables=1)
    signed_in(client, event.club)
    assert client.post(address("new-table", event)).status_code == 302
    assert [table.number for table in event.tables.all()] == [1, 2]


def test_a_table_goes_out_of_use_and_back(client):
    event = drawn_event(2, tables=1)
    signed_in(client, event.club, "scorekeeper")
    for state in ("off", "off", "open"):
        response = client.post(address("table-state", event, 1), {"state": state})
        assert response.status_code == 302
        assert event.tables.get().state == state


def test_a_table_with_a_match_cannot_go_out_of_use(client):
    event = drawn_event(2, tables=1)
    at_a_table(match_of(event, 1))
    signed_in(client, event.club)
    response = client.post(address("table-state", event, 1), {"state": "off"})
    assert response.status_code == 409
    assert "Match 1 is at table 1." in text_of(response)
    assert event.tables.get().state == Table.State.OPEN


def test_links_and_slips_carry_the_code_of_every_table(client):
    event = drawn_event(2, tables=3)
    signed_in(client, event.club, "scorekeeper")
    for name in ("hall", "slips"):
        page = client.get(address(name, event)).content.decode()
        assert page.count("<svg") >= 3
        for table in event.tables.all():
            assert f"/t/{table.token}/" in page


def test_a_viewer_never_sees_a_link(client):
    event = drawn_event(2, tables=1)
    signed_in(client, event.club, "viewer")
    token = event.tables.get().token
    for name in ("tables", "tables-part", "matches", "log"):
        assert token not in client.get(address(name, event)).content.decode()


def test_a_new_link_is_asked_about_and_a_second_tap_keeps_it(client):
    event = drawn_event(2, tables=1)
    old = event.tables.get().token
    signed_in(client, event.club)
    question = client.get(address("revoke", event, 1))
    assert "stop working at once" in text_of(question)
    assert event.tables.get().token == old
    words = dict(question.context["question"].hidden)
    client.post(address("revoke", event, 1), words)
    new = event.tables.get().token
    assert new != old
    assert client.post(address("revoke", event, 1), words).status_code == 302
    assert event.tables.get().token == new
    assert client.get(f"/t/{old}/").status_code == 404

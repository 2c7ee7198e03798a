"""The clocks at the desk and at the table: proposed, confirmed, waited for, taken back."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils.timezone import now

from tests.stage import at_a_table, drawn_event, match_of
from tests.tournament.desk_cast import address, signed_in, text_of
from tournament.models import Match

pytestmark = pytest.mark.django_db


def called(entries=4, minutes=-1, tables=2):
    """An event whose first matches are called, with so many minutes left."""
    event = drawn_event(entries, tables=tables)
    for number in range(1, tables + 1):
        match = at_a_table(match_of(event, number))
        Match.objects.filter(pk=match.pk).update(due_at=now() + timedelta(minutes=minutes))
    return event


def test_the_desk_proposes_a_walkover_and_gives_none_by_itself(client):
    event = called()
    page = signed_in(client, event.club).get(address("late", event))
    assert address("end", event, 1, "walkover", "ab") in page.content.decode()
    assert match_of(event, 1).state == Match.State.CALLED


def test_before_the_deadline_no_walkover_is_proposed_and_two_minutes_before_it_warns(client):
    client = signed_in(client, (event := called(minutes=2)).club)
    page = client.get(address("late", event))
    assert ("walkover/ab" in page.content.decode(), "Nearly up" in text_of(page)) == (False, True)


def test_the_proposal_names_only_who_is_missing_and_asks_before_it_is_given(client):
    """A walkover was entered by one wrong tap, for the team that had come."""
    event = called()
    client = signed_in(client, event.club, role="scorekeeper")
    client.post(address("here", event, 1, "a"), {"here": "yes"})
    page = client.get(address("late", event)).content.decode()
    proposal = address("end", event, 1, "walkover", "b")
    assert proposal in page

    match = match_of(event, 1)
    first, second = (side.entry for side in match.sides.order_by("place"))
    asked = text_of(client.get(proposal))
    assert f"{first} will go on to match 3. {second} will be out." in asked
    client.post(proposal)
    assert match_of(event, 1).winner == first


def test_five_minutes_more_are_given_by_one_tap(client):
    event = called()
    client = signed_in(client, event.club)
    seen = match_of(event, 1).due_at.isoformat()
    for _tap in range(2):
        client.post(address("wait", event, 1), {"minutes": 5, "seen": seen})
    left = match_of(event, 1).due_at - now()
    assert timedelta(minutes=4) < left <= timedelta(minutes=5)


def test_a_viewer_sees_the_clocks_and_no_button(client):
    event = called()
    client = signed_in(client, event.club, role="viewer")
    page = client.get(address("late", event))
    assert (page.status_code, "walkover/" in page.content.decode()) == (200, False)
    assert client.post(address("wait", event, 1)).status_code == 403
    assert client.get(address("walkovers", event)).status_code == 403


def test_several_are_listed_counted_and_given_at_once(client):
    event = called()
    client = signed_in(client, event.club)
    client.post(address("here", event, 1, "a"))
    client.post(address("here", event, 2, "b"))
    asked = client.get(address("walkovers", event), {"match": [1, 2]})
    assert asked.context["question"].hidden == {"list": "1:b,2:a"}
    typed = {"list": "1:b,2:a", "count": 1, "entry_key": uuid4()}

    assert client.post(address("walkovers", event), typed).status_code == 422
    assert client.post(address("walkovers", event), typed | {"count": 2}).status_code == 302
    assert {match_of(event, number).reason for number in (1, 2)} == {"walkover"}
    assert client.post(address("walkovers", event), typed | {"count": 2}).status_code == 302


def test_whoever_came_while_the_list_was_read_is_not_ruled_out(client):
    event = called()
    client = signed_in(client, event.club)
    client.post(address("here", event, 1, "b"))
    typed = {"list": "1:b,2:a", "count": 2, "entry_key": uuid4()}
    answer = client.post(address("walkovers", event), typed)
    assert (answer.status_code, match_of(event, 2).is_open) == (409, True)
    assert answer.context["question"].hidden == {"list": "1:a,2:ab"}


@pytest.mark.parametrize("words", ["", "x", "1:zz", "99:a", "1", "1:", "\u0661:a"])
def test_what_is_no_list_rules_on_nothing(client, words):
    event = called()
    client = signed_in(client, event.club)
    typed = {"list": words, "count": 1, "entry_key": uuid4()}
    assert client.post(address("walkovers", event), typed).status_code in {409, 422}
    assert match_of(event, 1).is_open


def test_the_list_of_clocks_takes_as_many_queries_at_two_tables_as_at_eight(
    client, django_assert_num_queries
):
    counts = []
    for tables in (2, 8):
        event = called(entries=16, tables=tables)
        signed_in(client, event.club)
        with django_assert_num_queries(6) as found:
            client.get(address("late", event))
        counts.append(len(found))
    assert counts == [6, 6]


def test_a_table_says_who_has_come_and_by_when_the_others_must(client):
    event = called(minutes=6)
    match = match_of(event, 1)
    home = reverse("scoring:table", args=[match.table.token])
    page = client.get(home)
    sheet = page.context["state"].sheet_of
    due = match.due_at.astimezone(event.tz)
    assert f'data-due="by {due:%H:%M}"' in page.content.decode()
    assert f"Be at table {match.table.number}" in text_of(page)

    here = reverse("scoring:here", args=[match.table.token, "a"])
    assert client.post(here, {"match": sheet, "here": "yes"}).status_code == 303
    assert match.sides.get(place=0).here_at
    client.post(here, {"match": sheet, "here": "no"})
    assert match.sides.get(place=0).here_at is None
    assert client.post(here, {"match": "9.9", "here": "yes"}).status_code == 409


@pytest.mark.parametrize(
    ("minutes", "told"), [(6, ""), (1, "The time is nearly up."), (-1, "The time is up.")]
)
def test_the_table_is_warned_and_looks_different_then(client, minutes, told):
    match = match_of(called(minutes=minutes), 1)
    page = client.get(reverse("scoring:table", args=[match.table.token]))
    said = text_of(page)
    assert [line in said for line in ("The time is nearly up.", "The time is up.")] == [
        told == "The time is nearly up.",
        told == "The time is up.",
    ]
    before = page.context["state"].stamp
    Match.objects.filter(pk=match.pk).update(due_at=now() + timedelta(minutes=60))
    after = client.get(reverse("scoring:table", args=[match.table.token])).context["state"].stamp
    assert (before == after) == (minutes == 6)


def test_the_time_stands_on_the_public_pages_without_a_script(client):
    event = called(minutes=6)
    match = match_of(event, 1)
    time = f"by {match.due_at.astimezone(event.tz):%H:%M}"
    for page in ("tournament:bracket", "scoring:match"):
        words = [event.slug] if page == "tournament:bracket" else [event.slug, 1]
        assert time in text_of(client.get(reverse(page, args=words)))

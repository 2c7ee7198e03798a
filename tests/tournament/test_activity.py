"""What everybody may read of the acts of the staff: in which role, when, and whether they stand."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.factories import EventFactory, MembershipFactory, UserFactory
from tests.stage import at_a_table, director_of, drawn_event, match_of, work
from tests.tournament.desk_cast import address, signed_in
from tests.tournament.test_bracket_view import words
from tests.tournament.test_deeds import taken_back, team
from tournament import log
from tournament.actors import SYSTEM, Actor
from tournament.models import Act, Event
from tournament.queries.activity import activity_of, public_log
from tournament.services.departures import award_walkover

pytestmark = pytest.mark.django_db


def staff_of(event, role):
    user = UserFactory(username=f"the-{role}-by-name", first_name="Rosa", last_name="Lee")
    MembershipFactory(club=event.club, user=user, role=role)
    return Actor(user=user)


def event_page(client, event):
    return client.get(reverse("tournament:event", args=[event.slug])).content.decode()


def match_page(client, event, number, name="match"):
    return client.get(reverse(f"scoring:{name}", args=[event.slug, number])).content.decode()


def ruled(event, role="scorekeeper", number=1):
    """A walkover given by somebody of the staff; the act and its sentence."""
    award_walkover(match_of(event, number), absent=[0], by=staff_of(event, role))
    absent, here = team(event, number, 0), team(event, number, 1)
    told = f"Match {number}: {absent} did not come. {here} went on."
    return Act.objects.latest("number"), told


@pytest.mark.parametrize(
    ("role", "who"),
    [("director", "the director"), ("scorekeeper", "a scorekeeper"), ("viewer", "the staff")],
)
def test_the_public_reads_in_which_role_and_never_who(client, role, who):
    event = drawn_event(4)
    _act, told = ruled(event, role)
    for html in (event_page(client, event), match_page(client, event, 1)):
        assert f"{told} {who} , act 1" in words(html).replace(", act", " , act").replace("  ", " ")
        assert ("Rosa" in html, "by-name" in html) == (False, False)


def test_who_is_staff_no_more_is_still_the_staff():
    event = EventFactory()
    by = staff_of(event, "director")
    log.write(event, "event_created", by)
    by.user.memberships.all().delete()
    assert [told.who for told in public_log(event)] == ["the staff"]


def test_what_goes_on_by_itself_was_done_by_nobody():
    event = EventFactory()
    log.write(event, "champion", SYSTEM, team="Nil")
    assert [(told.who, told.act, told.undone_by) for told in public_log(event)] == [
        ("", None, None)
    ]


def test_the_time_is_told_in_the_zone_of_the_event(client):
    event = drawn_event(4)
    Event.objects.filter(pk=event.pk).update(zone="Asia/Kathmandu")
    event.refresh_from_db()
    act, told = ruled(event)
    line = act.lines.get()
    there = timezone.localtime(line.at, event.tz)
    html = match_page(client, event, 1)
    assert f">{there:%-d %b, %H:%M}</time><p>{told}" in re.sub(r"&#x27;", "'", html)


def test_what_was_taken_back_is_struck_out_and_says_by_what(client):
    event = drawn_event(4)
    act, told = ruled(event)
    taken_back(act, staff_of(event, "director"))
    for html in (event_page(client, event), match_page(client, event, 1)):
        assert f"<s>{told}</s>" in html
        assert "act 1, taken back by act 2 on " in words(html)


def test_what_is_done_again_is_not_struck_out(client):
    event = drawn_event(4)
    by = director_of(event.club)
    act, told = ruled(event)
    taken_back(taken_back(act, by), by)
    assert f"<p>{told} " in event_page(client, event)
    assert [line.undone_by for line in activity_of(match_of(event, 1))] == [None]


def test_calls_and_what_a_table_does_are_no_acts_of_a_match(client):
    event = drawn_event(4, tables=1)
    at_a_table(match_of(event, 1))
    assert activity_of(match_of(event, 1)) == []
    assert "What the staff did" not in match_page(client, event, 1)


def test_the_part_of_a_match_page_tells_the_acts_as_well(client):
    event = drawn_event(4)
    _act, told = ruled(event)
    assert told in match_page(client, event, 1, "match-part")


def test_a_line_for_staff_alone_is_on_no_public_page(client):
    event = drawn_event(4)
    log.write(event, "begun_anew", director_of(event.club), public=False, number=99)
    assert "Match 99" not in event_page(client, event)


def test_the_log_of_the_desk_names_who_and_which_act(client):
    event = drawn_event(4)
    _act, told = ruled(event)
    signed_in(client, event.club, "viewer")
    said = words(client.get(address("log", event)).content.decode())
    assert told in said
    assert ", Rosa Lee, act 1" in said


def test_the_log_of_the_desk_can_be_cut_to_one_match(client):
    event = drawn_event(4, tables=2)
    ruled(event, number=1)
    at_a_table(match_of(event, 2))
    work()
    signed_in(client, event.club)
    lines = client.get(address("log", event) + "?match=2").context["lines"]
    assert [line.key for line in lines] == ["called"]
    assert client.get(address("log", event) + f"?match={'9' * 5000}").status_code == 200
    assert len(client.get(address("log", event) + "?match=x").context["lines"]) > 5


def test_the_log_of_the_desk_strikes_out_what_was_taken_back(client):
    event = drawn_event(4)
    act, told = ruled(event)
    taken_back(act, director_of(event.club))
    signed_in(client, event.club)
    html = client.get(address("log", event)).content.decode()
    assert f"<s>{told}</s>" in html
    assert "act 1, taken back by act 2" in words(html)


@pytest.mark.parametrize("lines", [3, 30])
def test_the_public_log_takes_two_queries(django_assert_num_queries, lines):
    event = EventFactory()
    for number in range(lines):
        log.write(event, "table_added", staff_of_number(event, number), table=number)
    with django_assert_num_queries(2):
        assert len(public_log(event)) == lines


def staff_of_number(event, number):
    return (
        Actor(user=MembershipFactory(club=event.club, user=UserFactory()).user)
        if number
        else (director_of(event.club))
    )

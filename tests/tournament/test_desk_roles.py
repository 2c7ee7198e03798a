"""What each role is offered at a match, and every door of a match tried by those it is not for."""

import re

import pytest
from django.urls import reverse

from tests.factories import ClubFactory
from tests.stage import (
    at_a_table,
    director_of,
    drawn_event,
    enter_hand,
    match_of,
    opened,
    played,
    work,
)
from tests.tournament import test_desk_doors as doors
from tests.tournament.desk_cast import address, signed_in, text_of
from tests.tournament.test_bracket_view import words
from tournament.models import Match
from tournament.services.archive import archive_event
from tournament.services.departures import award_walkover

pytestmark = pytest.mark.django_db
OF_A_MATCH = {"playing", "called", "waiting"}


def offered(client, event, number):
    """The groups on a page that have something to offer, by their titles."""
    groups = client.get(address("match", event, number)).context["groups"]
    return {group.title: len(group.ways) for group in groups if group.ways}


def closed(client, event, number):
    groups = client.get(address("match", event, number)).context["groups"]
    return {group.title: group.closed for group in groups if group.closed}


def acts_on(html):
    """Every form and every way out of the part of a page that offers acts."""
    part = re.search(r'aria-labelledby="acts".*?</section>', html, re.DOTALL)
    return part and re.findall(r"<form|<button|<a ", part[0])


def test_a_director_is_offered_all_and_a_scorekeeper_all_but_people(client):
    event = drawn_event(4, tables=2)
    at_a_table(match_of(event, 1))
    signed_in(client, event.club, "director")
    everything = set(offered(client, event, 1))
    signed_in(client, event.club, "scorekeeper")
    assert everything - set(offered(client, event, 1)) == {"Teams"}
    assert {"Table", "Walkover", "Forfeit", "Hands"} <= everything


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_viewer_only_looks(client, number):
    event = drawn_event(4, tables=2)
    at_a_table(match_of(event, 1))
    signed_in(client, event.club, "viewer")
    html = client.get(address("match", event, number)).content.decode()
    assert (offered(client, event, number), acts_on(html)) == ({}, None)
    assert "Your role here is viewer: you look, others act." in words(html)


def test_what_is_not_possible_now_says_why(client):
    event = drawn_event(4, tables=2, best_of=3)
    signed_in(client, event.club)
    ready = closed(client, event, 1)
    enter_hand(opened(match_of(event, 1)))
    playing = closed(client, event, 1)
    award_walkover(match_of(event, 2), absent=[0], by=director_of(event.club))
    over = closed(client, event, 2)

    assert ready["Forfeit"] == "It is not called to a table yet."
    assert ready["Result"] == "It has no result yet."
    assert (playing["Walkover"], playing["Table"]) == ("Play has begun.", "Play has begun.")
    assert over["Walkover"] == "The match is over. Correct its result instead."
    said = text_of(client.get(address("match", event, 2)))
    assert "not possible now. The match is over. Correct its result instead." in said


def test_a_finished_match_offers_its_hands_and_to_directors_its_result(client):
    event = drawn_event(4)
    played(match_of(event, 1))
    signed_in(client, event.club, "scorekeeper")
    assert set(offered(client, event, 1)) == {"Hands"}
    signed_in(client, event.club, "director")
    assert set(offered(client, event, 1)) == {"Hands", "Result", "Teams"}


@pytest.mark.parametrize("role", ["director", "scorekeeper"])
def test_a_bye_and_a_match_to_be_decided_offer_nothing_to_any_role(client, role):
    """A bye had a button that began it, and the server broke on it."""
    event = drawn_event(3, tables=1)
    signed_in(client, event.club, role)
    bye = event.matches.get(reason=Match.Reason.BYE)
    waiting = event.matches.get(state=Match.State.WAITING)
    for match in (bye, waiting):
        html = client.get(address("match", event, match.number)).content.decode()
        assert (offered(client, event, match.number), acts_on(html)) == ({}, [])


def match_doors(event, number):
    """Every door that names a match, at this match."""
    for name, rest, _looks, _acts in doors.DOORS:
        if OF_A_MATCH & set(rest):
            full = name if ":" in name else f"desk:{name}"
            args = [number if word in OF_A_MATCH else word for word in rest]
            asked = "".join(str(it) for it in args if str(it).startswith("?"))
            args = [it for it in args if not str(it).startswith("?")]
            yield name, reverse(full, args=[event.slug, *args]) + asked


AHEAD = {"pin", "skip"}
"""What may be wished of a match before its sides are known."""
READING = {"match", "bracket-card", "hands:match", "hands:examine-match", "hands:examine-hand"}


@pytest.mark.parametrize("which", ["bye", "waiting"])
def test_posting_at_a_bye_or_a_match_to_be_decided_is_refused_and_changes_nothing(client, which):
    """Posting a start at a bye ended in an error of the server."""
    event = drawn_event(3, tables=1)
    signed_in(client, event.club)
    match = event.matches.get(
        **({"reason": Match.Reason.BYE} if which == "bye" else {"state": Match.State.WAITING})
    )
    before = doors.state_of(event)
    for name, page in match_doors(event, match.number):
        if name not in READING and not (which == "waiting" and name in AHEAD):
            status = client.post(page, {"table": "1", "number": "1"}).status_code
            # Without a hand or a table of that number there is nothing to refuse.
            assert status in ({409, 404} if "hands:" in name else {409}), name
    assert doors.state_of(event) == before


def test_no_door_of_a_match_opens_by_guessing_its_number(client):
    """Guessed numbers in addresses showed what was not for everybody."""
    event, other = drawn_event(4, tables=2, best_of=3), drawn_event(4, tables=2)
    enter_hand(opened(match_of(event, 1)))
    tried = list(match_doors(event, 1))
    assert len(tried) > 12
    for name, page in tried:
        assert client.get(page).status_code == 302, name
        assert client.post(page).status_code == 302, name
    signed_in(client, other.club)
    before = doors.state_of(event)
    for name, page in tried:
        assert {client.get(page).status_code, client.post(page).status_code} == {404}, name
    signed_in(client, ClubFactory(), "viewer")
    for name, page in tried:
        assert {client.get(page).status_code, client.post(page).status_code} == {404}, name
    assert doors.state_of(event) == before


def test_a_number_of_another_event_is_not_found(client):
    event = drawn_event(2, tables=1)
    larger = drawn_event(8, club=event.club)
    signed_in(client, event.club)
    assert client.get(address("match", larger, 7)).status_code == 200
    for name, page in match_doors(event, 7):
        assert client.post(page, {"table": "1"}).status_code in {404, 405}, name


def test_in_the_archive_a_director_is_only_led_to_the_hands(client):
    event = drawn_event(2, tables=1)
    signed_in(client, event.club, "director")
    played(match_of(event, 1))
    work()
    assert offered(client, event, 1)["Result"] == 1

    archive_event(event, by=director_of(event.club))

    assert offered(client, event, 1) == {"Hands": 2}

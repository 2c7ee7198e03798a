"""Correcting a result over the API: what would follow is told, and 200 is never for nothing."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import MembershipFactory
from tests.stage import drawn_event, match_of, played, work
from tests.tournament.corrections_cast import finished_event, team
from tournament.models import Match

pytestmark = pytest.mark.django_db


def staff(event, role="director", **options):
    client = Client(**options)
    client.force_login(MembershipFactory(club=event.club, role=role).user)
    return client


def address(event, number=1):
    return reverse("api:result", args=[event.slug, number])


def post(client, event, number=1, **sent):
    sent = {
        "winner": 1,
        "reason": "played",
        "why": "So the sheet",
        "entry_key": str(uuid4()),
    } | sent
    return client.post(address(event, number), sent, content_type="application/json")


@pytest.fixture
def decided():
    event = drawn_event(4)
    played(match_of(event, 1))
    work()
    return event


def test_a_result_is_corrected_and_the_answer_is_the_match_as_it_stands(decided):
    answer = post(staff(decided), decided)

    told = answer.json()
    assert answer.status_code == 201
    assert told["act"] == {"number": 1, "key": "result_corrected", "why": "So the sheet"}
    assert (told["match"]["by_ruling"], told["match"]["reason"]) == (True, "played")
    assert told["match"]["advancing"]["team"]["name"] == str(team(match_of(decided, 1), 1))


def test_the_same_key_again_is_the_same_act_and_says_so(decided):
    client, key = staff(decided), str(uuid4())

    first = post(client, decided, entry_key=key)
    again = post(client, decided, entry_key=key)

    assert (first.status_code, again.status_code) == (201, 200)
    assert again.json()["act"] == first.json()["act"]
    assert decided.acts.count() == 1


def test_what_would_follow_can_be_read_first(decided):
    answer = staff(decided).get(address(decided), {"winner": 1, "reason": "forfeit"})

    first, told = match_of(decided, 1), answer.json()
    assert (answer.status_code, told["needs_choice"], told["reopens_event"]) == (200, False, False)
    change = told["changes"][0]
    assert (change["match"], change["then"], change["voids"]) == (3, "waiting", False)
    assert change["leaving"]["ref"] == team(first, 0).ref
    assert change["coming"]["ref"] == team(first, 1).ref
    assert first.winner == team(first, 0)
    assert decided.acts.count() == 0


def test_a_choice_is_asked_for_with_all_that_would_follow_and_then_taken():
    event = finished_event()
    client = staff(event)

    asked = post(client, event)

    told = asked.json()
    assert (asked.status_code, told["code"]) == (422, "choice_needed")
    assert [fault["where"] for fault in told["faults"]] == ["choice"]
    assert [change["match"] for change in told["follows"]["changes"]] == [3]
    assert told["follows"]["reopens_event"] is True
    assert match_of(event, 1).winner == team(match_of(event, 1), 0)

    late = post(client, event, choice="replay", seen="0" * 16)
    assert (late.status_code, late.json()["code"]) == (409, "corrected_meanwhile")
    assert late.json()["follows"]["seen"] == told["follows"]["seen"]

    done = post(client, event, choice="replay", seen=told["follows"]["seen"])
    assert done.status_code == 201
    assert match_of(event, 3).attempt == 2


def test_a_match_is_played_again(decided):
    seen = staff(decided).get(address(decided), {"again": "true"})
    assert seen.json()["words"] == "It is to be played."

    answer = post(staff(decided), decided, again=True)

    assert (answer.status_code, answer.json()["act"]["key"]) == (201, "match_replayed")
    assert (answer.json()["match"]["state"], match_of(decided, 1).attempt) == ("ready", 2)


def test_all_faults_are_told_at_once_with_their_places(decided):
    answer = post(staff(decided), decided, winner=3, reason="bye", why="")

    told = answer.json()
    assert (answer.status_code, told["code"]) == (422, "not_correctable")
    assert {fault["where"] for fault in told["faults"]} == {"winner", "reason", "why"}
    answer = staff(decided).get(address(decided), {"winner": 3})
    assert {fault["where"] for fault in answer.json()["faults"]} == {"winner", "reason"}


def test_what_has_no_result_is_refused_with_the_way_out(decided):
    """A bye could be started over the API, and the server fell over."""
    for answer in (post(staff(decided), decided, 2), staff(decided).get(address(decided, 2))):
        assert answer.status_code == 422
        assert answer.json()["detail"].startswith("Match 2 has no result yet.")


def test_only_directors_of_the_club_may_look_or_act(decided):
    for client in (Client(), staff(decided, "scorekeeper"), staff(drawn_event(2))):
        assert client.get(address(decided)).status_code == 403
        assert post(client, decided).status_code == 403
    assert post(staff(decided, enforce_csrf_checks=True), decided).status_code == 403
    assert Match.objects.filter(event=decided, by_ruling=True).count() == 0

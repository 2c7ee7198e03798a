"""The acts of a draw by the API: for directors alone, and with no more to read than anybody has."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import EventFactory, MembershipFactory
from tests.stage import director_of, drawn_event, match_of, opened
from tests.tournament.draw_cast import DICE, at_check_in, frozen
from tournament.models import Draw, Event
from tournament.services.reveal import begin_reveal

pytestmark = pytest.mark.django_db

ACTS = {
    "draw-freeze": {},
    "draw-begin": {},
    "draw-next": {"attempt": 1, "seen": 0},
    "draw-rest": {"attempt": 1},
    "draw-set-aside": {"attempt": 1, "reason": "x"},
    "draw-redraw": {"attempt": 1, "reason": "x"},
}


def staff(event, role="director", **options):
    client = Client(**options)
    client.force_login(MembershipFactory(club=event.club, role=role).user)
    return client


def post(client, event, name, **sent):
    address = reverse(f"api:{name}", args=[event.slug])
    return client.post(address, sent, content_type="application/json")


def first(answer):
    """Read the first attempt out of an answer."""
    return answer.json()["attempts"][0]


def test_a_draw_goes_from_the_open_list_to_the_bracket():
    event = at_check_in(3, public_source=DICE, came=2)
    client = staff(event)

    closed = post(client, event, "draw-freeze", everyone=True)
    assert (closed.status_code, first(closed)["state"]) == (200, "frozen")
    assert len(first(closed)["entries"]) == 3
    begun = post(client, event, "draw-begin", public="4711")
    assert (first(begun)["state"], first(begun)["public"]) == ("revealing", "4711")
    assert (first(begun)["secret"], first(begun)["seed"], begun.json()["proof"]) == ("", "", None)
    shown = post(client, event, "draw-next", attempt=1, seen=0)
    assert (first(shown)["state"], first(shown)["secret"]) == ("revealing", "")
    done = post(client, event, "draw-next", attempt=1, seen=1)

    assert first(done)["state"] == "drawn"
    assert done.json()["proof"]["secret"] == event.draws.get(state="drawn").secret
    event.refresh_from_db()
    assert event.status == Event.Status.DRAWN


def test_the_show_is_skipped_and_a_draw_made_anew():
    event, _draw = frozen(4)
    client = staff(event)
    post(client, event, "draw-begin")
    skipped = post(client, event, "draw-rest", attempt=1)
    assert first(skipped)["state"] == "drawn"

    for _twice in range(2):
        anew = post(client, event, "draw-redraw", attempt=1, reason="Two were mixed up")
        assert (anew.status_code, first(anew)["state"]) == (200, "spent")
    assert first(anew)["reason"] == "Two were mixed up"
    assert event.matches.count() == 0


def test_an_attempt_is_set_aside_with_its_secret_for_all_to_read():
    event, draw = frozen(4)

    aside = post(staff(event), event, "draw-set-aside", attempt=1, reason="One more came")

    assert (first(aside)["state"], first(aside)["secret"]) == ("spent", draw.secret)


@pytest.mark.parametrize("name", ACTS)
def test_nobody_but_a_director_of_the_club_acts(name):
    event, draw = frozen(2)
    others = [
        Client(),
        staff(event, "scorekeeper"),
        staff(event, "viewer"),
        staff(EventFactory()),
    ]
    for client in others:
        answer = post(client, event, name, **ACTS[name])
        assert answer.status_code == 403, answer.json()
        assert sorted(answer.json()) == ["code", "detail", "faults"]
        assert client.get(reverse(f"api:{name}", args=[event.slug])).status_code in {403, 405}
    draw.refresh_from_db()
    assert draw.state == Draw.State.FROZEN


def test_a_post_without_the_token_against_forgery_is_refused():
    event, draw = frozen(2)
    client = staff(event, enforce_csrf_checks=True)

    assert post(client, event, "draw-begin").status_code == 403
    draw.refresh_from_db()
    assert draw.state == Draw.State.FROZEN


@pytest.mark.parametrize(
    ("name", "sent", "status", "code"),
    [
        ("draw-next", {}, 400, "unreadable"),
        ("draw-next", {"attempt": 1, "seen": -1}, 400, "unreadable"),
        ("draw-next", {"attempt": 9, "seen": 0}, 400, "unreadable"),
        ("draw-next", {"attempt": 1, "seen": 0}, 409, "not_being_revealed"),
        ("draw-rest", {"attempt": 2}, 409, "not_being_revealed"),
        ("draw-begin", {"public": "7"}, 422, "public_value"),
        ("draw-begin", {"public": 7}, 422, "public_value"),
        ("draw-set-aside", {"attempt": 1, "reason": " "}, 422, "reason"),
        ("draw-set-aside", {"attempt": 1}, 400, "unreadable"),
        ("draw-set-aside", {"attempt": 2, "reason": "x"}, 409, "not_set_aside"),
        ("draw-redraw", {"attempt": 1, "reason": "x"}, 409, "draw_stands"),
    ],
)
def test_what_cannot_be_done_says_why(name, sent, status, code):
    event, _draw = frozen(2)

    answer = post(staff(event), event, name, **sent)

    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_after_the_first_hand_the_draw_stands():
    event = drawn_event(2)
    opened(match_of(event, 1))

    answer = post(staff(event), event, "draw-redraw", attempt=1, reason="x")

    assert (answer.status_code, answer.json()["code"]) == (409, "draw_stands")
    assert "Match 1 has begun" in answer.json()["detail"]


def test_whoever_reads_while_it_is_shown_reads_what_everybody_reads():
    event, _draw = frozen(5)
    begin_reveal(event, by=director_of(event.club))
    acted = post(staff(event), event, "draw-next", attempt=1, seen=0)

    read = Client().get(reverse("api:draw", args=[event.slug]))

    assert acted.json() == read.json()

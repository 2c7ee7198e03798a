"""Corrections and acts over the API: the same questions, refusals and roles as at the desk."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import MembershipFactory
from tests.scoring.correcting import NOBODY, again, game_of, hand_of
from tests.stage import director_of, drawn_event, enter_hand, match_of, opened, played, work
from tournament.services.departures import withdraw_team

pytestmark = pytest.mark.django_db


@pytest.fixture
def first():
    """A match of four pairs whose winner is in the final, which has begun."""
    event = drawn_event(4)
    for number in (1, 2):
        played(match_of(event, number))
    work()
    enter_hand(opened(match_of(event, 3)), **NOBODY)
    return match_of(event, 1)


def staff(event, role="scorekeeper", **options):
    client = Client(**options)
    client.force_login(MembershipFactory(club=event.club, role=role).user)
    return client


def post(client, name, *where, **sent):
    return client.post(reverse(f"api:{name}", args=where), sent, content_type="application/json")


def correct(client, match, **changes):
    sent = {
        "bids": {"N": "1", "S": "1", "E": "6", "W": "4"},
        "tricks": {"NS": 2, "EW": 11},
        "reason": "The other way round",
        "version": 1,
        "entry_key": str(uuid4()),
    }
    return post(client, "correct-hand", match.event.slug, match.number, 1, 1, **(sent | changes))


def test_a_correction_says_what_would_follow_and_does_what_is_chosen(first):
    client, key = staff(first.event), str(uuid4())
    asked = correct(client, first, entry_key=key)
    assert (asked.status_code, asked.json()["code"]) == (422, "choice_needed")
    follows = asked.json()["follows"]
    assert [it["match"] for it in follows["changes"]] == [3]

    words = {"entry_key": key, "choice": "replay", "seen": follows["seen"]}
    for status in (201, 200):
        answer = correct(client, first, **words)
        assert answer.status_code == status
        assert answer.json()["games"][0]["winner"] == "EW"
    assert again(first).winner == first.sides.get(place=1).entry
    assert match_of(first.event, 3).attempt == 2


def test_a_choice_from_an_older_preview_is_answered_with_the_newer_one(first):
    client = staff(first.event)
    old = correct(client, first).json()["follows"]["seen"]
    enter_hand(game_of(match_of(first.event, 3)))
    answer = correct(client, first, choice="replay", seen=old)
    assert (answer.status_code, answer.json()["code"]) == (409, "corrected_meanwhile")
    assert answer.json()["follows"]["seen"] != old


def test_faults_and_older_versions_are_refused_as_at_the_desk(first):
    client = staff(first.event)
    bad = correct(client, first, tricks={"NS": 2, "EW": 12})
    assert [it["code"] for it in bad.json()["faults"]] == ["T04"]
    assert [it["where"] for it in correct(client, first, reason="").json()["faults"]] == ["reason"]
    assert correct(client, first, version=2).json()["code"] == "corrected_meanwhile"
    assert correct(client, first, version=None).status_code == 400
    assert hand_of(game_of(first)).version == 1


def test_who_has_no_role_that_reaches_so_far_is_turned_away(first):
    viewer, nobody = staff(first.event, "viewer"), Client()
    for client in (viewer, nobody):
        assert correct(client, first).status_code == 403
        assert client.get(reverse("api:acts", args=[first.event.slug])).status_code == 403
        assert post(client, "undo-act", first.event.slug, 1).status_code in {403, 404}
    careful = staff(first.event, enforce_csrf_checks=True)
    assert correct(careful, first).status_code == 403


def test_acts_are_listed_and_taken_back_once(first):
    client, slug, key = staff(first.event), first.event.slug, str(uuid4())
    seen = correct(client, first).json()["follows"]["seen"]
    correct(client, first, choice="stand", seen=seen)
    for status in (201, 200):
        answer = post(client, "undo-act", slug, 1, entry_key=key)
        assert (answer.status_code, answer.json()["number"]) == (status, 2)
    told = client.get(reverse("api:acts", args=[slug])).json()
    assert [(it["number"], it["undoes"], it["undone_by"]) for it in told["results"]] == [
        (2, 1, None),
        (1, None, 2),
    ]
    assert (
        "Match 1, game 1: hand 1 was corrected. The other way round" in told["results"][1]["words"]
    )
    refused = post(client, "undo-act", slug, 1, entry_key=str(uuid4()))
    assert (refused.status_code, refused.json()["code"]) == (409, "cannot_be_undone")
    assert not again(first).by_ruling


def test_what_only_directors_do_only_directors_take_back(first):
    event = first.event
    other = match_of(event, 3).sides.get(place=0).entry
    withdraw_team(other, by=director_of(event.club))
    refused = post(staff(event), "undo-act", event.slug, 1, entry_key=str(uuid4()))
    assert refused.status_code == 403
    done = post(staff(event, "director"), "undo-act", event.slug, 1, entry_key=str(uuid4()))
    assert done.status_code == 201
    other.refresh_from_db()
    assert other.is_in


def test_hands_tell_which_of_them_count():
    event = drawn_event(2, best_of=3, target_score=120)
    game = opened(match_of(event, 1))
    for _hand in range(2):
        game = enter_hand(game, **NOBODY)
    sent = {"bids": {"N": "9", "E": "3", "S": "3", "W": "3"}, "tricks": {"NS": 12, "EW": 1}}
    answer = correct(staff(event), game.match, **sent)
    (told,) = answer.json()["games"]
    assert [(it["counts"], bool(it["sides"])) for it in told["hands"]] == [
        (True, True),
        (False, False),
    ]
    assert (told["counts"], told["winner"]) == (True, "NS")

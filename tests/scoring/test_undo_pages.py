"""The door of the desk at which an act is taken back: it asks, and says why where it cannot."""

from uuid import uuid4

import pytest
from django.urls import reverse

from scoring.models import HandVersion
from scoring.services.rulings import rule_on
from tests.scoring.correcting import NOBODY, again, correct, game_of, hand_of, won_by
from tests.stage import director_of, drawn_event, enter_hand, match_of, opened, played, work
from tests.tournament.desk_cast import signed_in, text_of
from tournament.services.departures import award_walkover, withdraw_team

pytestmark = pytest.mark.django_db


@pytest.fixture
def first(client):
    """A match of four pairs whose hand was corrected: act 1. A scorekeeper is signed in."""
    event = drawn_event(4)
    signed_in(client, event.club, "scorekeeper")
    for number in (1, 2):
        played(match_of(event, number))
    work()
    match = match_of(event, 1)
    correct(hand_of(game_of(match)), 1)
    return again(match)


def door(event, number=1):
    return reverse("hands:take-back-act", args=[event.slug, number])


def key_of(client, page):
    return {"entry_key": client.get(page).context["question"].form["entry_key"].value()}


def test_opening_the_page_says_what_goes_back_and_writes_nothing(client, first):
    before = HandVersion.objects.count()
    page = text_of(client.get(door(first.event)))
    assert "Take back act 1" in page
    assert "Match 1, game 1: hand 1 was corrected. Misread" in page
    assert "Back to what they were: matches 1, 3." in page
    assert "Hand 1 of game 1 gets a new version that says again: Ada" in page
    assert (HandVersion.objects.count(), first.event.acts.count()) == (before, 1)


def test_one_tap_or_two_take_an_act_back_once(client, first):
    sent = key_of(client, door(first.event))
    for _tap in range(2):
        response = client.post(door(first.event), sent)
        assert response.status_code == 302
        assert response["Location"] == reverse("desk:match", args=[first.event.slug, 1])
    assert first.event.acts.count() == 2
    assert again(first).winner == first.sides.get(place=0).entry
    assert hand_of(game_of(first)).version == 3


def test_an_act_taken_back_already_says_by_which_and_offers_no_button(client, first):
    client.post(door(first.event), key_of(client, door(first.event)))
    response = client.get(door(first.event))
    assert response.status_code == 409
    assert "Act 1 has been taken back already, by act 2." in text_of(response)
    assert client.post(door(first.event), {"entry_key": str(uuid4())}).status_code == 409
    assert first.event.acts.count() == 2


def test_an_act_done_again_is_taken_back_by_the_act_that_did_it_again(client, first):
    for number in (1, 2):
        client.post(door(first.event, number), key_of(client, door(first.event, number)))
    assert "Take back act 3" in text_of(client.get(door(first.event, 1)))
    client.post(door(first.event, 1), key_of(client, door(first.event, 1)))
    assert again(first).winner == first.sides.get(place=0).entry


def test_play_on_top_of_an_act_is_named_with_the_way_out(client, first):
    played(match_of(first.event, 3))
    response = client.get(door(first.event))
    assert response.status_code == 409
    assert "Match 3 has been played since" in text_of(response)


def test_a_correction_taken_back_may_ask_what_becomes_of_a_later_match(client):
    event = drawn_event(4, target_score=122)
    signed_in(client, event.club, "scorekeeper")
    match = match_of(event, 1)
    game = enter_hand(opened(match), **NOBODY)
    correct(hand_of(game), tricks={"NS": 3, "EW": 10})
    game = enter_hand(game, **NOBODY)
    while not game.winner:
        game = enter_hand(game, 1)
    assert game.winner == "EW"
    played(match_of(event, 2))
    work()
    enter_hand(opened(match_of(event, 3)), **NOBODY)

    response = client.post(door(event), key_of(client, door(event)))
    assert response.status_code == 422
    sent = {**key_of(client, door(event)), "choice": "replay"}
    sent["seen"] = response.context["follows"].stamp
    assert client.post(door(event), sent).status_code == 302
    assert again(match).winner == match.sides.get(place=0).entry
    assert match_of(event, 3).attempt == 2


def test_a_walkover_is_taken_back_at_the_same_door(client):
    event = drawn_event(4)
    signed_in(client, event.club, "scorekeeper")
    award_walkover(match_of(event, 1), absent=[0], by=director_of(event.club))
    response = client.post(door(event), key_of(client, door(event)))
    assert response.status_code == 302
    assert match_of(event, 1).is_open
    assert won_by(match_of(event, 1), 0).winner is not None


def test_only_directors_take_back_what_only_they_may_do(client):
    event = drawn_event(4)
    by = director_of(event.club)
    match = match_of(event, 1)
    enter_hand(opened(match), **NOBODY)
    words = {"note": "Left", "entry_key": uuid4(), "by": by.user}
    rule_on(game_of(match), number=1, offence="phone", seat="N", effect="points:10", **words)
    withdraw_team(match_of(event, 2).sides.get(place=0).entry, by=by)
    for number in (1, 2):
        for role, status in (("viewer", 403), ("scorekeeper", 403), ("director", 200)):
            signed_in(client, event.club, role)
            assert client.get(door(event, number)).status_code == status
            if status == 403:
                assert client.post(door(event, number)).status_code == 403
    client.post(door(event, 2), key_of(client, door(event, 2)))
    signed_in(client, event.club, "scorekeeper")
    assert client.get(door(event, 3)).status_code == 403


def test_every_version_is_kept_and_the_last_one_goes_with_one_click(client, first):
    """The wrong match was edited, no old value was kept, and nothing could be restored."""
    page = reverse("hands:match", args=[first.event.slug, 1])
    shown = text_of(client.get(page))
    assert ("Version 1" in shown, "Version 2" in shown, door(first.event) in shown) == (True,) * 3
    client.post(door(first.event), key_of(client, door(first.event)))
    shown = text_of(client.get(page))
    assert ("Version 3" in shown, door(first.event) in shown) == (True, False)
    assert door(first.event, 2) in shown

    signed_in(client, first.event.club, "viewer")
    assert door(first.event, 2) not in text_of(client.get(page))


def test_an_act_of_another_event_is_not_found(client, first):
    other = drawn_event(2)
    signed_in(client, other.club)
    assert client.get(door(other, 1)).status_code == 404
    assert client.get(door(first.event)).status_code == 404

"""The form of a correction asks what becomes of later matches; a ruling asks in the same way."""

import pytest
from django.urls import reverse

from scoring.models import Hand
from scoring.queries.voided import hands_void
from tests.scoring.correcting import NOBODY, again, correct, game_of, hand_of
from tests.stage import drawn_event, enter_hand, match_of, opened, played, work
from tests.tournament.desk_cast import faults, signed_in, text_of, typed
from tournament.models import Match

pytestmark = pytest.mark.django_db

BIDS = {"bid_N": "1", "bid_S": "1", "bid_E": "6", "bid_W": "4"}
OTHER = {**BIDS, "tricks_NS": "2", "tricks_EW": "11", "reason": "The other way round"}


@pytest.fixture
def first(client):
    """A first match of four pairs whose winner is in the final, which has begun."""
    event = drawn_event(4)
    signed_in(client, event.club, "scorekeeper")
    for number in (1, 2):
        played(match_of(event, number))
    work()
    enter_hand(opened(match_of(event, 3)), **NOBODY)
    return match_of(event, 1)


def address(match, name="correct"):
    return reverse(f"hands:{name}", args=[match.event.slug, match.number, 1, 1])


def filled(client, page, **changes):
    form = client.get(page).context["form"]
    sent = {name: form[name].value() for name in form.fields}
    kept = {name: "" if it is None else it for name, it in sent.items() if it is not False}
    return kept | changes


def final_of(match):
    return match_of(match.event, 3)


def test_a_correction_asks_what_becomes_of_the_final_and_keeps_what_was_typed(client, first):
    response = client.post(address(first), filled(client, address(first), **OTHER))
    assert response.status_code == 422
    page = text_of(response)
    assert "Later matches have begun. Nothing is changed yet." in page
    assert "Match 3: one hand" in page
    assert 'value="replay"' in page
    assert 'value="stand"' in page
    assert (typed(response, "tricks_NS"), typed(response, "reason")) == ("2", OTHER["reason"])
    assert (Hand.objects.filter(version=2).count(), final_of(first).attempt) == (0, 1)


def test_void_hands_are_counted_in_one_query(client, first, django_assert_num_queries):
    response = client.post(address(first), filled(client, address(first), **OTHER))
    with django_assert_num_queries(1):
        (counted,) = hands_void(response.context["follows"])
    assert (counted.match.number, counted.hands) == (3, 1)


@pytest.mark.parametrize(("choice", "attempt", "place"), [("replay", 2, 1), ("stand", 1, 0)])
def test_what_was_chosen_is_done(client, first, choice, attempt, place):
    sent = filled(client, address(first), **OTHER)
    stamp = client.post(address(first), sent).context["follows"].stamp
    response = client.post(address(first), sent | {"choice": choice, "seen": stamp})
    assert response.status_code == 302
    match = again(first)
    assert (match.winner, match.by_ruling) == (
        match.sides.get(place=place).entry,
        choice == "stand",
    )
    assert final_of(first).attempt == attempt
    assert Hand.objects.filter(version=2).count() == 1


def test_a_correction_is_tried_together_with_what_would_follow(client, first):
    sent = filled(client, address(first), **OTHER, preview="1")
    response = client.post(address(first), sent)
    assert response.status_code == 200
    assert "So the hand would score" in text_of(response)
    (change,) = response.context["follows"].changes
    assert change.match == final_of(first)
    assert Hand.objects.filter(version=2).count() == 0


def test_the_second_of_two_directors_sees_what_would_follow_now(client, first):
    sent = filled(client, address(first), **OTHER)
    old = client.post(address(first), sent).context["follows"].stamp
    enter_hand(game_of(final_of(first)))
    response = client.post(address(first), sent | {"choice": "replay", "seen": old})
    assert response.status_code == 409
    assert "Something concerned has changed in the meantime" in text_of(response)
    assert response.context["follows"].stamp != old
    assert typed(response, "tricks_NS") == "2"
    assert final_of(first).attempt == 1


def test_a_choice_on_which_nothing_hangs_any_more_is_shown_as_it_is(client, first):
    sent = filled(client, address(first), **OTHER)
    stamp = client.post(address(first), sent).context["follows"].stamp
    Match.objects.filter(pk=first.pk).update(by_ruling=True)
    response = client.post(address(first), sent | {"choice": "replay", "seen": stamp})
    assert response.status_code == 409
    assert "No later match changes with this any more" in text_of(response)
    assert response.context["follows"] is None
    assert typed(response, "tricks_NS") == "2"


def test_a_choice_without_a_reason_asks_for_it_and_keeps_the_choice(client, first):
    sent = filled(client, address(first), **OTHER)
    stamp = client.post(address(first), sent).context["follows"].stamp
    sent |= {"choice": "stand", "seen": stamp, "reason": ""}
    response = client.post(address(first), sent)
    assert (response.status_code, faults(response)) == (422, {"reason"})
    assert response.context["follows"].stamp == stamp


def test_a_hand_that_was_corrected_meanwhile_shows_what_it_says_now(client, first):
    sent = filled(client, address(first), **OTHER)
    stamp = client.post(address(first), sent).context["follows"].stamp
    correct(hand_of(game_of(first)), 0, tricks={"NS": 10, "EW": 3})
    response = client.post(address(first), sent | {"choice": "replay", "seen": stamp})
    assert (response.status_code, typed(response, "tricks_NS")) == (409, "10")
    assert final_of(first).attempt == 1


def test_a_game_that_cannot_be_opened_again_says_why_and_which_to_end(client):
    event = drawn_event(2, best_of=3)
    signed_in(client, event.club)
    match = enter_hand(opened(match_of(event, 1))).match
    enter_hand(opened(match, 2), **NOBODY)
    sent = filled(client, address(match), tricks_NS="5", tricks_EW="8", reason="Five")
    for words in ({}, {"preview": "1"}):
        response = client.post(address(match), sent | words)
        assert response.status_code == 422
        assert "Play game 2 to its end, then correct the hand." in text_of(response)
    assert Hand.objects.filter(version=2).count() == 0


def test_a_ruling_on_a_saved_hand_asks_what_becomes_of_the_final(client, first):
    signed_in(client, first.event.club)
    page = address(first, "rule")
    lost = {"offence": "conduct", "seat": "N", "effect": "game_loss", "note": "Left the table"}
    sent = filled(client, page, **lost)
    response = client.post(page, sent)
    assert response.status_code == 422
    assert "Match 3: one hand" in text_of(response)
    old = response.context["follows"].stamp
    enter_hand(game_of(final_of(first)))

    response = client.post(page, sent | {"choice": "replay", "seen": old})
    assert response.status_code == 409
    stamp = response.context["follows"].stamp
    assert client.post(page, sent | {"choice": "replay", "seen": stamp}).status_code == 302
    assert again(first).winner == first.sides.get(place=1).entry
    assert final_of(first).attempt == 2


def test_a_ruling_that_is_taken_back_asks_too(client, first):
    signed_in(client, first.event.club)
    page = address(first, "rule")
    lost = {"offence": "conduct", "seat": "N", "effect": "game_loss", "note": "Left the table"}
    sent = filled(client, page, **lost)
    stamp = client.post(page, sent).context["follows"].stamp
    client.post(page, sent | {"choice": "replay", "seen": stamp})
    enter_hand(opened(final_of(first)), **NOBODY)

    page = address(first, "take-back-ruling")
    sent = {"ruling": "conduct,N,1,any,game_loss", "note": "It was somebody else"}
    sent["entry_key"] = "5b0c5a0e-6f67-4b5e-9f5c-0d9f5d1f0c11"
    response = client.post(page, sent)
    assert response.status_code == 422
    stamp = response.context["follows"].stamp
    assert client.post(page, sent | {"choice": "stand", "seen": stamp}).status_code == 302
    assert (again(first).by_ruling, final_of(first).attempt) == (True, 2)


def test_the_page_of_the_match_says_that_its_result_stands_by_ruling(client, first):
    sent = filled(client, address(first), **OTHER)
    stamp = client.post(address(first), sent).context["follows"].stamp
    client.post(address(first), sent | {"choice": "stand", "seen": stamp})
    page = text_of(client.get(reverse("scoring:match", args=[first.event.slug, 1])))
    told = "The result stands by ruling of the desk, whatever the hands say: Pair"
    assert told in page
    assert f"went on. {OTHER['reason']}" in page

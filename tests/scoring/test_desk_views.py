"""Hands at the desk: every version is shown, and a correction is one new version or none."""

from uuid import uuid4

import pytest
from django.urls import reverse

from scoring.models import Hand, HandVersion
from scoring.services import record_hand
from tests.stage import drawn_event, enter_hand, match_of, opened, played
from tests.tournament.desk_cast import faults, signed_in, text_of, typed
from tournament.actors import Actor
from tournament.models import Match

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(client):
    event = drawn_event(2, tables=1, best_of=3, target_score=500)
    signed_in(client, event.club, "scorekeeper")
    return enter_hand(opened(match_of(event, 1)))


def hands(game):
    return reverse("hands:match", args=[game.match.event.slug, game.match.number])


def correct(game, number=1):
    event, match = game.match.event, game.match
    return reverse("hands:correct", args=[event.slug, match.number, game.number, number])


def filled(client, game, number=1, **changes):
    """Open the form, and give what a browser would send after some changes."""
    form = client.get(correct(game, number)).context["form"]
    sent = {name: form[name].value() for name in form.fields}
    return {name: "" if value is None else value for name, value in sent.items()} | changes


def test_a_match_shows_every_hand_and_why_it_scored(client, game):
    page = text_of(client.get(hands(game)))
    assert "bid 10 took 11: 100 + 1 bag" in page
    assert correct(game) in page


def test_a_viewer_looks_and_is_offered_no_correction(client, game):
    signed_in(client, game.match.event.club, "viewer")
    page = text_of(client.get(hands(game)))
    assert "bid 10 took 11" in page
    assert correct(game) not in page


def test_opening_the_form_shows_what_the_hand_says_and_writes_nothing(client, game):
    response = client.get(correct(game))
    assert {name: typed(response, name) for name in ("bid_N", "bid_E", "tricks_NS")} == {
        "bid_N": "6",
        "bid_E": "1",
        "tricks_NS": "11",
    }
    assert HandVersion.objects.count() == 1
    assert Match.objects.get(pk=game.match_id).version == game.match.version


def test_a_correction_is_a_new_version_with_who_when_and_why(client, game):
    sent = filled(client, game, tricks_NS="9", tricks_EW="4", reason="The paper says nine")
    for _tap in range(2):
        response = client.post(correct(game), sent)
        assert (response.status_code, response["Location"]) == (302, hands(game))
    hand = Hand.objects.get()
    assert (hand.version, hand.versions.count()) == (2, 2)
    game.refresh_from_db()
    assert game.totals["NS"]["score"] == -100
    page = text_of(client.get(hands(game)))
    assert "Version 1" in page
    assert "at table 1" in page
    assert f"{client.user.username}: " in page
    assert "Reason: The paper says nine" in page


def test_a_bid_is_corrected_into_a_nil_with_its_own_tricks(client, game):
    sent = filled(client, game, bid_S="nil", own_S="0", reason="South bid nil")
    assert client.post(correct(game), sent).status_code == 302
    hand = Hand.objects.get()
    assert hand.bids["S"] == 0
    game.refresh_from_db()
    assert game.totals["NS"] == {"score": 165, "bags": 5}


def test_a_nil_hand_opens_with_its_own_tricks_shown(client, game):
    record_hand(
        game,
        number=2,
        bids={"E": "nil", "S": "4", "W": "4", "N": "4"},
        tricks={"NS": 9, "EW": 4, "E": 1},
        entry_key=uuid4(),
        by=Actor(table=game.match.table),
    )
    response = client.get(correct(game, 2))
    assert {name: typed(response, name) for name in ("bid_E", "own_E", "tricks_EW")} == {
        "bid_E": "nil",
        "own_E": "1",
        "tricks_EW": "4",
    }
    assert response.context["form"].has_nil


def test_every_fault_stands_next_to_its_field_and_all_is_kept(client, game):
    sent = filled(client, game, bid_N="", bid_E="99", tricks_NS="x", tricks_EW="40", reason="Why")
    response = client.post(correct(game), sent)
    assert response.status_code == 422
    assert {"bid_N", "bid_E", "tricks_NS", "tricks_EW"} <= faults(response)
    assert typed(response, "tricks_NS") == "x"
    assert typed(response, "entry_key") == str(sent["entry_key"])
    assert Hand.objects.get().version == 1


def test_faults_name_people_and_not_seats(client, game):
    response = client.post(correct(game), filled(client, game, bid_N="", reason="Why"))
    name = response.context["form"].names["N"]
    assert any(name in fault for fault in response.context["form"].errors["bid_N"])


def test_tricks_that_do_not_add_up_are_told_above_the_form(client, game):
    sent = filled(client, game, tricks_NS="11", tricks_EW="3", reason="Why")
    response = client.post(correct(game), sent)
    assert response.status_code == 422
    assert response.context["form"].non_field_errors()


@pytest.mark.parametrize("reason", ["", "   ", "x" * 201])
def test_a_correction_wants_a_reason_of_a_fit_length(client, game, reason):
    sent = filled(client, game, tricks_NS="10", tricks_EW="3", reason=reason)
    response = client.post(correct(game), sent)
    assert (response.status_code, faults(response)) == (422, {"reason"})
    assert Hand.objects.get().version == 1


def test_a_correction_that_changes_nothing_says_so(client, game):
    response = client.post(correct(game), filled(client, game, reason="Just so"))
    assert response.status_code == 422
    assert "This is what the hand already says." in text_of(response)


def test_a_form_from_before_another_correction_shows_the_newer_state(client, game):
    old = filled(client, game, tricks_NS="9", tricks_EW="4", reason="Nine")
    newer = filled(client, game, tricks_NS="12", tricks_EW="1", reason="Twelve")
    assert client.post(correct(game), newer).status_code == 302
    response = client.post(correct(game), old)
    assert response.status_code == 409
    assert "corrected in the meantime" in text_of(response)
    assert typed(response, "tricks_NS") == "12"
    assert Hand.objects.get().version == 2


def test_a_correction_that_changes_a_match_on_which_nothing_stands_is_saved_at_once(client):
    event = drawn_event(2, tables=1)
    signed_in(client, event.club)
    match = played(match_of(event, 1))
    game = match.games.get()
    sent = filled(client, game, tricks_NS="2", tricks_EW="11", reason="The other way round")
    assert client.post(correct(game), sent).status_code == 302
    assert Hand.objects.get().version == 2
    assert event.matches.get().winner != match.winner


@pytest.mark.parametrize(("game_number", "hand"), [(1, 2), (2, 1), (1, 99999999999999999999)])
def test_a_hand_that_is_not_there_is_not_found(client, game, game_number, hand):
    event, match = game.match.event, game.match
    page = reverse("hands:correct", args=[event.slug, match.number, game_number, hand])
    assert client.get(page).status_code == 404
    assert client.post(page).status_code == 404


def test_hands_of_a_void_attempt_are_shown_as_void_and_not_corrected(client, game):
    slug, number = game.match.event.slug, game.match.number
    client.post(reverse("desk:end", args=[slug, number, "forfeit", "a"]))
    page = text_of(client.get(hands(game)))
    assert "void" in page
    assert correct(game) not in page
    assert client.get(correct(game)).status_code == 404

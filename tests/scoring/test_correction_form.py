"""The form that corrects a hand asks what its game needs, and can be tried before it is saved."""

import pytest
from django.urls import reverse

from scoring.models import Game, Hand, HandVersion
from tests.stage import drawn_event, enter_hand, match_of, opened
from tests.tournament.desk_cast import faults, signed_in, text_of, typed

pytestmark = pytest.mark.django_db

THREES = dict.fromkeys("NESW", "3")
TOOK = {"NS": 7, "EW": 6}


def begun(client, role="director", **rules):
    event = drawn_event(2, tables=1, **({"best_of": 3, "target_score": 500} | rules))
    signed_in(client, event.club, role)
    return opened(match_of(event, 1))


def page_of(game, number=1):
    event, match = game.match.event, game.match
    return reverse("hands:correct", args=[event.slug, match.number, game.number, number])


def form_of(client, game):
    return client.get(page_of(game)).context["form"]


def filled(client, game, **changes):
    form = form_of(client, game)
    sent = {name: form[name].value() for name in form.fields}
    return {
        name: "" if it is None else it for name, it in sent.items() if it is not False
    } | changes


def names(form):
    return {name.partition("_")[0] for name in form.fields} - {"version", "entry", "reason"}


def scores(game):
    return {side: it["score"] for side, it in Game.objects.get(pk=game.pk).totals.items()}


def test_a_plain_game_asks_bids_and_tricks_and_a_director_for_rulings(client):
    game = enter_hand(begun(client), bids=THREES, tricks=TOOK)
    assert names(form_of(client, game)) >= {"bid", "tricks", "own", "ruling", "renege"}
    assert "spades" not in names(form_of(client, game))
    signed_in(client, game.match.event.club, "scorekeeper")
    assert not {"ruling", "renege"} & names(form_of(client, game))


def test_where_nobody_bids_no_bid_is_asked(client):
    game = begun(client, variant="nobid", target_score=50)
    game = enter_hand(game, bids={}, tricks=TOOK)
    form = form_of(client, game)
    assert not {"bid", "own"} & names(form)
    sent = filled(client, game, tricks_NS="9", tricks_EW="4", reason="Nine")
    assert client.post(page_of(game), sent).status_code == 302
    assert Hand.objects.get().tricks == {"NS": 9, "EW": 4}


def test_a_team_bid_is_corrected_for_the_team(client):
    game = begun(client, bid_mode="team", nil_allowed=False, blind_nil_allowed=False)
    game = enter_hand(game, bids={"NS": "6", "EW": "5"}, tricks=TOOK)
    assert "own" not in names(form_of(client, game))
    sent = filled(client, game, bid_NS="7", reason="Seven")
    assert client.post(page_of(game), sent).status_code == 302
    assert Hand.objects.get().bids["NS"] == 7


def test_mirror_bids_are_spades_and_follow_each_other(client):
    game = begun(client, variant="mirror")
    spades = {"N": "4", "E": "3", "S": "3", "W": "3"}
    game = enter_hand(game, bids=spades, tricks=TOOK)
    sent = filled(client, game, bid_N="3", bid_E="4", reason="Exchanged")
    assert client.post(page_of(game), sent).status_code == 302
    assert Hand.objects.get().spades == {"N": 3, "E": 4, "S": 3, "W": 3}


def test_whiz_asks_the_spades_a_nil_leaves_open(client):
    game = begun(client, variant="whiz", whiz_nil_with_ace=False)
    bids = {"N": "4", "E": "3", "S": "3", "W": "3"}
    game = enter_hand(game, bids=bids, tricks=TOOK)
    assert {"spades", "ace"} <= names(form_of(client, game))
    sent = filled(client, game, bid_N="nil", spades_N="4", own_N="0", ace="E", reason="Nil")
    assert client.post(page_of(game), sent).status_code == 302
    hand = Hand.objects.get()
    assert (hand.bids["N"], hand.spades["N"], hand.ace) == (0, 4, "E")


def test_a_hand_becomes_a_misdeal_and_a_misdeal_becomes_a_hand(client):
    game = begun(client, misdeal_causes=["wrong_count"])
    game = enter_hand(game, bids=THREES, tricks=TOOK)
    blank = {f"bid_{seat}": "" for seat in "NESW"} | {"tricks_NS": "", "tricks_EW": ""}
    sent = filled(client, game, **blank, misdeal="wrong_count", reason="14 cards")
    assert client.post(page_of(game), sent).status_code == 302
    assert (Hand.objects.get().misdeal, scores(game)) == ("wrong_count", {"NS": 0, "EW": 0})
    bids = {f"bid_{seat}": "3" for seat in "NESW"}
    sent = filled(
        client, game, **bids, tricks_NS="7", tricks_EW="6", misdeal="", reason="It was good"
    )
    assert client.post(page_of(game), sent).status_code == 302
    assert (Hand.objects.get().misdeal, scores(game)) == ("", {"NS": 61, "EW": 60})


def test_the_call_of_time_is_put_on_a_hand_and_off_it(client):
    game = begun(client, minutes=30, min_hands=5)
    game = enter_hand(game, bids=THREES, tricks=TOOK)
    sent = filled(client, game, time_called="on", reason="Called")
    assert client.post(page_of(game), sent).status_code == 302
    assert Hand.objects.get().time_called
    sent = filled(client, game, reason="Not called")
    del sent["time_called"]
    assert client.post(page_of(game), sent).status_code == 302
    assert not Hand.objects.get().time_called


def test_rulings_are_put_right_in_their_rows(client):
    game = enter_hand(begun(client), bids=THREES, tricks=TOOK)
    row = {"ruling_0_offence": "phone", "ruling_0_seat": "N", "ruling_0_effect": "points:10"}
    sent = filled(client, game, **row, renege=["E"], reason="Ruled")
    assert client.post(page_of(game), sent).status_code == 302
    assert (Hand.objects.get().renege, scores(game)) == (["E"], {"NS": 51, "EW": -60})
    sent = filled(client, game, ruling_0_offence="", renege=[], reason="Taken back")
    assert client.post(page_of(game), sent).status_code == 302
    assert scores(game) == {"NS": 61, "EW": 60}


def test_a_scorekeeper_leaves_rulings_as_they_are(client):
    game = enter_hand(begun(client), bids=THREES, tricks=TOOK)
    sent = filled(client, game, renege=["E"], reason="Ruled")
    client.post(page_of(game), sent)
    signed_in(client, game.match.event.club, "scorekeeper")
    sent = filled(client, game, tricks_NS="8", tricks_EW="5", renege=[], reason="Eight")
    assert client.post(page_of(game), sent).status_code == 302
    assert Hand.objects.get().renege == ["E"]


def test_faults_of_a_ruling_stand_in_its_row(client):
    game = enter_hand(begun(client), bids=THREES, tricks=TOOK)
    row = {"ruling_0_offence": "phone", "ruling_0_seat": "", "ruling_0_effect": "drop:99"}
    response = client.post(page_of(game), filled(client, game, **row, reason="Ruled"))
    assert response.status_code == 422
    assert faults(response) == {"ruling_0_seat", "ruling_0_effect"}
    assert typed(response, "ruling_0_effect") == "drop:99"


def test_the_new_score_is_seen_before_anything_is_saved(client):
    game = enter_hand(begun(client), bids=THREES, tricks=TOOK)
    sent = filled(client, game, tricks_NS="5", tricks_EW="8", preview="1")
    response = client.post(page_of(game), sent)
    page = text_of(response)
    assert response.status_code == 200
    assert "bid 6 took 5, set: \N{MINUS SIGN}60" in page
    assert typed(response, "tricks_NS") == "5"
    assert (HandVersion.objects.count(), scores(game)) == (1, {"NS": 61, "EW": 60})


def test_a_preview_names_faults_and_a_changed_result(client):
    game = enter_hand(begun(client), bids=THREES, tricks=TOOK)
    response = client.post(page_of(game), filled(client, game, tricks_NS="8", preview="1"))
    assert (response.status_code, response.context["draft"]) == (422, None)
    row = {"ruling_0_offence": "conduct", "ruling_0_seat": "N", "ruling_0_effect": "game_loss"}
    response = client.post(page_of(game), filled(client, game, **row, preview="1"))
    assert "would have another result" in text_of(response)


def test_missing_tricks_stand_beside_the_side_they_belong_to(client):
    game = enter_hand(begun(client), bids=THREES, tricks=TOOK)
    sent = filled(client, game, tricks_NS="", tricks_EW="", reason="None")
    response = client.post(page_of(game), sent)
    assert (response.status_code, faults(response)) == (422, {"tricks_NS", "tricks_EW"})

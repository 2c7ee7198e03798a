"""A disputed hand at the desk: judged from its cards, in the names of those who played it."""

import json
from pathlib import Path

import pytest
from django.urls import reverse

from engine.spades.cards import parse_card
from tests.stage import drawn_event, enter_hand, match_of, opened
from tests.tournament.desk_cast import faults, signed_in, text_of, typed

pytestmark = pytest.mark.django_db
CASES = {it["id"]: it for it in json.loads(Path("fixtures/play/cases.json").read_text("utf-8"))}


@pytest.fixture
def game(client):
    event = drawn_event(2, tables=1, best_of=3, target_score=500)
    signed_in(client, event.club, "viewer")
    return enter_hand(opened(match_of(event, 1)))


def at(game, name="examine-match"):
    args = {"examine": (), "examine-match": (game.match.number,)}
    args["examine-hand"] = (game.match.number, game.number, 1)
    return reverse(f"hands:{name}", args=[game.match.event.slug, *args[name]])


def names(client, game):
    form = client.get(at(game)).context["form"]
    return dict(form.fields["dealer"].choices)


def lines(case):
    return "\n".join(" ".join(card for _seat, card in it["plays"]) for it in case["tricks"])


def hands(case):
    return {f"hand_{seat}": " ".join(cards) for seat, cards in case["deal"].items()}


def errors(response, field="tricks"):
    return list(response.context["form"].errors.get(field, []))


def test_a_legal_hand_is_counted_trick_by_trick(client, game):
    case = CASES["PLAY-001"]
    response = client.post(at(game), {"tricks": lines(case), **hands(case), "complete": "on"})
    shown, who = response.context["shown"], names(client, game)
    assert (response.status_code, shown.first, shown.settled) == (200, "", True)
    won = [who[seat] for seat in case["expected"]["winners"]]
    assert [it.winner for it in shown.tricks] == won
    counts = {name: count for _side, _total, own in shown.counts for name, count in own}
    assert counts == {who[seat]: f"{n} tricks" for seat, n in case["expected"]["tricks"].items()}
    assert [total for _side, total, _own in shown.counts] == ["5 tricks", "8 tricks"]
    assert shown.broken.startswith(f"Spades broke in trick 6, when {who['N']} played ")


def test_a_renege_is_told_by_name_with_its_trick_and_what_was_held(client, game):
    case = CASES["PLAY-006"]
    response = client.post(at(game), {"tricks": lines(case), **hands(case)})
    west = names(client, game)["W"]
    page = text_of(response)
    assert f"Trick 2, card 2: {west} holds clubs and must follow." in page
    assert f"{west} reneged in trick 2 with J♦ and held 2♣, 9♣, Q♣." in page


def test_a_hand_shows_a_wrong_leader_because_the_deal_is_known(client, game):
    case = CASES["PLAY-015"]
    response = client.post(at(game), {"tricks": lines(case), **hands(case)})
    assert response.context["shown"].first.startswith("Trick 4, card 1: ")
    assert "won trick 3 and must lead" in response.context["shown"].first


def test_without_a_deal_the_seats_follow_the_dealer_and_the_winners(client, game):
    tricks = "1. 10♥ A♥ 2 ♥ K♥\n2. 3C, 4C, 5C, 6C"
    shown = client.post(at(game), {"tricks": tricks, "dealer": "W"}).context["shown"]
    who = names(client, game)
    assert [it.winner for it in shown.tricks] == [who["E"], who["N"]]
    assert (shown.first, shown.settled) == ("", False)


def test_a_seat_before_a_card_says_who_played_it(client, game):
    shown = client.post(at(game), {"tricks": "N: 4D S:6D E:TD W:JD"}).context["shown"]
    assert shown.first.startswith("Trick 1, card 2: It is the turn of ")


def test_every_unreadable_card_is_named_with_its_line_and_the_text_is_kept(client, game):
    tricks = "4D 1Z TD JD\nQ: 5H ?? KH AH"
    response = client.post(at(game), {"tricks": tricks, "hand_N": "4D XX", "dealer": "W"})
    assert (response.status_code, typed(response, "tricks")) == (422, tricks)
    assert [it.split(" ")[:3] for it in errors(response)] == [
        ["Line", "1:", "“1Z”"],
        ["Line", "2:", "There"],
        ["Line", "2:", "“??”"],
    ]
    assert errors(response, "hand_N")[0].startswith("“XX” is not a card.")
    assert faults(response) == {"tricks", "hand_N", "hand_E", "hand_S", "hand_W"}


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({}, "tricks"),
        ({"tricks": "4D 5D 6D 7D"}, "tricks"),
        ({"tricks": "4D 5D 6D\n7D 8D 9D TD", "dealer": "W"}, "tricks"),
        ({"tricks": "4D\n" * 41, "dealer": "W"}, "tricks"),
        ({"tricks": "4" * 2001}, "tricks"),
        ({"tricks": "4D", "dealer": "Z"}, "dealer"),
    ],
)
def test_what_cannot_be_followed_is_said_beside_its_field(client, game, sent, field):
    response = client.post(at(game), sent)
    assert response.status_code == 422
    assert field in faults(response)


def test_a_scored_hand_knows_its_dealer_and_holds_its_tricks_against_the_play(client, game):
    case = CASES["PLAY-001"]
    dealer = typed(client.get(at(game, "examine-hand")), "dealer")
    assert dealer == game.hands.get().dealer
    response = client.post(at(game, "examine-hand"), {"tricks": lines(case), **hands(case)})
    assert "The play gives " in response.context["shown"].first


def test_cards_can_be_tapped_without_a_script(client, game):
    sent = {"into": "tricks", "tricks": "4D 6D TD JD", "tap": "BJ"}
    response = client.post(at(game), sent)
    assert (response.status_code, typed(response, "tricks")) == (200, "4D 6D TD JD\nBJ")
    sent |= {"tricks": "4D 6D", "tap": "back"}
    assert typed(client.post(at(game), sent), "tricks") == "4D"
    response = client.post(at(game), sent | {"into": "hand_N", "tap": "AS"})
    assert (typed(response, "hand_N"), typed(response, "tricks")) == ("AS", "4D 6D")
    pad = [str(card) for suit in response.context["form"].pad for card in suit]
    assert (len(pad), all(parse_card(card) for card in pad)) == (52, True)


@pytest.mark.parametrize("name", ["examine", "examine-match", "examine-hand"])
def test_whoever_may_look_may_examine_and_nothing_is_written(client, game, name):
    before = game.match.version
    for role in ("viewer", "scorekeeper", "director"):
        signed_in(client, game.match.event.club, role)
        assert client.post(at(game, name), {"tricks": "N: 4D 5D 6D 7D"}).status_code == 200
    game.match.refresh_from_db()
    assert game.match.version == before


def test_the_match_page_leads_here(client, game):
    match = reverse("desk:match", args=[game.match.event.slug, game.match.number])
    assert at(game) in text_of(client.get(match))

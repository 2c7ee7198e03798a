"""Rulings, claims and the clock at the desk: who may, what the pages say, and what they keep."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils.timezone import now

from scoring.models import Game, Hand
from tests.factories import ClubFactory
from tests.stage import drawn_event, enter_hand, match_of, opened
from tests.tournament.desk_cast import faults, signed_in, text_of, typed

pytestmark = pytest.mark.django_db

THREES = dict.fromkeys("NESW", "3")
RULES = {
    "best_of": 3,
    "target_score": 500,
    "minutes": 30,
    "penalties": [{"offence": "table_talk", "effect": "points:30"}],
    "misdeal_causes": ["wrong_count"],
}


@pytest.fixture
def game(client):
    """A game by the clock with one hand: NS 61, EW 60. A director is signed in."""
    event = drawn_event(2, tables=1, **RULES)
    signed_in(client, event.club)
    return enter_hand(opened(match_of(event, 1)), bids=THREES, tricks={"NS": 7, "EW": 6})


def address(name, game, hand=None):
    event, match = game.match.event, game.match
    numbers = [game.number, hand] if hand else []
    return reverse(f"hands:{name}", args=[event.slug, match.number, *numbers])


def time_of(game):
    slug, number = game.match.event.slug, game.match.number
    return reverse("hands:call-time", args=[slug, number, game.number])


def filled(client, page, **changes):
    """Open a form, and give what a browser would send after some changes."""
    form = client.get(page).context["form"]
    sent = {name: form[name].value() for name in form.fields}
    return {
        name: "" if it is None else it for name, it in sent.items() if it is not False
    } | changes


def hand_of(game, number=1):
    return Hand.objects.get(game=game, number=number)


def scores(game):
    return {side: it["score"] for side, it in Game.objects.get(pk=game.pk).totals.items()}


TALK = {"offence": "table_talk", "seat": "N", "note": "Heard"}


def test_a_director_rules_on_a_saved_hand_and_the_page_says_it(client, game):
    page = address("rule", game, 1)
    sent = filled(client, page, **TALK)
    for _tap in range(2):
        response = client.post(page, sent)
        assert (response.status_code, response["Location"]) == (302, address("match", game))
    assert (scores(game)["NS"], hand_of(game).version) == (31, 2)
    told = text_of(client.get(address("match", game)))
    who = client.get(page).context["sheet"].names["N"]
    assert f"Table talk by {who}: 30 points are lost" in told
    assert f"table talk by {who}: \N{MINUS SIGN}30" in told


def test_a_ruling_on_the_hand_in_play_stands_on_the_page_until_it_is_taken_back(client, game):
    page = address("rule", game, 2)
    client.post(page, filled(client, page, **TALK))
    hands = client.get(address("match", game))
    [ruling] = hands.context["games"][0].open.rulings
    back = f"{address('take-back-ruling', game, 2)}?ruling={ruling.key}"
    assert back.replace(",", "%2C") in hands.content.decode()
    asked = client.get(back)
    key = asked.context["question"].form["entry_key"].value()
    said = {"ruling": ruling.key, "note": "Wrong seat", "entry_key": str(key)}
    for _tap in range(2):
        assert client.post(back, said).status_code == 302
    assert hand_of(game, 2).rulings == []


def test_every_fault_of_a_ruling_stands_beside_its_field_and_all_is_kept(client, game):
    page = address("rule", game, 1)
    sent = filled(client, page, effect="drop:99", phase="never", seat="X", note=" ")
    response = client.post(page, sent)
    assert response.status_code == 422
    assert faults(response) == {"offence", "seat", "effect", "phase", "note"}
    assert typed(response, "seat") == "X"
    assert typed(response, "entry_key") == str(sent["entry_key"])
    assert hand_of(game).version == 1


def test_a_ruling_on_a_hand_saved_meanwhile_goes_to_that_hand(client, game):
    page = address("rule", game, 2)
    sent = filled(client, page, **TALK)
    enter_hand(game, bids=THREES, tricks={"NS": 7, "EW": 6})
    assert client.post(page, sent).status_code == 302
    assert (hand_of(game, 2).version, scores(game)["NS"]) == (2, 92)


def test_a_claim_is_decided_for_or_against_who_made_it(client, game):
    page = address("claim", game, 1)
    sent = filled(client, page, claimant="N", accused="E", stood="yes", note="Trick 4")
    assert client.post(page, sent).status_code == 302
    assert hand_of(game).renege == ["E"]
    sent = filled(client, page, claimant="E", accused="N", stood="no", note="Trick 5")
    assert client.post(page, sent).status_code == 302
    assert [(it["offence"], it["seat"]) for it in hand_of(game).rulings] == [("false_claim", "E")]


def test_a_claim_wants_two_players_and_a_decision(client, game):
    page = address("claim", game, 1)
    response = client.post(page, filled(client, page, claimant="N", accused="S", note="?"))
    assert (response.status_code, faults(response)) == (422, {"stood"})
    sent = filled(client, page, claimant="N", accused="S", stood="yes", note="")
    response = client.post(page, sent)
    assert (response.status_code, faults(response)) == (422, {"accused", "note"})


def test_an_effect_on_people_points_to_the_conduct_desk(client, game):
    page = address("rule", game, 1)
    client.post(page, filled(client, page, **TALK, effect="future_ban"))
    assert "Go on under conduct" in text_of(client.get(address("match", game)))


@pytest.mark.parametrize("name", ["rule", "claim", "take-back-ruling"])
@pytest.mark.parametrize(
    ("role", "status"), [("director", 200), ("scorekeeper", 403), ("viewer", 403)]
)
def test_only_a_director_rules(client, game, name, role, status):
    signed_in(client, game.match.event.club, role)
    page = f"{address(name, game, 1)}?ruling=late,N,1,any,"
    assert client.get(page).status_code == status
    if status == 403:
        assert client.post(page, TALK).status_code == 403
    offered = address("rule", game, 1) in client.get(address("match", game)).content.decode()
    assert offered == (status == 200)


def test_strangers_and_other_clubs_learn_nothing_of_rulings(client, game):
    pages = [address(it, game, 1) for it in ("rule", "claim", "take-back-ruling")]
    pages += [time_of(game), reverse("hands:clock", args=[game.match.event.slug])]
    signed_in(client, ClubFactory())
    assert {client.post(page).status_code for page in pages} == {404}
    client.logout()
    assert {client.post(page).status_code for page in pages} == {302}


@pytest.mark.parametrize("hand", [3, 99])
def test_a_hand_that_is_not_there_is_not_found(client, game, hand):
    assert client.get(address("rule", game, hand)).status_code == 404


@pytest.mark.parametrize("key", ["", "x", "late", "late,Q,1,any,", "late,N,10,any,", "a,b,c,d,e,f"])
def test_a_ruling_that_never_was_is_not_found(client, game, key):
    page = address("take-back-ruling", game, 1)
    assert client.get(page, {"ruling": key}).status_code == 404


def test_time_is_called_from_the_page_of_a_match(client, game):
    signed_in(client, game.match.event.club, "scorekeeper")
    page = client.get(address("match", game)).content.decode()
    assert time_of(game) in page
    assert client.post(time_of(game)).status_code == 302
    assert (Game.objects.get(pk=game.pk).winner, hand_of(game).time_called) == ("NS", True)
    assert client.post(time_of(game)).status_code == 302
    assert hand_of(game).version == 2


def test_time_of_a_game_that_is_over_is_not_called(client, game):
    Game.objects.filter(pk=game.pk).update(winner="NS")
    response = client.post(time_of(game))
    assert (response.status_code, hand_of(game).version) == (409, 1)
    assert "This game is over." in text_of(response)


def test_time_is_called_at_all_tables_and_a_viewer_only_looks(client, game):
    page = reverse("hands:clock", args=[game.match.event.slug])
    signed_in(client, game.match.event.club, "viewer")
    assert "0 minutes of 30" in text_of(client.get(page))
    assert client.post(page).status_code == 403
    assert client.post(time_of(game)).status_code == 403
    signed_in(client, game.match.event.club, "scorekeeper")
    response = client.post(page, follow=True)
    assert "Time was called at 1 table." in text_of(response)
    assert "Time was called at 0 tables." in text_of(client.post(page, follow=True))


def test_the_overview_names_the_tables_that_are_over_time(client, game):
    slug = game.match.event.slug
    overview = reverse("desk:tables", args=[slug])
    assert "Over time" not in text_of(client.get(overview))
    Game.objects.filter(pk=game.pk).update(opened_at=now() - timedelta(minutes=31))
    page = text_of(client.get(overview))
    assert "Over time" in page
    assert "31 minutes of 30" in page
    assert "Over time" in text_of(client.get(address("match", game)))


def test_an_event_without_a_clock_shows_none(client):
    event = drawn_event(2, tables=1)
    signed_in(client, event.club)
    opened(match_of(event, 1))
    page = client.get(reverse("desk:tables", args=[event.slug])).content.decode()
    assert reverse("hands:clock", args=[event.slug]) not in page

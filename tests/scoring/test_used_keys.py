"""Forms that a browser brings back with an old key: nobody is thanked for what is not written."""

import pytest

from scoring.models import Hand, HandVersion
from tests.scoring.test_desk_rulings import RULES, TALK, THREES, address, filled, hand_of, scores
from tests.stage import drawn_event, enter_hand, match_of, opened
from tests.tournament.desk_cast import signed_in, text_of, typed
from tournament.models import LogLine

pytestmark = pytest.mark.django_db

ANOTHER = "This form has already written another ruling. Nothing was changed."


@pytest.fixture
def game(client):
    """A game with one hand: NS 61, EW 60. A director is signed in."""
    event = drawn_event(2, tables=1, **RULES)
    signed_in(client, event.club)
    return enter_hand(opened(match_of(event, 1)), bids=THREES, tricks={"NS": 7, "EW": 6})


def ruled():
    return LogLine.objects.filter(key="ruled").count()


@pytest.mark.parametrize("hand", [1, 2])
@pytest.mark.parametrize(
    "changed", [{"seat": "E"}, {"note": "Again"}, {"offence": "phone"}, {"effect": "points:50"}]
)
def test_a_form_brought_back_does_not_pass_for_another_ruling(client, game, hand, changed):
    page = address("rule", game, hand)
    sent = filled(client, page, **TALK)
    client.post(page, sent)

    answer = client.post(page, sent | changed)

    assert (answer.status_code, ruled()) == (409, 1)
    assert ANOTHER in text_of(answer)
    [name] = changed
    assert typed(answer, name) == changed[name]
    sent |= changed | {"entry_key": typed(answer, "entry_key")}
    assert client.post(page, sent).status_code == 302
    assert (ruled(), len(hand_of(game, hand).rulings)) == (2, 2)


def test_the_key_of_a_ruling_takes_none_back(client, game):
    page = address("rule", game, 1)
    sent = filled(client, page, **TALK)
    client.post(page, sent)
    said = {"ruling": "table_talk,N,1,any,", "note": TALK["note"], "entry_key": sent["entry_key"]}

    answer = client.post(address("take-back-ruling", game, 1), said)

    assert answer.status_code == 409
    assert ANOTHER in text_of(answer)
    assert len(hand_of(game).rulings) == 1


@pytest.mark.parametrize(("hand", "effect"), [(1, ""), (1, "replay"), (2, "replay")])
def test_the_key_of_a_hand_writes_no_ruling(client, game, hand, effect):
    key = HandVersion.objects.get().entry_key
    page = address("rule", game, hand)

    answer = client.post(page, filled(client, page, **TALK, effect=effect, entry_key=str(key)))

    assert (answer.status_code, ruled()) == (409, 0)
    assert scores(game)["NS"] == 61
    assert list(Hand.objects.values_list("number", "version")) == [(1, 1)]


def test_a_form_brought_back_does_not_pass_for_another_correction(client, game):
    page = address("correct", game, 1)
    sent = filled(client, page, tricks_NS="8", tricks_EW="5", reason="Miscounted")
    client.post(page, sent)

    answer = client.post(page, sent | {"tricks_NS": "9", "tricks_EW": "4"})

    assert answer.status_code == 409
    assert "This form has already been saved with something else." in text_of(answer)
    assert typed(answer, "tricks_NS") == "8"
    assert client.post(page, sent).status_code == 302
    assert (hand_of(game).tricks, hand_of(game).version) == ({"NS": 8, "EW": 5}, 2)


def test_a_ruling_sent_again_after_another_one_is_still_one(client, game):
    page = address("rule", game, 1)
    first = filled(client, page, **TALK)
    client.post(page, first)
    client.post(page, filled(client, page, **TALK | {"note": "Once more"}))

    assert client.post(page, first).status_code == 302
    assert ruled() == 2

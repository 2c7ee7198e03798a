"""The door that follows a hand card by card: open to all, the same verdict as the engine's."""

import json
from pathlib import Path

import pytest
from django.core.cache import caches
from django.urls import reverse

from scoring.api.examine import PLAYS_MOST

pytestmark = pytest.mark.django_db
CASES = json.loads(Path("fixtures/play/cases.json").read_text("utf-8"))
SEATS = "NESW"


@pytest.fixture(autouse=True)
def nobody_has_asked_yet():
    """The count of questions outlives a test."""
    caches["knocks"].clear()


def examine(client, record):
    body = record if isinstance(record, str) else json.dumps(record)
    return client.post(reverse("api:examine"), body, content_type="application/json")


def trick(*cards, leader="N"):
    first = SEATS.index(leader)
    return {"plays": [[SEATS[(first + at) % 4], card] for at, card in enumerate(cards)]}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_every_golden_case_has_the_verdict_it_is_known_for(client, case):
    answer = examine(client, {name: it for name, it in case.items() if name != "expected"})
    told, expected = answer.json(), dict(case["expected"])
    assert answer.status_code == 200
    first = told["faults"][0] if told["faults"] else {}
    found = {"winner_of_trick_1": (told["winners"] or [None])[0], **told}
    found |= {name: first.get(name) for name in ("code", "trick", "card")}
    assert {name: found[name] for name in expected} == expected


def test_a_renege_is_told_with_the_cards_that_would_have_followed(client):
    tricks = [trick("4H", "5C", "KH", "AH"), trick("2D", "9D", "7H", "AD", leader="W")]
    told = examine(client, {"dealer": "W", "tricks": tricks}).json()
    assert told["reneges"] == [
        {
            "seat": "E",
            "trick": 1,
            "card": "5C",
            "held": ["7H"],
            "shown_at": 2,
            "message": "East reneged in trick 1 with 5♣ and held 7♥; "
            "one of these came out in trick 2.",
        }
    ]
    fault = {
        "code": "P06",
        "where": "tricks.0.plays.1",
        "message": "East did not follow hearts, but played 7♥ in trick 2: a renege.",
        "trick": 1,
        "card": 2,
        "seat": "E",
    }
    assert (told["valid"], told["settled"], told["faults"]) == (False, False, [fault])


def test_cards_are_read_however_they_are_written(client):
    told = examine(client, {"tricks": [trick("10♥", " a h", "2♠", "th")]}).json()
    assert (told["winners"], told["spades_broken_at"]) == (["S"], [1, 3])
    assert [it["code"] for it in told["faults"]] == ["P04"]


def test_everything_that_cannot_be_read_is_told_at_once(client):
    record = {"dealer": "Z", "deal": {"N": ["1H"]}, "tricks": [trick("??", 7)], "complete": "yes"}
    answer = examine(client, record)
    places = [(it["code"], it["where"]) for it in answer.json()["faults"]]
    assert answer.status_code == 422
    assert places == [
        ("P16", "dealer"),
        ("P15", "deal.N.0"),
        ("P15", "tricks.0.plays.0"),
        ("P15", "tricks.0.plays.1"),
        ("P17", "complete"),
    ]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ("[]", 422),
        ("null", 422),
        ("3", 422),
        ('{"options": {"tens": true}}', 422),
        ('{"tricks": null, "deal": null}', 200),
        ('{"variant": null}', 422),
        ('{"options": null}', 422),
        ('{"variant": ["x"]}', 422),
        ('{"tricks": {"plays": []}}', 422),
        ('{"tricks": [null, 3, {"plays": "TH"}]}', 422),
        ("{", 400),
        ("NaN", 422),
    ],
)
def test_whatever_is_sent_has_an_answer(client, body, status):
    assert examine(client, body).status_code == status


def test_a_record_no_hand_could_fill_is_refused_before_it_is_followed(client):
    full = [trick(*["4D"] * 60) for _number in range(PLAYS_MOST // 60)]
    assert examine(client, {"tricks": full}).status_code == 200
    answer = examine(client, {"tricks": [*full, trick("4D")]})
    assert (answer.status_code, answer.json()["faults"][0]["where"]) == (422, "tricks")


def test_the_door_is_open_to_all_and_writes_nothing(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        assert examine(client, {"tricks": [trick("4D", "5D", "6D", "7D")]}).status_code == 200
    assert client.get(reverse("api:examine")).status_code == 405


def test_one_address_may_ask_only_so_often(client, monkeypatch):
    monkeypatch.setattr("config.throttling.ByAddress.THROTTLE_RATES", {"examine": "2/min"})
    answers = [examine(client, {}) for _time in range(3)]
    assert [it.status_code for it in answers] == [200, 200, 429]
    assert int(answers[2]["Retry-After"]) > 0


def test_names_of_seats_are_those_of_the_game(client):
    tricks = [{"plays": [["A", "TH"], ["C", "9H"], ["B", "TS"]]}]
    told = examine(client, {"variant": "cutthroat", "tricks": tricks}).json()
    assert told["faults"][0]["message"] == "It is the turn of B, not of C."

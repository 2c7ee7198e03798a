"""Play records as JSON: the golden cases, the command line, and whatever else people send."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.play_cases import play_case
from tests.engine.command_line import ROOT, engine
from tests.engine.strategies import anything

CASES = json.loads((ROOT / "fixtures/play/cases.json").read_text(encoding="utf-8"))


def is_as_expected(answer, case):
    expected = case["expected"]
    if "winner_of_trick_1" in expected:
        return answer["valid"] and answer["winners"] == [expected["winner_of_trick_1"]]
    return answer == {"id": case["id"], **expected}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_case_is_judged_as_written(case):
    assert is_as_expected(play_case(case), case)


def test_command_line_judges_the_list_in_its_order():
    ran = engine("play", "-", typed=CASES)
    assert [answer["id"] for answer in ran.answer] == [case["id"] for case in CASES]
    assert all(is_as_expected(*pair) for pair in zip(ran.answer, CASES, strict=True))
    assert (ran.status, ran.complaint) == (1, "")


def test_one_legal_record_in_gives_one_answer_out_and_status_0():
    ran = engine("play", "-", typed=CASES[0])
    assert (ran.status, ran.complaint) == (0, "")
    assert list(ran.answer) == ["id", "valid", "winners", "tricks", "spades_broken_at"]


def test_refused_record_has_the_code_and_the_place_of_its_first_fault_only():
    ran = engine("play", "-", typed={"id": 7, "dealer": "W", "tricks": [{"plays": [["N", "TH"]]}]})
    refused = {"id": 7, "valid": False, "code": "P09", "trick": 1, "card": None}
    assert (ran.status, ran.answer) == (1, refused)


NESW = ["N", "E", "S", "W"]


@pytest.mark.parametrize(
    ("record", "code", "where"),
    [
        ([], "H06", ""),
        ({"variant": "bridge"}, "O05", "variant"),
        ({"options": {"target": 1}}, "O01", "options.target"),
        ({"seats": ["A", "B", "C"]}, "P16", "seats"),
        ({"seats": "NESW"}, "P16", "seats"),
        ({"dealer": "Q"}, "P16", "dealer"),
        ({"dealer": 2.5}, "P16", "dealer"),
        ({"deal": []}, "P17", "deal"),
        ({"deal": {"N": "AS"}}, "P17", "deal.N"),
        ({"deal": {"N": ["AS", "1S"]}}, "P15", "deal.N.1"),
        ({"deal": {"N": ["AS"] * 61}}, "P17", "deal.N"),
        ({"deal": {"X": []}}, "P16", "deal"),
        ({"tricks": {}}, "P17", "tricks"),
        ({"tricks": [{}] * 101}, "P17", "tricks"),
        ({"tricks": [[]]}, "P17", "tricks.0"),
        ({"tricks": [{"plays": None}]}, "P17", "tricks.0"),
        ({"tricks": [{"plays": [["N"]]}]}, "P17", "tricks.0.plays.0"),
        ({"tricks": [{"plays": ["NS"]}]}, "P17", "tricks.0.plays.0"),
        ({"tricks": [{"plays": [["X", "AS"]]}]}, "P16", "tricks.0.plays.0"),
        ({"tricks": [{"plays": [["N", None]]}]}, "P15", "tricks.0.plays.0"),
        ({"tricks": [{"plays": [["N", 10]]}]}, "P15", "tricks.0.plays.0"),
        ({"tricks": [{"plays": [["N", "A" * 10**6]]}]}, "P15", "tricks.0.plays.0"),
        ({"tricks": [{"plays": [], "recorded_winner": 3}]}, "P16", "tricks.0.recorded_winner"),
        ({"complete": 1}, "P17", "complete"),
        ({"recorded_tricks": [1]}, "P17", "recorded_tricks"),
        ({"recorded_tricks": {"X": 1}}, "P16", "recorded_tricks"),
        ({"recorded_tricks": {"N": True}}, "P17", "recorded_tricks.N"),
        ({"recorded_tricks": {"N": float("nan")}}, "P17", "recorded_tricks.N"),
        ({"bids": 3}, "P17", "bids"),
        ({"bids": {"N": -1}}, "P17", "bids.N"),
        ({"bids": {"X": 1}}, "P16", "bids"),
        ({"blind": "N"}, "P17", "blind"),
        ({"blind": [1]}, "P16", "blind"),
        ({"exchange": {}}, "P17", "exchange"),
        ({"exchange": [{"from": "N", "to": "Q", "cards": []}]}, "P16", "exchange.0.to"),
        ({"exchange": [{"from": "N", "to": "S"}]}, "P17", "exchange.0.cards"),
    ],
)
def test_what_can_not_be_read_is_a_fault_with_a_place_and_a_sentence(record, code, where):
    answer = play_case(record)
    (only,) = answer["faults"]
    assert (answer["valid"], answer["code"], only["code"], only["where"]) == (
        False, code, code, where,
    )  # fmt: skip
    assert 10 < len(only["message"]) < 200


def test_unreadable_card_is_placed_in_its_trick():
    plays = [{"plays": []}, {"plays": [["N", "AS"], ["E", "ace of hearts"]]}]
    answer = play_case({"id": 1, "tricks": plays})
    assert (answer["code"], answer["trick"], answer["card"]) == ("P15", 2, 2)
    message = "“ace of hearts” is not a card. Write it like TH, 10♥, AS or BJ."
    assert [one["message"] for one in answer["faults"]] == [message]


def test_everything_that_can_not_be_read_is_said_at_once():
    answer = play_case({"dealer": 1, "deal": 2, "tricks": 3, "complete": 4, "recorded_tricks": 5})
    assert [one["where"] for one in answer["faults"]] == [
        "dealer", "deal", "tricks", "complete", "recorded_tricks",
    ]  # fmt: skip


def test_cards_may_be_written_in_any_usual_way():
    plays = [["N", " 10♥ "], ["E", "9h"], ["S", "J\u2665\ufe0f"], ["W", "q ♡"]]
    assert play_case({"dealer": "W", "tricks": [{"plays": plays}]})["winners"] == ["W"]


@pytest.mark.parametrize(
    "typed", [b"", b"{", b"5", b"\xff\xfe{\x00}\x00", b"[" * 100_000, b'{"id": 1', b"nothing"]
)
def test_what_is_no_json_is_one_sentence_and_status_2(typed):
    ran = engine("play", "-", typed=typed)
    assert (ran.status, ran.answer) == (2, None)
    assert ran.complaint.count("\n") == 1
    assert "Traceback" not in ran.complaint


def test_huge_record_is_refused_in_a_sentence():
    plays = [["N", "TH"]] * 200_000
    ran = engine("play", "-", typed={"id": 1, "tricks": [{"plays": plays}]})
    assert (ran.status, ran.answer["code"]) == (1, "P17")


@given(
    st.fixed_dictionaries(
        {},
        optional={
            **dict.fromkeys(("id", "seats", "dealer", "complete", "bids", "blind"), anything),
            "deal": anything,
            "exchange": anything,
            "recorded_tricks": anything,
            "tricks": anything
            | st.lists(
                st.fixed_dictionaries(
                    {"plays": st.lists(st.tuples(st.sampled_from(NESW), st.text(max_size=3)))}
                )
                | anything
            ),
        },
    )
    | anything
)
def test_whatever_is_sent_is_answered(record):
    answer = play_case(record)
    assert json.loads(json.dumps(answer))["valid"] in {True, False}


rows = st.lists(
    st.fixed_dictionaries(
        {
            "plays": st.lists(
                st.tuples(st.sampled_from(NESW), st.sampled_from(["TH", "2S", "AS", "BJ", "2D"])),
                max_size=6,
            )
        },
        optional={"recorded_winner": st.sampled_from(NESW)},
    ),
    max_size=15,
)


@given(rows, st.booleans(), st.sampled_from([None, {"N": ["TH", "2S"], "E": ["AS"], "W": []}]))
def test_however_wild_the_play_the_first_fault_has_a_place(tricks, complete, deal):
    record = {"dealer": "W", "tricks": tricks, "complete": complete, "deal": deal}
    answer = play_case(record)
    if not answer["valid"]:
        assert answer["code"].startswith("P")
        assert answer["trick"] is None or 1 <= answer["trick"] <= len(tricks)

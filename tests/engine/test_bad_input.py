"""Whatever is handed to ``python -m engine``: faults, or one sentence, and never a guess."""

import json

import pytest

from engine.cases import check_case, score_case
from engine.play_cases import play_case
from tests.engine.command_line import engine

HAND = {
    "dealer": "W",
    "bids": {"N": 3, "E": 3, "S": 3, "W": 2},
    "tricks": {"NS": 6, "EW": 7},
}
CASE = json.dumps({"id": "é", "hands": [HAND]}, ensure_ascii=False)
JUNK = [
    float("nan"),
    float("inf"),
    2.5,
    "3",
    True,
    None,
    99,
    -1,
    10**4000,
    [],
    {},
    [[1]],
    "x" * 9999,
]


@pytest.mark.parametrize("encoding", ["utf-16", "latin-1"])
@pytest.mark.parametrize("command", ["score", "check", "play", "draw", "verify", "rules"])
def test_other_encodings_are_one_sentence(command, encoding):
    ran = engine(command, "-", typed=CASE.encode(encoding))
    assert (ran.status, ran.answer, ran.complaint.count("\n")) == (2, None, 1)


def test_mark_of_byte_order_is_no_part_of_the_case():
    ran = engine("score", "-", typed=CASE.encode("utf-8-sig"))
    assert (ran.status, ran.answer["id"]) == (0, "é")


@pytest.mark.parametrize("command", ["score", "rules"])
@pytest.mark.parametrize(
    "typed",
    [
        b'{"hands":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
        b"{} {}",
        b"NaN",
        b"\x00",
    ],
    ids=["deep lists", "deep objects", "two cases", "no case", "no text"],
)
def test_what_is_no_json_of_ours_is_one_sentence(command, typed):
    ran = engine(command, "-", typed=typed)
    assert (ran.status, ran.answer, ran.complaint.count("\n")) == (2, None, 1)
    assert len(ran.complaint) < 300


@pytest.mark.parametrize("junk", [it for it in JUNK if it != {}], ids=lambda it: repr(it)[:9])
@pytest.mark.parametrize("part", ["variant", "options"])
@pytest.mark.parametrize("answer", [score_case, check_case, play_case])
def test_part_that_is_none_is_a_fault_and_no_default(answer, part, junk):
    case = {"hands": [HAND], "hand": HAND, "tricks": [], part: junk}
    assert [one["where"].split(".")[0] for one in answer(case)["faults"]][:1] == [part]


@pytest.mark.parametrize(
    "junk", [it for it in JUNK if it not in ([], [[1]])], ids=lambda it: repr(it)[:9]
)
def test_hands_that_are_no_list_are_a_fault(junk):
    told = score_case({"id": 1, "hands": junk})
    assert (told["status"], told["hands"]) == ("faulty", [])
    assert [one["where"] for one in told["faults"]] == ["hands"]


def test_case_without_hands_is_a_fault():
    assert [one["where"] for one in score_case({"id": 1})["faults"]] == ["hands"]


@pytest.mark.parametrize("junk", JUNK, ids=lambda it: repr(it)[:9])
@pytest.mark.parametrize("part", ["bids", "tricks", "dealer", "rulings", "time_called"])
def test_part_of_a_hand_that_is_none_is_a_fault_where_it_stands(part, junk):
    if junk is None or (part, junk) in [("time_called", True), ("rulings", [])]:
        junk = 5  # these say nothing wrong
    told = score_case({"hands": [HAND | {part: junk}]})
    assert told["status"] == "faulty"
    places = {one["where"].split(".")[0] for one in told["hands"][0]["faults"]}
    assert places <= {part, "bids", "tricks"}


@pytest.mark.parametrize("part", ["bids", "tricks"])
def test_seats_that_are_missing_or_unknown_are_named(part):
    known = HAND | {"tricks": {"N": 3, "E": 4, "S": 3, "W": 3}}
    short = dict.fromkeys("NES", 3)
    told = check_case({"hand": known | {part: short}})
    assert f"{part}.W" in {one["where"] for one in told["faults"]}
    told = check_case({"hand": known | {part: {**known[part], "X": 1}}})
    assert not told["valid"]
    assert {one["where"].split(".")[0] for one in told["faults"]} == {part}


def test_every_unknown_option_is_named():
    told = score_case({"options": {"targt": 1, "nul": True, "target_score": "3"}, "hands": []})
    assert [one["where"] for one in told["faults"]] == [
        "options.targt",
        "options.nul",
        "options.target_score",
    ]

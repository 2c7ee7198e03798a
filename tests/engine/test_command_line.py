"""``python -m engine``: what goes in, what comes out, and the exit status."""

import json
import subprocess
import sys

import pytest

from engine.cases import check_case
from engine.spades.rules import PRESETS, RuleSet
from engine.spades.variants import TARGETS_HELD
from tests.engine.command_line import ROOT, engine

HAND = {
    "dealer": "W",
    "bids": {"N": 3, "E": 3, "S": 3, "W": 2},
    "blind": [],
    "tricks": {"NS": 6, "EW": 7},
}
DRAW = {
    "algorithm": "spadework-draw-1",
    "event": "evening",
    "attempt": 1,
    "entries": [{"id": it, "name": it.upper(), "salt": "00ff"} for it in ("a1", "b2", "c3")],
    "secret": "07" * 32,
    "public_source": "none",
    "public": "",
}


def test_one_case_in_gives_one_answer_out():
    ran = engine("score", "-", typed={"id": "one", "hands": [HAND]})
    assert ran.status == 0
    assert ran.answer["totals"] == {"NS": {"score": 60, "bags": 0}, "EW": {"score": 52, "bags": 2}}
    assert list(ran.answer) == ["id", "hands", "totals", "winner", "status"]


def test_faulty_hand_has_its_faults_in_its_place_and_later_hands_are_null():
    broken = HAND | {"dealer": "N", "bids": {"N": float("nan"), "E": 3, "S": 3, "W": 2}}
    ran = engine(
        "score", "-", typed=[{"id": 1, "hands": [HAND, broken, HAND]}, {"id": 2, "hands": []}]
    )
    first, second = ran.answer
    assert ran.status == 1
    assert first["hands"][0]["NS"]["total"] == 60
    assert [one["where"] for one in first["hands"][1]["faults"]] == ["bids.N"]
    assert (first["hands"][2], first["status"], first["winner"]) == (None, "faulty", None)
    assert (second["id"], second["status"]) == (2, "in_progress")


def test_hand_without_tricks_is_not_scored():
    ran = engine("score", "-", typed={"hands": [{"dealer": "W", "bids": HAND["bids"]}]})
    assert [one["code"] for one in ran.answer["hands"][0]["faults"]] == ["T01"] * 4


def test_hand_after_the_end_of_the_game_is_a_fault():
    ran = engine("score", "-", typed={"options": {"target_score": 60}, "hands": [HAND, HAND]})
    assert [one["code"] for one in ran.answer["hands"][1]["faults"]] == ["H01"]


def test_bad_options_are_faults_under_options():
    ran = engine("check", "-", typed={"id": 1, "options": {"targt": 1}, "hand": HAND})
    assert ran.status == 1
    assert ran.answer == {
        "id": 1,
        "valid": False,
        "faults": [
            {"code": "O01", "where": "options.targt", "message": "There is no option “targt”."}
        ],
    }


@pytest.mark.parametrize(
    ("known", "where"),
    [
        ({"scores": {"XY": 1}}, "context.scores"),
        ({"scores": {"NS": "1"}}, "context.scores"),
        ({"dealer": "Q"}, "context.dealer"),
        ({"hand_no": 2.5}, "context.hand_no"),
        ({"game_over": "no"}, "context.game_over"),
        ({"weather": "fine"}, "context.weather"),
        ([], "context"),
    ],
)
def test_context_that_cannot_be_read_is_a_fault(known, where):
    ran = engine("check", "-", typed={"context": known, "hand": HAND})
    assert [one["where"] for one in ran.answer["faults"]] == [where]


def test_draw_is_made_and_verified_from_a_file(tmp_path):
    inputs = tmp_path / "draw.json"
    inputs.write_text(json.dumps(DRAW), encoding="utf-8-sig")
    drawn = engine("draw", str(inputs))
    assert drawn.status == 0
    assert list(drawn.answer) == ["commitment", "list_hash", "seed", "order", "slots"]
    same = engine("verify", "-", typed=DRAW | drawn.answer)
    assert (same.status, same.answer) == (0, {"equal": True, "differs": []})
    wrong = engine("verify", "-", typed=DRAW | drawn.answer | {"order": ["a1"]})
    assert (wrong.status, wrong.answer) == (1, {"equal": False, "differs": ["order"]})


def test_partners_by_lot_are_drawn_from_the_same_inputs():
    ran = engine("draw", "-", typed=DRAW | {"kind": "partners"})
    assert list(ran.answer)[-2:] == ["pairs", "odd_one_out"]


@pytest.mark.parametrize(
    ("arguments", "typed"),
    [
        (("score", "no-such-file.json"), b""),
        (("score", "engine"), b""),
        (("score", "-"), b""),
        (("score", "-"), b"{"),
        (("score", "-"), b"5"),
        (("score", "-"), b'"text"'),
        (("score", "-"), b"\xff\xfe{\x00}\x00"),
        (("score", "-"), b"[" * 100_000),
        (("score", "-"), b"[" + b"9" * 5000 + b"]"),
        (("draw", "-"), b"{}"),
        (("draw", "-"), b"[1]"),
        (("verify", "-"), b"[[]]"),
        (("verify", "-"), b'{"algorithm": "dice"}'),
        (("play", "-"), b""),
        (("score",), b""),
        ((), b""),
    ],
)
def test_unreadable_input_is_one_sentence_and_status_2(arguments, typed):
    ran = engine(*arguments, typed=typed)
    assert (ran.status, ran.answer) == (2, None)
    assert ran.complaint.count("\n") == 1
    assert "Traceback" not in ran.complaint


def test_identity_that_is_no_text_comes_back_as_text():
    typed = b'{"id": [NaN, "\\ud800"], "hand": {}}'
    assert engine("check", "-", typed=typed).answer["id"].startswith("[nan,")


def printed(*arguments):
    done = subprocess.run(
        [sys.executable, "-m", "engine", "rules", *arguments],
        capture_output=True,
        check=False,
        cwd=ROOT,
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def test_rules_prints_the_sheet_of_a_preset_with_changes():
    status, text, complaint = printed("masonic-lodge", "--set", "target_score=250")
    assert (status, complaint) == (0, "")
    assert "- The first side to reach 250 points wins the game." in text
    assert "- No side may bid: 9." in text


def test_rules_prints_every_option_as_json_and_reads_it_again(tmp_path):
    status, text, _ = printed("whiz", "--set", 'tiebreak=["low_bags","continue"]', "--json")
    assert status == 0
    rules = RuleSet.from_json(json.loads(text))
    assert (rules.variant, rules.tiebreak) == ("whiz", ("low_bags", "continue"))
    (tmp_path / "ours.json").write_text(text)
    assert printed(str(tmp_path / "ours.json"), "--json") == (0, text, "")


def test_rules_reads_the_sheet_of_an_organiser_from_its_file():
    assert printed("fixtures/rulesets/fresh-decks.json") == printed("fresh-decks")


@pytest.mark.parametrize(
    ("arguments", "codes"),
    [
        (["standard", "--set", "targt=3"], ["O01"]),
        (["standard", "--set", "target_score=NaN"], ["O02"]),
        (["standard", "--set", "target_score=2.5"], ["O02"]),
        (["standard", "--set", "target_score"], ["O14"]),
        (["standard", "--set", f"target_score={'9' * 5000}"], ["O14"]),
        (["standard", "--set", "best_of=1", "--set", "best_of=3"], ["O13"]),
        (["standard", "--set", "variant=solo"], ["O10"]),
        (["standard", "--set", "min_bid=5", "--set", "max_bid=4"], ["O04"]),
    ],
)
def test_rules_that_cannot_be_are_faults(arguments, codes):
    status, text, _ = printed(*arguments)
    assert status == 1
    assert [one["code"] for one in json.loads(text)["faults"]] == codes


def test_rules_of_a_file_that_is_none_cannot_be_read():
    status, text, complaint = printed("no-such-game")
    assert (status, text) == (2, "")
    assert complaint == "no-such-game can't be read: No such file or directory\n"


def test_object_that_says_one_thing_twice_is_not_read():
    ran = engine("score", "-", typed=b'{"hands": [], "options": {"best_of": 1, "best_of": 3}}')
    assert (ran.status, ran.answer) == (2, None)
    assert ran.complaint == "the name 'best_of' comes twice in one object\n"


def test_huge_file_is_not_read():
    ran = engine("check", "-", typed=b" " * 50_000_001)
    assert (ran.status, ran.complaint) == (2, "- is larger than 50 MB\n")


@pytest.mark.parametrize(
    "bid", [float("nan"), float("inf"), 2.5, "3", True, None, 99, -1, [], {}, "x" * 9999]
)
@pytest.mark.parametrize("part", ["bids", "tricks", "spades"])
def test_number_that_is_none_is_a_fault_in_every_game(part, bid):
    for name, rules in PRESETS.items():
        share, left = divmod(rules.hand_size, len(rules.seats))
        counts = dict.fromkeys(rules.seats, share) | {rules.seats[0]: share + left}
        bids = {"N": 5, "E": 4, "S": 0, "W": 0} if name == "suicide" else counts
        hand = {"bids": dict(bids), "tricks": dict(counts), "spades": dict(counts)}
        hand[part][rules.seats[0]] = bid
        if not rules.bids_are_made:
            hand["bids"] = None
        answer = check_case({"id": name, "variant": name, "hand": hand})
        asked = part == "tricks" or (
            rules.bids_are_made if part == "bids" else name in TARGETS_HELD
        )
        assert answer["valid"] == (not asked)
        assert all(one["code"] and one["message"] for one in answer["faults"])

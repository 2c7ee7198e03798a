"""The golden cases, through the engine and through the command line."""

import json

import pytest

from engine.cases import check_case, score_case
from engine.spades.rules import PRESETS
from tests.engine.command_line import ROOT, engine

RULES = ROOT / "fixtures" / "rules"
SHEETS = ROOT / "fixtures" / "rulesets"


def cases_of(path):
    return json.loads(path.read_text(encoding="utf-8"))


SCORED, CHECKED = cases_of(RULES / "cases.json"), cases_of(RULES / "validation_cases.json")
HOUSES = [case for path in sorted((SHEETS / "cases").glob("*.json")) for case in cases_of(path)]


def test_every_game_has_golden_cases():
    assert {case["variant"] for case in SCORED} == set(PRESETS)
    assert {case["variant"] for case in CHECKED} == set(PRESETS)
    assert (len(SCORED), len(CHECKED), len(HOUSES)) == (140, 63, 27)


def test_house_cases_are_played_under_the_sheet_they_name():
    for path in (SHEETS / "cases").glob("*.json"):
        rules = json.loads((SHEETS / path.name).read_text(encoding="utf-8"))["rules"]
        for case in cases_of(path):
            assert {"variant": case["variant"], **case["options"]} == rules


@pytest.mark.parametrize("case", [*SCORED, *HOUSES], ids=lambda case: case["id"])
def test_case_scores_as_written(case):
    assert score_case(case) == {"id": case["id"], **case["expected"]}


@pytest.mark.parametrize("case", CHECKED, ids=lambda case: case["id"])
def test_typed_hand_has_exactly_these_faults(case):
    answer = check_case(case)
    assert {one["code"] for one in answer["faults"]} == set(case["expected"]["codes"])
    assert answer["valid"] == case["expected"]["valid"]
    assert all(one["message"] for one in answer["faults"])


def test_command_line_scores_the_list_in_its_order():
    ran = engine("score", "-", typed=[*SCORED, *HOUSES])
    assert ran.answer == [{"id": case["id"], **case["expected"]} for case in [*SCORED, *HOUSES]]
    assert (ran.status, ran.complaint) == (0, "")


def test_command_line_checks_the_list_in_its_order():
    ran = engine("check", "-", typed=CHECKED)
    expected = [(case["id"], case["expected"]["valid"]) for case in CHECKED]
    assert [(answer["id"], answer["valid"]) for answer in ran.answer] == expected
    assert (ran.status, ran.complaint) == (1, "")

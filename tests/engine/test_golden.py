"""The golden cases, through the engine and through the command line.

The files hold all variants; the presets say which of them this engine plays.
"""

import json

import pytest

from engine.cases import check_case, score_case
from engine.spades.rules import PRESETS
from tests.engine.command_line import ROOT, engine

RULES = ROOT / "fixtures" / "rules"


def cases_of(name):
    every = json.loads((RULES / f"{name}.json").read_text(encoding="utf-8"))
    return [case for case in every if case["variant"] in PRESETS]


SCORED, CHECKED = cases_of("cases"), cases_of("validation_cases")


def test_every_preset_has_golden_cases():
    assert {case["variant"] for case in SCORED} == set(PRESETS)
    assert {case["variant"] for case in CHECKED} == set(PRESETS)
    assert (len(SCORED), len(CHECKED)) >= (69, 31)


@pytest.mark.parametrize("case", SCORED, ids=lambda case: case["id"])
def test_case_scores_as_written(case):
    assert score_case(case) == {"id": case["id"], **case["expected"]}


@pytest.mark.parametrize("case", CHECKED, ids=lambda case: case["id"])
def test_typed_hand_has_exactly_these_faults(case):
    answer = check_case(case)
    assert {one["code"] for one in answer["faults"]} == set(case["expected"]["codes"])
    assert answer["valid"] == case["expected"]["valid"]


def test_command_line_scores_the_list_in_its_order():
    ran = engine("score", "-", typed=SCORED)
    assert ran.answer == [{"id": case["id"], **case["expected"]} for case in SCORED]
    assert (ran.status, ran.complaint) == (0, "")


def test_command_line_checks_the_list_in_its_order():
    ran = engine("check", "-", typed=CHECKED)
    expected = [(case["id"], case["expected"]["valid"]) for case in CHECKED]
    assert [(answer["id"], answer["valid"]) for answer in ran.answer] == expected
    assert (ran.status, ran.complaint) == (1, "")

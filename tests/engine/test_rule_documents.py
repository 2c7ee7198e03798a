"""What ``docs/rules`` says of options, ambiguities and sheets is what the engine has."""

import re

import pytest

from engine.spades.options import OPTIONS
from engine.spades.presets import presets
from engine.spades.rows import CONTRACT_CHECKS, PENALTY_CHECKS
from engine.spades.rules import PRESETS

NUMBERS = [f"R{number}" for number in range(1, 28)]
FIELDS = ("game_options", "house_options")
DOCUMENTED = re.compile(r'^    ([a-z_]+): [^\n]+\n    """(.+?)"""', re.MULTILINE)


def page(root, name):
    return (root / "docs" / "rules" / name).read_text(encoding="utf-8")


def rows_of(text, letter):
    found = re.findall(rf"^\| ({letter}-?\d+b?) \|(.*)$", text, re.MULTILINE)
    return dict(found)


def sources(root, pattern):
    """Which option names which numbers as its source, by the words beside its field."""
    told = {}
    for module in FIELDS:
        text = (root / "engine" / "spades" / f"{module}.py").read_text(encoding="utf-8")
        for name, words in DOCUMENTED.findall(text):
            told[name] = re.findall(pattern, words)
    return told


def test_every_rule_of_the_survey_has_its_row(root):
    assert list(rows_of(page(root, "sheets.md"), "R")) == NUMBERS


def test_sheets_page_names_only_what_there_is(root):
    named = set(re.findall(r"`([a-z_]+)`", page(root, "sheets.md")))
    choices = {str(it) for option in OPTIONS.values() for it in option.choices}
    known = {*OPTIONS, *choices, *CONTRACT_CHECKS, *PENALTY_CHECKS}
    assert named - known == set()


def test_sheets_of_the_page_are_presets(root):
    named = set(re.findall(r"`([a-z0-9]+(?:-[a-z0-9]+)+)`", page(root, "sheets.md")))
    assert named <= {it.key for it in presets()} - set(PRESETS)


@pytest.mark.parametrize(("name", "letter"), [("sheets.md", "R"), ("ambiguities.md", "A")])
def test_option_stands_in_the_row_of_every_number_it_gives_as_its_source(root, name, letter):
    rows = rows_of(page(root, name), letter)
    for option, numbers in sources(root, rf"\b{letter}-?\d+b?").items():
        for number in numbers:
            assert f"`{option}`" in rows[number], (option, number)


@pytest.mark.parametrize("name", OPTIONS)
def test_field_of_every_option_says_what_it_means(root, name):
    assert name in sources(root, "R")

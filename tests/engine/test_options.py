"""Options: what a form shows of each, and that the documents name them all."""

import re

import pytest

from engine.phrases import CATALOGUE
from engine.spades.option_kinds import choice_label, help_text, label
from engine.spades.options import GROUPS, OPTIONS
from engine.spades.reference import options_page
from engine.spades.rules import PRESETS, RuleSet, preset
from tests.engine.changes import CHANGED


@pytest.mark.parametrize("name", OPTIONS)
def test_option_has_its_place_and_its_words_in_a_form(name):
    option = OPTIONS[name]
    assert option.group in GROUPS
    assert option.level in {1, 2, 3}
    assert option.games <= set(PRESETS)
    assert label(name).say()[0].isupper()
    assert help_text(name).say().endswith(".")
    for choice in option.choices:
        words = choice_label(choice)
        assert words == str(choice) or words.say()


@pytest.mark.parametrize("name", OPTIONS)
def test_changed_option_changes_the_rules_and_comes_back_from_json(name):
    game, before, value = CHANGED[name]
    rules = preset(game).with_options(**before)
    changed = rules.with_options(**{name: value})
    assert changed != rules
    assert name in rules.patch_to(changed)
    assert RuleSet.from_json(changed.to_json()) == changed


@pytest.mark.parametrize("name", OPTIONS)
def test_option_means_nothing_in_games_that_do_not_have_it(name):
    _, _, value = CHANGED[name]
    for game in set(PRESETS) - OPTIONS[name].games:
        assert name not in PRESETS[game].patch_to(PRESETS[game].with_options())
        if name not in {"max_bid", "double_nil_allowed"} and value != getattr(PRESETS[game], name):
            with pytest.raises(ValueError, match=name):
                PRESETS[game].with_options(**{name: value})


def test_page_of_options_is_what_the_options_say(root):
    page = (root / "docs" / "rules" / "options.md").read_text(encoding="utf-8")
    assert page == options_page()


def test_page_of_ambiguities_is_complete_and_names_only_real_switches(root):
    page = (root / "docs" / "rules" / "ambiguities.md").read_text(encoding="utf-8")
    numbers = {*re.findall(r"^\| A-(\d+b?) \|", page, re.MULTILINE)}
    every = {f"{number:02}" for number in range(1, 39)} - {"21", "26", "28"} | {"14b"}
    assert numbers == every
    switches = set(re.findall(r"`([a-z_]{6,})`", page)) - set(PRESETS)
    values = {it for option in OPTIONS.values() for it in option.choices}
    known = {*OPTIONS, *values, "seats", "sides", "game_loss", "auto_fail"}
    assert {it for it in switches - known if "_" in it} == set()


def test_every_key_of_the_catalogue_that_options_need_is_there():
    keys = {f"{part}.{name}" for name in OPTIONS for part in ("option", "help")}
    assert keys <= set(CATALOGUE)

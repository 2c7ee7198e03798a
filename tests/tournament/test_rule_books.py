"""The rules of an event: one rule set, or one for three and one for four at a table."""

import pytest

from engine.faults import RuleError
from engine.spades.pairs import RulePair
from tests.factories import EventFactory
from tournament.rule_books import read_rule_book, rules_for

pytestmark = pytest.mark.django_db


def test_cutthroat_alone_brings_the_rules_for_a_table_of_four_along():
    book = read_rule_book({"variant": "cutthroat", "target_score": 300})

    assert isinstance(book, RulePair)
    assert (book.at(3).variant, book.at(4).variant, book.at(2).variant) == (
        "cutthroat",
        "solo",
        "two_handed",
    )
    assert {book.at(sides).target_score for sides in (2, 3, 4)} == {300}


@pytest.mark.parametrize("game", ["cutthroat", "solo"])
def test_one_sheet_for_all_tables_is_that_of_the_game_the_event_is_about(game):
    event = EventFactory(rules=read_rule_book({"variant": game}).to_json())

    assert event.rule_set.variant == game
    assert rules_for(read_rule_book({"main": "four"}), sides=0).variant == "solo"


def test_a_pair_of_rule_sets_is_read_back_as_it_was_written():
    book = RulePair().patched({"target_score": 250})

    assert read_rule_book(book.to_json()) == book


def test_a_round_plays_its_own_target_and_the_others_that_of_the_event():
    event = EventFactory(rules={"target_score": 350}, round_rules={"1": {"target_score": 500}})

    assert event.rules_at(sides=2, rounds_to_go=1).target_score == 500
    assert event.rules_at(sides=2, rounds_to_go=2).target_score == 350


def test_people_enter_together_as_the_game_seats_them():
    assert EventFactory(rules={}).players_each == 2
    assert EventFactory(rules={"variant": "two_handed"}).players_each == 1
    assert EventFactory(rules={"variant": "solo"}).players_each == 1


def test_a_patch_that_names_another_game_is_refused():
    with pytest.raises(RuleError) as refused:
        rules_for(read_rule_book({}), sides=2, patch={"variant": "solo"})

    assert [it.code for it in refused.value.faults] == ["O10"]

"""The printed sheet: every option is heard in it, and nothing is said that is not played."""

import pytest
from hypothesis import given

from engine.spades.games import explain, replay
from engine.spades.hands import Bid, HandSheet
from engine.spades.options import GROUPS, OPTIONS
from engine.spades.presets import presets
from engine.spades.rules import STANDARD, preset
from engine.spades.sheet import plain_text, rule_sheet
from tests.engine.changes import CHANGED
from tests.engine.strategies import any_rules


def sentences(rules):
    return [phrase.say() for section in rule_sheet(rules) for phrase in section.sentences]


def test_every_option_is_tried():
    assert set(CHANGED) == set(OPTIONS)


@pytest.mark.parametrize("name", OPTIONS)
def test_changing_an_option_changes_what_the_sheet_says(name):
    game, before, value = CHANGED[name]
    rules = preset(game).with_options(**before)
    assert sentences(rules.with_options(**{name: value})) != sentences(rules)


def test_hand_size_stands_in_the_sheet():
    rules = STANDARD.with_options(hand_size=12, removed_cards=["2C", "2D", "2H", "2S"])
    assert "48 cards are dealt, 12 to each player; a hand has 12 tricks." in sentences(rules)


def test_removed_cards_are_listed_by_their_pictures():
    rules = STANDARD.with_options(jokers="two")
    assert "These cards are left out: 2♣, 2♥." in sentences(rules)


def test_standard_sheet_has_its_sections_in_the_order_organisers_print():
    sections = rule_sheet(STANDARD)
    assert [section.title.say() for section in sections] == [
        "Teams and matches",
        "Cards, deal and play",
        "Bidding",
        "Nil and blind nil",
        "Scoring",
        "Bags",
        "Winning",
        "Table talk and penalties",
    ]
    assert [section.key for section in sections] == list(GROUPS)


@given(any_rules)
def test_every_rule_set_can_be_said_and_no_sentence_comes_twice(rules):
    said = sentences(rules)
    assert sorted(set(said)) == sorted(said)
    assert all(sentence.endswith(".") and not sentence[0].islower() for sentence in said)


@pytest.mark.parametrize("key", [it.key for it in presets()])
def test_every_preset_has_a_sheet_and_a_title(key):
    found = next(it for it in presets() if it.key == key)
    assert found.title.say()
    assert plain_text(found.rules).count("\n") > len(GROUPS)


def test_contract_row_is_said_with_what_it_wins_and_loses():
    ten = {"low": 10, "high": 13, "made": [0, 200], "set": [-10, 0], "ends_game": True}
    said = sentences(STANDARD.with_options(contracts=[ten]))
    assert (
        "A bid from 10 to 13 wins 200 points; missed, it scores −10 points for each trick bid."
        in said
    )
    assert "Making a bid from 10 to 13 wins the game." in said


SIX_WITH_SEVEN = HandSheet(
    "W",
    {"N": Bid(4), "E": Bid(3), "S": Bid(2), "W": Bid(3)},
    {"N": 5, "E": 3, "S": 2, "W": 3},
)


def test_sheet_and_score_agree_on_the_price_of_bags():
    rules = STANDARD.with_options(bag_threshold=5, bag_penalty=50)
    assert "Every 5 bags of a side in a game cost it 50 points." in sentences(rules)
    told = explain(replay([SIX_WITH_SEVEN] * 5, rules), rules)
    assert [line.say() for line in told[-1]["NS"]][1] == "5th bag: −50"

"""The printed sheet: every option is heard in it, and nothing is said that is not played."""

import pytest
from hypothesis import given

from engine.spades.games import explain, replay
from engine.spades.hands import Bid, HandSheet
from engine.spades.options import OPTIONS
from engine.spades.rules import STANDARD
from engine.spades.sheet import rule_sheet
from tests.engine.strategies import rule_sets


def text(rules):
    return "\n".join(phrase.say() for section in rule_sheet(rules) for phrase in section.sentences)


CHANGED = {
    "target_score": {"target_score": 350},
    "loss_floor": {"loss_floor": -200},
    "tiebreak": {"tiebreak": "sudden_death"},
    "nil_allowed": {"nil_allowed": False},
    "zero_is_nil": {"zero_is_nil": False},
    "nil_value": {"nil_value": 50},
    "double_nil_allowed": {"double_nil_allowed": False},
    "double_nil_scoring": {"double_nil_scoring": "unit"},
    "blind_nil_allowed": {"blind_nil_allowed": False},
    "blind_nil_value": {"blind_nil_value": 150},
    "blind_nil_min_deficit": {"blind_nil_min_deficit": 100},
    "blind_nil_exchange": {"blind_nil_exchange": 0},
    "failed_nil_tricks": {"failed_nil_tricks": "partner"},
    "failed_nil_bags_when_set": {"failed_nil_bags_when_set": False},
    "failed_nil_bag_points": {"failed_nil_bag_points": False},
    "bag_points": {"bag_points": 0},
    "bag_penalty_enabled": {"bag_penalty_enabled": False},
    "bag_threshold": {"bag_threshold": 5},
    "bag_penalty": {"bag_penalty": 50},
    "bag_overflow": {"bag_overflow": "reset"},
    "bag_penalty_cancels_points": {"bag_penalty_cancels_points": True},
    "set_penalty": {"set_penalty": "none"},
    "min_bid": {"min_bid": 2},
    "max_bid": {"max_bid": 10},
    "min_team_bid": {"min_team_bid": 4},
    "max_team_bid": {"max_team_bid": 13},
    "forbid_bids_equal_tricks": {"forbid_bids_equal_tricks": True},
    "lead_spades": {"lead_spades": "any_time"},
    "spades_break_on_forced_lead": {"spades_break_on_forced_lead": False},
    "jokers": {"jokers": "two"},
    "high_deuces": {"high_deuces": True},
    "removed_cards": {"removed_cards": ["2C", "2D"], "jokers": "two"},
    "hand_size": {"hand_size": 12, "max_bid": 12, "removed_cards": ["2C", "2D", "2H", "2S"]},
    "moon_bonus": {"moon_bonus": 100},
    "renege_penalty": {"renege_penalty": "transfer:3"},
    "best_of": {"best_of": 1},
}


def test_every_option_is_tried():
    assert set(CHANGED) == set(OPTIONS)


@pytest.mark.parametrize("name", OPTIONS)
def test_changing_an_option_changes_what_the_sheet_says(name):
    assert text(STANDARD.with_options(**CHANGED[name])) != text(STANDARD)


def test_removed_cards_are_listed_by_their_pictures():
    rules = STANDARD.with_options(jokers="two")
    assert "These cards are left out: 2♣, 2♥." in text(rules)


def test_standard_sheet_has_its_sections_in_the_order_organisers_print():
    sections = rule_sheet(STANDARD)
    assert [section.title.say() for section in sections] == [
        "Teams and matches",
        "Cards and deal",
        "Bidding",
        "Nil and blind nil",
        "Play",
        "Scoring and bags",
        "Winning",
        "Table talk and penalties",
    ]
    assert [section.key for section in sections][:2] == ["teams", "deck"]


@given(rule_sets)
def test_every_rule_set_can_be_said_and_no_sentence_comes_twice(rules):
    sentences = text(rules).split("\n")
    assert len(set(sentences)) == len(sentences)
    assert all(sentence.endswith(".") and not sentence[0].islower() for sentence in sentences)


def test_documents_name_every_option_of_the_standard_game(root):
    said = (root / "docs" / "rules" / "standard.md").read_text(encoding="utf-8")
    assert [name for name in OPTIONS if f"`{name}`" not in said] == []


SIX_WITH_SEVEN = HandSheet(
    "W",
    {"N": Bid(4), "E": Bid(3), "S": Bid(2), "W": Bid(3)},
    {"N": 5, "E": 3, "S": 2, "W": 3},
)


def test_sheet_and_score_agree_on_the_price_of_bags():
    rules = STANDARD.with_options(bag_threshold=5, bag_penalty=50)
    assert "Every 5 bags of a side in a game cost it 50 points." in text(rules)
    told = explain(replay([SIX_WITH_SEVEN] * 5, rules), rules)
    assert [line.say() for line in told[-1]["NS"]][1] == "5th bag: −50"

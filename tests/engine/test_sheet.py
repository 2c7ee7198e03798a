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
        "A bid from 10 to 13 wins 200 points; missed, it loses 10 points for each trick bid."
        in said
    )
    assert "Making a bid from 10 to 13 wins the game." in said


SIX_WITH_SEVEN = HandSheet(
    "W",
    {"N": Bid(4), "E": Bid(3), "S": Bid(2), "W": Bid(3)},
    {"N": 5, "E": 3, "S": 2, "W": 3},
)


def test_sheet_and_score_agree_on_the_price_of_bags():
    """An option on bags counted in the score and was forgotten where the rules were shown."""
    rules = STANDARD.with_options(bag_threshold=5, bag_penalty=50)
    assert "Every 5 bags of a side in a game cost it 50 points." in sentences(rules)
    told = explain(replay([SIX_WITH_SEVEN] * 5, rules), rules)
    assert [line.say() for line in told[-1]["NS"]][1] == "5th bag: −50"


def test_penalty_is_said_for_the_times_it_holds():
    rows = [
        {"offence": "phone", "effect": "warn"},
        {"offence": "late", "effect": "warn"},
        {"offence": "late", "nth": 2, "effect": "points:30"},
        {"offence": "late", "nth": 4, "effect": "game_loss"},
        {"offence": "conduct", "phase": "after_bid", "effect": "drop:3"},
    ]
    assert sentences(STANDARD.with_options(penalties=rows))[-5:] == [
        "Phone in use: a warning.",
        "Lateness, the 1st time: a warning.",
        "Lateness, from the 2nd time: 30 points are lost.",
        "Lateness, from the 4th time: the game is lost.",
        "Bad conduct after the bids: 3 tricks are taken off.",
    ]


@pytest.mark.parametrize(
    ("lost", "words"),
    [
        ([0, -150], "loses 150 points"),
        ([-20, 0], "loses 20 points for each trick bid"),
        ([-10, -50], "loses 10 points for each trick bid and 50 more"),
        ([0, 0], "costs nothing"),
        ([0, 40], "scores 40 points"),
    ],
)
def test_missed_contract_is_said_to_lose_what_it_loses(lost, words):
    ten = {"low": 10, "high": 10, "made": [0, 150], "set": lost}
    said = sentences(STANDARD.with_options(contracts=[ten]))
    assert f"A bid of 10 wins 150 points; missed, it {words}." in said


def test_row_for_those_behind_names_its_bid():
    six = {"low": 6, "high": 6, "blind": True, "behind": 100, "made": [20, 0], "set": [-20, 0]}
    said = sentences(STANDARD.with_options(contracts=[six], behind_whom="everyone"))
    assert "Only a side at least 100 points behind every other may make a blind bid of 6." in said


@pytest.mark.parametrize(
    ("game", "options", "silent"),
    [
        ("standard", {"lead_spades": "any_time"}, "A spade led because there is nothing else"),
        ("nobid", {}, "bag"),
        ("cutthroat", {}, "exchanges no cards"),
        ("standard", {"nil_allowed": False}, "a nil of the player"),
        ("standard", {"bag_penalty_enabled": False}, "after any bag penalty"),
    ],
)
def test_sheet_is_silent_on_what_cannot_happen(game, options, silent):
    assert not [it for it in sentences(preset(game).with_options(**options)) if silent in it]

"""Made-up players: legal hands, games of a natural length, the same evening from the same seed."""

import random
import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cases import score_case
from engine.matches import match_state
from engine.simulate import play_game, play_match, random_sheet
from engine.spades.bidding import Context, hand_faults
from engine.spades.games import replay
from engine.spades.hands import HandSheet
from engine.spades.presets import presets
from engine.spades.rules import PRESETS, STANDARD
from tests.engine.strategies import rule_sets


@given(st.integers(0, 1 << 32), rule_sets, st.sampled_from(STANDARD.seats))
def test_made_up_hand_is_legal_under_any_rules(seed, rules, dealer):
    scores = {"NS": -120, "EW": 230}
    context = Context(scores=scores, dealer=dealer)
    sheet = random_sheet(random.Random(seed), dealer, rules, context=context)
    assert hand_faults(sheet.to_json(), rules, context) == ()


EVERY = {it.key: it.rules for it in presets()}


def are_legal(rules, count, seed):
    rng = random.Random(seed)
    for number in range(count):
        dealer = rules.seats[number % len(rules.seats)]
        context = Context(dealer=dealer, first=number % 7 == 0)
        sheet = random_sheet(rng, dealer, rules, context=context)
        assert hand_faults(sheet.to_json(), rules, context) == ()
        assert HandSheet.from_json(sheet.to_json(), rules) == sheet


@pytest.mark.parametrize("name", EVERY)
def test_two_hundred_hands_of_every_preset_are_legal(name):
    are_legal(EVERY[name], 200, 7)


@pytest.mark.parametrize("name", EVERY)
def test_games_of_every_preset_come_to_an_end(name):
    rules = EVERY[name]
    for seed in range(6):
        hands = play_game(random.Random(seed), rules)
        assert replay(hands, rules).winner in rules.side_names
        case = {
            "variant": rules.variant,
            "options": PRESETS[rules.variant].patch_to(rules),
            "hands": [sheet.to_json() for sheet in hands],
        }
        assert score_case(case)["status"] == "complete"


def test_made_up_game_is_scored_without_a_fault_where_blind_nil_needs_a_deficit(monkeypatch):
    monkeypatch.setattr("engine.simulate.BLIND_NERVE", 0.5)
    options = {"blind_nil_min_deficit": 100}
    rules = STANDARD.with_options(**options)
    for seed in range(10):
        hands = [sheet.to_json() for sheet in play_game(random.Random(seed), rules)]
        assert score_case({"options": options, "hands": hands})["status"] == "complete"


def test_games_to_500_take_about_as_many_hands_as_on_an_evening():
    lengths = sorted(len(play_game(random.Random(seed), STANDARD)) for seed in range(200))
    assert 8.5 < statistics.mean(lengths) < 10.5
    assert (lengths[20], lengths[180]) == (6, 13)


def test_same_seed_plays_the_same_match_and_another_seed_another():
    one, again = (play_match(random.Random(7), STANDARD) for _ in range(2))
    assert one == again
    assert one != play_match(random.Random(8), STANDARD)


def test_match_is_played_to_its_deciding_game():
    games = play_match(random.Random(3), STANDARD.with_options(best_of=5))
    winners = [replay(game, STANDARD).winner for game in games]
    assert match_state(winners, 5).winner == winners[-1]


def test_luckier_side_wins_most_games():
    wins = [
        replay(play_game(random.Random(seed), STANDARD, skill={"NS": 2.5}), STANDARD).winner
        for seed in range(60)
    ]
    assert wins.count("NS") > 40


def test_first_dealer_can_be_given():
    assert play_game(random.Random(1), STANDARD, first_dealer="S")[0].dealer == "S"


@pytest.mark.long
@pytest.mark.parametrize("name", EVERY)
def test_ten_thousand_hands_of_every_preset_are_legal(name):
    are_legal(EVERY[name], 10_000, 2026)

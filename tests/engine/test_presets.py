"""Rule sets to start from, other seats, rounds' patches, and pairs of rule sets."""

import pytest

from engine.faults import RuleError
from engine.spades.pairs import RulePair
from engine.spades.presets import find_preset, presets, seat_at
from engine.spades.rules import PRESETS, STANDARD, RuleSet, preset
from engine.spades.variants import SHAPES


def refused(make, *given):
    with pytest.raises(RuleError) as error:
        make(*given)
    return [(one.code, one.where) for one in error.value.faults]


def test_presets_are_the_eight_games_and_twenty_sheets():
    keys = [it.key for it in presets()]
    assert keys[:8] == list(PRESETS)
    assert len(keys) == len(set(keys)) == 28
    assert find_preset("masonic-lodge").rules.forbidden_team_bids == (9,)


@pytest.mark.parametrize("key", [it.key for it in presets()])
def test_preset_is_read_back_from_its_json(key):
    rules = find_preset(key).rules
    assert RuleSet.from_json(rules.to_json()) == rules


@pytest.mark.parametrize("game", ["suicide", "nobid", "mirror", "whiz"])
def test_game_of_two_pairs_turns_back_to_standard_bidding_at_other_seats(game):
    rules = preset(game).with_options(target_score=250)
    seated = seat_at(rules, 3, pairs=False)
    assert (seated.rules.variant, seated.rules.target_score) == ("cutthroat", 250)
    assert "turn back to Cutthroat" in seated.notice.say()
    assert seat_at(rules, 4, pairs=True) == (rules, None)


@pytest.mark.parametrize("game", PRESETS)
def test_json_that_insists_on_other_seats_is_refused(game):
    seats = ["A", "B"] if len(SHAPES[game]) != 2 or SHAPES[game] == (2, 2) else ["A", "B", "C"]
    assert refused(RuleSet.from_json, {"variant": game, "seats": seats}) == [("H05", "seats")]


def test_patch_of_a_round_changes_options_and_never_the_game():
    final = STANDARD.patched({"target_score": 350})
    assert STANDARD.patch_to(final) == {"target_score": 350}
    assert final.patched({}) == final
    assert refused(STANDARD.patched, {"variant": "solo", "targt": 3}) == [
        ("O10", "variant"),
        ("O01", "targt"),
    ]


def test_pair_of_rule_sets_shares_target_and_values():
    pair = RulePair.from_json({"target_score": 200, "nil_value": 50, "four": {"jokers": "two"}})
    assert {pair.at(3).target_score, pair.at(4).target_score} == {200}
    assert {pair.at(3).nil_value, pair.at(4).nil_value} == {50}
    assert (pair.at(3).jokers, pair.at(4).jokers) == ("none", "two")
    assert RulePair.from_json(pair.to_json()) == pair


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ({"three": {"target_score": 200}}, [("O11", "three.target_score")]),
        ({"three": {"jokers": "many"}}, [("O02", "three.jokers")]),
        ({"target_score": "x"}, [("O02", "target_score")]),
        ({"jokers": "two"}, [("O12", "jokers")]),
        ({"four": 3}, [("O07", "four")]),
        ({"version": 9}, [("O06", "version")]),
        ({"main": 3, "four": 3}, [("O02", "main"), ("O07", "four")]),
        ({"nonsense": 1}, [("O01", "nonsense")]),
    ],
)
def test_pair_that_is_none_is_refused_where_it_is_wrong(data, expected):
    assert refused(RulePair.from_json, data) == expected


def test_pair_knows_which_tables_its_event_is_about():
    solo = RulePair.around(PRESETS["solo"])
    assert (RulePair().main, solo.main, solo.main_rules) == ("three", "four", PRESETS["solo"])
    assert RulePair.from_json(solo.to_json()) == solo
    assert solo.patched({"target_score": 200}).main == "four"
    assert refused(RulePair.from_json, {"main": "five"}) == [("O02", "main")]
    assert refused(RulePair.from_json, {"main": ["three"]}) == [("O02", "main")]


def test_pair_is_of_three_seats_and_four():
    with pytest.raises(RuleError) as error:
        RulePair(three=STANDARD)
    assert [one.where for one in error.value.faults] == ["three"]


@pytest.mark.parametrize(
    ("options", "where"),
    [
        ({"removed_cards": ["2C", "2D"]}, ["hand_size"]),
        ({"target_enabled": False}, ["target_enabled"]),
        ({"max_hands": 4, "min_hands": 5}, ["min_hands"]),
        ({"sets_total": 2, "sets_in_a_row": 2}, ["sets_in_a_row"]),
        ({"min_table_bid": 60}, ["min_table_bid"]),
        ({"deuce_order": "spade_first"}, ["deuce_order"]),
        ({"bag_limit_loses_game": True, "bag_penalty_enabled": False}, ["bag_limit_loses_game"]),
        ({"bid_mode": "team", "nil_allowed": True, "blind_nil_allowed": False}, ["nil_allowed"]),
        ({"suicide_strict": False}, ["suicide_strict"]),
        ({"contracts": [{"low": 10, "high": 10, "made": [0, 200]}]}, ["contracts.0.set"]),
        (
            {"contracts": [{"low": 12, "high": 14, "made": [0, 1], "set": [0, 0]}]},
            ["contracts.0"],
        ),
        (
            {
                "set_penalty": "none",
                "contracts": [{"low": 1, "high": 13, "made": [10, 0], "set": [0, 0]}],
            },
            ["set_penalty"],
        ),
        ({"penalties": [{"offence": "phone", "effect": "warn"}] * 2}, ["penalties.1"]),
        ({"tiebreak": ["continue", "low_bags"]}, ["tiebreak"]),
        ({"tiebreak": ["low_bags"]}, ["tiebreak"]),
        (
            {"removed_cards": ["2C"], "target_enabled": False, "min_bid": 5, "max_bid": 4},
            ["min_bid", "hand_size", "target_enabled"],
        ),
    ],
)
def test_rule_set_nobody_could_play_is_refused_with_every_contradiction(options, where):
    assert [it for _, it in refused(RuleSet.from_json, options)] == where

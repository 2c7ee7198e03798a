"""Rule sets: reading, writing, and refusing what nobody could play."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.faults import RuleError
from engine.spades.options import OPTIONS
from engine.spades.rules import PRESETS, STANDARD, RuleSet, preset
from tests.engine.strategies import FREE_OPTIONS, anything, rule_sets


def refused(options):
    with pytest.raises(RuleError) as error:
        RuleSet.from_json(options)
    assert all(one.message for one in error.value.faults)
    return [(one.code, one.where) for one in error.value.faults]


@given(rule_sets)
def test_rule_set_written_as_json_is_read_back_equal(rules):
    again = RuleSet.from_json(rules.to_json())
    assert again == rules
    assert hash(again) == hash(rules)


def test_json_of_the_standard_game_says_its_version_and_variant():
    said = STANDARD.to_json()
    assert (said["version"], said["variant"], said["best_of"]) == (1, "standard", 3)
    assert set(OPTIONS) <= set(said)


def test_fields_and_options_are_the_same_vocabulary():
    about = {"variant", "seats", "sides", "version"}
    assert set(STANDARD.to_json()) - about == set(OPTIONS)


def test_everything_unknown_or_of_a_wrong_type_is_named_at_once():
    assert refused(
        {"targetscore": 5, "target_score": "500", "nil_allowed": 1, "bag_threshold": 0}
    ) == [
        ("O01", "targetscore"),
        ("O02", "target_score"),
        ("O02", "nil_allowed"),
        ("O03", "bag_threshold"),
    ]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("target_score", True),
        ("target_score", 2.5),
        ("target_score", float("nan")),
        ("target_score", None),
        ("loss_floor", 0),
        ("tiebreak", "coin"),
        ("best_of", 2),
        ("best_of", True),
        ("best_of", 3.0),
        ("renege_penalty", "transfer:0"),
        ("renege_penalty", "transfer:27"),
        ("renege_penalty", "transfer:٣"),
        ("removed_cards", "2C"),
        ("removed_cards", ["2C", "2♣"]),
        ("removed_cards", ["1C"]),
        ("removed_cards", [None]),
    ],
)
def test_value_no_option_takes_is_refused_where_it_stands(name, value):
    assert [where for _, where in refused({name: value})] == [name]


@pytest.mark.parametrize(
    ("options", "where"),
    [
        ({"nil_allowed": False, "blind_nil_allowed": True}, "blind_nil_allowed"),
        ({"min_bid": 5, "max_bid": 4}, "min_bid"),
        ({"max_bid": 14}, "max_bid"),
        ({"min_team_bid": 9, "max_team_bid": 8}, "min_team_bid"),
        ({"min_team_bid": 9, "max_bid": 4}, "min_team_bid"),
        ({"min_team_bid": 14}, "min_team_bid"),
        ({"min_bid": 8, "nil_allowed": False}, "min_bid"),
        ({"max_team_bid": 1, "nil_allowed": False}, "max_team_bid"),
        (
            {"max_team_bid": 0, "nil_value": 0, "blind_nil_value": 0, "bag_points": 0},
            "max_team_bid",
        ),
        (
            {"forbid_bids_equal_tricks": True, "min_team_bid": 6, "max_bid": 4},
            "forbid_bids_equal_tricks",
        ),
        ({"removed_cards": ["2C"]}, "hand_size"),
        ({"hand_size": 12, "max_bid": 12}, "hand_size"),
        ({"removed_cards": ["2C", "BJ"]}, "removed_cards"),
        ({"jokers": "two", "high_deuces": True, "removed_cards": ["2S", "2C"]}, "removed_cards"),
    ],
)
def test_contradiction_is_refused_with_the_option_it_shows_at(options, where):
    assert where in [it for code, it in refused(options) if code == "O04"]


def test_several_contradictions_are_named_at_once():
    said = refused({"nil_allowed": False, "blind_nil_allowed": True, "min_bid": 5, "max_bid": 4})
    assert [where for _, where in said] == ["blind_nil_allowed", "min_bid"]


def test_switching_nil_off_switches_blind_nil_off_with_it():
    rules = RuleSet.from_json({"nil_allowed": False})
    assert not rules.blind_nil_allowed


@pytest.mark.parametrize("variant", ["bridge", "", None, 5, ["standard"]])
def test_unknown_game_is_refused(variant):
    assert refused({"variant": variant}) == [("O05", "variant")]


def test_other_seats_than_two_pairs_do_not_fit_the_standard_game():
    assert refused({"seats": ["A", "B", "C"]}) == [("H05", "seats")]
    with pytest.raises(RuleError) as error:
        RuleSet(seats=("A", "B", "C"), sides=(("A",), ("B",), ("C",)))
    assert [one.code for one in error.value.faults] == ["H05"]


def test_seat_in_two_sides_is_refused():
    with pytest.raises(RuleError) as error:
        RuleSet(sides=(("N", "S"), ("E", "S")))
    assert error.value.faults[0].where == "sides"


@pytest.mark.parametrize("version", [0, 2, "1", True, None])
def test_other_version_of_the_vocabulary_is_refused(version):
    assert refused({"version": version}) == [("O06", "version")]


def test_rule_set_must_be_an_object():
    assert refused([]) == [("O07", "")]


@given(st.dictionaries(st.sampled_from([*OPTIONS, "seats", "sides", "version", "x"]), anything))
def test_any_json_is_read_or_refused_and_never_breaks(options):
    assert isinstance(outcome(options), RuleSet | str)


def outcome(options):
    try:
        return RuleSet.from_json(options)
    except RuleError as error:
        return str(error)


@given(FREE_OPTIONS)
def test_accepted_rule_set_leaves_every_pair_a_bid_it_can_make(options):
    rules = outcome(options)
    assume(isinstance(rules, RuleSet))
    assert min(rules.limits.totals()) <= rules.hand_size


def test_jokers_leave_out_two_twos_so_that_the_deck_deals_evenly():
    rules = STANDARD.with_options(jokers="two")
    assert rules.left_out == ("2C", "2H")
    assert STANDARD.left_out == ()


def test_seats_know_their_neighbours_and_partners():
    assert [STANDARD.left_of(seat) for seat in "NESW"] == list("ESWN")
    assert [STANDARD.partner_of(seat) for seat in "NESW"] == list("SWNE")
    assert [STANDARD.side_of(seat) for seat in "NESW"] == ["NS", "EW", "NS", "EW"]


@pytest.mark.parametrize("name", PRESETS)
def test_preset_is_found_by_its_name_and_carries_it(name):
    assert preset(name).variant == name

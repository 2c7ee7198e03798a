"""Hands: what a sheet accepts, what it makes of side counts, and what it is worth."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.faults import RuleError
from engine.spades.hands import Bid, HandSheet, explain_hand, score_hand
from engine.spades.options import OPTIONS
from engine.spades.rules import STANDARD
from engine.spades.score_tables import table_of
from engine.spades.side_hands import score_facts
from tests.engine.slow_scorer import slow_hand
from tests.engine.strategies import any_rules, hands_of, rule_sets, sheets


def bids(*numbers, blind=()):
    named = zip("NESW", numbers, strict=True)
    return {seat: Bid(number, blind=seat in blind) for seat, number in named}


def scored(numbers, tricks, blind=(), renege=(), **options):
    sheet = HandSheet("W", bids(*numbers, blind=blind), tricks, tuple(renege))
    it = score_hand(sheet, STANDARD.with_options(**options)).sides["NS"]
    return it.points, it.bags


def seats(*counts):
    return dict(zip("NESW", counts, strict=True))


def test_worked_example_of_the_sheet_scores_52_points():
    assert scored([5, 3, 0, 3], seats(7, 3, 0, 3)) == (152, 2)
    assert scored([3, 3, 2, 3], seats(4, 3, 3, 3)) == (52, 2)


@pytest.mark.parametrize(
    ("north", "south", "bags", "partner", "none"),
    [
        (4, 0, (140, 0), (140, 0), (140, 0)),
        (4, 2, (-58, 2), (-58, 2), (-60, 0)),
        (3, 1, (-139, 1), (-60, 0), (-140, 0)),
        (6, 3, (-55, 5), (-55, 5), (-58, 2)),
    ],
)
def test_tricks_of_a_failed_nil_score_as_in_the_truth_table(north, south, bags, partner, none):
    left = 13 - north - south
    for how, expected in {"bags": bags, "partner": partner, "none": none}.items():
        tricks = seats(north, left, south, 0)
        assert scored([4, 3, 0, 3], tricks, failed_nil_tricks=how) == expected


@pytest.mark.parametrize(
    ("blind", "tricks", "expected"),
    [
        ("", (0, 0), (200, 0)),
        ("N", (0, 0), (300, 0)),
        ("NS", (0, 0), (400, 0)),
        ("", (0, 2), (2, 2)),
        ("N", (1, 0), (-99, 1)),
        ("NS", (1, 1), (-398, 2)),
    ],
)
def test_two_nils_of_one_side_count_each_for_itself(blind, tricks, expected):
    north, south = tricks
    counts = seats(north, 13 - north - south, south, 0)
    assert scored([0, 5, 0, 5], counts, blind=blind) == expected


@given(st.data(), any_rules, st.integers(-300, 300))
def test_every_hand_of_every_game_scores_as_the_slow_scorer_says(data, rules, lead):
    sheet = data.draw(hands_of(rules))
    before = dict.fromkeys(rules.side_names, 0) | {rules.side_names[0]: lead}
    score = score_hand(sheet, rules, before)
    if sheet.void:
        assert {(it.points, it.bags) for it in score.sides.values()} == {(0, 0)}
        return
    found = {side: (it.points, it.bags) for side, it in score.sides.items()}
    assert found == slow_hand(sheet, rules, before)
    for it in score.sides.values():
        assert sum(line.points for line in it.lines) == it.points
        assert all(line.rule and set(line.rule) <= set(OPTIONS) for line in it.lines)


@given(st.data(), any_rules)
def test_prepared_table_and_the_definition_agree_on_every_state(data, rules):
    sheet = data.draw(hands_of(rules))
    for facts in sheet.facts.values():
        kept = table_of(rules)[facts]
        again = score_facts(rules, facts)
        assert (kept, kept.items, kept.is_set, kept.outcome, kept.gives) == (
            again,
            again.items,
            again.is_set,
            again.outcome,
            again.gives,
        )


def side_counts(sheet):
    """The same tricks as sides and nil bidders, the way a table that keeps no more enters them."""
    sides = {side: sum(sheet.tricks[seat] for seat in side) for side in ("NS", "EW")}
    return sides | {seat: sheet.tricks[seat] for seat, bid in sheet.bids.items() if bid.is_nil}


@given(sheets(renege=True), rule_sets)
def test_counts_by_side_and_nil_bidder_score_like_counts_by_seat(sheet, rules):
    by_side = HandSheet(sheet.dealer, sheet.bids, side_counts(sheet), sheet.renege, rules)
    by_seat = HandSheet(sheet.dealer, sheet.bids, sheet.tricks, sheet.renege, rules)
    assert score_hand(by_side, rules) == score_hand(by_seat, rules)


def test_side_count_with_a_nil_gives_the_partner_the_rest():
    sheet = HandSheet("W", bids(4, 5, 0, 4), {"NS": 6, "S": 2, "EW": 7})
    assert dict(sheet.tricks) == {"N": 4, "S": 2, "EW": 7}


@given(sheets(renege=True))
def test_sheet_written_as_json_is_read_back_equal(sheet):
    again = HandSheet.from_json(sheet.to_json())
    assert again == sheet
    assert hash(again) == hash(sheet)


def test_renege_of_one_seat_may_be_sent_as_text():
    hand = {"dealer": "W", "bids": seats(3, 3, 3, 3), "tricks": seats(4, 3, 3, 3), "renege": "N"}
    assert HandSheet.from_json(hand).renege == ("N",)
    assert HandSheet.from_json(hand | {"renege": None}).renege == ()


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"tricks": seats(4, 3, 3, 2)}, [("T04", "tricks")]),
        ({"tricks": seats(4, 3, 3, None)}, [("T01", "tricks.W")]),
        ({"tricks": seats(4, 3, 3, 14) | {"S": True}}, [("T02", "tricks.S"), ("T03", "tricks.W")]),
        ({"tricks": seats(4, 3, 3, 3) | {"X": 0}}, [("T05", "tricks.X")]),
        ({"tricks": None}, [("T01", f"tricks.{seat}") for seat in "NSEW"]),
        ({"tricks": {"NS": 6, "E": 4, "W": 2}}, [("T04", "tricks")]),
        ({"tricks": {"NS": 6, "EW": 7, "S": 7}, "bids": seats(3, 3, 0, 3)}, [("T04", "tricks.NS")]),
        ({"tricks": {"NS": 6, "EW": 7}, "bids": seats(3, 3, 0, 3)}, [("T01", "tricks.S")]),
        (
            {"bids": seats(3, None, "3", 14)},
            [("B01", "bids.E"), ("B02", "bids.S"), ("B03", "bids.W")],
        ),
        ({"blind": ["N", "X"]}, [("B08", "blind.N"), ("B04", "blind")]),
        ({"renege": ["N", "Y"]}, [("R01", "renege")]),
        ({"dealer": "Q"}, [("H03", "dealer")]),
        ({"bids": [3, 3, 3, 3], "dealer": 4}, [("H06", "bids"), ("H06", "dealer")]),
    ],
)
def test_hand_that_cannot_be_scored_is_refused_with_every_fault(change, expected):
    hand = {"dealer": "W", "bids": seats(3, 3, 3, 3), "tricks": seats(4, 3, 3, 3)}
    with pytest.raises(RuleError) as error:
        HandSheet.from_json(hand | change)
    found = [(one.code, one.where) for one in error.value.faults]
    assert sorted(found) == sorted(expected)


def test_both_nils_counted_by_seat_and_side_must_agree():
    with pytest.raises(RuleError) as error:
        HandSheet("W", bids(0, 5, 0, 5), {"NS": 3, "N": 1, "S": 1, "EW": 10})
    assert [one.code for one in error.value.faults] == ["T04"]


@pytest.mark.parametrize("text", ["", "x", "-1", "3.5", "٣", "999", "27"])
def test_text_that_is_no_bid_is_refused(text):
    with pytest.raises(RuleError):
        Bid.parse(text)


@pytest.mark.parametrize("text", ["nil", "blind", "1", "13"])
def test_bid_is_said_as_it_is_read(text):
    assert str(Bid.parse(text)) == text


def test_blind_bid_of_tricks_is_refused():
    with pytest.raises(RuleError) as error:
        HandSheet("W", bids(1, 3, 3, 3, blind="N"), seats(4, 3, 3, 3))
    assert [one.code for one in error.value.faults] == ["B08"]


def said(numbers, tricks, blind=(), renege=(), **options):
    sheet = HandSheet("W", bids(*numbers, blind=blind), seats(*tricks), tuple(renege))
    lines = explain_hand(sheet, STANDARD.with_options(**options))["NS"]
    return [line.say() for line in lines]


def test_lines_say_why_in_the_words_of_a_score_sheet():
    assert said([4, 3, 2, 3], [5, 3, 2, 3]) == ["bid 6 took 7: 60 + 1 bag"]
    assert said([4, 3, 3, 3], [4, 4, 2, 3]) == ["bid 7 took 6, set: −70"]
    assert said([4, 4, 0, 4], [6, 3, 3, 1]) == [
        "nil by South failed with 3 tricks: −100",
        "bid 4 took 6: 40 + 2 bags",
        "3 bags from a failed nil: +3",
    ]
    assert said([0, 4, 4, 4], [0, 4, 5, 4], blind="N") == [
        "blind nil by North made: +200",
        "bid 4 took 5: 40 + 1 bag",
    ]
    assert said([8, 1, 5, 1], [8, 0, 5, 0], moon_bonus=50) == [
        "bid 13 took 13: 130",
        "every trick taken: +50",
    ]
    assert said([4, 3, 2, 3], [5, 3, 2, 3], bag_points=0) == ["bid 6 took 7: 60", "1 bag: +0"]
    assert said([0, 6, 0, 5], [0, 6, 2, 5], double_nil_scoring="unit") == [
        "double nil failed: −200"
    ]


def test_lines_name_people_where_they_are_known():
    sheet = HandSheet("W", bids(4, 4, 0, 4), seats(4, 4, 1, 4))
    line = explain_hand(sheet, STANDARD)["NS"][0]
    assert line.say(names={"S": "Hazel"}) == "nil by Hazel failed with 1 trick: −100"
    assert line.points == -100

"""The ledger of every game: what a hand says in words, what it scored, and by which rule."""

import pytest

from engine.spades.games import replay
from engine.spades.hands import HandSheet
from engine.spades.options import OPTIONS
from engine.spades.presets import PRESETS
from engine.spades.rules import STANDARD, preset
from engine.spades.score_rules import RULES
from scoring.models import Game
from scoring.queries.sheets import ledger, paper_words

NAMES = {"N": "Hazel", "E": "Basil", "NS": "Us", "EW": "Them"}
THREES = dict.fromkeys("NESW", 3)
TOOK = {"N": 4, "E": 3, "S": 3, "W": 3}


def row(rules, **paper):
    """Lay out the ledger of one hand and give its only row."""
    game = Game(rules=rules.to_json(), first_dealer=rules.seats[0])
    said = {"dealer": rules.seats[0], "tricks": {}, **paper}
    state = replay([HandSheet.from_json(said, rules)], rules)
    return ledger(game, state, NAMES)[0]


def why(row, side="NS"):
    return next(cell.why for cell in row.cells if cell.side == side)


def rules_told(row, side="NS"):
    cell = next(cell for cell in row.cells if cell.side == side)
    return [line.rule for line in cell.lines]


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_every_game_has_a_row_with_a_reason_and_a_rule_for_every_side(name):
    rules = preset(name)
    size = rules.hand_size
    tricks = dict.fromkeys(rules.seats, 0) | {rules.seats[0]: size}
    bids = dict.fromkeys(rules.bidders, 3)
    if name == "mirror":
        bids = dict(zip(rules.seats, (4, 3, 3, 3), strict=True))
    spades = bids if name in {"mirror", "whiz"} else {}
    told = row(rules, bids=bids, tricks=tricks, spades=spades)
    assert [cell.side for cell in told.cells] == list(rules.side_names)
    assert told.void == ""
    for cell in told.cells:
        assert cell.lines
        assert all(line.text and line.rule for line in cell.lines)
        assert not any("total" in text for text in cell.why)


def test_the_contract_comes_before_what_else_a_side_scored():
    told = row(
        STANDARD,
        bids=THREES | {"N": 0},
        tricks={"N": 0, "E": 4, "S": 5, "W": 4},
        rulings=[{"offence": "phone", "seat": "S", "effect": "points:10"}],
    )
    assert why(told) == (
        "bid 3 took 5: 30 + 2 bags",
        "nil by Hazel made: +100",
        "phone in use by South: \N{MINUS SIGN}10",
    )


def test_a_ruling_has_its_own_line_and_names_its_rule():
    rules = STANDARD.with_options(
        penalties=[{"offence": "table_talk", "effect": "points:30"}], renege_penalty="drop:3"
    )
    told = row(
        rules,
        bids=THREES,
        tricks=TOOK,
        rulings=[{"offence": "table_talk", "seat": "N"}],
        renege=["E"],
    )
    assert why(told)[-1] == "table talk by Hazel: \N{MINUS SIGN}30"
    assert rules_told(told)[-1] == "Table talk: 30 points are lost."
    assert [line.is_ruling for line in told.cells[0].lines] == [False, True]
    assert why(told, "EW")[-1] == "3 tricks are taken off, renege by Basil"
    assert "3 tricks are taken off" in rules_told(told, "EW")[-1]


@pytest.mark.parametrize(
    ("paper", "words"),
    [
        ({"misdeal": "wrong_count"}, "misdeal: the hand is void"),
        ({"time_called": True}, "time was called: the hand is void"),
        ({"bids": dict.fromkeys("NESW", 2)}, "thrown in: the bids are too low"),
        (
            {"rulings": [{"offence": "late", "seat": "N", "effect": "replay"}]},
            "the hand is played again, by ruling",
        ),
        (
            {"rulings": [{"offence": "late", "seat": "N", "effect": "game_loss"}]},
            "decided by ruling: the hand is not played",
        ),
    ],
)
def test_a_void_hand_is_a_row_that_says_so_once(paper, words):
    rules = STANDARD.with_options(min_table_bid=11, misdeal_causes=("wrong_count",), time_up="stop")
    told = row(rules, **{"bids": {}, **paper})
    assert told.void == words
    assert words not in why(told)
    assert [cell.points for cell in told.cells] == [0, 0]


def test_a_set_is_one_where_the_house_counts_it_as_one():
    bids = {"N": 5, "E": 3, "S": 5, "W": 3}
    assert row(STANDARD, bids=bids, tricks=TOOK).cells[0].is_set
    free = {"low": 10, "high": 13, "made": [0, 200], "set": [0, -200], "counts_as_set": False}
    rules = STANDARD.with_options(contracts=[free])
    assert not row(rules, bids=bids, tricks=TOOK).cells[0].is_set


@pytest.mark.parametrize(
    ("rules", "paper", "words"),
    [
        (preset("nobid"), {"bids": {}, "tricks": TOOK}, "Us took 7, Them took 6"),
        (
            STANDARD.with_options(bid_mode="team"),
            {"bids": {"NS": 6, "EW": 5}, "tricks": TOOK},
            "Us 6, Them 5; Us took 7, Them took 6",
        ),
        (
            preset("whiz"),
            {
                "bids": {"N": 0, "E": 3, "S": 4, "W": 4},
                "spades": {"N": 2, "E": 3, "S": 4, "W": 4},
                "ace": "E",
                "tricks": {"N": 1, "E": 4, "S": 4, "W": 4},
            },
            (
                "Hazel nil, Basil 3, S 4, W 4; Hazel held spades: 2, Basil held the ace of spades; "
                "Us took 5, Hazel took 1, Them took 8"
            ),
        ),
        (
            STANDARD.with_options(renege_penalty="drop:3"),
            {
                "bids": THREES,
                "tricks": TOOK,
                "renege": ["E"],
                "rulings": [{"offence": "table_talk", "seat": "N", "effect": "points:30"}],
                "time_called": True,
            },
            (
                "Hazel 3, Basil 3, S 3, W 3; Us took 7, Them took 6; "
                "Renege by Basil: 3 tricks are taken off; "
                "Table talk by Hazel: 30 points are lost; time was called"
            ),
        ),
        (
            STANDARD.with_options(misdeal_causes=("wrong_count",)),
            {"bids": {}, "tricks": {}, "misdeal": "wrong_count"},
            "misdeal: the hand is void (a wrong number of cards)",
        ),
        (
            STANDARD,
            {"bids": THREES, "tricks": None},
            "Hazel 3, Basil 3, S 3, W 3",
        ),
    ],
)
def test_the_paper_of_any_hand_can_be_said(rules, paper, words):
    assert paper_words({"dealer": "N", "blind": [], **paper}, rules, NAMES) == words


def test_a_blind_number_is_said_as_one():
    row_ = {"low": 6, "high": 6, "blind": True, "made": [0, 120], "set": [0, -120]}
    rules = STANDARD.with_options(contracts=[row_], bid_mode="team")
    paper = {"dealer": "N", "bids": {"NS": 6, "EW": 5}, "blind": ["NS"], "tricks": TOOK}
    assert paper_words(paper, rules, NAMES).startswith("Us blind 6, Them 5")


def test_a_made_bid_is_explained_by_the_printed_sheet_and_its_bags_by_their_option():
    told = row(STANDARD, bids=THREES, tricks=TOOK)
    made = "A side that makes its bid scores 10 points for each trick bid."
    assert rules_told(told) == [f"{made} Points for a trick above the bid: 1"]
    assert rules_told(told, "EW") == [made]


def test_every_line_names_options_there_are():
    assert {name for names in RULES.values() for name in names} <= set(OPTIONS)

"""Play under what sheets of organisers add: which two is higher, and what opens a hand."""

import random
from dataclasses import replace

import pytest

from engine.playouts import random_play
from engine.spades.play import review
from engine.spades.records import PlayRecord
from engine.spades.rules import STANDARD, RuleSet


class House(RuleSet):
    """The standard game with house options set past the checks of a rule set."""

    __eq__, __hash__ = object.__eq__, object.__hash__


def house(base=STANDARD, **options):
    rules = House(**{name: getattr(base, name) for name in ("jokers", "high_deuces")})
    for name, value in options.items():
        object.__setattr__(rules, name, value)
    return rules


def seen(*rows, rules, dealer="W", deal=None):
    tricks = [{"plays": [play.split() for play in row.split(", ")]} for row in rows]
    case = {"dealer": dealer, "tricks": tricks, "deal": deal}
    return review(PlayRecord.from_json(case, rules), rules)


def first(*rows, **known):
    found = seen(*rows, **known).fault
    return None if found is None else (found.code, found.trick, found.card, found.message)


DEUCES = STANDARD.with_options(jokers="two", high_deuces=True)
LOWEST, TWO = house(first_trick="lowest_club"), house(first_trick="two_of_clubs")
DEAL = {
    "N": ["3C", "TH", "AS", "KS", "QS", "JS", "TS", "9S", "8S", "7S", "6S", "5S", "4S"],
    "E": ["2C", "9C", "3S", "2S", "AD", "KD", "QD", "JD", "TD", "9D", "8D", "7D", "6D"],
    "S": ["4C", "JH", "3D", "2D", "AC", "KC", "QC", "JC", "TC", "8C", "7C", "6C", "5C"],
    "W": ["QH", "AH", "KH", "9H", "8H", "7H", "6H", "5H", "4H", "3H", "2H", "4D", "5D"],
}


def test_the_two_of_spades_may_rank_above_that_of_diamonds_or_alone():
    row = "N AH, E 2D, S 2S, W AS"
    assert seen(row, rules=DEUCES).winners == ("E",)
    assert seen(row, rules=house(DEUCES, deuce_order="spade_first")).winners == ("S",)
    alone = house(DEUCES, deuce_order="spade_only")
    assert seen("N AD, E 2D, S 3D, W KD", rules=alone).winners == ("N",)
    assert seen(row, rules=alone).winners == ("S",)


def test_two_of_clubs_is_led_by_whoever_holds_it():
    assert first("E 2C, S 4C, W QH, N 3C", rules=TWO, deal=DEAL) is None
    sentence = "The lowest club opens the hand: East must lead, not North."
    assert first("N 3C, E 2C, S 4C, W QH", rules=TWO, deal=DEAL) == ("P01", 1, 1, sentence)
    sentence = "East must play 2♣ to the first trick."
    assert first("E 9C, S 4C, W QH, N 3C", rules=TWO, deal=DEAL) == ("P18", 1, 1, sentence)


def test_without_a_deal_the_two_of_clubs_is_held_by_whoever_plays_it():
    rows = ("S 4C, W QH, N 3C, E 9C", "E 6D, S 2D, W 4D, N AS")
    assert first(rows[0], rules=TWO, dealer="E") is None  # it has not come out yet
    assert first(*rows, "N 4S, E 2C, S 5C, W 2H", rules=TWO, dealer="E")[:3] == ("P01", 1, 1)


def test_everybody_plays_the_lowest_club_first_unless_there_is_none():
    assert first("N 3C, E 2C, S 4C, W QH", rules=LOWEST, deal=DEAL) is None
    assert first("N 3C, E 9C, S 4C, W QH", rules=LOWEST, deal=DEAL)[:3] == ("P18", 1, 2)
    assert first("N TH, E 9C, S JH, W QH", rules=LOWEST, deal=DEAL)[:3] == ("P18", 1, 1)
    assert first("W QH, N TH, E 9C, S JH", rules=LOWEST, deal=DEAL, dealer="S") is None


def test_faults_of_the_first_trick_stay_in_the_order_of_play():
    found = seen("N 3C, E 9C, S JH, W QH, N TH", "E 2C, S 4C, W 2H, N AS", rules=LOWEST, deal=DEAL)
    places = [(it.trick, it.card or 9) for it in found.faults]
    assert places == sorted(places)
    assert [it.code for it in found.faults][:3] == ["P18", "P06", "P18"]


@pytest.mark.parametrize("rules", [LOWEST, TWO, house(DEUCES, first_trick="two_of_clubs")])
@pytest.mark.parametrize("dealt", [True, False])
def test_made_up_hands_open_as_the_house_wants_it(rules, dealt):
    for seed in range(100):
        record = random_play(random.Random(seed), rules)
        record = record if dealt else replace(record, deal=None)
        assert review(record, rules).fault is None, seed

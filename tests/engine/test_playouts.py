"""Made-up hands: the checker takes every legal one, and one changed card as a slow checker does."""

import random
from functools import lru_cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.playouts import random_deal, random_play
from engine.spades.masks import deck_of
from engine.spades.play import review
from engine.spades.presets import presets
from engine.spades.records import PlayRecord
from engine.spades.rules import STANDARD
from tests.engine.slow_play import check
from tests.engine.slow_play import deck_of as slow_deck

FOUR_HANDED = {
    "jokers": {"jokers": "two"},
    "high twos": {"jokers": "two", "high_deuces": True, "removed_cards": ["2C", "2H"]},
    "short deck": {"removed_cards": ["2C", "2D", "2H", "2S"], "hand_size": 12, "max_bid": 12},
    "spades any time": {"lead_spades": "any_time"},
    "forced leads break nothing": {"spades_break_on_forced_lead": False},
    "high two of spades above": {
        "jokers": "two",
        "high_deuces": True,
        "deuce_order": "spade_first",
    },
    "everybody's lowest club": {"first_trick": "lowest_club"},
    "two of clubs": {"first_trick": "two_of_clubs"},
    "two of clubs left out": {"first_trick": "two_of_clubs", "jokers": "two"},
}
SHEETS = {it.key: it.rules for it in presets()}
TABLES = {**SHEETS, **{name: STANDARD.with_options(**it) for name, it in FOUR_HANDED.items()}}


def first_of(case, rules):
    found = review(PlayRecord.from_json(case, rules), rules).fault
    return None if found is None else (found.code, found.trick, found.card)


@lru_cache(maxsize=1000)
def made_up(seed, rules):
    return random_play(random.Random(seed), rules).to_json()


def played(seed, rules, *, dealt=True):
    case = made_up(seed, rules)
    return case if dealt else {name: it for name, it in case.items() if name != "deal"}


def with_one_card_changed(rng, case, rules):
    """Swap one card played for another of the deck; sometimes one that is not in it."""
    tricks = [
        {**trick, "plays": [list(play) for play in trick["plays"]]} for trick in case["tricks"]
    ]
    play = rng.choice(rng.choice(tricks)["plays"])
    pool = [*slow_deck(rules), "BJ", "2C"]
    play[1] = rng.choice([card for card in pool if card != play[1]])
    changed = {**case, "tricks": tricks}
    if rng.random() < 0.5:  # otherwise the winners noted give many changes away
        for trick in tricks:
            del trick["recorded_winner"]
        del changed["recorded_tricks"]
    return changed


@pytest.mark.parametrize("dealt", [True, False], ids=["with the deal", "without the deal"])
@pytest.mark.parametrize("name", TABLES)
def test_every_one_of_200_legal_hands_is_accepted(name, dealt):
    rules = TABLES[name]
    for seed in range(200):
        assert first_of(played(seed, rules, dealt=dealt), rules) is None, seed


@pytest.mark.parametrize("dealt", [True, False], ids=["with the deal", "without the deal"])
@pytest.mark.parametrize("name", TABLES)
def test_one_changed_card_is_refused_unless_the_slow_checker_says_it_was_legal(name, dealt):
    rules, refused = TABLES[name], 0
    for seed in range(200):
        case = with_one_card_changed(random.Random(seed), played(seed, rules, dealt=dealt), rules)
        expected = check(case, rules)
        assert first_of(case, rules) == expected, seed
        refused += expected is not None
    assert refused > 150


@given(st.integers(0, 1 << 32), st.sampled_from(list(TABLES)), st.booleans(), st.data())
def test_the_first_tricks_of_a_legal_hand_are_legal_and_have_the_same_winners(
    seed, name, dealt, data
):
    rules = TABLES[name]
    case = played(seed, rules, dealt=dealt)
    count = data.draw(st.integers(0, rules.hand_size))
    part = {**case, "tricks": case["tricks"][:count], "complete": False}
    whole, some = (review(PlayRecord.from_json(it, rules), rules) for it in (case, part))
    assert some.winners == whole.winners[:count]
    assert some.faults == ()


@given(st.integers(0, 1 << 32), st.sampled_from(list(TABLES)))
def test_slow_checker_takes_made_up_hands_too(seed, name):
    assert check(played(seed, TABLES[name]), TABLES[name]) is None


@pytest.mark.parametrize("name", TABLES)
def test_deal_gives_everybody_as_many_different_cards_of_the_deck(name):
    rules = TABLES[name]
    deal = random_deal(random.Random(3), rules)
    cards = [card for hand in deal.values() for card in hand]
    assert {seat: len(hand) for seat, hand in deal.items()} == dict.fromkeys(
        rules.seats, rules.hand_size
    )
    assert len(set(cards)) == len(cards)
    assert set(cards) <= set(deck_of(rules).cards)
    assert {str(card) for card in deck_of(rules).cards} == set(slow_deck(rules))


def test_same_seed_plays_the_same_hand_and_another_seed_another():
    one, again, other = (random_play(random.Random(seed), STANDARD) for seed in (5, 5, 6))
    assert one == again
    assert one != other


def test_dealer_and_deal_can_be_given():
    deal = random_deal(random.Random(1), STANDARD)
    record = random_play(random.Random(2), STANDARD, dealer="N", deal=deal)
    assert (record.dealer, record.deal) == ("N", deal)
    assert record.tricks[0].plays[0][0] == "E"


@pytest.mark.long
@pytest.mark.parametrize("name", TABLES)
def test_ten_thousand_hands_are_accepted_and_ten_thousand_changed_ones_judged_alike(name):
    rules, rng = TABLES[name], random.Random(2026)
    for seed in range(10_000):
        case = played(seed, rules, dealt=seed % 2 == 0)
        assert first_of(case, rules) is None, seed
        changed = with_one_card_changed(rng, case, rules)
        assert first_of(changed, rules) == check(changed, rules), seed

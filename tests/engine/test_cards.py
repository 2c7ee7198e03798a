"""Card notation and decks."""

import pytest

from engine.spades.cards import Card, full_deck, parse_card


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("TH", Card("T", "H")),
        ("10h", Card("T", "H")),
        ("10♥", Card("T", "H")),
        (" as ", Card("A", "S")),
        ("BJ", Card("BJ", "S")),
        ("lj", Card("LJ", "S")),
    ],
)
def test_card_is_read_as_people_write_it(text, card):
    assert parse_card(text) == card


@pytest.mark.parametrize("text", ["", "S", "1S", "11S", "AX", "A", "TTS", "♠A", "1010S"])
def test_text_that_is_no_card_is_none(text):
    assert parse_card(text) is None


def test_every_card_of_the_deck_is_read_back_from_its_notation_and_its_picture():
    deck = full_deck(jokers=True)
    assert {parse_card(str(card)) for card in deck} == deck
    assert {parse_card(card.picture) for card in deck} == deck
    assert len(full_deck(jokers=False)) == 52

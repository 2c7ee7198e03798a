"""Decks as bits: one bit a card, so that a hand, a suit or a trick is one number.

Suits lie one above the other with spades on top, each from its lowest card to its highest. So the
winner of a trick is the highest bit among its spades and its cards of the suit led.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from engine.spades.cards import BIG_JOKER, LITTLE_JOKER, RANKS, SUITS, Card, full_deck, parse_card
from engine.spades.rules import RuleSet


@dataclass(frozen=True, slots=True, eq=False)
class Deck:
    """The cards of one rule set, weakest first, and their bits."""

    cards: tuple[Card, ...]
    bits: Mapping[Card, int]
    suits: Mapping[Card, int]
    """For every card the bits of its suit; jokers and high twos are spades."""
    spades: int
    others: int
    clubs: int

    def mask(self, cards: Iterable[Card]) -> int:
        """Put cards into one number; what is not in the deck has no bit.

        >>> from engine.spades.rules import STANDARD
        >>> deck_of(STANDARD).mask([Card("2", "C"), Card("3", "C"), Card("BJ", "S")])
        3
        """
        found = 0
        for card in cards:
            found |= self.bits.get(card, 0)
        return found

    def within(self, mask: int) -> tuple[Card, ...]:
        """Give the cards of a number, weakest first.

        >>> from engine.spades.rules import STANDARD
        >>> [str(card) for card in deck_of(STANDARD).within(0b101)]
        ['2C', '4C']
        """
        found = []
        while mask:
            lowest = mask & -mask
            found.append(self.cards[lowest.bit_length() - 1])
            mask ^= lowest
        return tuple(found)


def playable(held: int, wanted: int) -> int:
    """Say which cards of a hand may be played: those wanted, or any where there is none of them.

    Wanted is the suit led; of the leader, while spades may not be led, everything but spades.

    Source: rules specification §1.10.

    >>> bin(playable(0b0110, 0b0011)), bin(playable(0b0100, 0b0011))
    ('0b10', '0b100')
    """
    return held & wanted or held


@lru_cache(maxsize=256)
def deck_of(rules: RuleSet) -> Deck:
    """Build the deck of a rule set.

    Source: rules specification §2.9: the big joker, the little joker, then the two of diamonds and
    the two of spades where twos are high, then the ace of spades.

    >>> from engine.spades.rules import STANDARD
    >>> [str(card) for card in deck_of(STANDARD.with_options(jokers="two")).cards[-3:]]
    ['AS', 'LJ', 'BJ']
    """
    deck, high = full_deck(jokers=rules.jokers == "two"), _high_deuces(rules)
    top = (*high, Card(LITTLE_JOKER, "S"), Card(BIG_JOKER, "S"))
    gone = {parse_card(text) for text in rules.left_out}

    def strength(card: Card) -> tuple[int, int]:
        if card in top:
            return len(SUITS), top.index(card)
        return SUITS.index(card.suit), RANKS.index(card.rank)

    cards = tuple(sorted(deck - gone, key=strength))
    bits = {card: 1 << number for number, card in enumerate(cards)}
    names = {card: "S" if card in top else card.suit for card in cards}
    masks = {suit: sum(bits[it] for it in cards if names[it] == suit) for suit in SUITS}
    suits = {card: masks[names[card]] for card in cards}
    return Deck(cards, bits, suits, masks["S"], sum(bits.values()) - masks["S"], masks["C"])


def _high_deuces(rules: RuleSet) -> tuple[Card, ...]:
    """Name the twos that rank above the ace of spades, the lower one first (R1)."""
    if not rules.high_deuces:
        return ()
    spade, diamond = Card("2", "S"), Card("2", "D")
    orders = {"diamond_first": (spade, diamond), "spade_first": (diamond, spade)}
    return orders.get(rules.deuce_order, (spade,))

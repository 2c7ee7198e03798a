"""Cards: suits, ranks and the notation people write ("TH", "10♥", "AS", "BJ")."""

from typing import NamedTuple

SUITS = "CDHS"
RANKS = "23456789TJQKA"
SIGNS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}
BIG_JOKER, LITTLE_JOKER = "BJ", "LJ"


class Card(NamedTuple):
    """One card; a joker is a spade whose rank is "BJ" or "LJ"."""

    rank: str
    suit: str

    def __str__(self) -> str:
        return self.rank if self.rank in {BIG_JOKER, LITTLE_JOKER} else self.rank + self.suit

    @property
    def picture(self) -> str:
        """As printed in a sentence.

        >>> Card("T", "H").picture
        '10♥'
        """
        if self.rank in {BIG_JOKER, LITTLE_JOKER}:
            return self.rank
        sign = next(sign for sign, suit in SIGNS.items() if suit == self.suit)
        return ("10" if self.rank == "T" else self.rank) + sign


def parse_card(text: str) -> Card | None:
    """Read a card in the usual notation; None where it is none.

    >>> parse_card("10♥") == parse_card("th") == Card("T", "H")
    True
    >>> parse_card("1Z") is None
    True
    """
    letters = text.strip().upper()
    if letters in {BIG_JOKER, LITTLE_JOKER}:
        return Card(letters, "S")
    rank, suit = letters[:-1].replace("10", "T"), letters[-1:]
    suit = SIGNS.get(suit, suit)
    if len(rank) != 1 or rank not in RANKS or not suit or suit not in SUITS:
        return None
    return Card(rank, suit)


def full_deck(*, jokers: bool) -> frozenset[Card]:
    """All cards before any is taken out.

    >>> len(full_deck(jokers=True))
    54
    """
    plain = {Card(rank, suit) for rank in RANKS for suit in SUITS}
    extra = {Card(BIG_JOKER, "S"), Card(LITTLE_JOKER, "S")} if jokers else set()
    return frozenset(plain | extra)


def usual_removed(players: int, *, jokers: bool) -> tuple[str, ...]:
    """Which cards are left out where the house says nothing, so that the deck deals out evenly.

    Source: rules specification §2.6 and §2.9 (A-33).

    >>> usual_removed(4, jokers=True), usual_removed(3, jokers=False)
    (('2C', '2H'), ('2C',))
    """
    if players == len(SUITS):
        return ("2C", "2H") if jokers else ()
    return () if jokers else ("2C",)

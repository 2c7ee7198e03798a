"""Cards: suits, ranks and the notation people write ("TH", "10♥", "AS", "BJ")."""

from typing import NamedTuple

SUITS = "CDHS"
RANKS = "23456789TJQKA"
SIGNS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S", "♧": "C", "♢": "D", "♡": "H", "♤": "S"}
EMOJI = "\N{VARIATION SELECTOR-16}"
"""What phones put after a suit to have it in colour."""
BIG_JOKER, LITTLE_JOKER = "BJ", "LJ"
LONGEST = 12
"""Characters a card may be written with, spaces and all; nothing longer is looked at."""


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
    """Read a card in the usual notation, however it is spaced or spelled; None where it is none.

    >>> parse_card("10♥") == parse_card(" t h ") == Card("T", "H")
    True
    >>> parse_card("1Z") is None
    True
    """
    usual = _BY_NOTATION.get(text)
    if usual is not None or len(text) > LONGEST:
        return usual
    signs = "".join(text.replace(EMOJI, "").split())
    letters = "".join(SIGNS.get(sign, sign) for sign in signs)
    if not letters.isascii():  # some letters of other scripts turn into ours as capitals
        return None
    return _BY_NOTATION.get(letters.upper().replace("10", "T", 1))


_BY_NOTATION: dict[str, Card] = {
    **{rank + suit: Card(rank, suit) for rank in RANKS for suit in SUITS},
    **{joker: Card(joker, "S") for joker in (BIG_JOKER, LITTLE_JOKER)},
}


def full_deck(*, jokers: bool) -> frozenset[Card]:
    """All cards before any is taken out.

    >>> len(full_deck(jokers=True))
    54
    """
    return frozenset(
        card
        for card in _BY_NOTATION.values()
        if jokers or card.rank not in {BIG_JOKER, LITTLE_JOKER}
    )


def usual_removed(players: int, *, jokers: bool) -> tuple[str, ...]:
    """Which cards are left out where the house says nothing, so that the deck deals out evenly.

    Source: rules specification §2.6 and §2.9 (A-33).

    >>> usual_removed(4, jokers=True), usual_removed(3, jokers=False)
    (('2C', '2H'), ('2C',))
    """
    if players == len(SUITS):
        return ("2C", "2H") if jokers else ()
    return () if jokers else ("2C",)

"""The bracket as a drawing: where every match, name and line goes on one sheet of paper.

Looks are attributes, not a style sheet: one file that is the same in a browser, an office program
and on paper. Names are never cut; they are broken into lines, and all cards grow alike.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final
from unicodedata import combining, east_asian_width

from django.utils.translation import gettext as _

from tournament.queries.bracket import Bracket, Round
from tournament.slips import Row, Slip

WIDTH: Final = 264
BETWEEN: Final = 44
MARGIN: Final = 24
TOP: Final = 96
HEAD: Final = 22
LINE: Final = 19
PAD: Final = 6
APART: Final = 16
NAME_WIDTH: Final = 24
"""How many narrow signs of a name go into a line; wide ones count double."""
BORDERS: Final = {"bye": "6 4", "tbd": "2 3"}


@dataclass(frozen=True, slots=True)
class Words:
    """One line of text and where it stands on the sheet."""

    x: int
    y: int
    text: str


@dataclass(frozen=True, slots=True)
class DrawnRow:
    """One side of a match: its name in lines, and the score or the word beside it."""

    row: Row
    lines: tuple[Words, ...]
    beside: Words
    rule_y: int


@dataclass(frozen=True, slots=True)
class Card:
    """One match as a rectangle with its rows."""

    slip: Slip
    x: int
    y: int
    height: int
    rows: tuple[DrawnRow, ...]

    @property
    def middle(self) -> int:
        """The height at which its lines begin and end."""
        return self.y + self.height // 2

    @property
    def right(self) -> int:
        """Where the words on its right edge end."""
        return self.x + WIDTH - 10

    @property
    def dashes(self) -> str:
        """How certain the match is, as the pattern of its border; empty is solid."""
        return BORDERS.get(self.slip.look, "")


@dataclass(frozen=True, slots=True)
class Elbow:
    """The line from a match to the one above it."""

    path: str
    is_sure: bool


@dataclass(frozen=True, slots=True)
class Picture:
    """The whole sheet."""

    width: int
    height: int
    titles: tuple[Words, ...]
    cards: tuple[Card, ...]
    elbows: tuple[Elbow, ...]


def picture_of(bracket: Bracket) -> Picture:
    """Lay a bracket out in one column a round, from the left to the right."""
    cell = max((_height(slip) for slip in bracket.slips), default=0) + APART
    middles: dict[int, int] = {}
    for each in bracket.rounds:
        middles |= _middles(each, middles, bracket, cell)
    titles = [Words(_left(each.number), TOP - 14, each.title) for each in bracket.rounds]
    if bracket.third:
        below = middles[bracket.rounds[-1].slips[0].match.pk] + cell + HEAD
        middles[bracket.third.match.pk] = below
        head = below - _height(bracket.third) // 2 - 8
        titles.append(Words(_left(len(bracket.rounds)), head, _("Third place")))
    cards = {slip.match.pk: _card(slip, middles[slip.match.pk]) for slip in bracket.slips}
    return Picture(
        width=_left(len(bracket.rounds) or 1) + WIDTH + MARGIN,
        height=max(middles.values(), default=TOP) + cell // 2 + MARGIN,
        titles=tuple(titles),
        cards=tuple(cards.values()),
        elbows=tuple(_elbows(cards)),
    )


def broken(name: str, width: int = NAME_WIDTH) -> list[str]:
    """Break a name into lines: at spaces, and within a word only where it has to be.

    >>> broken("Bag Ladies and the Trick or Treaty"), broken("x" * 30)
    (['Bag Ladies and the Trick', 'or Treaty'], ['xxxxxxxxxxxxxxxxxxxxxxxx', 'xxxxxx'])
    """
    lines = [""]
    for word in name.split():
        joined = f"{lines[-1]} {word}".strip()
        if _wide(joined) <= width:
            lines[-1] = joined
            continue
        lines += _pieces(word, width)
    return [line for line in lines if line] or [""]


def _pieces(word: str, width: int) -> Iterator[str]:
    piece = ""
    for sign in word:
        if piece and _wide(piece + sign) > width:
            yield piece
            piece = ""
        piece += sign
    yield piece


def _wide(text: str) -> int:
    """Guess how wide a text is: signs of East Asia take two places, marks over letters none."""
    return sum(
        0 if combining(sign) else 2 if east_asian_width(sign) in "WF" else 1 for sign in text
    )


def _left(number: int) -> int:
    return MARGIN + (number - 1) * (WIDTH + BETWEEN)


def _height(slip: Slip) -> int:
    return HEAD + sum(len(broken(row.words)) * LINE + PAD for row in slip.rows) + PAD // 2


def _middles(each: Round, below: dict[int, int], bracket: Bracket, cell: int) -> dict[int, int]:
    """Put every match halfway between the first and the last that lead to it."""
    lower = bracket.rounds[each.number - 2].slips if each.number > 1 else ()
    found = {}
    for place, slip in enumerate(each.slips):
        feeding = [below[it.match.pk] for it in lower if it.match.above_id == slip.match.pk]
        middle = (feeding[0] + feeding[-1]) // 2 if feeding else TOP + place * cell + cell // 2
        found[slip.match.pk] = middle
    return found


def _card(slip: Slip, middle: int) -> Card:
    height, x = _height(slip), _left(slip.match.round)
    y = middle - height // 2
    rows, line = [], y + HEAD
    for row in slip.rows:
        lines = [
            Words(x + 10, line + PAD // 2 + LINE * number - 5, text)
            for number, text in enumerate(broken(row.words), start=1)
        ]
        beside = Words(x + WIDTH - 10, lines[0].y, _beside(slip, row))
        rows.append(DrawnRow(row, tuple(lines), beside, line))
        line = lines[-1].y + 5 + PAD // 2
    return Card(slip, x, y, height, tuple(rows))


def _beside(slip: Slip, row: Row) -> str:
    """Say what stands on the right of a name: games, a word, or nothing where nobody played."""
    if slip.look == "bye":
        return _("goes on")
    return str(row.games) if row.games is not None else row.note


def _elbows(cards: dict[int, Card]) -> Iterator[Elbow]:
    for card in cards.values():
        above = cards.get(card.slip.match.above_id or 0)
        if above:
            start = card.x + WIDTH
            turn = start + BETWEEN // 2
            path = f"M{start} {card.middle}H{turn}V{above.middle}H{above.x}"
            yield Elbow(path, is_sure=not card.slip.match.is_open)

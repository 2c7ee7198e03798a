"""Hands and tricks as people write them: one trick a line, cards in the order they were played."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils import translation
from django.utils.translation import gettext as _

from engine.faults import Phrase, Who
from engine.spades.cards import SIGNS, Card, parse_card
from engine.spades.play import review
from engine.spades.records import SHOWN, Hands, PlayRecord, Trick
from engine.spades.rules import RuleSet

LINES_MOST = 40
"""More lines than any hand has tricks."""
NUMBERED = re.compile(r"^\s*\d{1,2}\s*[.)]\s+")
SEATED = re.compile(r"^([A-Za-z]{1,2}):(.*)$", re.DOTALL)
SPACED = re.compile(rf"\s+(?=[{''.join(SIGNS)}])")
BETWEEN = re.compile(r"[\s,;|]+")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of tricks: its cards, and the seat where it is written before a card."""

    number: int
    plays: tuple[tuple[str, Card], ...]


@dataclass(slots=True)
class Transcript:
    """What could be read, and a sentence for everything that could not."""

    tricks: tuple[Trick, ...]
    faults: list[str]


def read_cards(text: str) -> tuple[tuple[Card, ...], list[str]]:
    """Read the cards of a hand, and name everything that is none.

    >>> read_cards("10♥, as BJ")[0]
    (Card(rank='T', suit='H'), Card(rank='A', suit='S'), Card(rank='BJ', suit='S'))
    """
    found = [(word, parse_card(word)) for word in _words(text)]
    cards = tuple(card for _word, card in found if card is not None)
    return cards, [_no_card(word) for word, card in found if card is None]


def read_tricks(text: str, rules: RuleSet, *, first: str | None, deal: Hands | None) -> Transcript:
    """Read the tricks and seat their cards: ``first`` is who led, as far as that is known.

    A seat written before a card says who played it ("N: 4D 6D"). Else the hands that were dealt
    tell who led; without them the winner of the trick before did.
    """
    faults: list[str] = []
    lines = list(_lines(text, rules, faults))
    if not faults and len(lines) > LINES_MOST:
        faults.append(_("This is more than the tricks of one hand."))
    if faults:
        return Transcript((), faults)
    return _followed(lines, rules, first, deal)


def add_card(text: str, card: str, line: int | None) -> str:
    r"""Write one more card behind a text, on a new line where the last one has all its cards.

    >>> add_card("4D 6D", "TD", 4), add_card("4D 6D", "TD", 2)
    ('4D 6D TD', '4D 6D\nTD')
    """
    text = text.rstrip()
    last = text.rpartition("\n")[2]
    full = line is not None and len(_words(NUMBERED.sub("", last))) >= line
    return f"{text}\n{card}" if full else f"{text} {card}".lstrip()


def without_last(text: str) -> str:
    r"""Take the last card back.

    >>> without_last("4D 6D\nTD")
    '4D 6D'
    """
    kept = text.rstrip()
    last = re.search(r"\S+$", kept)
    return kept[: last.start()].rstrip() if last else ""


def _words(text: str) -> list[str]:
    return [word for word in BETWEEN.split(SPACED.sub("", text)) if word]


def _no_card(word: str) -> str:
    return Phrase("P15", {"text": word[:SHOWN]}).say(translation)


def _lines(text: str, rules: RuleSet, faults: list[str]) -> Iterator[Line]:
    """Read every line that has cards; what can't be read is told with the number of its line."""
    for number, written in enumerate(text.splitlines(), 1):
        plays, seat = list[tuple[str, Card]](), ""
        for word in _words(NUMBERED.sub("", written)):
            mark = SEATED.match(word)
            seat = mark[1].upper() if mark else seat
            shown = mark[2] if mark else word
            card = parse_card(shown) if shown else None
            if mark and seat not in rules.seats:
                faults.append(_at(number, Phrase("P16", {"who": Who(seat)}).say(translation)))
            if card is not None:
                plays.append((seat, card))
                seat = ""
            elif shown:
                faults.append(_at(number, _no_card(shown)))
        if plays:
            yield Line(number, tuple(plays))


def _at(line: int, said: str) -> str:
    return _("Line %(line)d: %(said)s") % {"line": line, "said": said}


def _followed(
    lines: Sequence[Line], rules: RuleSet, first: str | None, deal: Hands | None
) -> Transcript:
    """Seat one trick after another, each from the winner of the one before."""
    tricks, due = list[Trick](), first
    for line in lines:
        leader = line.plays[0][0] or _leader(line, rules, due, deal)
        if leader is None:
            return Transcript(tuple(tricks), [_at(line.number, _nobody_led(rules))])
        tricks.append(Trick(_seated(line, leader, rules)))
        due = review(PlayRecord(tricks=tuple(tricks)), rules).winners[-1]
    return Transcript(tuple(tricks), [])


def _nobody_led(rules: RuleSet) -> str:
    said = _("Who led this trick? Write the seat before its first card, such as %(seat)s: AH.")
    return said % {"seat": rules.seats[0]}


def _leader(line: Line, rules: RuleSet, due: str | None, deal: Hands | None) -> str | None:
    """Say who led: the one due, unless the hands show that the whole trick began elsewhere."""
    if deal is None:
        return due
    seats = sorted(rules.seats, key=lambda seat: seat != due)
    for seat in seats:
        if all(card in deal[player] for player, card in _seated(line, seat, rules)):
            return seat
    card = line.plays[0][1]
    return due or next((seat for seat in seats if card in deal[seat]), None)


def _seated(line: Line, leader: str, rules: RuleSet) -> tuple[tuple[str, Card], ...]:
    """Give every card its player, clockwise from whoever is written last."""
    seat, plays = leader, list[tuple[str, Card]]()
    for marked, card in line.plays:
        seat = marked or seat
        plays.append((seat, card))
        seat = rules.left_of(seat)
    return tuple(plays)

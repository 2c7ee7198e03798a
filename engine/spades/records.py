"""The record of a played hand: who was dealt what and who played what, read from JSON."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.faults import Fault, RuleError, Who, fault
from engine.spades.cards import Card, parse_card
from engine.spades.rules import RuleSet

MOST_TRICKS = 100
"""More tricks than any hand has; longer records are not read."""
MOST_CARDS = 60
"""More cards than any hand or trick has."""
SHOWN = 20
"""Characters of a strange text that are repeated in its fault."""

Hands = Mapping[str, tuple[Card, ...]]


@dataclass(frozen=True, slots=True)
class Trick:
    """The cards of one trick in the order they were played, and who was noted as its winner."""

    plays: tuple[tuple[str, Card], ...]
    recorded_winner: str | None = None


@dataclass(frozen=True, slots=True)
class Pass:
    """Cards one partner passed to the other before the first lead."""

    giver: str
    taker: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayRecord:
    """What is known of the play of one hand.

    Without ``deal`` the hands are those that the players turn out to have held. A ``deal`` is the
    one before the exchange where there is an ``exchange``. ``bids`` are asked only whether they are
    complete.
    """

    tricks: tuple[Trick, ...] = ()
    dealer: str | None = None
    deal: Hands | None = None
    complete: bool = False
    recorded_tricks: Mapping[str, int] | None = None
    bids: Mapping[str, int | None] | None = None
    blind: tuple[str, ...] | None = None
    exchange: tuple[Pass, ...] | None = None

    @classmethod
    def from_json(cls, data: object, rules: RuleSet) -> "PlayRecord":
        """Read a record: {"seats", "dealer", "deal", "tricks", "complete", "recorded_tricks", ...}.

        Raises:
            RuleError: P15 to P17, everything that can't be read, all at once.

        >>> from engine.spades.rules import STANDARD
        >>> play = {"dealer": "W", "tricks": [{"plays": [["N", "10♥"], ["E", "ah"]]}]}
        >>> PlayRecord.from_json(play, STANDARD).tricks[0].plays[1]
        ('E', Card(rank='A', suit='H'))
        """
        if not isinstance(data, Mapping):
            raise RuleError.of("P17", "", kind="an object")
        faults = tuple(_faults(data, rules))
        if faults:
            raise RuleError(faults)
        deal, blind = data.get("deal"), data.get("blind")
        passes = data.get("exchange")
        return cls(
            tricks=tuple(_trick(it) for it in data.get("tricks") or ()),
            dealer=data.get("dealer"),
            deal=None if deal is None else {seat: _cards(deal[seat]) for seat in deal},
            complete=data.get("complete") or False,
            recorded_tricks=data.get("recorded_tricks"),
            bids=data.get("bids"),
            blind=None if blind is None else tuple(blind),
            exchange=None if passes is None else tuple(_pass(it) for it in passes),
        )

    def to_json(self) -> dict[str, Any]:
        """Write the record in the shape that ``from_json`` reads; what is not known is left out."""
        written: dict[str, Any] = {
            "dealer": self.dealer,
            "deal": self.deal and {seat: _told(hand) for seat, hand in self.deal.items()},
            "tricks": [_trick_told(trick) for trick in self.tricks],
            "complete": self.complete,
            "recorded_tricks": self.recorded_tricks and dict(self.recorded_tricks),
            "bids": self.bids and dict(self.bids),
            "blind": None if self.blind is None else list(self.blind),
            "exchange": None
            if self.exchange is None
            else [
                {"from": it.giver, "to": it.taker, "cards": _told(it.cards)} for it in self.exchange
            ],
        }
        return {name: value for name, value in written.items() if value is not None}


def _told(cards: tuple[Card, ...]) -> list[str]:
    return [str(card) for card in cards]


def _trick_told(trick: Trick) -> dict[str, Any]:
    plays: dict[str, Any] = {"plays": [[seat, str(card)] for seat, card in trick.plays]}
    return plays | ({"recorded_winner": trick.recorded_winner} if trick.recorded_winner else {})


def _card(text: str) -> Card:
    card = parse_card(text)
    if card is None:
        raise RuleError.of("P15", "", text=text[:SHOWN])
    return card


def _cards(texts: list[str]) -> tuple[Card, ...]:
    return tuple(_card(text) for text in texts)


def _trick(trick: Mapping[str, Any]) -> Trick:
    plays = tuple((seat, _card(text)) for seat, text in trick["plays"])
    return Trick(plays, trick.get("recorded_winner"))


def _pass(passed: Mapping[str, Any]) -> Pass:
    return Pass(passed["from"], passed["to"], _cards(passed["cards"]))


def _faults(data: Mapping[str, Any], rules: RuleSet) -> Iterator[Fault]:
    """Everything in a record that can't be read, in the order of the hand."""
    seats = data.get("seats")
    if seats is not None and (not isinstance(seats, list) or seats != list(rules.seats)):
        yield fault("P16.seats", "seats", seats=rules.seats)
    yield from _seat_faults(data.get("dealer"), "dealer", rules, optional=True)
    yield from _hands_faults(data.get("deal"), rules)
    yield from _bid_faults(data, rules)
    yield from _exchange_faults(data.get("exchange"), rules)
    yield from _trick_faults(data.get("tricks"), rules)
    if not isinstance(data.get("complete"), bool | None):
        yield fault("P17", "complete", kind="true or false")
    yield from _count_faults(data.get("recorded_tricks"), rules)


def _seat_faults(
    seat: object, where: str, rules: RuleSet, *, optional: bool = False
) -> Iterator[Fault]:
    if (seat is None and optional) or (isinstance(seat, str) and seat in rules.seats):
        return
    yield fault("P16", where, who=_shown(seat))


def _shown(it: object) -> str:
    """Repeat what was sent, but no long text and nothing of many parts."""
    return str(it)[:SHOWN] if it is None or isinstance(it, str | int | float) else "…"


def _card_faults(card: object, where: str) -> Iterator[Fault]:
    if not isinstance(card, str) or parse_card(card) is None:
        yield fault("P15", where, text=_shown(card))


def _list_faults(cards: object, where: str) -> Iterator[Fault]:
    if not isinstance(cards, list) or len(cards) > MOST_CARDS:
        yield fault("P17", where, kind="a list of cards")
        return
    for number, card in enumerate(cards):
        yield from _card_faults(card, f"{where}.{number}")


def _hands_faults(deal: object, rules: RuleSet) -> Iterator[Fault]:
    if deal is None:
        return
    if not isinstance(deal, Mapping):
        yield fault("P17", "deal", kind="cards by seat")
        return
    for seat, cards in deal.items():
        yield from _seat_faults(seat, "deal", rules)
        yield from _list_faults(cards, f"deal.{_shown(seat)}")


def _bid_faults(data: Mapping[str, Any], rules: RuleSet) -> Iterator[Fault]:
    """Bids are only looked at for being there: numbers, or null for one still to come."""
    bids, blind = data.get("bids"), data.get("blind")
    if bids is not None and not isinstance(bids, Mapping):
        yield fault("P17", "bids", kind="bids by seat")
    elif bids is not None:
        for seat, bid in bids.items():
            yield from _seat_faults(seat, "bids", rules)
            if bid is not None and not _is_count(bid):
                yield fault("P17", f"bids.{_shown(seat)}", kind="a whole number")
    if blind is not None and not isinstance(blind, list):
        yield fault("P17", "blind", kind="a list of seats")
    for seat in blind if isinstance(blind, list) else ():
        yield from _seat_faults(seat, "blind", rules)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_CARDS


def _exchange_faults(exchange: object, rules: RuleSet) -> Iterator[Fault]:
    if exchange is None:
        return
    if not isinstance(exchange, list) or not all(isinstance(it, Mapping) for it in exchange):
        yield fault("P17", "exchange", kind="a list of passes")
        return
    for number, passed in enumerate(exchange):
        where = f"exchange.{number}"
        yield from _seat_faults(passed.get("from"), f"{where}.from", rules)
        yield from _seat_faults(passed.get("to"), f"{where}.to", rules)
        yield from _list_faults(passed.get("cards"), f"{where}.cards")


def _trick_faults(tricks: object, rules: RuleSet) -> Iterator[Fault]:
    if tricks is None:
        return
    if not isinstance(tricks, list) or len(tricks) > MOST_TRICKS:
        yield fault("P17", "tricks", kind="a list of tricks")
        return
    for number, trick in enumerate(tricks):
        where = f"tricks.{number}"
        plays = trick.get("plays") if isinstance(trick, Mapping) else None
        if not isinstance(plays, list) or len(plays) > MOST_CARDS:
            yield fault("P17", where, kind="an object with a list of plays")
            continue
        for place, play in enumerate(plays):
            yield from _play_faults(play, f"{where}.plays.{place}", rules)
        winner = trick.get("recorded_winner")
        yield from _seat_faults(winner, f"{where}.recorded_winner", rules, optional=True)


def _play_faults(play: object, where: str, rules: RuleSet) -> Iterator[Fault]:
    match play:
        case [seat, card]:
            yield from _seat_faults(seat, where, rules)
            yield from _card_faults(card, where)
        case _:
            yield fault("P17", where, kind="a seat and a card")


def _count_faults(counts: object, rules: RuleSet) -> Iterator[Fault]:
    if counts is None:
        return
    if not isinstance(counts, Mapping):
        yield fault("P17", "recorded_tricks", kind="tricks by seat")
        return
    for name, count in counts.items():
        if name not in (*rules.seats, *rules.side_names):
            yield fault("P16", "recorded_tricks", who=Who(_shown(name)))
        elif not _is_count(count):
            yield fault("P17", f"recorded_tricks.{name}", kind="a whole number")

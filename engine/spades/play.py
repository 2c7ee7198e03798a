"""Trick by trick: who was to play, which cards were legal, who took what and who reneged."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.faults import Fault, Phrase, Who
from engine.spades.cards import Card
from engine.spades.deals import held_at_first, opening_cards, suit_name
from engine.spades.masks import deck_of, playable
from engine.spades.records import PlayRecord, Trick
from engine.spades.rules import RuleSet


@dataclass(frozen=True, slots=True)
class PlayFault(Fault):
    """A fault with its trick and its card in it, counted from 1; none for what is of no trick."""

    trick: int | None = None
    card: int | None = None
    seat: str | None = None

    def to_json(self) -> dict[str, Any]:
        """As the API prints it."""
        return {**Fault.to_json(self), "trick": self.trick, "card": self.card, "seat": self.seat}


@dataclass(frozen=True, slots=True)
class Renege:
    """A player who could have followed suit and did not.

    ``held`` are the cards that would have followed; ``shown_at`` is the trick in which one of them
    was played later, if that has happened.
    """

    seat: str
    trick: int
    card: Card
    held: tuple[Card, ...]
    shown_at: int | None

    def to_json(self) -> dict[str, Any]:
        """As the API prints it."""
        held = [str(card) for card in self.held]
        place = {"seat": self.seat, "trick": self.trick, "card": str(self.card)}
        return {**place, "held": held, "shown_at": self.shown_at}


@dataclass(frozen=True, slots=True)
class Review:
    """What the record of a hand shows.

    ``winners`` has a seat for every trick, or none where the trick is not finished. ``settled`` is
    false while neither a deal nor the end of the hand proves that everybody followed suit.
    """

    faults: tuple[PlayFault, ...]
    reneges: tuple[Renege, ...]
    winners: tuple[str | None, ...]
    tricks: Mapping[str, int]
    spades_broken_at: tuple[int, int] | None
    settled: bool

    @property
    def fault(self) -> PlayFault | None:
        """The first fault in the order of play."""
        return self.faults[0] if self.faults else None

    def to_json(self) -> dict[str, Any]:
        """As the API prints it: everything at once, for "examine a hand".

        >>> from engine.spades.rules import STANDARD
        >>> review(PlayRecord(), STANDARD).to_json()["valid"]
        True
        """
        broken = self.spades_broken_at
        return {
            "valid": not self.faults,
            "settled": self.settled,
            "faults": [each.to_json() for each in self.faults],
            "reneges": [renege.to_json() for renege in self.reneges],
            "winners": list(self.winners),
            "tricks": dict(self.tricks),
            "spades_broken_at": None if broken is None else list(broken),
        }


def review(record: PlayRecord, rules: RuleSet) -> Review:
    """Follow the cards of a hand and say everything they show.

    After a fault the hand is followed as it was played: whoever led has led, a renege stands, and a
    spade led too early has opened the suit.

    Source: rules specification §1.10 and §6; golden cases in ``fixtures/play/cases.json``.

    >>> from engine.spades.rules import STANDARD
    >>> plays = [["N", "TH"], ["E", "2S"], ["S", "KH"], ["W", "AH"]]
    >>> seen = review(PlayRecord.from_json({"tricks": [{"plays": plays}]}, STANDARD), STANDARD)
    >>> seen.winners, seen.spades_broken_at, seen.fault
    (('E',), (1, 2), None)
    """
    table = _Table(record, rules)
    for trick in record.tricks:
        table.take(trick)
    tricks = {seat: table.winners.count(seat) for seat in rules.seats}
    finished = record.complete or len(record.tricks) >= rules.hand_size
    if finished:
        table.faults += _count_faults(record, tricks, rules)
    return Review(
        tuple(table.faults),
        tuple(table.reneges),
        tuple(table.winners),
        tricks,
        table.broken_at,
        finished or record.deal is not None,
    )


class _Table:
    """The table while a hand is followed: what everybody still holds, and whose turn it is."""

    __slots__ = (
        "broken_at", "deck", "due", "faults", "held", "lead", "opening", "record", "reneges",
        "rules", "turn", "winners",
    )  # fmt: skip

    def __init__(self, record: PlayRecord, rules: RuleSet) -> None:
        self.record, self.rules, self.deck = record, rules, deck_of(rules)
        self.held, before = held_at_first(record, rules)
        self.faults = [PlayFault(it.code, it.where, it.phrase) for it in before]
        self.reneges: list[Renege] = []
        self.winners: list[str | None] = []
        seats = rules.seats
        self.turn: dict[str | None, str] = dict(zip(seats, (*seats[1:], seats[0]), strict=True))
        self.due = None if record.dealer is None else self.turn[record.dealer]
        self.broken_at: tuple[int, int] | None = None
        self.opening = opening_cards(self.held, self.deck, rules)
        if rules.first_trick == "two_of_clubs":
            self.due = next(iter(self.opening), self.due)
        any_time = rules.lead_spades == "any_time"
        self.lead = self.deck.spades | self.deck.others if any_time else self.deck.others

    def take(self, trick: Trick) -> None:
        """Follow one trick to its winner."""
        deck, held, turn = self.deck, self.held, self.turn
        bits, spades = deck.bits, deck.spades
        plays, wanted, counted, best = trick.plays, self.lead, 0, 0
        due: str | None = self.due or (plays[0][0] if plays else None)
        winner: str | None = None
        for place, (seat, card) in enumerate(plays, 1):
            bit, hand = bits.get(card, 0), held[seat]
            if seat != due or not bit & playable(hand, wanted):
                self._find(place, seat, card, due=due, wanted=wanted)
                hand |= bit  # it is on the table now, whoever had it
            if not counted:
                wanted = deck.suits.get(card, 0)
                counted = wanted | spades
                if bit & spades:
                    self._spade_led(hand)
            elif bit & spades and self.broken_at is None and not wanted & spades:
                self._break(place)
            power = bit & counted
            if power > best:
                best, winner = power, seat
            held[seat] = hand ^ bit
            due = turn[seat]
        self._finish(trick, winner)

    def _spade_led(self, hand: int) -> None:
        """Open the suit to later leads: a forced lead breaks spades where the house says so."""
        forced = not hand & self.deck.others
        if self.broken_at is None and forced and self.rules.spades_break_on_forced_lead:
            self._break(1)
        elif not forced:
            self.lead |= self.deck.spades

    def _break(self, place: int) -> None:
        self.broken_at = (len(self.winners) + 1, place)
        self.lead |= self.deck.spades

    def _finish(self, trick: Trick, winner: str | None) -> None:
        """Hold the trick as a whole against its winner and the number of its cards."""
        cards, seats = len(trick.plays), len(self.rules.seats)
        number, noted = len(self.winners) + 1, trick.recorded_winner
        if cards != seats:
            code = "P09" if cards < seats else "P10"
            self._add(code, None, None, n=number, count=cards)
        if noted is not None and winner is not None and noted != winner and cards >= seats:
            won = next((card.picture for seat, card in trick.plays if seat == winner), "")
            self._add("P08", None, winner, n=number, card=won, given=Who(noted))
        if self.opening:
            self._hold_opening(trick)
        self.winners.append(winner if cards >= seats else None)
        self.due = winner

    def _hold_opening(self, trick: Trick) -> None:
        """Hold the first trick against the clubs that open a hand; whoever has none is free."""
        everybody = self.rules.first_trick == "lowest_club"
        for place, (seat, card) in enumerate(trick.plays, 1):
            due = self.opening.get(seat)
            if due is not None and due != card:
                self._add("P18", place, seat, card=due.picture)
            if place == 1 and not (everybody and self.deck.bits.get(card, 0) & self.deck.clubs):
                break
        self.opening = {}
        self.faults.sort(key=lambda it: (it.trick or 0, it.card or len(trick.plays) + 1))

    def _add(self, key: str, place: int | None, seat: str | None, **params: object) -> None:
        number = len(self.winners) + 1
        where = f"tricks.{number - 1}" + ("" if place is None else f".plays.{place - 1}")
        if seat is not None:
            params["who"] = Who(seat)
        code = key.partition(".")[0]
        self.faults.append(PlayFault(code, where, Phrase(key, params), number, place, seat))

    def _find(self, place: int, seat: str, card: Card, *, due: str | None, wanted: int) -> None:
        """Name what is wrong with one card: turn, deck, played before, held, then the suit."""
        number, bit = len(self.winners) + 1, self.deck.bits.get(card, 0)
        late = any(it.trick == number and it.code == "P02" for it in self.faults)
        if seat != due and not late:
            first = "P01.clubs" if self.rules.first_trick == "two_of_clubs" else "P01.first"
            key = "P02" if place > 1 else "P01" if self.winners else first
            self._add(key, place, seat, due=Who(due or ""), n=len(self.winners))
        if not bit:
            self._add("P05", place, seat, card=card.picture)
        elif (earlier := self._played_in(card, place)) is not None:
            self._add("P04", place, seat, card=card.picture, n=earlier)
        elif not bit & self.held[seat]:
            self._add("P03", place, seat, card=card.picture)
        elif bit & playable(self.held[seat], wanted):
            return
        elif place == 1:
            self._add("P07", place, seat)
        else:
            self._reneged(place, seat, card, wanted)

    def _played_in(self, card: Card, place: int) -> int | None:
        """Find the trick in which a card was played before this place of this trick."""
        here = len(self.winners)
        before = [*self.record.tricks[:here], Trick(self.record.tricks[here].plays[: place - 1])]
        for number, trick in enumerate(before, 1):
            if any(card == played for _, played in trick.plays):
                return number
        return None

    def _reneged(self, place: int, seat: str, card: Card, wanted: int) -> None:
        deck, number = self.deck, len(self.winners) + 1
        held = deck.within(self.held[seat] & wanted)
        later = (
            (at, shown)
            for at, trick in enumerate(self.record.tricks[number:], number + 1)
            for player, shown in trick.plays
            if player == seat and shown in held
        )
        shown_at, shown = next(later, (None, card))
        self.reneges.append(Renege(seat, number, card, held, shown_at))
        if shown_at is None or self.record.deal is not None:
            self._add("P06", place, seat, suit=suit_name(deck, wanted))
            return
        self._add(
            "P06.later", place, seat, suit=suit_name(deck, wanted), card=shown.picture, n=shown_at
        )


def _count_faults(record: PlayRecord, tricks: Mapping[str, int], rules: RuleSet) -> list[PlayFault]:
    """Hold the number of tricks, and the counts that were noted, against the play."""
    found, recorded = list[PlayFault](), len(record.tricks)
    if recorded != rules.hand_size:
        phrase = Phrase("P11", {"count": recorded, "n": rules.hand_size})
        found.append(PlayFault("P11", "tricks", phrase, recorded or None))
    for name, given in (record.recorded_tricks or {}).items():
        seats = (name,) if name in tricks else rules.seats_of(name)
        count = sum(tricks[seat] for seat in seats)
        if count != given:
            phrase = Phrase("P13", {"who": Who(name), "count": count, "given": given})
            found.append(PlayFault("P13", f"recorded_tricks.{name}", phrase))
    return found

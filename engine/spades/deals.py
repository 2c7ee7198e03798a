"""Who held what when play began: the deal, the cards passed, or what the play gives away."""

from collections.abc import Iterator

from engine.faults import Fault, Phrase, Who, fault
from engine.spades.cards import Card
from engine.spades.exchange import exchange_faults
from engine.spades.masks import Deck, deck_of
from engine.spades.records import Hands, Pass, PlayRecord
from engine.spades.rules import RuleSet

Held = dict[str, int]
"""The cards of every seat, as the bits of a ``Deck``."""


def held_at_first(record: PlayRecord, rules: RuleSet) -> tuple[Held, list[Fault]]:
    """Say what every seat held at the first lead, and what was wrong before it.

    Without a deal each hand is made of what its player plays: whoever plays a heart later held it
    all along.

    Source: rules specification §6.

    >>> from engine.spades.rules import STANDARD
    >>> held_at_first(PlayRecord(), STANDARD)
    ({'N': 0, 'E': 0, 'S': 0, 'W': 0}, [])
    """
    deck, faults = deck_of(rules), list[Fault]()
    if record.deal is None:
        held = _given_away(record, deck, rules)
    else:
        held = _dealt(record.deal, deck, rules, faults)
    if record.bids is not None and record.tricks:
        faults += _bidding_faults(record, rules)
    if record.exchange:
        faults += _exchanged(record, held, deck, rules)
    return held, faults


def _given_away(record: PlayRecord, deck: Deck, rules: RuleSet) -> Held:
    """Collect the cards of every player; one that is played twice is the first player's."""
    held, get, count = dict.fromkeys(rules.seats, 0), deck.bits.get, 0
    for trick in record.tricks:
        count += len(trick.plays)
        for seat, card in trick.plays:
            held[seat] += get(card, 0)
    # as many bits as cards: none was played twice and none is out of the deck
    is_sound = sum(held.values()).bit_count() == count
    return held if is_sound else _given_away_first(record, deck, rules)


def _given_away_first(record: PlayRecord, deck: Deck, rules: RuleSet) -> Held:
    """Collect cards of which some were played twice, each for the player who was first."""
    held, seen = dict.fromkeys(rules.seats, 0), 0
    for trick in record.tricks:
        for seat, card in trick.plays:
            bit = deck.bits.get(card, 0) & ~seen
            held[seat] |= bit
            seen |= bit
    return held


def _dealt(deal: Hands, deck: Deck, rules: RuleSet, faults: list[Fault]) -> Held:
    held, seen, size = dict[str, int](), 0, rules.hand_size
    get = deck.bits.get
    sound = True
    for seat in rules.seats:
        hand = deal.get(seat, ())
        # as many bits as cards: none is twice in the hand and none is out of the deck
        total = sum([get(card, 0) for card in hand])
        if len(hand) != size or total.bit_count() != size or total & seen:
            sound, total = False, deck.mask(hand)
        held[seat] = total
        seen |= total
    if not sound:
        faults += _deal_faults(deal, deck, rules)
    return held


def _deal_faults(deal: Hands, deck: Deck, rules: RuleSet) -> Iterator[Fault]:
    """Name what is wrong with a deal: how many cards, then which, then which twice."""
    hands = [(seat, deal.get(seat, ())) for seat in rules.seats]
    for seat, hand in hands:
        if len(hand) != rules.hand_size:
            counts = {"count": len(hand), "n": rules.hand_size}
            yield fault("P12", f"deal.{seat}", who=Who(seat), **counts)
    for seat, hand in hands:
        for card in hand:
            if card not in deck.bits:
                yield fault("P05.deal", f"deal.{seat}", who=Who(seat), card=card.picture)
    seen = set()
    for seat, hand in hands:
        for card in hand:
            if card in seen:
                yield fault("P04.deal", f"deal.{seat}", card=card.picture)
            seen.add(card)


def _bidding_faults(record: PlayRecord, rules: RuleSet) -> Iterator[Fault]:
    """Find who has not bid although play has begun, and an exchange that is still due."""
    bids = record.bids or {}
    for seat in rules.seats:
        if bids.get(seat) is None:
            yield fault("P14", f"bids.{seat}", who=Who(seat))
    blind = record.blind or ()
    lone = [side for side in rules.sides if len(side) > 1 and sum(it in blind for it in side) == 1]
    if lone and record.exchange == () and rules.blind_nil_exchange:
        yield fault("P14.exchange", "exchange")


def _exchanged(record: PlayRecord, held: Held, deck: Deck, rules: RuleSet) -> list[Fault]:
    """Move the cards that were passed, in the order they were; hands without a deal have them."""
    passes = record.exchange or ()
    blind = record.blind if record.blind is not None else (passes[0].giver,)
    typed = [
        {"from": it.giver, "to": it.taker, "cards": [str(card) for card in it.cards]}
        for it in passes
    ]
    faults = list(exchange_faults(typed, blind, rules))
    if record.deal is not None and not faults:
        for number, passed in enumerate(passes):
            faults += _passed(number, passed, held, deck)
    return faults


def _passed(number: int, passed: Pass, held: Held, deck: Deck) -> Iterator[Fault]:
    for card in passed.cards:
        bit = deck.bits.get(card, 0)
        if not bit & held[passed.giver]:
            where = f"exchange.{number}.cards"
            yield fault("X04", where, who=Who(passed.giver), card=card.picture)
            continue
        held[passed.giver] ^= bit
        held[passed.taker] |= bit


def opening_cards(held: Held, deck: Deck, rules: RuleSet) -> dict[str, Card]:
    """Say which card a seat must play to the first trick: the two of clubs, or its lowest club.

    Where the two is not in the deck, the lowest club that is opens the hand (R3).

    >>> from engine.spades.rules import STANDARD
    >>> opening_cards({"N": 6, "E": 9}, deck_of(STANDARD), STANDARD)
    {}
    """
    if rules.first_trick == "lowest_club":
        lowest = {seat: hand & deck.clubs & -(hand & deck.clubs) for seat, hand in held.items()}
    elif rules.first_trick == "two_of_clubs":
        lowest = {seat: hand & deck.clubs & -deck.clubs for seat, hand in held.items()}
    else:
        return {}
    return {seat: deck.within(bit)[0] for seat, bit in lowest.items() if bit}


def suit_name(deck: Deck, suit: int) -> Phrase:
    """Name a suit in the sentence of a fault.

    >>> from engine.spades.rules import STANDARD
    >>> deck = deck_of(STANDARD)
    >>> suit_name(deck, deck.spades).say()
    'spades'
    """
    return Phrase("suit.S" if suit == deck.spades else f"suit.{deck.within(suit)[0].suit}")

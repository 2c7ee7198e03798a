"""Made-up hands card by card: a deal, and players who play any legal card.

Everything comes from the ``random.Random`` handed in, so a seed plays the same hand again.
"""

import random

from engine.spades.cards import Card
from engine.spades.deals import opening_cards
from engine.spades.masks import Deck, deck_of, playable
from engine.spades.records import Hands, PlayRecord, Trick
from engine.spades.rules import RuleSet


def random_deal(rng: random.Random, rules: RuleSet) -> Hands:
    """Deal every seat its cards; where fewer are dealt than there are, the rest stay out.

    >>> from engine.spades.rules import STANDARD
    >>> {seat: len(hand) for seat, hand in random_deal(random.Random(1), STANDARD).items()}
    {'N': 13, 'E': 13, 'S': 13, 'W': 13}
    """
    cards, size = list(deck_of(rules).cards), rules.hand_size
    rng.shuffle(cards)
    return {
        seat: tuple(cards[number * size : (number + 1) * size])
        for number, seat in enumerate(rules.seats)
    }


def random_play(
    rng: random.Random, rules: RuleSet, *, dealer: str | None = None, deal: Hands | None = None
) -> PlayRecord:
    """Play a hand to its end: every card is drawn from those that may be played.

    >>> from engine.spades.play import review
    >>> from engine.spades.rules import STANDARD
    >>> review(random_play(random.Random(1), STANDARD), STANDARD).fault is None
    True
    """
    deck, hands = deck_of(rules), deal or random_deal(rng, rules)
    dealt_by = dealer or rng.choice(rules.seats)
    held = {seat: deck.mask(hands[seat]) for seat in rules.seats}
    opened = opening_cards(held, deck, rules)
    leader, tricks = rules.left_of(dealt_by), list[Trick]()
    if rules.first_trick == "two_of_clubs":
        leader = next(iter(opened), leader)
    lead = deck.others if rules.lead_spades == "when_broken" else deck.others | deck.spades
    for number in range(rules.hand_size):
        bound = opened if number == 0 and leader in opened else {}
        forced = rules.spades_break_on_forced_lead and not held[leader] & deck.others
        trick = _random_trick(rng, leader, held, lead, rules, bound)
        if _breaks(trick, deck, forced=forced):
            lead |= deck.spades
        leader = str(trick.recorded_winner)
        tricks.append(trick)
    taken = [trick.recorded_winner for trick in tricks]
    counts = {seat: taken.count(seat) for seat in rules.seats}
    return PlayRecord(
        dealer=dealt_by, deal=hands, tricks=tuple(tricks), complete=True, recorded_tricks=counts
    )


def _random_trick(
    rng: random.Random,
    leader: str,
    held: dict[str, int],
    lead: int,
    rules: RuleSet,
    bound: dict[str, Card],
) -> Trick:
    """Play one trick out of the hands and note its winner; who is bound to a card plays that."""
    deck, seat, wanted = deck_of(rules), leader, lead
    plays = list[tuple[str, Card]]()
    for _ in rules.seats:
        card = bound.get(seat) or rng.choice(deck.within(playable(held[seat], wanted)))
        held[seat] ^= deck.bits[card]
        plays.append((seat, card))
        wanted = deck.suits[plays[0][1]]
        seat = rules.left_of(seat)
    counted = wanted | deck.spades
    winner, _ = max(plays, key=lambda play: deck.bits[play[1]] & counted)
    return Trick(tuple(plays), winner)


def _breaks(trick: Trick, deck: Deck, *, forced: bool) -> bool:
    """Whether a trick breaks spades: by one that did not follow, or by a lead that was forced."""
    led, *others = (deck.bits[card] & deck.spades for _, card in trick.plays)
    return forced if led else any(others)

"""Spades held, in the games that ask for them: what follows from the bids, and what cannot be."""

from collections.abc import Iterator, Mapping
from typing import Any

from engine.faults import Fault, fault
from engine.spades.bids import Bid
from engine.spades.entry import is_whole
from engine.spades.rules import RuleSet
from engine.spades.targets import spades_in_deck
from engine.spades.variants import TARGETS_HELD


def says_held(bid: object, rules: RuleSet) -> bool:
    """Whether a bid tells how many spades its player holds: all in Mirror, in Whiz all but nil.

    >>> from engine.spades.rules import STANDARD, preset
    >>> says_held(0, preset("mirror")), says_held(0, preset("whiz")), says_held(3, STANDARD)
    (True, False, False)
    """
    return rules.variant == "mirror" or (rules.variant in TARGETS_HELD and bid != 0)


def held_by_bids(bids: Mapping[str, Any], rules: RuleSet) -> dict[str, Any]:
    """Read the spades that bids tell of, and the last count where only one is left to follow.

    >>> from engine.spades.rules import preset
    >>> held_by_bids({"N": 4, "E": 0, "S": 3, "W": 5}, preset("whiz"))
    {'N': 4, 'S': 3, 'W': 5, 'E': 1}
    """
    told = {seat: bids[seat] for seat in rules.seats if seat in bids}
    known = {seat: bid for seat, bid in told.items() if says_held(bid, rules)}
    unknown = [seat for seat in rules.seats if seat not in known]
    if rules.variant not in TARGETS_HELD or not all(map(is_whole, known.values())):
        return known
    left = spades_in_deck(rules) - sum(known.values())
    if len(unknown) == 1 and unknown[0] in told and 0 <= left <= rules.hand_size:
        known[unknown[0]] = left
    return known


def asks_ace(bids: Mapping[str, Any], rules: RuleSet) -> bool:
    """Whether these bids leave open who held the ace of spades: it may bar a nil (A-32).

    >>> from engine.spades.rules import preset
    >>> asks_ace({"N": 0}, preset("whiz").with_options(whiz_nil_with_ace=False))
    True
    """
    barred = rules.variant == "whiz" and not rules.whiz_nil_with_ace
    return barred and any(is_whole(bid) and bid == 0 for bid in bids.values())


def ace_faults(hand: Mapping[str, Any], rules: RuleSet) -> Iterator[Fault]:
    """Ask who held the ace of spades where that is open, and refuse a stranger (B04, B22).

    >>> from engine.spades.rules import STANDARD
    >>> [one.code for one in ace_faults({"bids": {}, "ace": "X"}, STANDARD)]
    ['B04']
    """
    ace = hand.get("ace")
    if ace is not None and ace not in rules.seats:
        yield fault("B04", "ace", who=str(ace))
    elif ace is None and hand.get("misdeal") is None and asks_ace(hand["bids"], rules):
        yield fault("B22.ace", "ace")


def live_held_faults(seat: str, made: Mapping[str, Bid], rules: RuleSet) -> Iterator[Fault]:
    """Refuse a bid made now with which the spades cannot add up to those of the deck (B17)."""
    if rules.variant not in TARGETS_HELD:
        return
    numbers = {name: bid.tricks for name, bid in made.items()}
    told = [bid for bid in numbers.values() if says_held(bid, rules)]
    total, deck = sum(told), spades_in_deck(rules)
    room = (len(rules.seats) - len(told)) * rules.hand_size
    if not total <= deck <= total + room:
        yield fault("B17", f"bids.{seat}", total=total, deck=deck)

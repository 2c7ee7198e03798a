"""Which bids a player may make now, and everything that is wrong with an entered hand."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from engine.faults import Fault, Who, fault
from engine.spades.bids import Bid
from engine.spades.entry import (
    hand_is_bid,
    highest_bid,
    is_missing,
    is_unbid,
    is_whole,
    number_faults,
    trick_faults,
)
from engine.spades.exchange import exchange_faults
from engine.spades.facts import bidding_order, unplayed_void, void_of
from engine.spades.house import NOTHING_KNOWN, BidRound, Context
from engine.spades.papers import blind_faults, conduct_faults, seats_in, shape_faults
from engine.spades.rules import RuleSet
from engine.spades.rulings import Ruling
from engine.spades.targets import held_faults, target_faults, with_targets
from engine.spades.warnings import warnings

__all__ = [
    "NOTHING_KNOWN",
    "Context",
    "bid_faults",
    "bidding_order",
    "hand_faults",
    "hand_is_bid",
    "legal_bids",
    "live_bid_faults",
    "next_bidder",
    "warnings",
]


def next_bidder(dealer: str, bids_so_far: Iterable[str], rules: RuleSet) -> str | None:
    """Name the seat that bids now; None when all have bid.

    >>> from engine.spades.rules import STANDARD
    >>> next_bidder("W", {"N": Bid(3)}, STANDARD)
    'E'
    """
    done = set(bids_so_far)
    return next((seat for seat in bidding_order(dealer, rules) if seat not in done), None)


def legal_bids(
    seat: str,
    bids_so_far: Mapping[str, Bid],
    rules: RuleSet,
    context: Context = NOTHING_KNOWN,
) -> tuple[Bid, ...]:
    """List the bids this seat may make after those: nil, blind nil, then the numbers.

    >>> from engine.spades.rules import STANDARD
    >>> [str(bid) for bid in legal_bids("N", {}, STANDARD)][:4]
    ['nil', 'blind', '1', '2']
    """
    others = {other: bid for other, bid in bids_so_far.items() if other != seat}
    numbers = range(1, highest_bid(rules) + 1)
    blind = [Bid(it, blind=True) for it in _blind_numbers(rules)]
    every = (Bid(0), Bid(0, blind=True), *map(Bid, numbers), *dict.fromkeys(blind))
    held = None if context.spades is None else context.spades.get(seat)
    return tuple(
        bid
        for bid in every
        if not any(held_faults(seat, held, bid.tricks, rules))
        and not any(BidRound({**others, seat: bid}, rules, context, only=seat).faults())
    )


def _blind_numbers(rules: RuleSet) -> tuple[int, ...]:
    """Name the numbers that may be bid before looking; partners add theirs up to one on offer."""
    offered = dict.fromkeys(it for row in rules.contracts if row.blind for it in row.bids)
    if offered and rules.bid_mode == "sum" and len(rules.sides[0]) > 1:
        return tuple(range(1, min(max(offered), highest_bid(rules)) + 1))
    return tuple(offered)


def live_bid_faults(
    seat: str,
    bid: Bid,
    bids_so_far: Mapping[str, Bid],
    rules: RuleSet,
    context: Context,
) -> tuple[Fault, ...]:
    """Say what is wrong with one bid made now: the turn, a change, and the rules of the house.

    The turn is asked when ``context.dealer`` is known.

    >>> from engine.spades.rules import STANDARD
    >>> context = Context(dealer="W")
    >>> faults = live_bid_faults("S", Bid(4), {"N": Bid(3)}, STANDARD, context)
    >>> [one.message for one in faults]
    ['It is the turn of East to bid.']
    """
    amiss = (
        _turn_fault(seat, bids_so_far, rules, context)
        or _range_fault(seat, bid, rules)
        or (blind_faults(seat, {seat: bid.tricks}, rules) if bid.blind else ())
    )
    return amiss or tuple(BidRound({**bids_so_far, seat: bid}, rules, context, only=seat).faults())


def _turn_fault(
    seat: str, bids_so_far: Mapping[str, Bid], rules: RuleSet, context: Context
) -> tuple[Fault, ...]:
    """Find a bid where nobody bids, by nobody, made again, or out of turn."""
    where = f"bids.{seat}"
    if not rules.bids_are_made:
        return (fault("B19", where),)
    if seat not in rules.bidders:
        return (fault("B04", where, who=seat),)
    if seat in bids_so_far:
        return (fault("B21", where, who=Who(seat), bid=str(bids_so_far[seat])),)
    in_turn = context.dealer and rules.bid_order != "hidden"
    turn = next_bidder(str(context.dealer), bids_so_far, rules) if in_turn else seat
    return (fault("B20", where, who=Who(str(turn))),) if turn not in {None, seat} else ()


def _range_fault(seat: str, bid: Bid, rules: RuleSet) -> tuple[Fault, ...]:
    high = highest_bid(rules)
    if bid.tricks <= high:
        return ()
    return (fault("B03", f"bids.{seat}", who=Who(seat), low=0, high=high),)


def bid_faults(
    bids: Mapping[str, Any],
    rules: RuleSet,
    context: Context = NOTHING_KNOWN,
    blind: Iterable[str] = (),
) -> tuple[Fault, ...]:
    """Everything that is wrong with the bids of a hand as they were typed (B01 to B13).

    >>> from engine.spades.rules import STANDARD
    >>> [one.code for one in bid_faults({"N": 2.5, "E": 14, "S": 3}, STANDARD)]
    ['B02', 'B03', 'B01']
    """
    blind = tuple(blind)
    numbers = (
        *number_faults(bids, rules),
        *(one for seat in blind for one in blind_faults(seat, bids, rules)),
    )
    rows = any(row.blind for row in rules.contracts)
    sound = {
        seat: Bid(bids[seat], blind=seat in blind and (rows or bids[seat] == 0))
        for seat in rules.bidders
        if is_whole(bids.get(seat)) and 0 <= bids[seat] <= highest_bid(rules)
    }
    wished = frozenset(seat for seat in blind if seat in rules.bidders)
    return (
        *_first_hand_faults(bids, rules, context),
        *numbers,
        *BidRound(sound, rules, context, wished).faults(),
    )


def _first_hand_faults(
    bids: Mapping[str, Any], rules: RuleSet, context: Context
) -> Iterator[Fault]:
    """Ask for bids in every hand but the first, where that one bids itself (R5)."""
    if rules.first_hand != "itself" or context.is_first is None:
        return
    said = any(not is_missing(bid) for bid in bids.values())
    if context.is_first and said:
        yield fault("B19.first", "bids")
    elif not context.is_first and not said:
        yield fault("B01.all", "bids")


def hand_faults(
    hand: Mapping[str, Any], rules: RuleSet, context: Context = NOTHING_KNOWN
) -> tuple[Fault, ...]:
    """Everything that is wrong with a hand as it was typed, all at once.

    Without "tricks" the hand is one whose bids are just being entered.

    Source: rules specification §5, which names the codes.

    >>> from engine.spades.rules import STANDARD
    >>> bids, tricks = {"N": 3, "E": 3, "S": 3, "W": 2}, {"N": 4, "E": 4, "S": 2, "W": 2}
    >>> [one.message for one in hand_faults({"bids": bids, "tricks": tricks}, STANDARD)]
    ['The tricks add up to 12; there are 13 in a hand.']
    """
    shape = shape_faults(hand)
    if shape:
        return shape
    hand = with_targets(hand, rules)
    bids, blind = hand.get("bids") or {}, seats_in(hand.get("blind"))
    if context.dealer is None and hand.get("dealer") in rules.seats:
        order = replace(context, dealer=hand["dealer"])
    else:
        order = context
    misdealt = hand.get("misdeal") is not None
    void = _counts_for_nothing(hand, rules, order.dealer)
    is_void = misdealt or (void and hand.get("tricks") is not None)
    return (
        *_game_faults(hand, rules, context),
        *(() if is_void and not bids else bid_faults(bids, rules, order, blind)),
        *(() if is_void else target_faults(hand, rules)),
        *_tricks_entered(hand, rules, void=void),
        *conduct_faults(hand, rules),
        *_exchanged(hand, blind, rules),
    )


def _game_faults(hand: Mapping[str, Any], rules: RuleSet, context: Context) -> Iterator[Fault]:
    """Whether this hand may be entered now at all (H01 to H03)."""
    if context.game_over and context.winner is not None:
        score = context.scores.get(context.winner, 0)
        yield fault("H01.won", "", who=Who(context.winner), score=score)
    elif context.game_over:
        yield fault("H01", "")
    number, due = hand.get("hand_no"), context.hand_no
    if number is not None and not is_whole(number):
        yield fault("H02.unread", "hand_no")
    elif number is not None and due is not None and number != due:
        yield fault("H02.early" if number > due else "H02.late", "hand_no", given=number, due=due)
    dealer = hand.get("dealer")
    if dealer is not None and dealer not in rules.seats:
        yield fault("H03.nobody", "dealer", given=str(dealer))
    elif dealer is not None and context.dealer is not None and dealer != context.dealer:
        yield fault("H03", "dealer", due=Who(context.dealer), given=Who(dealer))


def _tricks_entered(hand: Mapping[str, Any], rules: RuleSet, *, void: bool) -> Iterator[Fault]:
    if hand.get("tricks") is None or (void and not hand["tricks"]):
        return
    bids = hand.get("bids") or {}
    unbid = is_unbid(bids, rules)
    if not unbid and any(is_missing(bids.get(seat)) for seat in rules.bidders):
        yield fault("T06", "tricks")
    zero = tuple(seat for seat in rules.bidders if is_whole(bids.get(seat)) and bids[seat] == 0)
    yield from trick_faults(hand["tricks"], zero, rules)


def _counts_for_nothing(hand: Mapping[str, Any], rules: RuleSet, dealer: str | None) -> bool:
    """Whether a hand may be without tricks: misdealt, thrown in, ruled upon or stopped by time."""
    if hand.get("tricks"):
        return False
    bids = hand.get("bids") or {}
    numbers = {seat: bids[seat] for seat in rules.bidders if is_whole(bids.get(seat))}
    sound = not any(conduct_faults(hand, rules))
    rulings = tuple(Ruling(**it) for it in hand.get("rulings") or ()) if sound else ()
    renege = seats_in(hand.get("renege")) if sound else ()
    stopped = hand.get("time_called") is True
    said = (hand.get("misdeal"), numbers, renege, rulings, rules)
    void = void_of(*said, stopped=stopped, dealer=dealer)
    return bool(unplayed_void(void, renege, rulings, rules))


def _exchanged(hand: Mapping[str, Any], blind: tuple[str, ...], rules: RuleSet) -> Iterator[Fault]:
    if hand.get("exchange") is not None:
        yield from exchange_faults(hand["exchange"], blind, rules)

"""Which bids a player may make now, and everything that is wrong with an entered hand."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from engine.faults import Fault, Who, fault
from engine.spades.entry import is_missing, is_whole, number_faults, trick_faults
from engine.spades.exchange import exchange_faults
from engine.spades.hands import Bid, blind_faults, renege_faults, seats_in, shape_faults
from engine.spades.house import NOTHING_KNOWN, BidRound, Context
from engine.spades.rules import RuleSet
from engine.spades.warnings import warnings

__all__ = [
    "NOTHING_KNOWN",
    "Context",
    "bid_faults",
    "bidding_order",
    "hand_faults",
    "legal_bids",
    "live_bid_faults",
    "next_bidder",
    "warnings",
]


def bidding_order(dealer: str, rules: RuleSet) -> tuple[str, ...]:
    """Name the seats in the order they bid: left of the dealer first (§4).

    >>> from engine.spades.rules import STANDARD
    >>> bidding_order("W", STANDARD)
    ('N', 'E', 'S', 'W')
    """
    start = rules.seats.index(dealer) + 1
    return rules.seats[start:] + rules.seats[:start]


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
    every = (Bid(0), Bid(0, blind=True), *map(Bid, range(1, rules.max_bid + 1)))
    return tuple(
        bid
        for bid in every
        if not any(BidRound({**others, seat: bid}, rules, context, only=seat).faults())
    )


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
    where = f"bids.{seat}"
    if seat not in rules.seats:
        return (fault("B04", where, who=seat),)
    if seat in bids_so_far:
        return (fault("B21", where, who=Who(seat), bid=str(bids_so_far[seat])),)
    turn = next_bidder(context.dealer, bids_so_far, rules) if context.dealer else seat
    if turn is not None and turn != seat:
        return (fault("B20", where, who=Who(turn)),)
    if bid.tricks > rules.max_bid:
        return (fault("B03", where, who=Who(seat), low=0, high=rules.max_bid),)
    return tuple(BidRound({**bids_so_far, seat: bid}, rules, context, only=seat).faults())


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
    sound = {
        seat: Bid(bids[seat], blind=seat in blind and bids[seat] == 0)
        for seat in rules.seats
        if is_whole(bids.get(seat)) and 0 <= bids[seat] <= rules.max_bid
    }
    wished = frozenset(seat for seat in blind if seat in rules.seats)
    return (*numbers, *BidRound(sound, rules, context, wished).faults())


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
    bids, blind = hand.get("bids") or {}, seats_in(hand.get("blind"))
    if context.dealer is None and hand.get("dealer") in rules.seats:
        order = Context(scores=context.scores, dealer=hand["dealer"])
    else:
        order = context
    return (
        *_game_faults(hand, rules, context),
        *bid_faults(bids, rules, order, blind),
        *_tricks_entered(hand, rules),
        *renege_faults(seats_in(hand.get("renege")), rules),
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


def _tricks_entered(hand: Mapping[str, Any], rules: RuleSet) -> Iterator[Fault]:
    if hand.get("tricks") is None:
        return
    bids = hand.get("bids") or {}
    if any(is_missing(bids.get(seat)) for seat in rules.seats):
        yield fault("T06", "tricks")
    zero = tuple(seat for seat in rules.seats if is_whole(bids.get(seat)) and bids[seat] == 0)
    yield from trick_faults(hand["tricks"], zero, rules)


def _exchanged(hand: Mapping[str, Any], blind: tuple[str, ...], rules: RuleSet) -> Iterator[Fault]:
    if hand.get("exchange") is not None:
        yield from exchange_faults(hand["exchange"], blind, rules)

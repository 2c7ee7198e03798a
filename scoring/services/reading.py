"""Reading what was typed at a table, or saying everything that is wrong with it."""

from collections.abc import Mapping
from typing import Any

from engine.faults import RuleError
from engine.spades.bidding import Context, hand_faults
from engine.spades.games import replay
from engine.spades.hands import Bid, HandSheet
from scoring.models import Game, Hand

BLIND = "blind"
NIL = "nil"


def made_bids(hand: Hand) -> dict[str, Bid]:
    """Read the bids on a hand's paper so far."""
    return {seat: Bid(number, blind=seat in hand.blind) for seat, number in hand.bids.items()}


def context_of(game: Game, hand: Hand) -> Context:
    """Gather what the house rules may ask about: the scores before the hand, and its dealer."""
    if hand.number == game.next_number:
        scores = {side: total["score"] for side, total in game.totals.items()}
    else:
        earlier = [it.sheet for it in game.hands.all() if it.is_scored and it.number < hand.number]
        totals = replay(earlier, game.rule_set).totals
        scores = {side: total.score for side, total in totals.items()}
    return Context(scores=scores, dealer=hand.dealer, hand_no=hand.number)


def read_paper(hand: Hand, bids: Mapping[str, Any], tricks: Mapping[str, Any], game: Game) -> None:
    """Put typed bids and tricks onto a hand, after every rule of the house was asked.

    Args:
        hand: changed in place, not saved.
        bids: seat to what was typed: "4", 4, "nil" or "blind".
        tricks: seat to count, or side to count with each nil bidder's own.
        game: whose rules and scores count.

    Raises:
        RuleError: everything that is wrong, all at once.
    """
    numbers, blind = split_bids(bids)
    paper = {
        "dealer": hand.dealer,
        "bids": numbers,
        "blind": blind,
        "tricks": {name: as_number(value) for name, value in tricks.items()},
    }
    faults = hand_faults(paper, game.rule_set, context_of(game, hand))
    if faults:
        raise RuleError(faults)
    sheet = HandSheet.from_json(paper, game.rule_set).to_json()
    hand.bids, hand.blind, hand.tricks = sheet["bids"], sheet["blind"], sheet["tricks"]


def split_bids(bids: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """Part typed bids into numbers by seat and the seats that bid blind.

    >>> split_bids({"N": "4", "E": "nil", "S": "blind"})
    ({'N': 4, 'E': 0, 'S': 0}, ['S'])
    """
    folded = {seat: it.strip().lower() if isinstance(it, str) else it for seat, it in bids.items()}
    blind = [seat for seat, it in folded.items() if it == BLIND]
    return {seat: 0 if it in (NIL, BLIND) else as_number(it) for seat, it in folded.items()}, blind


def as_number(typed: Any) -> Any:  # noqa: ANN401 -- whatever was typed; the engine judges it
    """Turn digits into a whole number and leave everything else for the engine to refuse.

    >>> as_number("7"), as_number("7.5"), as_number(None)
    (7, '7.5', None)
    """
    if isinstance(typed, str) and typed.strip().isascii() and typed.strip().isdecimal():
        return int(typed) if len(typed.strip()) <= len("999") else typed
    return typed

"""What looks odd in a hand that is sound: asked once, never refused."""

from collections.abc import Iterator, Mapping
from typing import Any

from engine.faults import Fault, Who, fault
from engine.spades.entry import is_whole
from engine.spades.rules import RuleSet

FEW_BIDS, MANY_BIDS = 8 / 13, 16 / 13
"""Bids of the table, as shares of the tricks, below or above which somebody should look again."""
LARGE_BID = 4
SWAPPABLE = 2


def warnings(hand: Mapping[str, Any], rules: RuleSet) -> tuple[Fault, ...]:
    """Say what somebody should look at again before saving (W01 to W04); the hand may be right.

    Source: rules specification §5, last paragraph.

    >>> from engine.spades.rules import STANDARD
    >>> hand = {"bids": {"N": 8, "E": 2, "S": 7, "W": 1}}
    >>> [one.code for one in warnings(hand, STANDARD)]
    ['W01', 'W02']
    """
    bids = _by_side(hand.get("bids"), rules) if rules.bid_mode != "second_fixes" else {}
    tricks = _by_side(hand.get("tricks"), rules)
    return tuple(one for each in (_bids(bids, rules), _tricks(bids, tricks)) for one in each)


def _by_side(counts: object, rules: RuleSet) -> dict[str, int]:
    """Add up by side those sides whose counts are all there."""
    if not isinstance(counts, Mapping):
        return {}
    sums: dict[str, int] = {}
    for side in rules.sides:
        name = "".join(side)
        given = [counts[name]] if name in counts else [counts.get(seat) for seat in side]
        numbers = [count for count in given if is_whole(count)]
        if len(numbers) == len(given):
            sums[name] = sum(numbers)
    return sums


def _bids(bids: dict[str, int], rules: RuleSet) -> Iterator[Fault]:
    tricks = rules.hand_size
    for side, bid in bids.items():
        if bid > tricks:
            yield fault("W01", "bids", side=Who(side), bid=bid, tricks=tricks)
    total = sum(bids.values())
    if len(bids) == len(rules.sides) and total < FEW_BIDS * tricks:
        yield fault("W02.low", "bids", total=total)
    elif len(bids) == len(rules.sides) and total > MANY_BIDS * tricks:
        yield fault("W02.high", "bids", total=total)


def _tricks(bids: dict[str, int], tricks: dict[str, int]) -> Iterator[Fault]:
    for side, bid in bids.items():
        if tricks.get(side) == 0 and bid >= LARGE_BID:
            yield fault("W03", f"tricks.{side}", side=Who(side), bid=bid)
    if len(bids) == len(tricks) == SWAPPABLE and bids != tricks:
        swapped = dict(zip(tricks, reversed(tricks.values()), strict=True))
        if bids == swapped:
            yield fault("W04", "tricks")

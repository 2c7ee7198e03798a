"""Suicide: one of two partners bids nil, the other at least four (B14, B15)."""

from collections.abc import Iterator, Mapping

from engine.faults import Fault, Who, fault
from engine.spades.bids import Bid
from engine.spades.rules import RuleSet


def suicide_faults(
    bids: Mapping[str, Bid], order: tuple[str, ...], rules: RuleSet, only: str | None
) -> Iterator[Fault]:
    """Hold the bids of each pair against each other, in the order they were made.

    Source: rules specification §2.2.

    >>> from engine.spades.rules import preset
    >>> bids = {"N": Bid(0), "S": Bid(3)}
    >>> [one.message for one in suicide_faults(bids, ("N", "E", "S", "W"), preset("suicide"), None)]
    ['North bid nil, so South must bid at least 4.']
    """
    for side in rules.sides:
        first, second = sorted(side, key=order.index)
        if first in bids and only in {None, first} and not _may_be_first(bids[first], rules):
            low = rules.suicide_min_bid
            yield fault("B14", f"bids.{first}", who=Who(first), low=low)
        elif first in bids and second in bids and only in {None, second}:
            yield from _second(first, second, bids, rules)
        elif only == second and first not in bids and not _may_be_first(bids[second], rules):
            yield fault("B14", f"bids.{second}", who=Who(second), low=rules.suicide_min_bid)


def _may_be_first(bid: Bid, rules: RuleSet) -> bool:
    return bid.is_nil or bid.tricks >= rules.suicide_min_bid


def _second(first: str, second: str, bids: Mapping[str, Bid], rules: RuleSet) -> Iterator[Fault]:
    one, other, where = bids[first], bids[second], f"bids.{second}"
    params = {"who": Who(first), "other": Who(second), "low": rules.suicide_min_bid}
    if not rules.suicide_strict:
        if not _may_be_first(other, rules):
            yield fault("B14", where, who=Who(second), low=rules.suicide_min_bid)
    elif one.is_nil and (other.is_nil or not _may_be_first(other, rules)):
        yield fault("B15", where, **params)
    elif not one.is_nil and not other.is_nil:
        yield fault("B15.nil", where, **params, bid=one.tricks)

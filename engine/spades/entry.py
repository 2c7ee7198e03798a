"""Numbers as they were typed: read into whole numbers, or told apart as faults.

What arrives may be anything JSON can say: null, true, 2.5, NaN, "3", 99, a seat nobody sits in.
"""

from collections.abc import Iterator, Mapping
from typing import Any, TypeGuard

from engine.faults import Fault, Who, fault
from engine.spades.rules import RuleSet
from engine.spades.variants import TARGETS_HELD, WITHOUT_BIDS


def is_missing(value: object) -> bool:
    """Whether nothing was entered.

    >>> is_missing(None), is_missing(" "), is_missing(0)
    (True, True, False)
    """
    return value is None or (isinstance(value, str) and not value.strip())


def is_whole(value: object) -> TypeGuard[int]:
    """Whether a value is a whole number; true and false are none.

    >>> is_whole(3), is_whole(True), is_whole(3.0), is_whole("3")
    (True, False, False, False)
    """
    return isinstance(value, int) and not isinstance(value, bool)


def is_unbid(bids: object, rules: RuleSet) -> bool:
    """Whether a hand is one without bids: in No-bid, or the first where it bids itself.

    >>> from engine.spades.rules import STANDARD, preset
    >>> is_unbid(None, preset("nobid")), is_unbid({}, STANDARD)
    (True, False)
    """
    return rules.variant == WITHOUT_BIDS or (rules.first_hand == "itself" and not bids)


def hand_is_bid(rules: RuleSet, played: int) -> bool:
    """Whether the next hand is bid, after so many hands that counted.

    >>> from engine.spades.rules import STANDARD
    >>> rules = STANDARD.with_options(first_hand="itself")
    >>> hand_is_bid(rules, 0), hand_is_bid(rules, 1)
    (False, True)
    """
    return rules.bids_are_made and (rules.first_hand == "bid" or played > 0)


def highest_bid(rules: RuleSet) -> int:
    """Say the highest number one bid may be."""
    return rules.hand_size if rules.variant in TARGETS_HELD else rules.max_bid


def number_faults(bids: Mapping[str, Any], rules: RuleSet) -> Iterator[Fault]:
    """Find bids that are missing, no whole number, out of range, or of nobody (B01 to B04).

    In No-bid any bid is one too many (B19).

    >>> from engine.spades.rules import STANDARD
    >>> [one.code for one in number_faults({"N": "3", "E": 14, "S": None, "W": 3}, STANDARD)]
    ['B02', 'B03', 'B01']
    """
    if rules.variant == WITHOUT_BIDS:
        if any(not is_missing(bid) for bid in bids.values()):
            yield fault("B19", "bids")
        return
    if is_unbid(bids, rules):
        return
    high = highest_bid(rules)
    for seat in rules.bidders:
        value, where = bids.get(seat), f"bids.{seat}"
        if is_missing(value):
            key = "B01" if rules.nil_allowed and rules.zero_is_nil else "B01.zero"
            yield fault(key, where, who=Who(seat))
        elif not is_whole(value):
            yield fault("B02", where, who=Who(seat))
        elif not 0 <= value <= high:
            yield fault("B03", where, who=Who(seat), low=0, high=high)
    for seat in bids:
        if seat not in rules.bidders:
            yield fault("B04", f"bids.{seat}", who=str(seat))


def trick_faults(
    tricks: Mapping[str, Any], zero_bidders: tuple[str, ...], rules: RuleSet
) -> Iterator[Fault]:
    """Find counts that are missing, no whole number, out of range, of nobody, or do not add up.

    Counts are by seat, or by side together with every seat that bid 0 (T01 to T05).

    >>> from engine.spades.rules import STANDARD
    >>> [one.where for one in trick_faults({"NS": 8, "EW": 5}, ("S",), STANDARD)]
    ['tricks.S']
    """
    expected = expected_counts(tricks, zero_bidders, rules)
    sound = True
    for name in expected:
        value = tricks.get(name)
        key = _count_fault(value, rules.hand_size)
        sound = sound and not key
        if key:
            yield fault(key, f"tricks.{name}", who=Who(name), high=rules.hand_size)
    for name in tricks:
        if name not in expected and not is_extra_seat(name, expected, rules):
            sound = False
            yield fault("T05", f"tricks.{name}", who=str(name))
    if sound:
        yield from _sum_faults(tricks, expected, rules)


def _count_fault(value: object, high: int) -> str:
    if is_missing(value):
        return "T01"
    if not is_whole(value):
        return "T02"
    return "" if 0 <= value <= high else "T03"


def expected_counts(
    tricks: Mapping[str, Any], zero_bidders: tuple[str, ...], rules: RuleSet
) -> tuple[str, ...]:
    """Say which counts must be there: for each side its own if it was given, or those of its seats.

    >>> from engine.spades.rules import STANDARD
    >>> expected_counts({"NS": 8, "EW": 5, "S": 0}, ("S",), STANDARD)
    ('NS', 'S', 'EW')
    >>> expected_counts({"N": 8, "EW": 5}, (), STANDARD)
    ('N', 'S', 'EW')
    """
    names: list[str] = []
    for side in rules.sides:
        name = "".join(side)
        if len(side) > 1 and name in tricks:
            names += [name, *(seat for seat in side if seat in zero_bidders)]
        else:
            names += side
    return tuple(names)


def is_extra_seat(name: str, expected: tuple[str, ...], rules: RuleSet) -> bool:
    """Whether a count is of a real seat whose side was counted as a whole.

    >>> from engine.spades.rules import STANDARD
    >>> is_extra_seat("N", ("NS", "E", "W"), STANDARD), is_extra_seat("X", ("NS",), STANDARD)
    (True, False)
    """
    return name in rules.seats and name not in expected


def _sum_faults(
    tricks: Mapping[str, Any], expected: tuple[str, ...], rules: RuleSet
) -> Iterator[Fault]:
    total = 0
    for side in rules.sides:
        name = "".join(side)
        counted = "".join(seat for seat in side if seat in expected)
        own = sum(tricks[seat] for seat in counted)
        if name in expected and len(side) > 1:
            if own > tricks[name] or (set(side) <= set(expected) and own != tricks[name]):
                took = {"who": Who(counted), "own": own, "total": tricks[name]}
                yield fault("T04.side", f"tricks.{name}", **took, side=Who(name))
            total += tricks[name]
        else:
            total += own
    if total != rules.hand_size:
        yield fault("T04", "tricks", total=total, n=rules.hand_size)

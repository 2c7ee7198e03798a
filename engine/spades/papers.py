"""Parts of a hand as they were typed, apart from the numbers: seats, marks and shapes."""

from collections.abc import Iterator, Mapping
from typing import Any

from engine.faults import Fault, Who, fault
from engine.spades.entry import is_whole
from engine.spades.options import CAUSES
from engine.spades.rules import RuleSet
from engine.spades.rulings import ruling_faults

SHAPES: Mapping[str, tuple[type | tuple[type, ...], str]] = {
    "bids": (Mapping, "bids by seat"),
    "tricks": (Mapping, "tricks by seat"),
    "spades": (Mapping, "spades held by seat"),
    "blind": ((list, tuple), "a list of seats"),
    "renege": ((list, tuple, str), "a list of seats"),
    "rulings": ((list, tuple), "a list of rulings"),
    "misdeal": (str, "a cause"),
    "time_called": (bool, "true or false"),
    "ace": (str, "a seat"),
    "dealer": (str, "a seat"),
}


def seats_in(value: object) -> tuple[str, ...]:
    """Read a list of seats however it was sent: one, several or none.

    >>> seats_in("N"), seats_in(["N", "E"]), seats_in(None)
    (('N',), ('N', 'E'), ())
    """
    if isinstance(value, str):
        return (value,)
    return tuple(value) if isinstance(value, list | tuple) else ()


def shape_faults(data: Mapping[str, Any]) -> tuple[Fault, ...]:
    """Parts of a hand that are not even of the right kind, or that no hand has.

    >>> [one.where for one in shape_faults({"bids": [3, 3, 3, 3], "dealer": "W", "renge": ["N"]})]
    ['bids', 'renge']
    """
    wrong = (
        fault("H06", name, kind=words)
        for name, (kind, words) in SHAPES.items()
        if data.get(name) is not None and not isinstance(data[name], kind)
    )
    known = {*SHAPES, "exchange", "hand_no"}
    strange = (fault("O01", str(name), name=str(name)) for name in data if name not in known)
    return (*wrong, *strange)


def blind_faults(seat: object, bids: Mapping[str, Any], rules: RuleSet) -> tuple[Fault, ...]:
    """Find a blind mark on nobody, or on a bid that may not be blind (B04, B08, B23).

    >>> from engine.spades.rules import STANDARD
    >>> [one.message for one in blind_faults("N", {"N": 1}, STANDARD)]
    ['A blind nil is a bid of 0; North bid 1.']
    """
    if seat not in rules.bidders:
        return (fault("B04", "blind", who=str(seat)),)
    bid = bids.get(str(seat))
    if not is_whole(bid) or bid == 0 or any(row.blind for row in rules.contracts):
        return ()
    return (fault("B08", f"blind.{seat}", who=Who(str(seat)), bid=bid),)


def renege_faults(renege: tuple[str, ...], rules: RuleSet) -> tuple[Fault, ...]:
    """Seats said to have reneged where nobody sits (R01).

    >>> from engine.spades.rules import STANDARD
    >>> [one.code for one in renege_faults(("N", "X"), STANDARD)]
    ['R01']
    """
    return tuple(fault("R01", "renege", who=str(it)) for it in renege if it not in rules.seats)


def dealer_faults(dealer: object, rules: RuleSet) -> tuple[Fault, ...]:
    """Find a dealer who sits nowhere (H03).

    >>> from engine.spades.rules import STANDARD
    >>> [one.where for one in dealer_faults("Q", STANDARD)]
    ['dealer']
    """
    if dealer is None or dealer in rules.seats:
        return ()
    return (fault("H03.nobody", "dealer", given=str(dealer)),)


def conduct_faults(data: Mapping[str, Any], rules: RuleSet) -> Iterator[Fault]:
    """Say what is wrong with reneges, rulings and the cause of a misdeal (R01 to R06).

    >>> from engine.spades.rules import STANDARD
    >>> [one.code for one in conduct_faults({"misdeal": "rain"}, STANDARD)]
    ['R06']
    """
    yield from renege_faults(seats_in(data.get("renege")), rules)
    yield from ruling_faults(data.get("rulings"), rules)
    cause = data.get("misdeal")
    if cause is not None and cause not in CAUSES:
        yield fault("R06", "misdeal", known=", ".join(CAUSES))
    elif cause is not None and cause not in rules.misdeal_causes:
        yield fault("R06.not_here", "misdeal", known=", ".join(rules.misdeal_causes) or "–")

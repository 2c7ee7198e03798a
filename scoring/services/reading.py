"""Reading what was typed at a table, or saying everything that is wrong with it."""

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from engine.faults import RuleError
from engine.spades.bidding import Context, hand_faults
from engine.spades.hands import Bid, HandSheet, shape_faults
from engine.spades.held import ace_faults, held_by_bids
from engine.spades.rules import RuleSet
from engine.spades.variants import TARGETS_HELD
from scoring.models import SOMETIMES, Hand

BLIND = "blind"
NIL = "nil"
PASSED = ("from", "to", "cards")
NOT_SAID: tuple[object, ...] = ("", [], (), {})


class Extras(TypedDict, total=False):
    """What few hands carry beside bids and tricks, as it is typed."""

    spades: Mapping[str, Any] | None
    ace: str | None
    misdeal: str | None
    exchange: Sequence[Mapping[str, Any]] | None


class Rulings(TypedDict, total=False):
    """What only the desk writes onto a hand."""

    renege: Sequence[str] | None
    rulings: Sequence[Mapping[str, Any]] | None
    time_called: bool | None


def made_bids(hand: Hand) -> dict[str, Bid]:
    """Read the bids on a hand's paper so far, in the order of the seats.

    What a database gives back has an order of its own.
    """
    bids = {it: hand.bids[it] for it in hand.game.rule_set.bidders if it in hand.bids}
    return {seat: Bid(number, blind=seat in hand.blind) for seat, number in bids.items()}


def typed_bids(hand: Hand) -> dict[str, str]:
    """Write the bids of a hand as somebody would type them."""
    return {seat: str(bid) for seat, bid in made_bids(hand).items()}


def read_paper(hand: Hand, typed: Mapping[str, Any], rules: RuleSet, context: Context) -> None:
    """Put what was typed onto a hand, after every rule of the house was asked.

    Args:
        hand: changed in place, not saved.
        typed: "bids", seat or side to "4", 4, "nil", "blind" or "blind 6"; "tricks", seat to count,
            or side to count with each nil bidder's own; and whatever else a hand may carry, by the
            names of its columns. What is left out is not there.
        rules: of the game.
        context: the game as it stood before this hand.

    Raises:
        RuleError: everything that is wrong, all at once.
    """
    shape = shape_faults(typed)
    if shape:
        raise RuleError(shape)
    said = _said(hand, typed, rules)
    faults = (*hand_faults(said, rules, context), *ace_faults(said, rules))
    if faults:
        raise RuleError(faults)
    sheet = HandSheet.from_json(said, rules).to_json()
    hand.bids, hand.blind, hand.tricks = sheet["bids"], sheet["blind"], sheet["tricks"]
    sheet["exchange"] = [{name: it[name] for name in PASSED} for it in said.get("exchange", [])]
    blank = Hand()
    for name in SOMETIMES:
        setattr(hand, name, sheet.get(name) or getattr(blank, name))


def put_paper(hand: Hand, paper: Mapping[str, Any]) -> None:
    """Put what a version of a hand said back onto the hand; it is not saved."""
    blank = Hand()
    for name in ("dealer", "bids", "blind", "tricks", *SOMETIMES):
        setattr(hand, name, paper.get(name, getattr(blank, name)))


def _said(hand: Hand, typed: Mapping[str, Any], rules: RuleSet) -> dict[str, Any]:
    """Bring what was typed into the shape that the engine judges."""
    numbers, blind = split_bids(typed.get("bids") or {})
    tricks = {name: as_number(value) for name, value in (typed.get("tricks") or {}).items()}
    more = {name: typed[name] for name in SOMETIMES if _is_said(typed.get(name))}
    said = {"dealer": hand.dealer, "bids": numbers, "blind": blind, "tricks": tricks, **more}
    if rules.variant not in TARGETS_HELD or "misdeal" in said:
        said.pop("spades", None)
        return said
    given = {seat: as_number(value) for seat, value in (typed.get("spades") or {}).items()}
    if not numbers and rules.variant == "mirror":
        said["bids"] = numbers = dict(given)
    return said | {"spades": {**held_by_bids(numbers, rules), **given}}


def _is_said(value: object) -> bool:
    return value is not None and value is not False and value not in NOT_SAID


def split_bids(bids: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """Part typed bids into numbers by seat and the seats that bid blind.

    >>> split_bids({"N": "4", "E": "nil", "S": "blind", "W": "blind 6"})
    ({'N': 4, 'E': 0, 'S': 0, 'W': 6}, ['S', 'W'])
    """
    numbers: dict[str, Any] = {}
    blind: list[str] = []
    for seat, typed in bids.items():
        words = typed.strip().lower() if isinstance(typed, str) else typed
        if isinstance(words, str) and words.startswith(BLIND):
            blind.append(seat)
            words = words.removeprefix(BLIND).strip() or NIL
        numbers[seat] = 0 if words == NIL else as_number(words)
    return numbers, blind


def as_number(typed: Any) -> Any:  # noqa: ANN401 -- whatever was typed; the engine judges it
    """Turn digits into a whole number and leave everything else for the engine to refuse.

    >>> as_number("7"), as_number("7.5"), as_number(None)
    (7, '7.5', None)
    """
    if isinstance(typed, str) and typed.strip().isascii() and typed.strip().isdecimal():
        return int(typed) if len(typed.strip()) <= len("999") else typed
    return typed

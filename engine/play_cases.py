"""Play records as JSON, in and out: what ``python -m engine play`` answers."""

from typing import Any

from engine.cases import case_identity, case_rules
from engine.faults import Fault, RuleError
from engine.spades.play import review
from engine.spades.records import PlayRecord

Answer = dict[str, Any]
NOWHERE: tuple[int | None, int | None] = (None, None)


def play_case(case: object) -> Answer:
    """Follow the play of {"id", "variant", "options", "seats", "dealer", "deal", "tricks", ...}.

    The answer names the first fault by its code, trick and card; a record that can't be read has
    every fault of the reading as well.

    >>> play_case({"id": 1, "tricks": [{"plays": [["N", "1H"]]}]})["faults"][0]["message"]
    '“1H” is not a card. Write it like TH, 10♥, AS or BJ.'
    """
    base: Answer = {"id": case_identity(case)}
    try:
        rules = case_rules(case)
        record = PlayRecord.from_json(case, rules)
    except RuleError as error:
        told = [one.to_json() for one in error.faults]
        return {**base, **_refused(error.faults[0], *_place(error.faults[0])), "faults": told}
    seen = review(record, rules)
    first = seen.fault
    if first is not None:
        return {**base, **_refused(first, first.trick, first.card)}
    broken = None if seen.spades_broken_at is None else list(seen.spades_broken_at)
    played = {"winners": list(seen.winners), "tricks": dict(seen.tricks)}
    return {**base, "valid": True, **played, "spades_broken_at": broken}


def _refused(first: Fault, trick: int | None, card: int | None) -> Answer:
    return {"valid": False, "code": first.code, "trick": trick, "card": card}


def _place(one: Fault) -> tuple[int | None, int | None]:
    """Read trick and card, counted from 1, out of a path such as "tricks.0.plays.2"."""
    match one.where.split("."):
        case ["tricks", trick, "plays", card]:
            return int(trick) + 1, int(card) + 1
        case ["tricks", trick, *_]:
            return int(trick) + 1, None
    return NOWHERE

"""What rows of the contracts and the penalties may not say together."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.faults import Fault, fault
from engine.spades.limits import BidLimits
from engine.spades.rows import ContractRow, PenaltyRow, contract_row, penalty_row
from engine.spades.variants import WITHOUT_BIDS

SAID_ELSEWHERE = {"renege": "renege_penalty", "false_claim": "false_claim_penalty"}
"""Offences whose first time has an option of its own."""


def contract_faults(values: Mapping[str, Any]) -> Iterator[Fault]:
    """Find rows that are for no number, for none that may be bid, or never reached.

    >>> from engine.spades.rules import STANDARD
    >>> ten = {"low": 10, "high": 10, "made": [0, 150], "set": [0, -150]}
    >>> told = contract_faults({**STANDARD.to_json(), "contracts": [ten, ten]})
    >>> [one.where for one in told]
    ['contracts.1']
    """
    rows = [contract_row(row) for row in values["contracts"]]
    if not rows or values["variant"] == WITHOUT_BIDS:
        return
    tricks, totals = values["hand_size"], BidLimits.of(values).totals()
    for number, row in enumerate(rows):
        where = f"contracts.{number}"
        if row.low > row.high:
            yield fault("O04.row_range", where, low=row.low, high=row.high)
        elif row.high > tricks:
            yield fault("O04.row_high", where, high=row.high, tricks=tricks)
        elif not any(bid in totals for bid in row.bids):
            yield fault("O04.row_never", where, low=row.low, high=row.high)
        elif all(_is_taken(bid, row, rows[:number]) for bid in row.bids):
            yield fault("O04.row_taken", where, low=row.low, high=row.high)
    plain = [row for row in rows if not row.blind and row.behind is None]
    every = all(any(bid in row.bids for row in plain) for bid in totals if 0 < bid <= tricks)
    if every and values["set_penalty"] != "bid":
        yield fault("O04.twice_set", "set_penalty")


def _is_taken(bid: int, row: ContractRow, earlier: Sequence[ContractRow]) -> bool:
    """Whether an earlier row wins whenever this one would match."""
    return any(
        bid in other.bids
        and other.blind == row.blind
        and (other.behind is None or (row.behind is not None and other.behind <= row.behind))
        for other in earlier
    )


def penalty_faults(values: Mapping[str, Any]) -> Iterator[Fault]:
    """Find offences that are said twice, in the table or beside it.

    >>> from engine.spades.rules import STANDARD
    >>> twice = [{"offence": "renege", "effect": "game_loss"}]
    >>> told = penalty_faults({**STANDARD.to_json(), "penalties": twice})
    >>> [one.message for one in told]
    ['The first renege is settled by renege_penalty; say here only what later ones cost.']
    """
    seen: list[PenaltyRow] = []
    for number, given in enumerate(values["penalties"]):
        row, where = penalty_row(given), f"penalties.{number}"
        if row.nth == 1 and row.offence in SAID_ELSEWHERE:
            name, word = SAID_ELSEWHERE[row.offence], row.offence.replace("_", " ")
            yield fault("O04.twice_first", where, offence=word, name=name)
        elif any(_same_case(row, other) for other in seen):
            yield fault("O04.twice", where, offence=row.offence.replace("_", " "), nth=row.nth)
        seen.append(row)


def _same_case(one: PenaltyRow, other: PenaltyRow) -> bool:
    phases = {one.phase, other.phase}
    return (one.offence, one.nth) == (other.offence, other.nth) and (
        len(phases) == 1 or "any" in phases
    )

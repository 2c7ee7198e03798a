"""Values of options, between JSON and the fields of a rule set."""

from typing import Any

from engine.spades.rows import ContractRow, PenaltyRow, contract_row, penalty_row, row_to_json


def plain(value: object) -> object:
    """Turn a value of a field into JSON.

    >>> plain((("N", "S"), ("E", "W")))
    [['N', 'S'], ['E', 'W']]
    """
    if isinstance(value, ContractRow | PenaltyRow):
        return row_to_json(value)
    return [plain(each) for each in value] if isinstance(value, tuple) else value


def frozen(options: dict[str, Any]) -> dict[str, Any]:
    """Turn sound values from JSON into those the fields hold: tuples, rows, one way as text.

    >>> frozen({"tiebreak": ["continue"], "removed_cards": ["2C"]})
    {'tiebreak': 'continue', 'removed_cards': ('2C',)}
    """
    made = {it: tuple(v) if isinstance(v, list) else v for it, v in options.items()}
    if "contracts" in made:
        made["contracts"] = tuple(map(contract_row, made["contracts"]))
    if "penalties" in made:
        made["penalties"] = tuple(map(penalty_row, made["penalties"]))
    ties = made.get("tiebreak")
    if isinstance(ties, tuple) and len(ties) == 1:
        made["tiebreak"] = ties[0]
    return made

"""Rows of the two tables of the house: contracts that score in their own way, and penalties."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from engine.faults import Fault, fault

MOST_POINTS = 100_000
MOST_TRICKS = 26
OFFENCES = (
    "renege",
    "table_talk",
    "exposed_card",
    "lead_out_of_turn",
    "bid_out_of_turn",
    "false_claim",
    "late",
    "phone",
    "conduct",
)
PHASES = ("any", "before_bid", "after_bid")
PLAIN_EFFECTS = (
    "none",
    "warn",
    "auto_fail",
    "opponents_made",
    "replay",
    "game_loss",
    "event_out",
    "future_ban",
)
COUNTED_EFFECTS = {"transfer": MOST_TRICKS, "drop": MOST_TRICKS, "points": 1000}
"""Effects with a number after a colon, and the highest number each may have."""
AS_RENEGE = "as_renege"


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractRow:
    """How bids from ``low`` to ``high`` score: points are ``each`` x bid + ``flat``.

    ``behind`` asks a side to be so far behind before it may bid so; ``over`` are points for each
    trick above the bid.

    >>> row = ContractRow(low=10, high=10, made=(0, 200), set=(-10, 0))
    >>> row.worth(row.made, 10), row.worth(row.set, 10)
    (200, -100)
    """

    low: int
    high: int
    blind: bool = False
    behind: int | None = None
    made: tuple[int, int]
    made_over: tuple[int, int] | None = None
    over: int = 0
    over_to_opponents: int = 0
    set: tuple[int, int]
    set_to_opponents: int = 0
    counts_as_set: bool = True
    ends_game: bool = False

    @staticmethod
    def worth(line: tuple[int, int], bid: int) -> int:
        """Work out one line of the row for a bid."""
        return line[0] * bid + line[1]

    @property
    def bids(self) -> range:
        """The numbers this row is for."""
        return range(self.low, self.high + 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyRow:
    """What the ``nth`` time of an offence costs, in one phase of the hand or in any.

    >>> PenaltyRow(offence="table_talk", effect="transfer:3").nth
    1
    """

    offence: str
    nth: int = 1
    phase: str = "any"
    effect: str


def effect_of(text: str) -> tuple[str, int]:
    """Part an effect into its word and its number; 0 where there is none.

    >>> effect_of("transfer:3"), effect_of("auto_fail")
    (('transfer', 3), ('auto_fail', 0))
    """
    word, _, number = text.partition(":")
    return word, int(number) if number else 0


def is_effect(value: object, *, more: tuple[str, ...] = ()) -> bool:
    """Whether a value is an effect, of those every penalty may have or some ``more``.

    >>> is_effect("drop:3"), is_effect("drop:0"), is_effect("drop:03"), is_effect(3)
    (True, False, False, False)
    """
    if not isinstance(value, str):
        return False
    word, colon, number = value.partition(":")
    if not colon:
        return word in PLAIN_EFFECTS or word in more
    most = COUNTED_EFFECTS.get(word, 0)
    is_number = number.isascii() and number.isdecimal() and not number.startswith("0")
    return is_number and len(number) <= len(str(most)) and int(number) <= most


def _is_count(value: object, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _is_line(value: object) -> bool:
    if not isinstance(value, list | tuple) or len(value) != len(("each", "flat")):
        return False
    return all(_is_count(number, -MOST_POINTS, MOST_POINTS) for number in value)


def _is_points(value: object) -> bool:
    return _is_count(value, -MOST_POINTS, MOST_POINTS)


def _is_bool(value: object) -> bool:
    return isinstance(value, bool)


Check = Callable[[object], bool]
CONTRACT_CHECKS: dict[str, tuple[Check, str]] = {
    "low": (lambda it: _is_count(it, 1, MOST_TRICKS), "a number of tricks from 1"),
    "high": (lambda it: _is_count(it, 1, MOST_TRICKS), "a number of tricks from 1"),
    "blind": (_is_bool, "true or false"),
    "behind": (lambda it: it is None or _is_count(it, 1, MOST_POINTS), "points, or null"),
    "made": (_is_line, "two numbers: points for each trick bid, and points on top"),
    "made_over": (lambda it: it is None or _is_line(it), "two numbers, or null"),
    "over": (_is_points, "a whole number of points"),
    "over_to_opponents": (_is_points, "a whole number of points"),
    "set": (_is_line, "two numbers: points for each trick bid, and points on top"),
    "set_to_opponents": (_is_points, "a whole number of points"),
    "counts_as_set": (_is_bool, "true or false"),
    "ends_game": (_is_bool, "true or false"),
}
PENALTY_CHECKS: dict[str, tuple[Check, str]] = {
    "offence": (lambda it: it in OFFENCES, f"one of: {', '.join(OFFENCES)}"),
    "nth": (lambda it: _is_count(it, 1, 9), "a number from 1 to 9"),
    "phase": (lambda it: it in PHASES, f"one of: {', '.join(PHASES)}"),
    "effect": (is_effect, "an effect such as warn, auto_fail, transfer:3 or points:30"),
}
CONTRACT_NEEDS = ("low", "high", "made", "set")
PENALTY_NEEDS = ("offence", "effect")


def row_faults(name: str, value: object) -> Iterator[Fault]:
    """Say what is wrong with a table as read from JSON or given in code.

    >>> [one.where for one in row_faults("contracts", [{"low": 10, "high": 13, "made": [0, 200]}])]
    ['contracts.0.set']
    """
    checks, needs = (
        (CONTRACT_CHECKS, CONTRACT_NEEDS)
        if name == "contracts"
        else (PENALTY_CHECKS, PENALTY_NEEDS)
    )
    if not isinstance(value, list | tuple):
        yield fault("O02.rows", name, name=name)
        return
    for number, given in enumerate(value):
        where, row = f"{name}.{number}", as_mapping(given)
        if row is None:
            yield fault("O02.rows", where, name=name)
            continue
        for key in needs:
            if key not in row:
                yield fault("O08.loss" if key == "set" else "O08", f"{where}.{key}", name=key)
        for key, it in row.items():
            if key not in checks:
                yield fault("O01", f"{where}.{key}", name=str(key))
            elif not _passes(checks[key][0], it):
                yield fault("O09", f"{where}.{key}", name=key, kind=checks[key][1])


def _passes(check: Check, value: object) -> bool:
    """Ask a check; what can't even be hashed or compared does not pass."""
    return not isinstance(value, dict) and check(value)


def as_mapping(row: object) -> Mapping[str, Any] | None:
    """See a row as names and values, whether it came from JSON or from code.

    >>> as_mapping(PenaltyRow(offence="late", effect="warn"))["effect"]
    'warn'
    """
    if isinstance(row, ContractRow | PenaltyRow):
        return asdict(row)
    return row if isinstance(row, Mapping) else None


def contract_row(given: Mapping[str, Any] | ContractRow) -> ContractRow:
    """Make a sound row of the contracts.

    >>> contract_row({"low": 10, "high": 10, "made": [0, 150], "set": [0, -150]}).set
    (0, -150)
    """
    if isinstance(given, ContractRow):
        return given
    tupled: dict[str, Any] = {
        key: tuple(it) if isinstance(it, list) else it for key, it in given.items()
    }
    return ContractRow(**tupled)


def penalty_row(given: Mapping[str, Any] | PenaltyRow) -> PenaltyRow:
    """Make a sound row of the penalties.

    >>> penalty_row({"offence": "late", "effect": "warn"}).phase
    'any'
    """
    return given if isinstance(given, PenaltyRow) else PenaltyRow(**given)


def row_to_json(row: ContractRow | PenaltyRow) -> dict[str, Any]:
    """Write a row with everything that is not as usual, and what must always be said.

    >>> row_to_json(PenaltyRow(offence="late", effect="warn"))
    {'offence': 'late', 'effect': 'warn'}
    """
    needs = CONTRACT_NEEDS if isinstance(row, ContractRow) else PENALTY_NEEDS
    values = {it.name: (getattr(row, it.name), it.default) for it in fields(row)}
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, (value, usual) in values.items()
        if name in needs or value != usual
    }

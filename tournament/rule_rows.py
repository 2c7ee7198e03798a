"""The two tables of the house as rows of fields: contracts with a score of their own, penalties."""

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _l

from engine.faults import Phrase
from engine.spades.rows import MOST_POINTS, MOST_TRICKS, OFFENCES, PHASES
from tournament.rule_fields import AnyChoice, effects, number_field

ROWS_MOST: Final = 40
TABLES: Final = ("contracts", "penalties")
PAIRS: Final = ("made", "made_over", "set")
"""Columns of two numbers: points for each trick bid, and points on top."""
NUMBERS: Final[Mapping[str, tuple[int, int, Any]]] = {
    "low": (1, MOST_TRICKS, _l("Bids from")),
    "high": (1, MOST_TRICKS, _l("to")),
    "behind": (1, MOST_POINTS, _l("Only if behind by")),
    "made_each": (-MOST_POINTS, MOST_POINTS, _l("Made: for each trick bid")),
    "made_flat": (-MOST_POINTS, MOST_POINTS, _l("Made: on top")),
    "made_over_each": (-MOST_POINTS, MOST_POINTS, _l("Made with more: for each trick bid")),
    "made_over_flat": (-MOST_POINTS, MOST_POINTS, _l("Made with more: on top")),
    "over": (-MOST_POINTS, MOST_POINTS, _l("Each trick above the bid")),
    "over_to_opponents": (-MOST_POINTS, MOST_POINTS, _l("Each above, to the others")),
    "set_each": (-MOST_POINTS, MOST_POINTS, _l("Missed: for each trick bid")),
    "set_flat": (-MOST_POINTS, MOST_POINTS, _l("Missed: on top")),
    "set_to_opponents": (-MOST_POINTS, MOST_POINTS, _l("Missed, to the others")),
}
SWITCHES: Final = {
    "blind": _l("Bid before looking"),
    "counts_as_set": _l("A miss counts as a set"),
    "ends_game": _l("Ends the game"),
}
USUAL: Final = {"counts_as_set": True}
PHASE_WORDS: Final = {
    "any": _l("at any time"),
    "before_bid": _l("before the bids"),
    "after_bid": _l("after the bids"),
}


def columns(table: str) -> list[str]:
    """Name the fields of one row of a table."""
    if table == "penalties":
        return ["offence", "nth", "phase", "effect"]
    return [*NUMBERS, *SWITCHES]


def row_fields(table: str, row: Mapping[str, Any]) -> dict[str, forms.Field]:
    """Make the fields of one row; ``row`` is what they hold, as far as choices depend on it."""
    if table == "penalties":
        return _penalty_fields(row)
    numbers: dict[str, forms.Field] = {
        name: number_field(low, high, required=False, label=words)
        for name, (low, high, words) in NUMBERS.items()
    }
    switches = {n: forms.BooleanField(label=it, required=False) for n, it in SWITCHES.items()}
    return {**numbers, **switches}


def _penalty_fields(row: Mapping[str, Any]) -> dict[str, forms.Field]:
    offences = [(it, Phrase(f"Offence.{it}").say(translation)) for it in OFFENCES]
    phases = [(it, PHASE_WORDS[it]) for it in PHASES]
    return {
        "offence": AnyChoice(
            label=_("Offence"), required=False, choices=[("", _("no row")), *offences]
        ),
        "nth": number_field(1, 9, required=False, label=_("Which time")),
        "phase": AnyChoice(label=_("When"), required=False, choices=phases),
        "effect": AnyChoice(label=_("Costs"), required=False, choices=effects(row.get("effect"))),
    }


def told_row(table: str, row: Mapping[str, Any]) -> dict[str, Any]:
    """Write a row as its fields hold it; an empty row makes empty fields."""
    if table == "penalties":
        return {"nth": 1, "phase": "any", "effect": "warn", **row}
    told = {**USUAL, **{name: it for name, it in row.items() if name not in PAIRS}}
    for name in PAIRS:
        if row.get(name) is not None:
            told[f"{name}_each"], told[f"{name}_flat"] = row[name]
    return told


def read_row(table: str, cleaned: Mapping[str, Any]) -> dict[str, Any] | None:
    """Read the fields of a row; None where it was left empty, or nothing but zeros."""
    given = {name: it for name, it in cleaned.items() if it not in {None, ""}}
    if table == "penalties":
        return given if "offence" in given else None
    if all(name in SWITCHES or it == 0 for name, it in given.items()):
        return None
    row = {name: it for name, it in given.items() if not name.endswith(("_each", "_flat"))}
    for name in PAIRS:
        pair = [given.get(f"{name}_each"), given.get(f"{name}_flat")]
        if pair != [None, None]:
            row[name] = [it or 0 for it in pair]
    return row


def rows_in(table: str, data: Mapping[str, Any]) -> int:
    """Count the rows that were sent: as many as the highest number among their fields says."""
    sent = (
        number
        for number in range(ROWS_MOST)
        if any(f"{table}-{number}-{column}" in data for column in columns(table))
    )
    return max(sent, default=-1) + 1

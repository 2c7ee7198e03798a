"""What must hold inside the columns that are JSON: rules, hands, slots, pictures of rows."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from django.db.models import Model
from django.utils.translation import gettext as _

from engine.faults import RuleError
from engine.spades.rules import RuleSet
from scoring.bundles.canon import Record
from scoring.bundles.pictures import NAMED, PICTURED, POINTERS, text_of
from tournament.models import Player
from tournament.models.matches import LETTERS
from tournament.rule_books import read_rule_book

Names = dict[type[Model], set[Any]]
"""Of each model: what the rows of a bundle are called."""


def inner_faults(record: Record, names: Names) -> Iterator[str]:
    """Name what is wrong inside the JSON of a record whose columns are of the right kind."""
    check = CHECKS.get(record["type"])
    if check:
        yield from check(record, names)


def _event_faults(record: Record, _names: Names) -> Iterator[str]:
    try:
        book = read_rule_book(record["rules"])
        for patch in record["round_rules"].values():
            book.patched(patch)
    except (RuleError, TypeError) as error:
        yield _("the rules cannot be read: %(why)s") % {"why": error}


def _version_faults(record: Record, _names: Names) -> Iterator[str]:
    try:
        read_rule_book(record["rules"])
    except RuleError as error:
        yield _("the rules cannot be read: %(why)s") % {"why": error}


def _draw_faults(record: Record, _names: Names) -> Iterator[str]:
    lines, slots = record["entries"], record["slots"]
    if not all(
        isinstance(it, dict) and _is_text(it.get("id"), it.get("name_hash")) for it in lines
    ):
        yield _("its list cannot be read")
    flat = [one for it in slots for one in (it if isinstance(it, list) else [it])]
    if not _is_text(*record["order"], *filter(None, flat)):
        yield _("its slots cannot be read")
    made = (record["secret"], record["seed"], record["order"], record["slots"])
    if record["state"] == "drawn" and not all(made):
        yield _("it is drawn, and what it was drawn from is missing")


def _side_faults(record: Record, _names: Names) -> Iterator[str]:
    if record["place"] >= len(LETTERS):
        yield _("there is no such side")


def _game_faults(record: Record, names: Names) -> Iterator[str]:
    try:
        rules = RuleSet.from_json(record["rules"])
    except RuleError as error:
        yield _("the rules cannot be read: %(why)s") % {"why": error}
        return
    players = record["seating"].values()
    if set(record["seating"]) != set(rules.seats) or record["first_dealer"] not in rules.seats:
        yield _("its seats are not those of its rules")
    elif not all(type(it) is int and it in names[Player] for it in players):
        yield _("somebody sits there who does not play")
    places = record["places"]
    sizes = {0, len(rules.side_names)}
    if len(places) not in sizes or not all(
        type(it) is int and 0 <= it < len(LETTERS) for it in places
    ):
        yield _("its places cannot be read")


def _act_faults(record: Record, names: Names) -> Iterator[str]:
    for name, model in NAMED.items():
        if name in record["params"] and not _is_known(record["params"][name], model, names):
            yield _("it names a row that is not here")
    for picture in (record["before"], record["after"]):
        for kind, rows in picture.items():
            if kind not in PICTURED or not isinstance(rows, dict):
                yield _("its picture of the rows cannot be read")
                return
            known = {text_of(it) for it in names[PICTURED[kind]]}
            for name, columns in rows.items():
                if name not in known or not _are_columns(columns, names):
                    yield _("its picture of the rows names one that is not here")
                    return


def _are_columns(columns: object, names: Names) -> bool:
    return isinstance(columns, Mapping) and all(
        _is_known(value, POINTERS[name], names)
        for name, value in columns.items()
        if name in POINTERS
    )


def _is_known(value: object, model: type[Model], names: Names) -> bool:
    parts = value if isinstance(value, list) else [value]
    if value is None or not all(type(part) in {int, str} for part in parts):
        return value is None
    return (tuple(parts) if isinstance(value, list) else value) in names[model]


def _is_text(*values: object) -> bool:
    return all(isinstance(value, str) for value in values)


CHECKS: Final[Mapping[str, Callable[[Record, Names], Iterator[str]]]] = {
    "event": _event_faults,
    "rules_version": _version_faults,
    "draw": _draw_faults,
    "side": _side_faults,
    "game": _game_faults,
    "act": _act_faults,
}

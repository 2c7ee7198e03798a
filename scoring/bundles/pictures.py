"""What an act changed: the pictures it keeps of rows, told by names instead of ids, and back."""

from collections.abc import Mapping
from typing import Any, Final

from django.db.models import Model

from scoring.bundles.canon import Record
from scoring.models import Hand
from tournament.models import Act, Entry, Event, Match, Player, Side, Table

Keys = Mapping[type[Model], Mapping[Any, Any]]

PICTURED: Final[Mapping[str, type[Model]]] = {
    "event": Event,
    "match": Match,
    "side": Side,
    "entry": Entry,
    "player": Player,
}
"""The kinds of rows of which acts keep a picture."""
POINTERS: Final[Mapping[str, type[Model]]] = {
    "event_id": Event,
    "champion_id": Entry,
    "joined_as_id": Entry,
    "entry_id": Entry,
    "winner_id": Entry,
    "match_id": Match,
    "source_id": Match,
    "above_id": Match,
    "table_id": Table,
    "pinned_id": Table,
}
"""Columns of those rows that point at others."""
NAMED: Final[Mapping[str, type[Model]]] = {"hand_id": Hand}
"""Params of an act that point at a row."""


def act_fields(act: Act, keys: Keys) -> Record:
    """Tell the params and the pictures of an act."""
    params = act.params.items()
    return {
        "params": {name: _named(NAMED.get(name), it, keys) for name, it in params},
        "before": _told(act.before, keys),
        "after": _told(act.after, keys),
    }


def act_columns(record: Record, found: Keys) -> Record:
    """Turn what a record tells of an act into the columns of its row: the way back."""
    params = record["params"].items()
    return {
        "params": {name: _named(NAMED.get(name), it, found) for name, it in params},
        "before": _kept(record["before"], found),
        "after": _kept(record["after"], found),
    }


def text_of(key: object) -> str:
    """Write the name of a row as text: parts by colons.

    >>> text_of([7, 0]), text_of("9f")
    ('7:0', '9f')
    """
    return ":".join(map(str, key)) if isinstance(key, list | tuple) else str(key)


def _named(model: type[Model] | None, value: object, keys: Keys) -> object:
    if model is None or value is None:
        return value
    return keys[model].get(tuple(value) if isinstance(value, list) else value)


def _told(picture: Mapping[str, Any], keys: Keys) -> Record:
    """Name the rows of a picture; those that a later draw has cleared away are left out."""
    told: Record = {}
    for kind, rows in picture.items():
        known = keys[PICTURED[kind]]
        told[kind] = {
            text_of(known[int(pk)]): _columns(columns, keys)
            for pk, columns in rows.items()
            if int(pk) in known
        }
    return told


def _kept(told: Mapping[str, Any], found: Keys) -> Record:
    kept: Record = {}
    for kind, rows in told.items():
        ids = {
            text_of(list(k) if isinstance(k, tuple) else k): pk
            for k, pk in found[PICTURED[kind]].items()
        }
        kept[kind] = {str(ids[name]): _columns(columns, found) for name, columns in rows.items()}
    return kept


def _columns(columns: Mapping[str, Any], keys: Keys) -> Record:
    return {name: _named(POINTERS.get(name), it, keys) for name, it in columns.items()}

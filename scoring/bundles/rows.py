"""Putting the records of a checked bundle on a database, as the rows they were read from."""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from django.contrib.auth.models import User
from django.db import models
from django.utils.translation import gettext as _

from scoring.bundles.canon import Record, read_moment
from scoring.bundles.chain import Bundle
from scoring.bundles.kinds import BY_NAME, KINDS, Kind
from scoring.bundles.pictures import act_columns
from scoring.bundles.shapes import frozen, name_of
from scoring.models import Game, HandVersion
from tournament.models import Act, Club, Entry, Event, Match, Membership, Player, Side
from tournament.models.people import name_key

Found = dict[type[models.Model], dict[Any, Any]]
"""Of each model: what a bundle calls a row to the row's id."""

LATER: Final[Mapping[type[models.Model], str]] = {
    Event: "champion",
    Match: "above",
    Act: "undoes",
}
"""Columns that point at rows which are written after their own."""


def write_rows(bundle: Bundle) -> Event:
    """Write every row of a bundle; who did what becomes accounts that nobody can sign in to.

    Links of tables and keys of forms are made anew: a bundle does not tell them. The caller holds
    the transaction and has looked at the records.
    """
    groups: dict[str, list[Record]] = {kind.name: [] for kind in KINDS}
    for record in bundle.records:
        groups[record["type"]].append(record)
    [club] = groups.pop("club")
    writer = _Writer(_club(club))
    writer.found[User] = _staff(bundle, writer.club)
    for name, records in groups.items():
        writer.write(BY_NAME[name], records)
    for model, column in LATER.items():
        kind = next(it for it in KINDS if it.model is model)
        writer.point(kind, column, groups[kind.name])
    return Event.objects.get(ref=bundle.event)


def _club(record: Record) -> Club:
    words = {"name": record["name"], "contact": record.get("contact", "")}
    return Club.objects.get_or_create(slug=record["slug"], defaults=words)[0]


def _staff(bundle: Bundle, club: Club) -> dict[str, int]:
    """Make an account for every member of staff, known by role and number in this event only."""
    columns = ("by", "by_user", "drawn_by", "entered_by")
    named = {record[name] for record in bundle.records for name in columns if record.get(name)}
    found: dict[str, int] = {}
    for name in sorted(named):
        user = User(username=f"{name}@{bundle.event}", is_active=False)
        user.set_unusable_password()
        user.save()
        role = name.rpartition("-")[0]
        if role in Membership.Role.values:
            Membership.objects.create(club=club, user=user, role=role)
        found[name] = user.pk
    return found


def _target(kind: Kind, name: str) -> type[models.Model]:
    """Say of which model the rows are that a column points at."""
    model = kind.column(name).related_model
    if model is None:
        raise TypeError(f"{name} points at nothing")
    return model


def _named(record: Record) -> dict[str, Any]:
    """Fold a name, or say that it was removed: who is forgotten has none in a bundle."""
    if record["name"]:
        return {"name_key": name_key(record["name"])}
    return {"name": _("name removed"), "name_key": record.get("ref", "")}


@dataclass(slots=True)
class _Writer:
    """One event on its way into the database."""

    club: Club
    event: Event | None = None
    found: Found = field(default_factory=dict)
    keys: dict[tuple[object, int], uuid.UUID] = field(default_factory=dict)
    rounds: dict[int, int] = field(default_factory=dict)

    def write(self, kind: Kind, records: Sequence[Record]) -> None:
        """Write the rows of one kind. Whoever joined a pair names it, so the pairs go first."""
        self.found[kind.model] = {}
        if kind.model is not Entry:
            self._write(kind, records)
            return
        for joined in (False, True):
            self._write(kind, [it for it in records if (it["joined_as"] is not None) == joined])

    def point(self, kind: Kind, column: str, records: Iterable[Record]) -> None:
        """Fill in a column that points at rows which were not there yet."""
        model, rows = kind.model, list[models.Model]()
        target = _target(kind, column)
        for record in records:
            if record[column] is not None:
                row = model(pk=self.found[model][name_of(kind, record)])
                setattr(row, f"{column}_id", self.found[target][frozen(record[column])])
                rows.append(row)
        model._default_manager.bulk_update(rows, [column])  # noqa: SLF001 -- Django's own door

    def _write(self, kind: Kind, records: Sequence[Record]) -> None:
        rows = [self._row(kind, record) for record in records]
        manager = kind.model._default_manager  # noqa: SLF001 -- Django's own door
        manager.bulk_create(rows)
        names = [name_of(kind, record) for record in records]
        self.found[kind.model] |= dict(zip(names, [row.pk for row in rows], strict=True))
        if kind.model is Event:
            self.event = Event.objects.get(pk=rows[0].pk)
        stamped = [name for name in kind.columns if getattr(kind.column(name), "auto_now_add", 0)]
        if stamped and rows:
            for row, record in zip(rows, records, strict=True):
                for name in stamped:
                    setattr(row, name, read_moment(record[name]))
            manager.bulk_update(rows, stamped)

    def _row(self, kind: Kind, record: Record) -> models.Model:
        """Make one row: its columns as told, and what a bundle does not tell."""
        told = {name: record[name] for name in record if name != "type" and kind.field(name)}
        told.pop(LATER.get(kind.model, ""), None)
        words: dict[str, Any] = {}
        for name, value in told.items():
            column = kind.column(name)
            if column.is_relation:
                known = self.found[_target(kind, name)]
                words[column.attname] = None if value is None else known[frozen(value)]
            elif isinstance(column, models.DateTimeField):
                words[name] = None if value is None else read_moment(value)
            else:
                words[name] = value
        return kind.model(**words | self._untold(kind, record))

    def _untold(self, kind: Kind, record: Record) -> dict[str, Any]:
        """Add what follows from other rows, and keys that only this database needs."""
        columns = {it.name for it in kind.all_columns}
        more: dict[str, Any] = {}
        if "event" in columns:
            more["event"] = self.event
        if "club" in columns:
            more["club"] = self.club
        if "entry_key" in columns:
            more["entry_key"] = uuid.uuid4()
        if "name_key" in columns:
            more |= _named(record)
        special = {
            Match: self._match,
            Side: self._side,
            Game: self._game,
            HandVersion: self._version,
            Act: self._act,
        }
        return more | (special[kind.model](record) if kind.model in special else {})

    def _match(self, record: Record) -> dict[str, Any]:
        self.rounds[record["number"]] = record["round"]
        return {}

    def _side(self, record: Record) -> dict[str, Any]:
        return {"round": self.rounds[record["match"]]}

    def _game(self, record: Record) -> dict[str, Any]:
        players = self.found[Player]
        return {"seating": {seat: players[it] for seat, it in record["seating"].items()}}

    def _version(self, record: Record) -> dict[str, Any]:
        key = self.keys[frozen(record["hand"]), record["number"]] = uuid.uuid4()
        return {"entry_key": key}

    def _act(self, record: Record) -> dict[str, Any]:
        """Give a correction of a hand the key of the version it wrote: undoing it asks for that."""
        params = record["params"]
        wrote = frozen(params.get("hand_id")), params.get("version")
        key = {"entry_key": self.keys[wrote]} if wrote in self.keys else {}
        return act_columns(record, self.found) | key

"""Reading an event out of the database, as records that name each other without a row's id."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, Final

from django.contrib.auth.models import User
from django.db.models import DateTimeField, Field, Model, QuerySet

from scoring.bundles.canon import Record, moment
from scoring.bundles.kinds import KINDS, NUMBERED, Kind
from scoring.bundles.pictures import act_fields
from scoring.models import Game, Hand, HandVersion
from tournament.models import Act, CheckIn, Draw, Entry, Event, Membership, Person, Player

Rows = Mapping[str, list[Any]]
Keys = dict[type[Model], dict[Any, Any]]
"""Of each model: the row's id to what a bundle calls it."""

STAFF: Final = (
    ("rules_version", "by_id", "at"),
    ("entry", "entered_by_id", "entered_at"),
    ("check_in", "by_id", "at"),
    ("draw", "drawn_by_id", "drawn_at"),
    ("version", "by_user_id", "at"),
    ("incident", "by_id", "at"),
    ("act", "by_id", "at"),
    ("line", "by_user_id", "at"),
)
"""Where a row says which member of staff made it, and when."""


def records_of(event: Event, *, contacts: bool) -> list[Record]:
    """Tell everything of an event in the order of the bundle, in a fixed number of queries.

    Without ``contacts`` it is what the public pages show. The secrets of attempts that were never
    opened are in neither, and neither are bids of a hand that is still being played.
    """
    event = Event.objects.select_related("club").get(pk=event.pk)
    rows = _rows(event, contacts=contacts)
    keys = _keys(event, rows)
    return [
        _record(kind, row, keys, contacts=contacts)
        for kind in KINDS
        if contacts or not kind.is_closed
        for row in rows[kind.name]
    ]


def _rows(event: Event, *, contacts: bool) -> Rows:
    """Read the rows of every kind, each in the order in which they are numbered."""
    games = Game.objects.filter(match__event=event)
    hands = Hand.objects.filter(game__match__event=event, scored_at__isnull=False)
    versions = HandVersion.objects.filter(hand__in=hands)
    lines = event.log.order_by("pk")
    read: dict[str, Iterable[Any]] = {
        "club": [event.club],
        "event": [event],
        "rules_version": event.rules_versions.order_by("number"),
        "entry": event.entries.order_by("ref"),
        "player": event.players.order_by("entry__ref", "pk").select_related("person"),
        "check_in": CheckIn.objects.filter(entry__event=event).order_by("entry__ref"),
        "draw": event.draws.order_by("kind", "attempt"),
        "table": event.tables.order_by("number"),
        "match": event.matches.order_by("number"),
        "side": event.sides.order_by("match__number", "place"),
        "game": games.order_by("match__number", "attempt", "number"),
        "hand": _of_games(hands, "game"),
        "version": _of_games(versions, "hand__game", "hand__number"),
        "incident": event.incidents.order_by("pk") if contacts else [],
        "act": event.acts.order_by("number"),
        "line": lines if contacts else lines.filter(public=True),
    }
    rows = {name: list(found) for name, found in read.items()}
    return rows | {"person": _people(rows)}


def _of_games(rows: "QuerySet[Any]", game: str, *more: str) -> "QuerySet[Any]":
    by_game = (f"{game}__match__number", f"{game}__attempt", f"{game}__number")
    return rows.order_by(*by_game, *more, "number")


def _people(rows: Rows) -> list[Person]:
    """List everybody in the order of the entry list, then those whom only the desk knows."""
    ids: list[int] = [player.person_id for player in rows["player"]]
    ids += [entry.reserve_id for entry in rows["entry"] if entry.reserve_id]
    for incident in rows["incident"]:
        ids += [pk for pk in (incident.person_id, incident.substitute_id) if pk]
    found = Person.objects.in_bulk(set(ids))
    return [found[pk] for pk in dict.fromkeys(ids)]


def _keys(event: Event, rows: Rows) -> Keys:
    """Name every row; a kind comes after those that its own name is made of."""
    keys: Keys = {User: _staff(event, rows)}
    for kind in KINDS:
        known = keys[kind.model] = {}
        for number, row in enumerate(rows[kind.name], start=1):
            known[row.pk] = number if kind.model in NUMBERED else _name(kind, row, keys)
    return keys


def _name(kind: Kind, row: Model, keys: Keys) -> object:
    """Name a row by its key; where another row is part of it, that one's name goes first."""
    parts: list[object] = []
    for name in kind.key:
        part = _said(kind.field(name), row, keys)
        parts += part if isinstance(part, list) else [part]
    return parts if len(parts) > 1 else parts[0]


def _staff(event: Event, rows: Rows) -> dict[int, str]:
    """Call staff by role and number, in the order in which they first did something."""
    seen: dict[int, datetime] = {}
    for kind, user, at in STAFF:
        for row in rows[kind]:
            pk, when = getattr(row, user), getattr(row, at)
            if pk is not None and when is not None:
                seen[pk] = min(seen.get(pk, when), when)
    roles = dict(
        Membership.objects.filter(club=event.club_id, user__in=seen).values_list("user", "role")
    )
    ordered = sorted(seen, key=lambda pk: (seen[pk], pk))
    return {pk: f"{roles.get(pk, 'staff')}-{n}" for n, pk in enumerate(ordered, start=1)}


def _record(kind: Kind, row: Model, keys: Keys, *, contacts: bool) -> Record:
    said: Record = {"type": kind.name}
    for name in kind.fields(contacts=contacts):
        field = kind.field(name)
        said[name] = _said(field, row, keys) if field else keys[kind.model][row.pk]
    if _is_forgotten(row):
        said["name"] = ""
    if isinstance(row, Draw):
        said["secret"] = row.published_secret
        if not row.is_open:  # what is being shown is told by the screen alone
            said |= {"seed": "", "order": [], "slots": []}
    if isinstance(row, Game):
        players = keys[Player]
        said["seating"] = {seat: players.get(pk) for seat, pk in row.seating.items()}
    if isinstance(row, Act):
        said |= act_fields(row, keys)
    return said


def _is_forgotten(row: Model) -> bool:
    """Whether the name of a person or an entry was removed: see ``forget_person``."""
    nameless = isinstance(row, Person) and not row.name_key
    return nameless or (isinstance(row, Entry) and not row.salt)


def _said(field: "Field[Any, Any] | None", row: Model, keys: Keys) -> Any:  # noqa: ANN401 -- any column
    """Say what a column says, other rows by their names."""
    if field is None:
        return None
    value = getattr(row, field.attname)
    if field.related_model is not None and field.is_relation:
        return keys[field.related_model].get(value)
    return moment(value) if isinstance(field, DateTimeField) else value

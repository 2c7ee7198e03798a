"""Recording an act of the staff: what every row of the bracket said before it, and says after.

Only what changed is kept. ``undo`` restores it, by the identity of the act.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID, uuid4

from django.db.models import Max
from django.db.models.query import QuerySet
from django.utils.translation import gettext as _

from tournament.actors import Actor
from tournament.models import Act, Entry, Event, LogLine, Match
from tournament.refusals import Stale

Columns = dict[str, Any]
Picture = dict[str, dict[str, Columns]]
"""Kind of row, to the row's id as text, to its columns."""

NEVER: Final = frozenset({"id", "version"})
"""Columns that only ever grow, or never change."""
EVENT_COLUMNS: Final = ("id", "status", "champion_id", "finished_at")
ENTRY_COLUMNS: Final = ("id", "state", "left_at", "joined_as_id")
HOW_FAR: Final = ("state", "attempt", "game_number", "hand_number", "winner_id")
PLAYER_COLUMNS: Final = ("id", "active")


def picture_of(event: Event) -> Picture:
    """Read all that an act may change in an event: 5 queries."""
    rows: dict[str, QuerySet[Any]] = {
        "event": Event.objects.filter(pk=event.pk).values(*EVENT_COLUMNS),
        "match": event.matches.values(),
        "side": event.sides.values(),
        "entry": event.entries.values(*ENTRY_COLUMNS),
        "player": event.players.values(*PLAYER_COLUMNS),
    }
    return {kind: _plain(list(found)) for kind, found in rows.items()}


@contextmanager
def recorded(
    event: Event,
    key: str,
    by: Actor,
    *,
    match: Match | None = None,
    entry: Entry | None = None,
    entry_key: UUID | None = None,
    undoes: Act | None = None,
    **params: object,
) -> Iterator[Act]:
    """Record all that is done to the rows of an event inside the block as one act.

    The caller holds the lock of the event and has asked ``done_with`` for the form's key. Lines of
    the log that are written in the block belong to the act.
    """
    if by.user is None:
        raise ValueError("only staff act on the bracket")
    last = event.acts.aggregate(last=Max("number"))["last"] or 0
    act = Act(
        event=event,
        number=last + 1,
        key=key,
        match=match,
        entry=entry,
        params=params,
        undoes=undoes,
        entry_key=entry_key or uuid4(),
        by=by.user,
    )
    before = picture_of(event)
    newest = event.log.aggregate(last=Max("pk"))["last"] or 0
    yield act
    now = picture_of(event)
    act.before, act.after = differences(before, now)
    _say_how_far(act.after, now)
    act.save()
    # Tables write lines of their own meanwhile; they do not wait for the event's lock.
    LogLine.objects.filter(event=event, pk__gt=newest, by_table=None).update(act=act)


def done_with(event: Event, entry_key: UUID) -> Act | None:
    """Find the act that a form has already done; a form of another event is refused."""
    known = Act.objects.filter(entry_key=entry_key).first()
    if known and known.event_id != event.pk:
        raise Stale(
            "form_of_another_event", _("This form belongs to another event. Open it again.")
        )
    return known


def done_so(event: Event, entry_key: UUID | None, key: str, **said: object) -> Act | None:
    """Find the act that a form has already done, where that was what it asks for now.

    ``said`` is what the act has to say in its columns or its params. Browsers bring old forms back;
    one whose key has done something else would be told "done" for nothing.

    Raises:
        Stale: the key has done something else, or belongs to another event.
    """
    known = done_with(event, entry_key) if entry_key else None
    if known is None:
        return None
    told = {name: known.params.get(name, getattr(known, name, None)) for name in said}
    if known.key != key or told != said:
        raise key_used()
    return known


def key_used() -> Stale:
    """Say that a form has done something else than it asks for now."""
    return Stale("key_used", _("This form has already done something else. Open it again."))


def differences(before: Picture, after: Picture) -> tuple[Picture, Picture]:
    """Keep of two pictures only the columns that differ.

    >>> differences({"match": {"1": {"state": "ready", "round": 1}}},
    ...             {"match": {"1": {"state": "called", "round": 1}}})
    ({'match': {'1': {'state': 'ready'}}}, {'match': {'1': {'state': 'called'}}})
    """
    old: Picture = {}
    new: Picture = {}
    for kind, rows in after.items():
        for pk, row in rows.items():
            was = before.get(kind, {}).get(pk)
            changed = [name for name in row if was is None or was[name] != row[name]]
            if was is not None and changed:
                old.setdefault(kind, {})[pk] = {name: was[name] for name in changed}
            if changed:
                new.setdefault(kind, {})[pk] = {name: row[name] for name in changed}
    return old, new


def _say_how_far(after: Picture, now: Picture) -> None:
    """Keep how far every match was that the act moved, though that may be what it was before.

    So one can tell later whether it has been played since.
    """
    moved = {str(now["side"][side]["match_id"]) for side in after.get("side", {})}
    moved |= {pk for pk, row in after.get("match", {}).items() if row.keys() & {"state", "reason"}}
    for pk in moved:
        row = after.setdefault("match", {}).setdefault(pk, {})
        row |= {name: now["match"][pk][name] for name in HOW_FAR}


def _plain(rows: list[Columns]) -> dict[str, Columns]:
    """Bring rows into the form in which JSON gives them back, so that the two can be compared."""
    kept = {
        str(row["id"]): {name: value for name, value in row.items() if name not in NEVER}
        for row in rows
    }
    plain: dict[str, Columns] = json.loads(json.dumps(kept, default=_exactly))
    return plain


def _exactly(moment: datetime) -> str:
    """Write a moment with its microseconds, so that what is restored is what was."""
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")

"""Taking an act of the staff back: by its identity, never by guessing from how things stand."""

from dataclasses import replace
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils.timezone import now
from django.utils.translation import gettext as _

from relay import outbox
from tournament import log, notifications
from tournament.actors import Actor
from tournament.models import Act, Entry, Event, Match, Player, Side, Table
from tournament.queries.consequences import letters_to
from tournament.refusals import Stale
from tournament.services.acts import done_with, recorded
from tournament.services.later_matches import call_again, end_again, rewrite
from tournament.services.locks import lock_event, lock_matches
from tournament.services.news import event_changed
from tournament.services.restoring import (
    AT_TABLE,
    Column,
    Restoration,
    matches_of,
    moved,
    put,
    restoration_of,
)
from tournament.services.returning import (
    dropped_fault,
    refuse_without_bracket,
    return_fault,
)

NOT_WRITTEN: Final = frozenset({"id", "event", "match"})


@transaction.atomic
def take_back(act: Act, *, entry_key: UUID, by: Actor) -> Act:
    """Restore what every row said before an act, as an act of its own that can be taken back too.

    Calls made since are taken back with it, and what the bracket has gone on to since is brought
    into line. Safe to call twice with one ``entry_key``.

    Raises ``Stale`` where a later act, or play, stands on it; the sentence names it.
    """
    event = lock_event(act.event_id)
    if known := done_with(event, entry_key):
        if known.undoes_id != act.pk:
            raise Stale("key_used", _("This form has already done something else."))
        return known
    act = Act.objects.select_related("match", "entry").get(pk=act.pk)
    act.event = event
    if not event.is_drawn:
        refuse_without_bracket(event, act)
    if fault := dropped_fault(event, act):
        raise Stale("cannot_be_undone", fault)
    lock_matches(event.matches.values_list("pk", flat=True))
    found = restoration_of(act)
    if fault := _fault(found):
        raise Stale("cannot_be_undone", fault)
    with recorded(
        event,
        "taken_back",
        by,
        match=act.match,
        entry=act.entry,
        entry_key=entry_key,
        undoes=act,
        act=act.number,
    ) as undone:
        _write(found, by)
        told = {"act": act.number, "what": _said(act)}
        log.write(event, "taken_back", by, match=act.match, public=True, **told)
    return undone


def undo_fault(act: Act) -> str:
    """Say why an act cannot be taken back, and what to do; "" when it can. Reads only."""
    return dropped_fault(act.event, act) or _fault(restoration_of(act))


def _fault(found: Restoration) -> str:
    act = found.act
    undone = Act.objects.filter(undoes=act).first()
    if undone:
        return _("Act %(act)d has been taken back already, by act %(by)d.") % {
            "act": act.number,
            "by": undone.number,
        }
    later = _later_act(found)
    if later:
        return _("Act %(later)d was done after it and stands on it. Take that back first.") % {
            "later": later.number
        }
    if found.begun:
        return _(
            "Match %(number)d has been played since, on top of it. Correct its result or void it "
            "first, or correct the match below it."
        ) % {"number": found.begun[0].number}
    if fault := return_fault(
        act.event, found.values.get("player", {}), found.values.get("entry", {})
    ):
        return fault
    if found.conflicts:
        return _("What it changed has been changed again since. Correct the result instead.")
    return ""


def _said(act: Act) -> list[object]:
    """Give the line that told of an act, as its key and its params."""
    lines = list(act.lines.filter(public=True).order_by("pk"))
    line = next((it for it in lines if it.key == act.key), next(iter(lines), None))
    return [line.key, line.params] if line else ["act_done", {}]


def _later_act(found: Restoration) -> Act | None:
    """Find the latest act that has changed the same columns since and still stands."""
    if not found.conflicts and not found.begun:
        return None
    states = [Column("match", str(match.pk), "state") for match in found.begun]
    acts = found.act.event.acts.filter(number__gt=found.act.number, undone_by=None)
    for act in acts.order_by("-number"):
        for it in (*found.conflicts, *states):
            if it.name in act.after.get(it.kind, {}).get(it.pk, {}):
                return act
    return None


def _write(found: Restoration, by: Actor) -> None:
    """Write the rows that go back, then what follows in the bracket, then the letters."""
    event = found.sheet.event
    _write_people(found)
    _write_matches(found)
    _write_event(event, found.values.get("event", {}).get(str(event.pk), {}))
    ends = [change.match for change in found.changes if change.match.above_id is None]
    tables = rewrite(found.sheet, found.changes, by=by)
    end_again(event, ends)
    _write_letters(found)
    call_again(event, found.changes, tables, by=by)


def _write_people(found: Restoration) -> None:
    """Put entries back, and players: those who leave a seat first, then those who take it."""
    for pk, columns in found.values.get("entry", {}).items():
        entry = Entry.objects.get(pk=pk)
        put(entry, columns)
        entry.save()
    players = found.values.get("player", {})
    for pk, columns in sorted(players.items(), key=lambda item: bool(item[1]["active"])):
        Player.objects.filter(pk=pk).update(**columns)


def _write_matches(found: Restoration) -> None:
    """Write matches and their slots; tables and slots are cleared first, as both hold one each."""
    keys = matches_of(found.act, found.sheet)
    rows = [found.sheet.matches[key] for key in sorted(keys)]
    sides = [side for key in keys for side in found.sheet.sides[key]]
    seated = [side.pk for side in sides if str(side.pk) in found.values.get("side", {})]
    stay = {row.table_id for row in rows if row.state in AT_TABLE}
    left = {it.table_id for it in map(found.was.matches.get, keys) if it and it.is_at_table}
    Table.objects.filter(pk__in=[pk for pk in left - stay if pk]).update(free_since=now())
    at_a_table = Match.objects.filter(pk__in=keys, state__in=AT_TABLE)
    at_a_table.update(state=Match.State.WAITING)
    for row in rows:
        row.version += 1
    Match.objects.bulk_update(rows, _fields(Match))
    Side.objects.filter(pk__in=seated).update(kind=Side.Kind.TO_BE_DECIDED, entry=None)
    Side.objects.bulk_update(sides, _fields(Side))
    for row in rows:
        outbox.ping(row.event.topic, "match", match=row.pk, number=row.number, version=row.version)


def _fields(model: type[Match] | type[Side]) -> list[str]:
    return [it.name for it in model._meta.concrete_fields if it.name not in NOT_WRITTEN]  # noqa: SLF001 -- Django's own


def _write_event(event: Event, columns: dict[str, object]) -> None:
    if columns:
        put(event, columns)
        event.save()
        event_changed(event)


def _write_letters(found: Restoration) -> None:
    """Tell those whose next match is another one now, or who are out or in again."""
    nodes = moved(found)
    rows = sorted((found.sheet.matches[node.key] for node in nodes), key=lambda it: it.round)
    about = found.act.match or next(iter(rows), None)
    if about is None:
        return
    about = found.sheet.matches[about.pk]
    for entry, standing in letters_to(replace(found.sheet, board=found.was.board), nodes):
        notifications.result_corrected(about, entry, standing)
    for match in rows:
        if match.state == Match.State.CALLED:
            _call_them(match)


def _call_them(match: Match) -> None:
    for side in match.sides.select_related("entry"):
        if side.entry and side.plays:
            notifications.you_play(match, side.entry)

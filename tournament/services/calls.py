"""Calling matches to tables: by hand, or by themselves when a table is free."""

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils.timezone import now
from django.utils.translation import gettext as _

from tournament import log, notifications
from tournament.actors import SYSTEM, Actor
from tournament.models import Event, Match, Table
from tournament.refusals import Refusal, Stale
from tournament.services.locks import lock_event, lock_match, require_running
from tournament.services.news import event_changed, match_changed
from tournament.services.no_shows import due_at, stop_clock


def free_tables(event: Event) -> list[Table]:
    """List the open tables of an event that hold no match, longest free first."""
    held = Match.objects.filter(
        table=OuterRef("pk"), state__in=[Match.State.CALLED, Match.State.PLAYING]
    )
    tables = event.tables.filter(~Exists(held), state=Table.State.OPEN)
    return sorted(tables, key=lambda t: (t.free_since is not None, t.free_since, t.number))


@transaction.atomic
def call_tables(event_id: int) -> int:
    """Call the longest-waiting ready matches to the free tables; say how many were called.

    Does nothing where the event's switch is off. Safe twice and in parallel: the event is locked.
    """
    event = lock_event(event_id, even_archived=True)
    if not event.auto_call or not event.is_drawn or event.archived_at:
        return 0
    ready = event.matches.filter(state=Match.State.READY).order_by("ready_at", "number")
    pairs = list(zip(ready, free_tables(event), strict=False))
    for match, table in pairs:
        _call(event, lock_match(match.pk), table, by=SYSTEM)
    return len(pairs)


@transaction.atomic
def call_match(match: Match, table: Table, *, by: Actor) -> Match:
    """Call one match to one table by hand. Called twice for the same table, it changes nothing.

    Raises:
        Refusal: the match is not ready, or the table is off or of another event.
        Stale: somebody else has called this match, or another one to this table, in the meantime;
            or the event is over.
    """
    event = lock_event(match.event_id)
    require_running(event)
    match = lock_match(match.pk)
    if match.state == Match.State.CALLED and match.table_id == table.pk:
        return match
    if match.is_at_table:
        raise Stale("already_called", _("This match is already at another table."))
    if match.state != Match.State.READY:
        raise Refusal.because(
            "not_ready", _("This match cannot be called: it is not decided yet who plays.")
        )
    if not event.tables.filter(pk=table.pk, state=Table.State.OPEN).exists():
        raise Refusal("table_off", {"table": _("This table is not in use. Choose another one.")})
    busy = event.matches.filter(
        table=table, state__in=[Match.State.CALLED, Match.State.PLAYING]
    ).first()
    if busy:
        raise Stale(
            "table_taken",
            _("Table %(table)d now has match %(match)d. Choose another one.")
            % {"table": table.number, "match": busy.number},
        )
    _call(event, match, table, by=by)
    return match


@transaction.atomic
def uncall_match(match: Match, *, by: Actor) -> Match:
    """Take back a call before play has begun. A match that is ready again keeps its place in line.

    Raises:
        Stale: play has begun, or the match is over.
    """
    lock_event(match.event_id)
    match = lock_match(match.pk)
    if match.state == Match.State.READY:
        return match
    if match.state != Match.State.CALLED or match.table is None:
        raise Stale("play_has_begun", _("This match is not waiting at a table any more."))
    log.write(
        match.event, "uncalled", by=by, match=match, number=match.number, table=match.table.number
    )
    Table.objects.filter(pk=match.table.pk).update(free_since=now())
    match.state, match.table, match.called_at = Match.State.READY, None, None
    stop_clock(match)
    match_changed(match)
    return match


def _call(event: Event, match: Match, table: Table, *, by: Actor) -> None:
    match.state, match.table, match.called_at = Match.State.CALLED, table, now()
    match.due_at = due_at(match)
    match_changed(match)
    if event.status == Event.Status.DRAWN:
        event.status = Event.Status.RUNNING
        event.save(update_fields=["status"])
        event_changed(event)
    log.write(event, "called", by=by, match=match, number=match.number, table=table.number)
    for side in match.sides.select_related("entry"):
        if side.entry and side.plays:
            notifications.you_play(match, side.entry)

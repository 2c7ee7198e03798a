"""Calling matches to tables: by hand, or by themselves when a table is free."""

from django.db import transaction
from django.utils.timezone import now
from django.utils.translation import gettext as _

from tournament import log, notifications
from tournament.actors import SYSTEM, Actor
from tournament.models import Event, Match, Table
from tournament.refusals import Refusal, Stale
from tournament.services.locks import lock_event, lock_match, require_running
from tournament.services.news import event_changed, match_changed
from tournament.services.no_shows import due_at, stop_clock
from tournament.services.table_choice import free_tables, lock_people, next_calls, refuse_call

__all__ = ["call_match", "call_tables", "free_tables", "put_at_table", "uncall_match"]


@transaction.atomic
def call_tables(event_id: int) -> int:
    """Call the longest-waiting ready matches to the free tables; say how many were called.

    Does nothing where the event's switch is off. Safe twice and in parallel: the event is locked.
    """
    event = lock_event(event_id, even_archived=True)
    if not event.auto_call or not event.is_drawn or event.archived_at:
        return 0
    lock_people(event)
    pairs = next_calls(event)
    for match, table in pairs:
        put_at_table(event, lock_match(match.pk), table, by=SYSTEM)
    return len(pairs)


@transaction.atomic
def call_match(match: Match, table: Table, *, by: Actor) -> Match:
    """Call one match to one table by hand. Called twice for the same table, it changes nothing.

    Raises:
        Refusal: the match is not ready or pinned to another table, or the table is off, kept for
            another match, or of another event.
        Stale: somebody else has called this match, or another one to this table, in the meantime;
            somebody of it sits at another table; or the event is over.
    """
    event = lock_event(match.event_id)
    require_running(event)
    lock_people(event)
    match = lock_match(match.pk)
    if match.is_at_table and match.table_id == table.pk:
        return match
    if match.is_at_table:
        raise Stale("already_called", _("This match is already at another table."))
    if match.state != Match.State.READY:
        raise Refusal.because(
            "not_ready", _("This match cannot be called: it is not decided yet who plays.")
        )
    refuse_call(event, match, table)
    put_at_table(event, match, table, by=by)
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


def put_at_table(event: Event, match: Match, table: Table, *, by: Actor) -> None:
    """Give a locked match a table that is free for it, and tell who plays.

    A match that was taken from its table in the middle is in play again at once.
    """
    begun = match.game_number > 0
    match.state = Match.State.PLAYING if begun else Match.State.CALLED
    match.table, match.called_at, match.held = table, now(), False
    match.started_at = (match.started_at or now()) if begun else None
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

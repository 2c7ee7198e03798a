"""The bracket moves: winners go up, empty slots become walkovers, the last match ends the event."""

from django.db import transaction
from django.utils.timezone import now

from relay import outbox
from tournament import log, notifications
from tournament.actors import SYSTEM
from tournament.models import Entry, Event, Match, Side
from tournament.services.locks import lock_event, lock_match
from tournament.services.news import event_changed, match_changed
from tournament.services.results import LEAST_SIDES, close


@transaction.atomic
def advance(match_id: int) -> bool:
    """Seat the winner of a finished match one round up, and say so to those concerned.

    Safe twice, late and in parallel: a match is advanced once. Returns whether this call did it.
    """
    event_id = Match.objects.values_list("event_id", flat=True).get(pk=match_id)
    event = lock_event(event_id, even_archived=True)
    match = lock_match(match_id, even_archived=True)
    if match.is_open or match.advanced_at:
        return False
    match.advanced_at = now()
    match.save(update_fields=["advanced_at"])
    if match.above_id is None or match.above_place is None:
        _finish_event(event, match)
    else:
        above = lock_match(match.above_id, even_archived=True)
        _seat(match, above, place=match.above_place)
        settle(above)
    _tell_both(match)
    outbox.task("tournament.call_tables", event_id=event.pk)
    return True


def settle(match: Match) -> None:
    """Look at the slots of a locked match and make it ready, a walkover, or empty.

    Does nothing while a slot is still to be decided. A team that has left the event does not count;
    two or more that are there play, whoever else was to come.
    """
    if match.state not in {Match.State.WAITING, Match.State.READY}:
        return
    sides = list(match.sides.select_related("entry"))
    if any(side.kind == Side.Kind.TO_BE_DECIDED for side in sides):
        match_changed(match)
        return
    present = [side for side in sides if side.entry and side.entry.is_in and side.plays]
    Side.objects.filter(match=match, kind=Side.Kind.TEAM).exclude(
        pk__in=[side.pk for side in present]
    ).update(gone=True)
    if len(present) >= LEAST_SIDES:
        match.state, match.ready_at = Match.State.READY, match.ready_at or now()
        match_changed(match)
        return
    match.winner = present[0].entry if present else None
    close(match, reason=Match.Reason.WALKOVER if present else Match.Reason.NO_ONE)
    log.write(
        match.event,
        "settled",
        by=SYSTEM,
        match=match,
        number=match.number,
        team=str(match.winner or ""),
    )


def _seat(match: Match, above: Match, *, place: int) -> None:
    winner = match.winner
    above.sides.filter(place=place).update(
        kind=Side.Kind.TEAM if winner else Side.Kind.NO_ONE,
        entry=winner,
        gone=winner is not None and not winner.is_in,
    )


def _finish_event(event: Event, final: Match) -> None:
    if event.status == Event.Status.CANCELLED:
        return
    event.champion = final.winner
    event.status = Event.Status.FINISHED
    event.finished_at = now()
    event.save(update_fields=["champion", "status", "finished_at"])
    log.write(
        event,
        "champion" if final.winner else "no_champion",
        by=SYSTEM,
        match=final,
        team=str(final.winner or ""),
    )
    event_changed(event)


def _tell_both(match: Match) -> None:
    """Write the letters of a result: one to who goes on, one to who is out."""
    if match.reason in {Match.Reason.BYE, Match.Reason.NO_ONE}:
        return
    for side in match.sides.select_related("entry"):
        if side.entry is None:
            continue
        if side.entry_id == match.winner_id:
            notifications.you_won(match, side.entry)
        elif side.entry.state == Entry.State.ENTERED:
            notifications.you_are_out(match, side.entry)

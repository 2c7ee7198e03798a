"""The bracket moves: winners go up, empty slots become walkovers, the last match ends the event.

Where there is a match for the third place, those who lost a semi-final are seated in it; the event
ends when that and the final are over.
"""

from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils.timezone import now

from relay import outbox
from tournament import log, notifications
from tournament.actors import SYSTEM
from tournament.models import Entry, Event, Match, Side
from tournament.queries.third import third_of
from tournament.services.locks import lock_event, lock_match, lock_matches
from tournament.services.news import event_changed, match_changed
from tournament.services.results import LEAST_SIDES, close

LEFT: Final = {
    Entry.State.WITHDRAWN: Match.Reason.WITHDRAWAL,
    Entry.State.REMOVED: Match.Reason.REMOVAL,
}
"""Why a team does not play that has left the event."""


@transaction.atomic
def advance(match_id: int) -> bool:
    """Seat those who go on from a finished match, and say so to those concerned.

    Safe twice, late and in parallel: a match is advanced once. Returns whether this call did it.
    """
    event_id = Match.objects.values_list("event_id", flat=True).filter(pk=match_id).first()
    if event_id is None:  # the draw was made anew, and this match is no more
        return False
    event = lock_event(event_id, even_archived=True)
    match = lock_match(match_id, even_archived=True)
    if match.is_open or match.advanced_at:
        return False
    match.advanced_at = now()
    match.save(update_fields=["advanced_at"])
    if match.above_id is None or match.above_place is None:
        _finish_event_after(event, match)
    else:
        _seat_next(match, match.above_id, match.above_place)
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
        "settled" if match.winner else "settled_nobody",
        by=SYSTEM,
        match=match,
        number=match.number,
        team=str(match.winner or ""),
    )


def loser_of(match: Match) -> Side | None:
    """Give the side that lost a match, where one can say so: one other team beside a winner."""
    teams = match.sides.select_related("entry").exclude(entry=None)
    others = [side for side in teams if side.entry_id != match.winner_id]
    return others[0] if match.winner_id and len(others) == 1 else None


def _seat_next(match: Match, above_id: int, place: int) -> None:
    third = third_of(match)
    # The match for the third place comes first, so that it is called before the final.
    for above in reversed(lock_matches([above_id, *([third.pk] if third else [])])):
        if third and above.pk == third.pk:
            _seat_loser(match, above)
        else:
            _seat(above.sides.filter(place=place), match.winner)
        settle(above)


def _seat(slot: QuerySet[Side], team: Entry | None, *, gone_for: str = "") -> None:
    """Put a team into its slot. Whoever has left the event, or was out already, does not play."""
    if team and not team.is_in:
        gone_for = LEFT[Entry.State(team.state)]
    slot.update(
        kind=Side.Kind.TEAM if team else Side.Kind.NO_ONE,
        entry=team,
        gone=bool(gone_for),
        gone_for=gone_for,
    )


def _seat_loser(match: Match, third: Match) -> None:
    loser = loser_of(match)
    why = (loser.gone_for or match.reason) if loser and loser.gone else ""
    slot = third.sides.filter(source=match, takes=Side.Takes.LOSER)
    _seat(slot, loser.entry if loser else None, gone_for=why)


def _finish_event_after(event: Event, match: Match) -> None:
    """End the event after its final, or after the match for the third place if that was later."""
    final = match
    if event.third_place:
        ends = list(event.matches.filter(above=None).select_related("winner"))
        if any(end.advanced_at is None for end in ends):
            return
        final = next(end for end in ends if not end.for_third)
    _finish_event(event, final)


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
    """Write the letters of a result: one to who goes on, one to who is out or plays for third."""
    if match.reason in {Match.Reason.BYE, Match.Reason.NO_ONE}:
        return
    third = third_of(match)
    for side in match.sides.select_related("entry"):
        if side.entry is None:
            continue
        if side.entry_id == match.winner_id:
            notifications.you_won(match, side.entry)
        elif side.entry.state != Entry.State.ENTERED:
            continue
        elif third and not side.gone:
            notifications.you_play_for_third(match, side.entry, third)
        else:
            notifications.you_are_out(match, side.entry)

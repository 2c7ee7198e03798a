"""Several at once: walkovers for all who are late, or the withdrawal of many. One act, one undo.

Staff see the whole list before, and type how many stand on it.
"""

from collections.abc import Collection, Mapping, Sequence
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from tournament import log
from tournament.actors import Actor
from tournament.models import Act, Entry, Event, Match
from tournament.refusals import Refusal, Stale
from tournament.services import acts
from tournament.services.departures import (
    catch_up,
    leave_event,
    may_leave,
    open_match,
    refuse_begun,
)
from tournament.services.entries import strike_from_list
from tournament.services.leaving import go_on_without, named_sides
from tournament.services.locks import lock_event
from tournament.services.register import IN_THE_EVENT

OVER = frozenset({Event.Status.FINISHED, Event.Status.CANCELLED})


@transaction.atomic
def award_walkovers(
    event: Event,
    absent: Mapping[int, Collection[int]],
    *,
    count: int,
    by: Actor,
    entry_key: UUID,
) -> Act:
    """Go on without those who are late, in several called matches at once.

    Safe to call twice with one ``entry_key``.

    Args:
        event: in play.
        absent: the number of each match, and the places of the sides that are not there.
        count: how many matches staff say there are.
        by: who ruled so.
        entry_key: made with the form.

    Raises:
        Refusal: ``count`` is not the number of the matches, or there is none.
        Stale: one of them has begun or is over, or somebody on the list has come.
    """
    event = lock_event(event.pk)
    if known := acts.done_so(event, entry_key, "bulk_walkover", count=count):
        return known
    _refuse_miscount(len(absent), count)
    found = {match.number: match for match in event.matches.filter(number__in=list(absent))}
    listed = [
        (match := open_match(event, found[number]), named_sides(match, places))
        for number, places in sorted(absent.items())
    ]
    for match, leaving in listed:
        refuse_begun(match)
        if match.state != Match.State.CALLED or not leaving or any(it.here_at for it in leaving):
            raise _moved_on()
    with acts.recorded(event, "bulk_walkover", by, entry_key=entry_key, count=count) as act:
        log.write(event, "bulk_walkover", by, public=False, count=count)
        for match, leaving in listed:
            go_on_without(match, leaving, reason=Match.Reason.WALKOVER, by=by)
    return act


@transaction.atomic
def withdraw_entries(
    event: Event,
    entries: Collection[int],
    *,
    count: int,
    by: Actor,
    entry_key: UUID,
    reason: str = "",
) -> Act:
    """Withdraw several entries at once, before the draw or after it.

    Those who meet each other leave their match together. Safe to call twice with one ``entry_key``.

    Args:
        event: before its end.
        entries: the ids of those who leave.
        count: how many staff say there are.
        by: who does it.
        entry_key: made with the form.
        reason: for the public log.

    Raises:
        Refusal: ``count`` is not the number of the entries, or there is none.
        Stale: one of them has left meanwhile, the event is over, or the final is decided.
    """
    event = lock_event(event.pk)
    if known := acts.done_so(event, entry_key, "bulk_withdrawal", count=count):
        return known
    _refuse_miscount(len(entries), count)
    if event.status in OVER:
        raise Stale("event_is_over", _("This event is over and is not changed any more."))
    leaving = list(event.entries.filter(pk__in=list(entries), state__in=IN_THE_EVENT))
    if len(leaving) != len(entries):
        raise _moved_on()
    drawn = [entry for entry in leaving if event.is_drawn and entry.is_in]
    _refuse_late(event, drawn)
    with acts.recorded(
        event, "bulk_withdrawal", by, entry_key=entry_key, count=count, reason=reason
    ) as act:
        log.write(event, "bulk_withdrawal", by, public=False, count=count)
        for entry in leaving:
            if entry not in drawn:
                strike_from_list(event, entry, by=by)
        leave_event(event, drawn, state=Entry.State.WITHDRAWN, by=by, reason=reason)
    return act


def _refuse_late(event: Event, drawn: Sequence[Entry]) -> None:
    """Seat whoever has won before; refuse once somebody on the list can leave no more."""
    for entry in drawn:
        catch_up(entry)
    if not all(may_leave(event, entry) for entry in drawn):
        raise Stale("event_is_over", _("The final is decided. Nobody withdraws any more."))


def _refuse_miscount(listed: int, count: int) -> None:
    if listed == 0:
        raise Refusal.because("nothing_ticked", _("Nothing is ticked."))
    if count != listed:
        told = _("Count them once more: type the number that stands on the list.")
        raise Refusal("miscounted", {"count": told})


def _moved_on() -> Stale:
    return Stale("list_changed", _("The list has changed meanwhile. Look at it once more."))

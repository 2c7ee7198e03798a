"""Those who left between the closing of the list and the draw: drawn, and gone from the start."""

from collections.abc import Iterable

from tournament.models import Entry, Event, Match, Side
from tournament.services.locks import lock_match
from tournament.services.progress import advance, settle

REASONS = {
    Entry.State.WITHDRAWN: Match.Reason.WITHDRAWAL,
    Entry.State.REMOVED: Match.Reason.REMOVAL,
}


def let_the_others_go_on(event: Event, entries: Iterable[Entry]) -> None:
    """Mark the slots of those who have left, and let whoever meets them go on.

    For the transaction that wrote the bracket, before anything is called.
    """
    for state, reason in REASONS.items():
        left = [entry.pk for entry in entries if entry.state == state]
        sides = Side.objects.filter(event=event, entry__in=left)
        sides.exclude(match__state=Match.State.FINISHED).update(gone=True, gone_for=reason)
    concerned = event.matches.filter(sides__gone=True).order_by("round", "position").distinct()
    for pk in list(concerned.values_list("pk", flat=True)):
        match = lock_match(pk)
        settle(match)
        if not match.is_open:
            advance(match.pk)

"""The locks of a tournament, always taken in this order: event, matches by round upwards, table.

All are row locks that leave foreign keys alone (``FOR NO KEY UPDATE``), so that writing a log line
or a hand never waits for a whole-event act. On SQLite writers take turns anyway.
"""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from tournament.models import Event, Match
from tournament.refusals import Stale


def lock_event(event_id: int, *, even_archived: bool = False) -> Event:
    """Lock one event and read it as it is under that lock.

    Raises ``Stale`` for an archived event, unless the caller only brings its state up to date.
    """
    event = (
        Event.objects.select_for_update(of=("self",), no_key=True)
        .select_related("club")
        .get(pk=event_id)
    )
    if not even_archived:
        require_unarchived(event)
    return event


def lock_match(match_id: int, *, even_archived: bool = False) -> Match:
    """Lock one match and read it as it is under that lock.

    Raises ``Stale`` as ``lock_event``, or where the match went with its bracket.
    """
    match = (
        Match.objects.select_for_update(of=("self",), no_key=True)
        .select_related("event", "table")
        .filter(pk=match_id)
        .first()
    )
    if match is None:
        raise Stale(
            "match_is_gone",
            _("The draw was made anew meanwhile, and this match is no more. Open the page again."),
        )
    if not even_archived:
        require_unarchived(match.event)
    return match


def lock_matches(match_ids: Iterable[int]) -> list[Match]:
    """Lock several matches, lower rounds first, so that two acts can never wait for each other."""
    return list(
        Match.objects.select_for_update(of=("self",), no_key=True)
        .select_related("event", "table")
        .filter(pk__in=list(match_ids))
        .order_by("round", "position")
    )


def require_unarchived(event: Event) -> None:
    """Refuse to change an event that was put away. Raises ``Stale``."""
    if event.archived_at:
        raise Stale(
            "event_is_archived",
            _("This event is in the archive. Take it out of the archive to change it."),
        )


def require_running(event: Event) -> None:
    """Refuse to move the bracket of an event that has none, or that is over.

    Raises:
        Stale: the event is not drawn, finished or cancelled.
    """
    if not event.is_drawn or event.status == Event.Status.FINISHED:
        raise Stale(
            "event_is_over",
            _("This is not possible now. State of the event: %(status)s.")
            % {"status": event.get_status_display()},
        )

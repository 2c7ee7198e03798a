"""Putting an event away for good, and taking it out again: in the archive nothing is changed."""

from django.db import transaction
from django.utils.timezone import now
from django.utils.translation import gettext as _

from tournament import log
from tournament.actors import Actor
from tournament.models import Event
from tournament.refusals import Stale
from tournament.services.locks import lock_event
from tournament.services.news import event_changed

OVER = frozenset({Event.Status.FINISHED, Event.Status.CANCELLED})


@transaction.atomic
def archive_event(event: Event, *, by: Actor) -> Event:
    """Put an event away: everybody still reads it, nobody changes it. Twice, it changes nothing.

    Raises ``Stale`` while the event is not over.
    """
    event = lock_event(event.pk, even_archived=True)
    if event.archived_at:
        return event
    if event.status not in OVER:
        raise Stale(
            "event_is_not_over",
            _("Only an event that is over goes into the archive. State of the event: %(status)s.")
            % {"status": event.get_status_display()},
        )
    event.archived_at = now()
    return _saved(event, "event_archived", by)


@transaction.atomic
def unarchive_event(event: Event, *, by: Actor) -> Event:
    """Take an event out of the archive, to correct it. Called twice, it changes nothing."""
    event = lock_event(event.pk, even_archived=True)
    if event.archived_at is None:
        return event
    event.archived_at = None
    return _saved(event, "event_unarchived", by)


def _saved(event: Event, key: str, by: Actor) -> Event:
    event.save(update_fields=["archived_at"])
    log.write(event, key, by)
    event_changed(event)
    return event

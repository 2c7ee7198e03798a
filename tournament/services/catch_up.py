"""What a worker has left lying: results nobody has carried up, and tables nobody has called."""

from django.db import transaction

from tournament.models import Event, Match
from tournament.services.calls import call_tables
from tournament.services.locks import lock_event
from tournament.services.progress import advance


@transaction.atomic
def catch_up(event: Event) -> int:
    """Carry every finished match up and call the free tables now; say how many were carried.

    The errands in the outbox find nothing left to do. Called twice, it changes nothing.

    Raises ``Stale`` for an event in the archive.
    """
    lock_event(event.pk)
    waiting = event.matches.filter(state=Match.State.FINISHED, advanced_at=None)
    carried = 0
    while match := waiting.order_by("round", "position").first():
        carried += advance(match.pk)
    call_tables(event.pk)
    return carried

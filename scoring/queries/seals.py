"""Whether the file of an event that somebody has is still the one there is."""

from hashlib import sha256

from django.db.models import Count, Max, Sum

from tournament.models import Event


def state_of(event: Event) -> str:
    """Name the state of everything that a bundle tells, without reading it: 3 queries."""
    log = event.log.aggregate(lines=Count("pk"), last=Max("pk"))
    acts = event.acts.aggregate(acts=Count("pk"), last=Max("pk"))
    matches = event.matches.aggregate(versions=Sum("version"), hands=Sum("hand_number"))
    read = (event.ref, event.version, event.status, event.archived_at, log, acts, matches)
    return sha256(repr(read).encode()).hexdigest()

"""Telling the watchers that something changed. A ping carries ids and versions, never content."""

from django.db.models import F

from relay import outbox
from tournament.models import Event, Match


def match_changed(match: Match) -> None:
    """Raise the version of a locked match, save it whole and wake whoever watches its event."""
    match.version += 1
    match.save()
    outbox.ping(
        match.event.topic, "match", match=match.pk, number=match.number, version=match.version
    )


def bids_changed(match: Match, *, game: int, hand: int) -> None:
    """Wake the phones at one table: a bid was made or taken back."""
    outbox.ping(match.event.topic, "bids", match=match.pk, game=game, hand=hand)


def event_changed(event: Event) -> None:
    """Raise the version of an event and wake whoever watches it."""
    Event.objects.filter(pk=event.pk).update(version=F("version") + 1)
    event.refresh_from_db(fields=["version"])
    outbox.ping(event.topic, "event", version=event.version)

"""Errands of the tournament, each from an outbox row: safe twice, late and in parallel."""

from datetime import timedelta

from celery import shared_task
from django.db import transaction
from django.utils.timezone import now

from relay import outbox
from tournament.models import Event, Match
from tournament.services import calls, progress

LATE = timedelta(seconds=20)
SWEEP_BATCH = 200


@shared_task(name="tournament.advance")
def advance(match_id: int) -> bool:
    """Seat the winner of a finished match one round up."""
    return progress.advance(match_id)


@shared_task(name="tournament.call_tables")
def call_tables(event_id: int) -> int:
    """Call waiting matches to the free tables of one event."""
    return calls.call_tables(event_id)


@shared_task(name="tournament.sweep")
def sweep() -> int:
    """Queue again every decided match that was never advanced, should its row have been lost."""
    late = Match.objects.filter(
        state=Match.State.FINISHED, advanced_at=None, finished_at__lt=now() - LATE
    )
    with transaction.atomic():
        ids = list(late.values_list("pk", flat=True)[:SWEEP_BATCH])
        for match_id in ids:
            outbox.task("tournament.advance", match_id=match_id)
        for event_id in _events_with_idle_tables():
            outbox.task("tournament.call_tables", event_id=event_id)
    return len(ids)


def _events_with_idle_tables() -> list[int]:
    running = Event.objects.filter(
        status__in=[Event.Status.DRAWN, Event.Status.RUNNING],
        auto_call=True,
        matches__state=Match.State.READY,
        matches__ready_at__lt=now() - LATE,
    ).distinct()
    return [event.pk for event in running if calls.free_tables(event)]

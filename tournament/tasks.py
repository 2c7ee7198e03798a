"""Errands of the tournament, each from an outbox row: safe twice, late and in parallel."""

from datetime import timedelta

from celery import shared_task
from django.db import transaction
from django.utils.timezone import now

from relay import outbox
from relay.queries import waiting_tasks
from tournament.models import Event, Match
from tournament.services import calls, progress
from tournament.services.table_choice import next_calls

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
    """Queue again every decided match that was never advanced, should its row have been lost.

    A row that is still there is left to its own retries: two would only pile up.
    """
    late = Match.objects.filter(
        state=Match.State.FINISHED, advanced_at=None, finished_at__lt=now() - LATE
    )
    with transaction.atomic():
        queued = {about["match_id"] for about in waiting_tasks("tournament.advance")}
        ids = list(late.exclude(pk__in=queued).values_list("pk", flat=True)[:SWEEP_BATCH])
        for match_id in ids:
            outbox.task("tournament.advance", match_id=match_id)
        called = {about["event_id"] for about in waiting_tasks("tournament.call_tables")}
        for event_id in set(_events_with_idle_tables()) - called:
            outbox.task("tournament.call_tables", event_id=event_id)
    return len(ids)


def _events_with_idle_tables() -> list[int]:
    running = Event.objects.filter(
        status__in=[Event.Status.DRAWN, Event.Status.RUNNING],
        auto_call=True,
        archived_at=None,
        matches__state=Match.State.READY,
        matches__held=False,
        matches__ready_at__lt=now() - LATE,
    ).distinct()
    return [event.pk for event in running if next_calls(event)]

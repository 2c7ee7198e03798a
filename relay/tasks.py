"""The relay's errands. Each is safe to run twice, late, or at the same time as itself."""

from datetime import timedelta
from typing import Any

from celery import Task, shared_task
from django.db import connection, transaction
from django.db.models import F, QuerySet
from django.utils.timezone import now

from relay.channels import publish
from relay.letters import mark_cut_off, send
from relay.models import Letter, Message
from relay.queries import due_letters, due_messages
from relay.wake import call_out, registered

SWEEP_BATCH = 200
SWEEP_AGAIN_AFTER = timedelta(seconds=20)
"""So long a swept row is left to the worker that it was queued for."""
LONGEST_PAUSE_SECONDS = 600
KEEP_DONE_FOR = timedelta(days=30)


class Delivery(Task):  # type: ignore[type-arg]  # celery's Task is generic only in its stubs
    """A task that writes on the row why it failed, so that it is tried later and seen."""

    def on_failure(
        self,
        exc: Exception,
        task_id: str,
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
        einfo: object,
    ) -> None:
        """Note the failure; the next try waits twice as long as the last."""
        del task_id, kwargs, einfo
        message = Message.objects.get(pk=args[0])
        pause = min(5 * 2**message.attempts, LONGEST_PAUSE_SECONDS)
        Message.objects.filter(pk=message.pk, done_at=None).update(
            attempts=F("attempts") + 1,
            not_before=now() + timedelta(seconds=pause),
            error=f"{type(exc).__name__}: {exc}",
        )


@shared_task(name="relay.deliver", base=Delivery)
def deliver(message_id: int) -> bool:
    """Run the task that one message names, unless it is done or being done right now.

    The row lock is the claim, and the mark is written in the transaction of the work itself: both
    happen or neither, so a worker killed in between leaves the row for the sweep.
    """
    with transaction.atomic():
        message = _lock(Message.objects.filter(pk=message_id, done_at=None)).first()
        if message is None:
            return False
        registered(message.topic)(**message.payload)
        message.done_at = now()
        message.error = ""
        message.save(update_fields=["done_at", "error"])
        return True


@shared_task(name="relay.tell")
def tell(message_ids: list[int]) -> int:
    """Send pings out. One that is sent twice does no harm: it only says "look again"."""
    pings = list(Message.objects.filter(pk__in=message_ids, done_at=None))
    publish((ping.topic, ping.payload) for ping in pings)
    Message.objects.filter(pk__in=[ping.pk for ping in pings]).update(done_at=now())
    return len(pings)


@shared_task(name="relay.send_letters")
def send_letters(letter_ids: list[int]) -> int:
    """Send the letters that are still waiting, one after the other."""
    return sum(send(letter_id) for letter_id in letter_ids)


@shared_task(name="relay.sweep")
def sweep() -> int:
    """Queue again what a lost broker or a killed worker left behind. Runs from the beat."""
    mark_cut_off()
    tasks = _take(due_messages(Message.Channel.TASK))
    pings = _take(due_messages(Message.Channel.PING))
    letters = _take(due_letters())
    call_out(tasks, pings, letters)
    return len(tasks) + len(pings) + len(letters)


@shared_task(name="relay.prune")
def prune() -> int:
    """Drop messages that were done long ago. Letters stay: they say who was told what."""
    return Message.objects.filter(done_at__lt=now() - KEEP_DONE_FOR).delete()[0]


def _lock(rows: QuerySet[Message]) -> QuerySet[Message]:
    """Lock rows, passing over what another worker holds where the database can do that."""
    return rows.select_for_update(skip_locked=connection.features.has_select_for_update_skip_locked)


def _take(rows: QuerySet[Message] | QuerySet[Letter]) -> list[int]:
    """Take a batch and mark it, so that the next sweep does not queue the same rows again."""
    ids = list(rows.values_list("pk", flat=True)[:SWEEP_BATCH])
    rows.filter(pk__in=ids).update(not_before=now() + SWEEP_AGAIN_AFTER)
    return ids

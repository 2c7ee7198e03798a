"""What waits to be told or done, and what a person should look at."""

from datetime import timedelta
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.timezone import now

from relay.models import Letter, Message

SWEEP_AFTER = timedelta(seconds=5)
"""The age from which a waiting row was left behind; younger ones are on their way."""


def due_messages(channel: Message.Channel) -> QuerySet[Message]:
    """Messages that nobody seems to be working on."""
    return Message.objects.filter(_due(), channel=channel, done_at=None)


def waiting_tasks(name: str) -> list[dict[str, Any]]:
    """List what the tasks of one name are about that were queued and are not done yet."""
    waiting = Message.objects.filter(channel=Message.Channel.TASK, topic=name, done_at=None)
    return list(waiting.values_list("payload", flat=True))


def due_letters() -> QuerySet[Letter]:
    """Letters that wait, and whose pause after a failure is over."""
    return Letter.objects.filter(_due(), state=Letter.State.WAITING)


def letters_about(topic: str) -> QuerySet[Letter]:
    """All letters about one thing, newest first: ``event:12``."""
    return Letter.objects.filter(about=topic).order_by("-pk")


def troubled_letters(topic: str) -> QuerySet[Letter]:
    """Letters about one thing that did not, or may not have, arrived. A person decides."""
    troubled = [Letter.State.UNKNOWN, Letter.State.FAILED]
    return letters_about(topic).filter(state__in=troubled)


def _due() -> Q:
    moment = now()
    return Q(created_at__lt=moment - SWEEP_AFTER) & (Q(not_before=None) | Q(not_before__lt=moment))

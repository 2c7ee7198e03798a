"""The only verbs by which other rooms speak to the outside.

Each writes a row in the transaction that makes the news true, and wakes the worker after the
commit. The row is the truth and the wake-up only haste: what a dead broker or worker leaves
behind, the sweep picks up.
"""

from collections.abc import Sequence
from typing import Any

from django.db import connection

from relay.channels import is_topic
from relay.models import Letter, Message
from relay.wake import wake_after_commit


def ping(topic: str, name: str, **payload: Any) -> Message:  # noqa: ANN401 -- JSON values
    """Tell whoever watches ``topic`` that ``name`` happened. They fetch what they may see."""
    if not is_topic(topic):
        raise ValueError(f"not a topic: {topic!r}")
    return _post(Message.Channel.PING, topic, {"name": name, **payload})


def task(name: str, **payload: Any) -> Message:  # noqa: ANN401 -- JSON values
    """Have the Celery task ``name`` run once with ``payload``, in a transaction of its own."""
    return _post(Message.Channel.TASK, name, payload)


def letter(*, fact: str, to: str, subject: str, body: str, about: str = "") -> Letter:
    """Tell one fact to one person once; a fact already told, or being told, stays as it is."""
    return letters([Letter(fact=fact, to=to, subject=subject, body=body, about=about)])[0]


def letters(drafts: Sequence[Letter]) -> list[Letter]:
    """Do the same for many unsaved letters in two statements; they come back in their order."""
    _refuse_outside_a_transaction()
    for draft in drafts:
        if not draft.to:
            raise ValueError(f"a letter needs an address: {draft.fact}")
        draft.subject = " ".join(draft.subject.split())  # a line break would end the header
    Letter.objects.bulk_create(drafts, ignore_conflicts=True)
    facts = [draft.fact for draft in drafts]
    kept = {letter.fact: letter for letter in Letter.objects.filter(fact__in=facts)}
    waiting = [letter.pk for letter in kept.values() if letter.state == Letter.State.WAITING]
    wake_after_commit(letters=waiting)
    return [kept[fact] for fact in facts]


def _post(channel: Message.Channel, topic: str, payload: dict[str, Any]) -> Message:
    _refuse_outside_a_transaction()
    message = Message.objects.create(channel=channel, topic=topic, payload=payload)
    if channel == Message.Channel.PING:
        wake_after_commit(pings=[message.pk])
    else:
        wake_after_commit(tasks=[message.pk])
    return message


def _refuse_outside_a_transaction() -> None:
    if not connection.in_atomic_block:
        raise RuntimeError("post from inside the transaction that makes the news true")

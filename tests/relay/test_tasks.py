"""The errands: an effect happens once, and what was left behind is found."""

from datetime import timedelta

import pytest
from celery import shared_task
from django.core import mail
from django.db import transaction
from django.utils.timezone import now

from relay import outbox
from relay.models import Letter, Message
from relay.queries import SWEEP_AFTER
from relay.tasks import KEEP_DONE_FOR, deliver, prune, sweep, tell
from relay.wake import broker

pytestmark = pytest.mark.django_db(transaction=True)


@shared_task(name="tests.write_letter")
def write_letter(who):
    """An effect in the database that can be counted."""
    Letter.objects.create(fact=f"test:{who}", to=who, subject="x", body="x")


@shared_task(name="tests.break_down")
def break_down(who):
    write_letter(who)
    raise LookupError("no such thing")


@pytest.fixture
def called(monkeypatch):
    calls = []
    monkeypatch.setattr(broker, "call", lambda name, argument: calls.append((name, argument)))
    return calls


def post_task(name, **payload):
    with transaction.atomic():
        return outbox.task(name, **payload)


def test_deliver_runs_the_named_task_once_however_often_it_is_called(called):
    message = post_task("tests.write_letter", who="ann@example.org")

    assert [deliver(message.pk), deliver(message.pk)] == [True, False]

    message.refresh_from_db()
    assert message.done_at is not None
    assert Letter.objects.count() == 1


def test_deliver_undoes_the_work_of_a_task_that_breaks_and_says_why(called):
    message = post_task("tests.break_down", who="ann@example.org")

    deliver.apply([message.pk], throw=False)

    message.refresh_from_db()
    assert Letter.objects.count() == 0
    assert (message.done_at, message.attempts) == (None, 1)
    assert message.error == "LookupError: no such thing"
    assert message.not_before > now()


def test_deliver_says_when_a_task_has_no_such_name(called):
    message = post_task("tests.no_such_task")

    deliver.apply([message.pk], throw=False)

    message.refresh_from_db()
    assert message.attempts == 1


def test_deliver_of_a_row_that_was_rolled_back_is_nothing():
    assert deliver(123456) is False


def test_tell_marks_its_pings_as_done(called):
    with transaction.atomic():
        ids = [outbox.ping("match:1", "hand", version=n).pk for n in range(3)]

    assert [tell(ids), tell(ids)] == [3, 0]
    assert Message.objects.filter(done_at=None).count() == 0


def test_what_is_posted_is_done_by_itself_after_the_commit():
    post_task("tests.write_letter", who="ann@example.org")

    with transaction.atomic():
        outbox.letter(fact="out:1", to="ben@example.org", subject="Out", body="Thanks.")

    assert Message.objects.filter(done_at=None).count() == 0
    assert [letter.to for letter in mail.outbox] == [["ben@example.org"]]


def test_sweep_leaves_young_rows_to_the_worker_they_were_queued_for(called):
    post_task("tests.write_letter", who="ann@example.org")
    called.clear()

    assert (sweep(), called) == (0, [])


def test_sweep_queues_what_was_left_behind_and_not_again_at_once(called):
    with transaction.atomic():
        task = outbox.task("tests.write_letter", who="ann@example.org")
        ping = outbox.ping("match:1", "hand")
        letter = outbox.letter(fact="out:1", to="ben@example.org", subject="Out", body="Thanks.")
    called.clear()
    old = now() - 2 * SWEEP_AFTER
    Message.objects.update(created_at=old)
    Letter.objects.update(created_at=old)

    assert [sweep(), sweep()] == [3, 0]
    assert called == [
        ("relay.deliver", task.pk),
        ("relay.tell", [ping.pk]),
        ("relay.send_letters", [letter.pk]),
    ]


def test_sweep_waits_longer_after_every_failure(called):
    message = post_task("tests.break_down", who="ann@example.org")
    pauses = []
    for _ in range(9):
        deliver.apply([message.pk], throw=False)
        message.refresh_from_db()
        pauses.append(round((message.not_before - now()).total_seconds()))

    assert pauses == [5, 10, 20, 40, 80, 160, 320, 600, 600]


def test_prune_drops_what_was_done_long_ago_and_keeps_letters(called):
    done = post_task("tests.write_letter", who="ann@example.org")
    undone = post_task("tests.write_letter", who="ben@example.org")
    deliver(done.pk)
    Message.objects.filter(pk=done.pk).update(done_at=now() - KEEP_DONE_FOR - timedelta(seconds=1))

    assert prune() == 1
    assert list(Message.objects.all()) == [undone]
    assert Letter.objects.count() == 1

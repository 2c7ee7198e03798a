"""What dies in the middle of an evening is made good afterwards: workers, and Redis."""

import threading
import time
from contextlib import contextmanager
from uuid import uuid4

import pytest
from django.conf import settings as site
from django.db import connection, transaction

from relay.models import Message
from tests.evening.tables import ApiTable
from tests.private_services import free_port, private_redis
from tests.stage import drawn_event, enter_hand, match_of, opened
from tests.waiting import wait_until
from tests.workers import celery_processes, kill, real_broker
from tournament.models import Event, Match
from tournament.services.locks import lock_event

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.services,
    pytest.mark.fault,
]

PATIENCE = 40
FAST = 2.0


@contextmanager
def locked(event):
    """Hold the event, so that whoever wants to advance one of its matches has to wait."""
    held, release = threading.Event(), threading.Event()

    def hold():
        with transaction.atomic():
            lock_event(event.pk)
            held.set()
            release.wait(60)
        connection.close()

    holder = threading.Thread(target=hold)
    holder.start()
    assert held.wait(10)
    try:
        yield
    finally:
        release.set()
        holder.join(10)


def waits_for_a_lock():
    """Whether another process waits for a row that somebody holds."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE wait_event_type = 'Lock' AND datname = current_database()"
        )
        return cursor.fetchone()[0] > 0


def champion_is(event, entry):
    """Whether the event has ended with this champion."""
    return Event.objects.filter(pk=event.pk, champion=entry, status="finished").exists()


def test_a_worker_killed_while_it_advances_leaves_it_to_the_sweep(settings):
    event = drawn_event(2)
    game = opened(match_of(event, 1))
    with real_broker(settings, site.REDIS_URL):
        with celery_processes(site.REDIS_URL, beat=False) as worker:
            wait_until(lambda: not Message.objects.filter(done_at=None).exists(), PATIENCE)
            with locked(event):
                enter_hand(game)
                wait_until(waits_for_a_lock, PATIENCE)
                kill(worker)

        match = match_of(event, 1)
        assert (match.state, match.advanced_at) == (Match.State.FINISHED, None)
        with celery_processes(site.REDIS_URL):
            wait_until(lambda: champion_is(event, match.winner), PATIENCE)


def test_hands_are_entered_fast_while_redis_is_down_and_the_bracket_catches_up(settings, tmp_path):
    port = free_port()
    url = f"redis://127.0.0.1:{port}/0"
    with real_broker(settings, url):
        event = drawn_event(2, tables=1, target_score=150)
        table = ApiTable(opened(match_of(event, 1)).match.table.token)
        table.look()
        lasted = []
        for tricks in ({"NS": 6, "EW": 7}, {"NS": 6, "EW": 7}, {"NS": 13, "EW": 0}):
            began = time.monotonic()
            table.post(
                f"games/1/hands/{table.state['next_hand']}/",
                bids=dict.fromkeys("NESW", 3),
                tricks=tricks,
                entry_key=str(uuid4()),
            )
            lasted.append(time.monotonic() - began)
        assert max(lasted) < FAST

        match = match_of(event, 1)
        assert (match.state, match.advanced_at) == (Match.State.FINISHED, None)
        with private_redis(tmp_path, port), celery_processes(url):
            wait_until(lambda: champion_is(event, match.winner), PATIENCE)

"""A broker that is not there costs a request next to nothing, and never fails it."""

import threading
import time

import pytest
from celery import current_app
from django.db import transaction

from relay import outbox
from relay.models import Message
from relay.wake import broker, registered
from tests.private_services import free_port

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def dead_broker(use_redis):
    """Point the broker at a port where nobody listens."""
    use_redis(f"redis://127.0.0.1:{free_port()}/0")


def test_a_transaction_with_many_rows_is_quick_though_the_broker_is_dead(dead_broker):
    registered("relay.deliver").delay  # noqa: B018 -- what is loaded once is not the broker's doing
    started = time.monotonic()
    with transaction.atomic():
        for number in range(100):
            outbox.task("tournament.advance", match_id=number)
    took = time.monotonic() - started

    assert Message.objects.filter(done_at=None).count() == 100
    assert took < 1.0


def test_after_one_failure_a_dead_broker_is_left_alone_for_a_while(dead_broker, monkeypatch):
    tried = []

    def remember(name):
        tried.append(name)
        return registered(name)

    monkeypatch.setattr("relay.wake.registered", remember)
    for _ in range(3):
        broker.call("relay.deliver", 1)

    assert tried == ["relay.deliver"]


def test_our_celery_is_the_current_one_in_every_thread():
    seen = []
    thread = threading.Thread(target=lambda: seen.append(current_app.main))
    thread.start()
    thread.join()

    assert seen == ["spadework"]

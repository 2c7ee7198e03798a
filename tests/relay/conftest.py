"""Real brokers for the relay's tests, in a process that is otherwise eager."""

import kombu.pools
import pytest

from config.celery import app
from relay import channels
from relay.wake import broker


@pytest.fixture
def use_redis(settings):
    """Queue and publish over the Redis at an address, until the test is over."""
    kept = (settings.REDIS_URL, app.conf.broker_url, app.conf.broker_transport_options)

    def use(url):
        fast = {"max_retries": 1, "interval_start": 0, "socket_connect_timeout": 1}
        _point(settings, url, url, fast, eager=False)

    yield use
    _point(settings, *kept, eager=True)


def _point(settings, redis_url, broker_url, options, *, eager):
    settings.REDIS_URL = redis_url
    app.conf.update(
        broker_url=broker_url,
        broker_read_url=broker_url,
        broker_write_url=broker_url,
        broker_transport_options=options,
        task_always_eager=eager,
    )
    kombu.pools.reset()
    app._after_fork()  # drops the pools, which remember the old address
    channels._redis.cache_clear()
    broker.forget()

"""Real brokers for the relay's tests."""

from contextlib import ExitStack

import pytest

from tests.workers import real_broker


@pytest.fixture
def use_redis(settings):
    """Queue and publish over the Redis at an address, until the test is over."""
    with ExitStack() as stack:
        yield lambda url: stack.enter_context(real_broker(settings, url))

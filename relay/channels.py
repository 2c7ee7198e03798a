"""Where a live ping goes: the names of topics and channels, and the way to say something there."""

import json
import re
from collections.abc import Iterable
from functools import cache
from typing import Any

import redis
from django.conf import settings

from relay.hub import hub

# Redis is shared with the broker: live channels live in a corner of their own, and the pattern
# has no character by which a visitor could climb out of it.
PREFIX = "spadework:live:"
TOPIC = re.compile(r"[a-z]{1,20}(?::[A-Za-z0-9_-]{1,60}){1,2}")


def is_topic(name: str) -> bool:
    """Tell whether ``name`` may be a topic: ``match:12``, ``event:spring-cup``.

    >>> [is_topic(name) for name in ("match:12", "event:spring:desk", "celery", "a*", "../x", "")]
    [True, True, False, False, False, False]
    """
    return TOPIC.fullmatch(name) is not None


def publish(pings: Iterable[tuple[str, dict[str, Any]]]) -> None:
    """Say each ping to all who listen, in this process or, over Redis, in every process."""
    frames = [(topic, json.dumps(payload, separators=(",", ":"))) for topic, payload in pings]
    if not settings.REDIS_URL:
        hub.tell(frames)
        return
    with _redis().pipeline(transaction=False) as pipeline:
        for topic, frame in frames:
            pipeline.publish(PREFIX + topic, frame)
        pipeline.execute()


@cache
def _redis() -> redis.Redis:
    """Keep one client, and with it one pool of connections, for the whole process."""
    return redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=1, socket_timeout=2)

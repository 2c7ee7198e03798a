"""One hub a process: every open stream of this process hangs on it. No database, no session."""

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress

from redis import asyncio as redis

logger = logging.getLogger(__name__)

BACKLOG = 50
"""Pings a slow reader may be behind before it is told to look at everything again."""
RETRY_SECONDS = 1.0
SUBSCRIBE_SECONDS = 1.0
RESYNC = "event: resync\ndata: {}\n\n"


class Listener:
    """What one stream has yet to be sent; never more than ``BACKLOG`` frames."""

    def __init__(self) -> None:
        self._frames: asyncio.Queue[str] = asyncio.Queue(BACKLOG)
        self.is_over = False

    def put(self, frame: str) -> None:
        """Add a frame; a reader too slow for that many gets one ``resync`` instead of all."""
        if self._frames.full():
            while not self._frames.empty():
                self._frames.get_nowait()
            frame = RESYNC
        self._frames.put_nowait(frame)

    def end(self) -> None:
        """Let the stream close after what it is sent next."""
        self.is_over = True
        self.put(RESYNC)

    async def get(self, seconds: float) -> str | None:
        """Wait for the next frame, at most so long."""
        with suppress(TimeoutError):
            return await asyncio.wait_for(self._frames.get(), seconds)
        return None


class Hub:
    """Hands pings to the streams of this process, whichever thread or process they come from."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._listeners: defaultdict[str, set[Listener]] = defaultdict(set)
        self._subscription: asyncio.Task[None] | None = None
        self._subscribed = asyncio.Event()
        self.open = 0

    @asynccontextmanager
    async def listen(self, topic: str, *, redis_url: str, prefix: str) -> AsyncIterator[Listener]:
        """Receive the pings of one topic for as long as the block lasts."""
        self._settle(redis_url, prefix)
        listener = Listener()
        self.open += 1
        try:
            if redis_url:
                await self._until_subscribed()
            self._listeners[topic].add(listener)
            yield listener
        finally:
            self.open -= 1
            self._listeners[topic].discard(listener)
            if not self._listeners[topic]:
                del self._listeners[topic]

    def tell(self, frames: Iterable[tuple[str, str]]) -> None:
        """Pass pings on to this process's streams; may be called from any thread."""
        if self._loop is None or self._loop.is_closed():
            return  # nobody ever listened here
        for topic, data in frames:
            self._loop.call_soon_threadsafe(self._deliver, topic, f"event: ping\ndata: {data}\n\n")

    def close(self) -> None:
        """End every stream, so that the server can stop at once. For the loop's own thread."""
        for listeners in self._listeners.values():
            for listener in listeners:
                listener.end()

    def _settle(self, redis_url: str, prefix: str) -> None:
        """Belong to the running loop, and keep its one subscription alive."""
        loop = asyncio.get_running_loop()
        if self._loop is not loop:
            self._loop, self._subscription, self.open = loop, None, 0
            self._subscribed = asyncio.Event()
            self._listeners.clear()
        if redis_url and (self._subscription is None or self._subscription.done()):
            self._subscription = loop.create_task(self._subscribe(redis_url, prefix))

    async def _subscribe(self, url: str, prefix: str) -> None:
        """Read the one subscription for ever; after a break everybody looks again."""
        # A cancelling that the client turned into an error of its own still counts here.
        while not _is_cancelled():
            started = time.monotonic()
            self._subscribed.clear()
            try:
                await self._read(url, prefix)
            except (OSError, redis.RedisError) as error:
                logger.warning("live subscription lost, trying again: %s", error)
            await asyncio.sleep(max(0.0, RETRY_SECONDS - (time.monotonic() - started)))

    async def _read(self, url: str, prefix: str) -> None:
        client = redis.Redis.from_url(url, health_check_interval=15, socket_connect_timeout=2)
        async with client, client.pubsub() as channel:
            await channel.psubscribe(f"{prefix}*")
            async for message in channel.listen():
                if message["type"] == "psubscribe":
                    self._subscribed.set()
                    self._deliver_all(RESYNC)  # for what was said while Redis did not know us
                elif message["type"] == "pmessage":
                    topic = message["channel"].decode().removeprefix(prefix)
                    self._deliver(topic, f"event: ping\ndata: {message['data'].decode()}\n\n")

    async def _until_subscribed(self) -> None:
        """Wait a moment for the subscription, so that a new stream need look only once.

        A Redis that is down does not keep a stream from opening: it is told to look again later.
        """
        with suppress(TimeoutError):
            await asyncio.wait_for(self._subscribed.wait(), SUBSCRIBE_SECONDS)

    def _deliver(self, topic: str, frame: str) -> None:
        for listener in self._listeners.get(topic, ()):
            listener.put(frame)

    def _deliver_all(self, frame: str) -> None:
        for topic in self._listeners:
            self._deliver(topic, frame)


def _is_cancelled() -> bool:
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


hub = Hub()
"""The hub of this process."""

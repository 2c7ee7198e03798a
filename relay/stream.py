"""The live stream ``/live/<topic>``: Server-Sent Events by raw ASGI, in front of Django.

It says that something changed, never what: the browser fetches what it may see. So it needs no
session, no middleware and no database connection, and an open stream costs a few kilobytes.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from resource import RLIM_INFINITY, RLIMIT_NOFILE, getrlimit
from typing import Any

from django.conf import settings

from relay.channels import PREFIX, is_topic
from relay.hub import RESYNC, Listener, hub

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]

ADDRESS = "/live/"
HEARTBEAT_SECONDS = 15
HELLO = f"retry: 2000\n\n{RESYNC}"
STREAM_HEADERS = [
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-cache"),
    (b"x-accel-buffering", b"no"),  # nginx must not collect frames
    (b"x-content-type-options", b"nosniff"),
]


def is_live(scope: Scope) -> bool:
    """Tell whether this request is for a stream."""
    return scope["type"] == "http" and str(scope["path"]).startswith(ADDRESS)


async def stream(scope: Scope, receive: Receive, send: Send) -> None:
    """Stream the pings of one topic until the browser goes away."""
    if scope["type"] == "lifespan":
        return await _start_and_stop(receive, send)
    topic = str(scope["path"]).removeprefix(ADDRESS)
    if not is_live(scope) or not is_topic(topic):
        return await _refuse(send, 404)
    if scope["method"] != "GET":
        return await _refuse(send, 405, (b"allow", b"GET"))
    if hub.open >= _most_streams():
        return await _refuse(send, 503, (b"retry-after", b"10"))
    async with hub.listen(topic, redis_url=settings.REDIS_URL, prefix=PREFIX) as listener:
        await _until_gone(listener, receive, send)
    return None


async def _until_gone(listener: Listener, receive: Receive, send: Send) -> None:
    """Send until the browser hangs up; whichever side ends first ends both."""
    await send({"type": "http.response.start", "status": 200, "headers": STREAM_HEADERS})
    sides = {asyncio.ensure_future(_pump(listener, send)), asyncio.ensure_future(_hang_up(receive))}
    try:
        await asyncio.wait(sides, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for side in sides:
            side.cancel()
        # The network may break under a frame at any time; that is only a reader gone.
        for side in sides:
            with suppress(asyncio.CancelledError, OSError):
                await side


async def _pump(listener: Listener, send: Send) -> None:
    """Open with ``resync``, for all that happened before we listened, then a frame per ping."""
    frame: str | None = HELLO
    while not listener.is_over:
        body = (frame or ": alive\n\n").encode()
        await send({"type": "http.response.body", "body": body, "more_body": True})
        frame = await listener.get(HEARTBEAT_SECONDS)
    await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _hang_up(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _most_streams() -> int:
    """Leave a quarter of the files this process may open to everything that is no stream."""
    files, _hard = getrlimit(RLIMIT_NOFILE)
    if files == RLIM_INFINITY:
        return int(settings.LIVE_STREAMS_MAX)
    return min(int(settings.LIVE_STREAMS_MAX), files * 3 // 4)


async def _refuse(send: Send, status: int, *headers: tuple[bytes, bytes]) -> None:
    await send({"type": "http.response.start", "status": status, "headers": list(headers)})
    await send({"type": "http.response.body", "body": b""})


async def _start_and_stop(receive: Receive, send: Send) -> None:
    """Answer a server's lifespan questions: there is nothing to start or to stop."""
    while (event := (await receive())["type"]) != "lifespan.shutdown":
        await send({"type": f"{event}.complete"})
    await send({"type": "lifespan.shutdown.complete"})

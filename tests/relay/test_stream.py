"""The stream as a browser sees it, by raw ASGI."""

import asyncio

import pytest

from relay import channels
from relay.hub import hub
from relay.stream import is_live, stream


@pytest.fixture(autouse=True)
def _one_process(settings):
    """Pings stay in this process, also where a Redis is at hand."""
    settings.REDIS_URL = ""


class Browser:
    """One request to the stream, and what has come back so far."""

    def __init__(self, path, method="GET"):
        self.scope = {"type": "http", "method": method, "path": path}
        self.received = asyncio.Queue()
        self.gone = asyncio.Event()

    async def __aenter__(self):
        self.task = asyncio.create_task(stream(self.scope, self._receive, self.received.put))
        return self

    async def __aexit__(self, *_):
        self.gone.set()
        await asyncio.wait_for(self.task, 2)

    async def _receive(self):
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def next(self):
        return await asyncio.wait_for(self.received.get(), 2)

    async def body(self):
        return (await self.next())["body"].decode()


async def answer_to(path, method="GET"):
    async with Browser(path, method) as browser:
        start = await browser.next()
        return start["status"], dict(start["headers"])


def test_a_stream_opens_with_a_resync_and_then_brings_pings():
    async def story():
        async with Browser("/live/match:1") as browser:
            start, hello = await browser.next(), await browser.body()
            channels.publish([("match:1", {"name": "hand", "version": 3})])
            return start["status"], dict(start["headers"]), hello, await browser.body()

    status, headers, hello, ping = asyncio.run(story())
    assert (status, headers[b"content-type"]) == (200, b"text/event-stream")
    assert headers[b"cache-control"] == b"no-cache"
    assert hello == "retry: 2000\n\nevent: resync\ndata: {}\n\n"
    assert ping == 'event: ping\ndata: {"name":"hand","version":3}\n\n'


def test_a_silent_stream_shows_that_it_is_alive(monkeypatch):
    monkeypatch.setattr("relay.stream.HEARTBEAT_SECONDS", 0.01)

    async def story():
        async with Browser("/live/match:1") as browser:
            await browser.next()
            return [await browser.body() for _ in range(3)][1:]

    assert asyncio.run(story()) == [": alive\n\n", ": alive\n\n"]


def test_a_browser_that_goes_away_frees_its_place():
    async def story():
        async with Browser("/live/match:1") as browser:
            await browser.next()
            inside = hub.open
        return inside, hub.open

    assert asyncio.run(story()) == (1, 0)


def test_a_server_that_stops_ends_its_streams():
    async def story():
        async with Browser("/live/match:1") as browser:
            await browser.next()
            await browser.next()
            hub.close()
            return await browser.next()

    assert asyncio.run(story()) == {"type": "http.response.body", "body": b"", "more_body": False}


@pytest.mark.parametrize(
    "path", ["/live/", "/live/celery", "/live/match:1/", "/live/match:*", "/live/../admin", "/x"]
)
def test_what_is_no_topic_is_not_found(path):
    assert asyncio.run(answer_to(path))[0] == 404


def test_a_stream_can_only_be_read():
    assert asyncio.run(answer_to("/live/match:1", "POST")) == (405, {b"allow": b"GET"})


def test_a_full_house_says_when_to_come_back(settings):
    settings.LIVE_STREAMS_MAX = 1

    async def story():
        async with Browser("/live/match:1") as first:
            await first.next()
            return await answer_to("/live/match:1")

    assert asyncio.run(story()) == (503, {b"retry-after": b"10"})


def test_streams_leave_open_files_for_the_pages_of_their_process(monkeypatch):
    monkeypatch.setattr("relay.stream.getrlimit", lambda _what: (4, 4))

    async def story():
        async with Browser("/live/match:1"), Browser("/live/match:2"), Browser("/live/match:3"):
            await asyncio.sleep(0.05)
            return await answer_to("/live/match:4")

    assert asyncio.run(story()) == (503, {b"retry-after": b"10"})


def test_a_broken_connection_ends_the_stream_quietly():
    async def story():
        async def send(message):
            raise OSError("gone")

        async def receive():
            await asyncio.Event().wait()

        scope = {"type": "http", "method": "GET", "path": "/live/match:1"}
        with pytest.raises(OSError, match="gone"):
            await stream(scope, receive, send)
        return hub.open

    assert asyncio.run(story()) == 0


def test_a_server_that_asks_for_a_lifespan_is_answered():
    async def story():
        events = iter(["lifespan.startup", "lifespan.shutdown"])
        answers = []

        async def receive():
            return {"type": next(events)}

        async def send(message):
            answers.append(message["type"])

        await stream({"type": "lifespan"}, receive, send)
        return answers

    assert asyncio.run(story()) == ["lifespan.startup.complete", "lifespan.shutdown.complete"]


def test_only_live_addresses_are_streams():
    assert is_live({"type": "http", "path": "/live/match:1"})
    assert not is_live({"type": "http", "path": "/events/"})
    assert not is_live({"type": "websocket", "path": "/live/match:1"})

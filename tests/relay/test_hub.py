"""The hub: who listens hears, a slow reader looks again, and nobody hears another's topic."""

import asyncio
import threading

from relay.hub import BACKLOG, RESYNC, Hub

QUIET = {"redis_url": "", "prefix": ""}


def frame(data):
    return f"event: ping\ndata: {data}\n\n"


def test_a_listener_hears_its_topic_and_no_other():
    async def story():
        hub = Hub()
        async with hub.listen("match:1", **QUIET) as listener:
            hub.tell([("match:2", "{}"), ("match:1", '{"v":1}')])
            return [await listener.get(1), await listener.get(0.05)]

    assert asyncio.run(story()) == [frame('{"v":1}'), None]


def test_a_ping_from_another_thread_is_heard():
    async def story():
        hub = Hub()
        async with hub.listen("match:1", **QUIET) as listener:
            threading.Thread(target=hub.tell, args=([("match:1", "{}")],)).start()
            return await listener.get(1)

    assert asyncio.run(story()) == frame("{}")


def test_a_reader_that_is_too_slow_is_told_once_to_look_at_everything_again():
    async def story():
        hub = Hub()
        async with hub.listen("match:1", **QUIET) as listener:
            hub.tell(("match:1", str(number)) for number in range(BACKLOG + 1))
            return [await listener.get(0.05) for _ in range(2)]

    assert asyncio.run(story()) == [RESYNC, None]


def test_a_closed_stream_leaves_nothing_behind():
    async def story():
        hub = Hub()
        async with hub.listen("match:1", **QUIET):
            inside = hub.open
        return inside, hub.open, dict(hub._listeners)

    assert asyncio.run(story()) == (1, 0, {})


def test_telling_where_nobody_ever_listened_is_nothing():
    Hub().tell([("match:1", "{}")])


def test_a_hub_moves_along_to_a_new_loop():
    hub = Hub()

    async def story():
        async with hub.listen("match:1", **QUIET) as listener:
            hub.tell([("match:1", "{}")])
            return await listener.get(1)

    assert [asyncio.run(story()), asyncio.run(story())] == [frame("{}"), frame("{}")]


def test_a_subscription_ends_though_its_cancelling_was_taken_for_a_failure(monkeypatch):
    """As Redis' client may do when both come in the same moment."""
    reading = []

    async def read(hub, url, prefix):
        reading.append(url)
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            raise ConnectionError("lost") from None

    async def story():
        async with Hub().listen("match:1", redis_url="redis://x", prefix=""):
            await asyncio.sleep(0.01)

    monkeypatch.setattr(Hub, "_read", read)
    monkeypatch.setattr("relay.hub.RETRY_SECONDS", 0.01)

    asyncio.run(story())

    assert reading == ["redis://x"]

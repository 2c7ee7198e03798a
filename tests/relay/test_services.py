"""The relay over a real Redis, with real workers, and what happens when those die."""

import asyncio
import socketserver
import threading
import time
from contextlib import asynccontextmanager
from datetime import timedelta

import pytest
import redis
from django.conf import settings as site
from django.db import transaction
from django.utils.timezone import now

from relay import channels, outbox
from relay.hub import RESYNC, Hub
from relay.letters import CUT_OFF_AFTER
from relay.models import Letter, Message
from relay.tasks import sweep
from tests.private_services import free_port, private_redis
from tests.waiting import wait_until
from tests.workers import celery_processes, kill

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]


def post_task(name, **payload):
    with transaction.atomic():
        return outbox.task(name, **payload)


def all_done():
    return not Message.objects.filter(done_at=None).exists()


@asynccontextmanager
async def listening(hub, topic, url=None):
    prefix = channels.PREFIX
    async with hub.listen(topic, redis_url=url or site.REDIS_URL, prefix=prefix) as listener:
        yield listener


def test_a_ping_published_by_one_process_reaches_the_streams_of_another():
    async def story():
        async with listening(Hub(), "services:one") as listener:
            await asyncio.to_thread(channels.publish, [("services:one", {"name": "hand"})])
            return await listener.get(5)

    assert asyncio.run(story()) == 'event: ping\ndata: {"name":"hand"}\n\n'


def test_a_stream_opens_once_it_is_subscribed_and_need_not_look_twice():
    async def story():
        async with listening(Hub(), "services:once") as listener:
            return await listener.get(0.3)

    assert asyncio.run(story()) is None


def test_a_stream_opens_though_redis_is_down():
    async def story():
        hub = Hub()
        async with listening(hub, "services:down", f"redis://127.0.0.1:{free_port()}/0"):
            return hub.open

    assert asyncio.run(story()) == 1


def test_all_streams_of_a_process_share_one_subscription():
    async def story():
        hub = Hub()
        async with listening(hub, "services:a"):
            before = _clients()
            prefix = channels.PREFIX
            async with (
                hub.listen("services:b", redis_url=site.REDIS_URL, prefix=prefix),
                hub.listen("services:c", redis_url=site.REDIS_URL, prefix=prefix),
            ):
                await asyncio.sleep(0.1)
                return _clients() - before

    assert asyncio.run(story()) == 0


def test_streams_are_told_to_look_again_when_redis_comes_back(tmp_path):
    port = free_port()
    url = f"redis://127.0.0.1:{port}/0"

    async def story():
        hub = Hub()
        with private_redis(tmp_path, port):
            async with listening(hub, "services:two", url) as listener:
                await asyncio.to_thread(redis.Redis.from_url(url).shutdown, nosave=True)
                with private_redis(tmp_path, port):
                    return await listener.get(10)

    assert asyncio.run(story()) == RESYNC


def _clients():
    with redis.Redis.from_url(site.REDIS_URL) as client:
        return len(client.client_list(_type="pubsub"))


def test_a_real_worker_does_what_was_posted_before_the_sweep_would(use_redis):
    use_redis(site.REDIS_URL)
    with celery_processes(site.REDIS_URL, app_name="tests.relay.worker", beat=False):
        posted = time.monotonic()
        post_task("tests.write_once", fact="quick")
        wait_until(all_done)

        assert time.monotonic() - posted < 4
        assert Letter.objects.get().fact == "quick"


@pytest.mark.fault
def test_a_worker_killed_before_it_was_done_leaves_nothing_half_done(use_redis, tmp_path):
    use_redis(site.REDIS_URL)
    flag = tmp_path / "stalled"
    words = {"app_name": "tests.relay.worker", "STALL_FLAG": str(flag)}
    with celery_processes(site.REDIS_URL, beat=False, **words) as worker:
        message = post_task("tests.stall", fact="once")
        wait_until(flag.exists)
        kill(worker)

        assert Letter.objects.count() == 0
        assert Message.objects.get().done_at is None

    with celery_processes(site.REDIS_URL, **words):
        wait_until(all_done, seconds=30)

    assert [letter.fact for letter in Letter.objects.all()] == ["once"]
    assert Message.objects.get() == message


@pytest.mark.fault
def test_while_redis_is_down_rows_are_written_fast_and_done_afterwards(use_redis, tmp_path):
    port = free_port()
    url = f"redis://127.0.0.1:{port}/0"
    use_redis(url)
    with private_redis(tmp_path, port) as _, _worker_on(url):
        redis.Redis.from_url(url).shutdown(nosave=True)
        took = []
        for number in range(20):
            started = time.monotonic()
            with transaction.atomic():
                outbox.task("tests.write_once", fact=f"down-{number}")
                outbox.ping("services:down", "hand")
            took.append(time.monotonic() - started)
        assert max(took) < 0.5
        assert Message.objects.filter(done_at=None).count() == 40

        with private_redis(tmp_path, port):
            wait_until(all_done, seconds=60)
    assert Letter.objects.count() == 20


def _worker_on(url):
    return celery_processes(url, app_name="tests.relay.worker")


class _MailServerThatHangs(socketserver.StreamRequestHandler):
    """Takes a letter and never says whether it did."""

    taken = threading.Event()
    letters = []

    def handle(self):
        self.wfile.write(b"220 here\r\n")
        for line in self.rfile:
            word = line[:4].strip().upper()
            if word == b"DATA":
                self.wfile.write(b"354 go on\r\n")
                self.letters.append(list(iter(self.rfile.readline, b".\r\n")))
                self.taken.set()
                time.sleep(60)
                return
            self.wfile.write(b"250 fine\r\n")


@pytest.mark.fault
def test_a_letter_cut_off_by_a_killed_worker_is_marked_unknown_and_not_sent_again(use_redis):
    use_redis(site.REDIS_URL)
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), _MailServerThatHangs) as server:
        server.daemon_threads = True
        server.block_on_close = False
        threading.Thread(target=server.serve_forever, daemon=True).start()
        mail = {"EMAIL_HOST": "127.0.0.1", "EMAIL_PORT": str(server.server_address[1])}
        with celery_processes(site.REDIS_URL, EMAIL_USE_TLS="false", **mail) as worker:
            with transaction.atomic():
                letter = outbox.letter(fact="out:1", to="a@example.org", subject="x", body="x")
            assert _MailServerThatHangs.taken.wait(20)
            kill(worker)
        server.shutdown()
    letter.refresh_from_db()
    assert letter.state == "sending"

    Letter.objects.update(claimed_at=now() - CUT_OFF_AFTER, created_at=now() - timedelta(hours=1))
    sweep()

    letter.refresh_from_db()
    assert letter.state == "unknown"
    assert len(_MailServerThatHangs.letters) == 1


def test_a_visitor_cannot_name_a_channel_of_the_broker():
    names = ["celery", "_kombu.binding.celery", "/0.celery.pidbox", "celeryev", "*", "match:*"]

    assert [channels.is_topic(name) for name in names] == [False] * len(names)

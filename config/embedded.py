"""The whole site in one process: pages, streams, a Celery worker and its beat. No service needed.

Pages go through Django's ASGI handler here: it costs more than WSGI, and one hall does not notice.
What is queued dies with the process; the outbox rows do not, and the sweep finds them.
"""

import logging
import socket
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

import uvicorn
from celery import Celery
from celery.beat import Scheduler, Service

from relay.hub import hub

WORKER_THREADS = 4
PATIENCE_SECONDS = 10


def claim(port: int) -> socket.socket:
    """Take the port before anything else starts; taken already, that is all there is to say."""
    try:
        return socket.create_server(("127.0.0.1", port))
    except OSError:
        sys.exit(
            f"Port {port} is taken by another program. Stop that one, or choose another port:"
            f" make run PORT={port + 1}"
        )


@contextmanager
def background_work(app: Celery) -> Iterator[None]:
    """Run a worker and a beat in threads of this process for as long as the block lasts."""
    logging.getLogger("celery").setLevel(logging.WARNING)  # nobody asked for its diary
    ready = threading.Event()
    worker = app.WorkController(
        pool="threads",
        concurrency=WORKER_THREADS,
        hostname="embedded@localhost",
        without_heartbeat=True,
        without_mingle=True,
        without_gossip=True,
        ready_callback=lambda _consumer: ready.set(),
    )
    beat = Service(app, max_interval=1, scheduler_cls=Scheduler)
    threads = [
        _thread("celery-worker", worker.start),
        _thread("celery-beat", partial(beat.start, embedded_process=True)),
    ]
    ready.wait(PATIENCE_SECONDS)
    try:
        yield
    finally:
        beat.stop()
        worker.stop(in_sighandler=False)
        for thread in threads:
            thread.join(PATIENCE_SECONDS)


def serve(listening: socket.socket, on_ready: Callable[[], None]) -> None:
    """Serve until somebody stops us."""
    # Static files go from a plain iterator through ASGI: slower, and quick enough for one hall.
    warnings.filterwarnings("ignore", "StreamingHttpResponse must consume synchronous iterators")
    config = uvicorn.Config(
        "config.asgi:application",
        lifespan="off",
        log_level="warning",
        access_log=False,  # it would write the links of tables down
        proxy_headers=False,  # uvicorn believes anybody on this machine; see config.clients
        ws="none",
        timeout_graceful_shutdown=3,
    )
    Server(config, on_ready).run(sockets=[listening])


class Server(uvicorn.Server):
    """A server that says when it is ready, and ends the live streams when it stops."""

    def __init__(self, config: uvicorn.Config, on_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, and tell."""
        await super().startup(sockets=sockets)
        self._on_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close the streams, then everything."""
        hub.close()  # a stream never ends by itself, and the server would wait for it
        await super().shutdown(sockets=sockets)


def _thread(name: str, run: Callable[[], object]) -> threading.Thread:
    thread = threading.Thread(name=name, target=run, daemon=True)
    thread.start()
    return thread

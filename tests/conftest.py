"""What every test may ask for, and which tests this machine can run."""

import os
import shutil
import socket
import threading
from importlib import import_module

import pytest
import uvicorn

# Playwright's plain interface keeps an event loop on the test's thread; Django would refuse there.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium")
CHROMIUM_WORDS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
NEEDS = {
    "services": (
        bool(os.environ.get("REDIS_URL")) and os.environ.get("DATABASE_URL", "").startswith("pos"),
        "PostgreSQL and Redis: run `make test`",
    ),
    "browser": (bool(CHROMIUM), "Chromium: apt-get install chromium"),
}
left_out = {}


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    """Leave out what cannot run here, after ``-m`` has chosen; in CI that is an error."""
    for mark, (here, how) in NEEDS.items():
        without = [item for item in items if not here and item.get_closest_marker(mark)]
        if not without:
            continue
        if os.environ.get("CI") == "true":
            raise pytest.UsageError(f"in CI no test may be left out: {len(without)} need {how}")
        left_out[how] = len(without)
        config.hook.pytest_deselected(items=without)
        items[:] = [item for item in items if item not in without]


def pytest_terminal_summary(terminalreporter):
    """Say in one line each what was left out, and how to get it."""
    for how, number in left_out.items():
        terminalreporter.write_line(f"Left out: {number} tests that need {how}")


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session, exitstatus):
    """All that was chosen needs something that is not here: that is said, and no failure."""
    if exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED and left_out:
        session.exitstatus = pytest.ExitCode.OK


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    """The system's Chromium instead of one that Playwright would download."""
    return {**browser_type_launch_args, "executable_path": CHROMIUM, "args": CHROMIUM_WORDS}


@pytest.fixture
def live_asgi(transactional_db, settings):
    """The whole site on a real port, streams included; pytest-django's server cannot stream."""
    application = import_module("config.asgi").application  # not before the models can load
    settings.ALLOWED_HOSTS = ["127.0.0.1"]
    listening = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(
        application, log_level="warning", lifespan="off", timeout_graceful_shutdown=1
    )
    ready = threading.Event()
    server = import_module("config.embedded").Server(config, ready.set)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    assert ready.wait(20)
    yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    server.should_exit = True
    thread.join(10)
    listening.close()


@pytest.fixture
def celery_workers(transactional_db, settings):
    """A real worker and beat over the real Redis, and this process queueing to them."""
    workers = import_module("tests.workers")  # not before the models can load
    url = settings.REDIS_URL
    workers.empty(url)  # of what tests without a worker have queued
    with workers.real_broker(settings, url), workers.celery_processes(url) as worker:
        yield worker

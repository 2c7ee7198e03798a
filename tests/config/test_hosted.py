"""A hosted site as docs/operations.md starts it: pages by WSGI, streams by another process."""

import http.client
import os
import re
import subprocess
import sys
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest

from relay import channels
from tests.private_services import free_port
from tests.test_repository import ROOT
from tests.waiting import wait_until
from tests.workers import url_of_database

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]

BY_PROXY = {"Host": "spades.example", "X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.1"}


@pytest.fixture
def hosted(tmp_path):
    """Run a program of the hosted site on a free port, and give the port."""
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "SITE_URL": "https://spades.example",
        "SECRET_KEY": "k3y-for-a-test-of-fifty-and-more-letters-0123456789-abcdefghij",
        "DATABASE_URL": url_of_database(),
        "VAR_DIR": str(tmp_path),
    }
    collect = [sys.executable, "manage.py", "collectstatic", "--no-input", "--verbosity", "0"]
    with ExitStack() as stack:

        def start(program, *words):
            if program == "granian":
                subprocess.run(collect, cwd=ROOT, env=environment, check=True)
            return stack.enter_context(_serving(program, *words, environment=environment))

        yield start


@contextmanager
def _serving(program, *words, environment):
    port = free_port()
    command = [Path(sys.executable).with_name(program), "--port", str(port), *words]
    process = subprocess.Popen(command, cwd=ROOT, env=environment)
    try:
        wait_until(lambda: _answers(port), seconds=60, pause=0.1)
        yield port
    finally:
        process.terminate()
        process.wait(20)


def _answers(port):
    try:
        with get(port, "/live/"):
            return True
    except OSError:
        return False


@contextmanager
def get(port, path, headers=BY_PROXY):
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=10)) as connection:
        connection.request("GET", path, headers=headers)
        with connection.getresponse() as response:
            yield response


def test_pages_are_served_securely_by_wsgi(hosted):
    port = hosted("granian", "--interface", "wsgi", "--workers", "1", "config.wsgi:application")

    with get(port, "/") as page:
        assert page.status == 200
        assert page.headers["Strict-Transport-Security"].startswith("max-age=31536000")
        assert re.search(r"/static/css/base\.[0-9a-f]{12}\.css", page.read().decode())
    with get(port, "/", {"Host": "spades.example"}) as plain:
        assert (plain.status, plain.headers["Location"]) == (301, "https://spades.example/")
    with get(port, "/", {**BY_PROXY, "Host": "evil.example"}) as other:
        assert other.status == 400


def test_streams_are_served_by_a_process_of_their_own(hosted):
    quiet = ["--log-level", "error", "--timeout-graceful-shutdown", "1"]
    port = hosted("uvicorn", *quiet, "config.live:application")

    with get(port, "/live/hosted:one") as stream:
        lines = (line for line in iter(stream.readline, b"") if line.startswith((b"ev", b"da")))
        said = [next(lines) for _ in range(2)]
        channels.publish([("hosted:one", {"name": "hand"})])
        said += [next(lines) for _ in range(2)]
    assert said == [
        b"event: resync\n",
        b"data: {}\n",
        b"event: ping\n",
        b'data: {"name":"hand"}\n',
    ]
    with get(port, "/") as page:
        assert page.status == 404

"""The one-process evening as ``make run`` starts it: to the first page, and to a clean stop."""

import http.client
import os
import re
import signal
import socket
import subprocess
import sys
from contextlib import closing, contextmanager

import pytest

from tests.private_services import free_port
from tests.test_repository import ROOT
from tests.waiting import wait_until

pytestmark = pytest.mark.fault


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """Where the evening keeps its data from one start to the next."""
    return tmp_path_factory.mktemp("var")


@contextmanager
def evening(kept, port):
    environment = {
        "PATH": os.environ["PATH"],
        "VAR_DIR": str(kept),
        "SITE_URL": f"http://127.0.0.1:{port}",
    }
    command = [sys.executable, "manage.py", "evening", "--port", str(port)]
    process = subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True, start_new_session=True,
    )  # fmt: skip
    try:
        yield process
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        process.stdout.close()


def opened(process):
    """Read what is printed up to the last line of the welcome."""
    lines = []
    for line in process.stdout:
        lines.append(line)
        if line.startswith("Ctrl-C"):
            return "".join(lines)
    raise AssertionError("".join(lines))


def page(address):
    host, _, path = address.removeprefix("http://").partition("/")
    with closing(http.client.HTTPConnection(host, timeout=20)) as connection:
        connection.request("GET", f"/{path}")
        response = connection.getresponse()
        return response.status, response.read().decode()


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_the_evening_opens_what_it_prints_and_stops_quietly(kept, stop):
    port = free_port()
    with evening(kept, port) as process:
        said = opened(process)
        bracket, table, desk = re.findall(r"http://[\d.:]+/\S*", said)
        assert [page(address)[0] for address in (bracket, table)] == [200, 200]
        assert page(desk)[0] == 302

        if stop == signal.SIGINT:
            os.killpg(process.pid, stop)  # as a terminal does
        else:
            process.send_signal(stop)
        rest = process.stdout.read()
        assert (process.wait(20), rest) == (0, "")
    with pytest.raises(ConnectionRefusedError):
        page(bracket)


def test_the_tables_play_by_themselves(kept):
    with evening(kept, free_port()) as process:
        bracket = re.findall(r"http://[\d.:]+/\S*", opened(process))[0]
        before = page(bracket)
        wait_until(lambda: page(bracket) != before, seconds=90, pause=0.5)


def test_a_taken_port_is_one_sentence(kept):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with evening(kept, port) as process:
            said = process.stdout.read()
            assert process.wait(60) == 1
    assert said == (
        f"Port {port} is taken by another program. Stop that one, or choose another port:"
        f" make run PORT={port + 1}\n"
    )

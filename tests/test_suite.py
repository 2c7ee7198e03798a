"""The tiers themselves: nothing is left out in silence, and nothing is left behind."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests import suite
from tests.test_repository import ROOT


@pytest.fixture
def runs(monkeypatch):
    """What pytest would be asked to run, on a machine without any service."""
    asked = []
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setattr(suite, "missing_services", lambda: ["postgresql", "redis-server"])
    monkeypatch.setattr(suite, "_pytest", lambda words, *_: asked.append(words) or 0)
    return asked


def test_without_services_the_rest_runs_and_one_line_says_how_to_get_them(runs, capsys):
    assert suite.main("test", "-x") == 0

    assert len(runs) == 1
    assert runs[0][-3:] == ["-m", f"not (services or {suite.SLOW})", "-x"]
    assert capsys.readouterr().out == (
        "Left out: the tests that need PostgreSQL and Redis. To run them too:"
        " apt-get install postgresql redis-server (or: brew install postgresql redis)\n"
    )


def test_in_ci_nothing_may_be_left_out(runs, monkeypatch):
    monkeypatch.setenv("CI", "true")

    with pytest.raises(SystemExit, match="there is no postgresql and no redis-server here"):
        suite.main("test")
    assert runs == []


def test_a_failure_ends_the_tier_at_once(monkeypatch, runs):
    monkeypatch.setattr(suite, "_pytest", lambda *_: 1)

    assert suite.main("test") == 1


@pytest.mark.services
def test_services_that_are_told_to_stop_leave_nothing_behind():
    show = "import os; print(os.environ['DATABASE_URL'], flush=True); import time; time.sleep(99)"
    command = [sys.executable, "-m", "tests.private_services", sys.executable, "-c", show]
    environment = {**os.environ, "TMPDIR": "/tmp"}  # noqa: S108 -- PostgreSQL's user must get in
    process = subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
    )
    port = process.stdout.readline().rsplit(":", 1)[1].split("/")[0]
    folders = [path for path in Path("/tmp").glob("spadework-services-*") if _holds(path, port)]  # noqa: S108 -- see above

    process.send_signal(signal.SIGTERM)
    process.stdout.close()

    assert process.wait(30) == 143
    assert len(folders) == 1
    assert not folders[0].exists()


def _holds(folder, port):
    pid_file = folder / "postgres" / "postmaster.pid"
    return pid_file.exists() and port in pid_file.read_text().split()

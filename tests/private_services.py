"""PostgreSQL and Redis of our own, on free ports, for as long as one command runs.

``python -m tests.private_services COMMAND ...`` starts both, runs the command with ``DATABASE_URL``
and ``REDIS_URL`` set, and takes everything down again, also when it is told to stop.
"""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path

PATIENCE_SECONDS = 20
QUICK = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=100"


def missing_services():
    """Name the Debian packages that are not here."""
    found = {"postgresql": _postgres_folder(), "redis-server": shutil.which("redis-server")}
    return [package for package, place in found.items() if not place]


@contextmanager
def private_services():
    """Start both and give their addresses, as variables for the environment."""
    with ExitStack() as stack:
        folder = Path(tempfile.mkdtemp(prefix="spadework-services-"))
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        folder.chmod(0o755)
        postgres = stack.enter_context(_postgres(folder / "postgres"))
        redis = stack.enter_context(private_redis(folder))
        yield {
            "DATABASE_URL": f"postgres://spadework@127.0.0.1:{postgres}/postgres",
            "REDIS_URL": f"redis://127.0.0.1:{redis}/0",
        }


@contextmanager
def private_redis(folder, port=None):
    """Start Redis alone; the tests that take it away use this, with one port again and again."""
    port = port or free_port()
    command = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--dir", str(folder)]
    quiet = ["--save", "", "--appendonly", "no", "--loglevel", "warning"]
    process = subprocess.Popen(command + quiet, stdout=subprocess.DEVNULL)
    try:
        _wait_for(port)
        yield port
    finally:
        process.kill()
        process.wait()


def free_port():
    """Ask the system for a port that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextmanager
def _postgres(folder):
    programs, port = _postgres_folder(), free_port()
    who = _somebody()
    folder.mkdir(mode=0o700)
    if who:
        os.chown(folder, who["user"], who["group"])
    options = f"-p {port} -k '' -c listen_addresses=127.0.0.1 {QUICK}"
    control = [f"{programs}/pg_ctl", "-D", folder, "-w", "-t", str(PATIENCE_SECONDS)]

    def run(*command):
        kept = {"cwd": "/", "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, **who}
        subprocess.run(command, check=True, env={**os.environ, "LC_ALL": "C.UTF-8"}, **kept)

    trust = ["-U", "spadework", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"]
    run(f"{programs}/initdb", "-D", folder, *trust)
    run(*control, "-l", folder / "log", "-o", options, "start")
    try:
        yield port
    finally:
        run(*control, "-m", "immediate", "stop")


def _postgres_folder():
    """Find the newest server; Debian keeps it off the PATH."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda it: int(it.parts[-2]))
    if folders:
        return folders[-1]
    found = shutil.which("pg_ctl")
    return Path(found).resolve().parent if found else None


def _somebody():
    """PostgreSQL refuses to run as root: be somebody else there."""
    if os.geteuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        try:
            user = pwd.getpwnam(name)
        except KeyError:
            continue
        return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    return {}


def _wait_for(port):
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)
        else:
            return


def stop_on_sigterm():
    """Turn SIGTERM into an exception, so that what was started is stopped."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))


if __name__ == "__main__":
    stop_on_sigterm()
    with private_services() as addresses:
        sys.exit(subprocess.call(sys.argv[1:], env={**os.environ, **addresses}))

"""Runs the tests in tiers: ``python -m tests.suite test|more|long [pytest's own words]``.

- ``test``: all on the embedded SQLite, then what needs PostgreSQL and Redis on private ones.
- ``more``: browsers, fuzzing, every size of an evening, and faults such as killed workers.
- ``long``: full sweeps and soaks.
"""

import os
import subprocess
import sys

from tests.private_services import missing_services, private_services, stop_on_sigterm

SLOW = "browser or fuzz or fault or sweep or long"
EMBEDDED = {"test": f"not (services or {SLOW})", "more": "sweep and not (services or long)"}
MARKS = {
    "test": f"(services or everywhere) and not ({SLOW})",
    "more": "(browser or fuzz or fault or (sweep and services)) and not long",
    "long": "long",
}
PARALLEL = ["-n", os.environ.get("TEST_PROCESSES", "2"), "--dist", "worksteal"]


def main(tier, *words):
    """Run one tier; the status is that of the first run that failed."""
    missing = missing_services()
    if missing and os.environ.get("CI") == "true":
        sys.exit(f"In CI no test may be left out, but there is no {' and no '.join(missing)} here.")
    if tier in EMBEDDED:
        embedded = {"DATABASE_URL": "", "REDIS_URL": ""}
        status = _pytest([*PARALLEL, "-m", EMBEDDED[tier], *words], embedded)
        if status:
            return status
    if missing:
        print(
            "Left out: the tests that need PostgreSQL and Redis. To run them too:"
            f" apt-get install {' '.join(missing)} (or: brew install postgresql redis)",
            flush=True,
        )
        return 0 if tier == "test" else _pytest(["-m", f"({MARKS[tier]}) and not services", *words])
    with private_services() as addresses:
        parallel = PARALLEL if tier == "test" else []  # the others watch the clock
        return _pytest([*parallel, "-m", MARKS[tier], *words], addresses)


def _pytest(words, environment=None):
    command = [sys.executable, "-m", "pytest", "-q", *words]
    return subprocess.call(command, env={**os.environ, **(environment or {})})


if __name__ == "__main__":
    stop_on_sigterm()
    sys.exit(main(*sys.argv[1:]))

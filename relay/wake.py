"""Wakes the worker after a commit, once a transaction, and never at the cost of a request."""

import logging
import time
from collections.abc import Iterable, Sequence

from celery import Task, current_app
from django.db import connection, transaction
from kombu.exceptions import OperationalError

logger = logging.getLogger(__name__)

PAUSE_SECONDS = 3.0
"""So long a process leaves a dead broker alone; the sweep finds what was not called out."""
LETTERS_A_TASK = 25


class _Broker:
    """Whether the broker answered this process last time, and since when it did not."""

    def __init__(self) -> None:
        self._silent_until = 0.0

    def call(self, name: str, argument: object) -> None:
        """Queue one task, unless the broker has just failed us."""
        if time.monotonic() < self._silent_until:
            return
        try:
            registered(name).delay(argument)
        except OperationalError as error:
            self._silent_until = time.monotonic() + PAUSE_SECONDS
            logger.warning("broker does not answer, rows wait for the sweep: %s", error)

    def forget(self) -> None:
        """Try again at once."""
        self._silent_until = 0.0


broker = _Broker()
"""What this process knows of its broker."""


class _WakeUp:
    """All that one transaction has to call out, as one callback after its commit."""

    def __init__(self) -> None:
        self.tasks: list[int] = []
        self.pings: list[int] = []
        self.letters: list[int] = []
        self.spent = False

    def call(self) -> None:
        """Queue it all. A method and no ``__call__``: Django logs a callback by its name."""
        self.spent = True
        call_out(self.tasks, self.pings, self.letters)


def registered(name: str) -> "Task[..., object]":
    """Find a Celery task by its name, in any kind of process."""
    if name not in current_app.tasks:
        current_app.loader.import_default_modules()
    return current_app.tasks[name]


def call_out(tasks: Sequence[int], pings: Sequence[int], letters: Sequence[int]) -> None:
    """Queue what works on these rows; tasks first, since people wait for what they change."""
    for message in tasks:
        broker.call("relay.deliver", message)
    if pings:
        broker.call("relay.tell", list(pings))
    for start in range(0, len(letters), LETTERS_A_TASK):
        broker.call("relay.send_letters", list(letters[start : start + LETTERS_A_TASK]))


def wake_after_commit(
    *, pings: Iterable[int] = (), tasks: Iterable[int] = (), letters: Iterable[int] = ()
) -> None:
    """Call these rows out when the transaction has committed."""
    wake_up = _open_wake_up()
    wake_up.pings += pings
    wake_up.tasks += tasks
    wake_up.letters += letters


def _open_wake_up() -> _WakeUp:
    """Find this transaction's callback, or register it.

    One registered inside a savepoint is dropped with that savepoint, so it may be shared only by
    rows that would be dropped as well.
    """
    here = set(connection.savepoint_ids)
    for entry in connection.run_on_commit:
        savepoints, wake_up = entry[0], getattr(entry[1], "__self__", None)
        if isinstance(wake_up, _WakeUp) and not wake_up.spent and savepoints <= here:
            return wake_up
    wake_up = _WakeUp()
    # Robust: a broker's failure of any kind must not fail a write that is already true.
    transaction.on_commit(wake_up.call, robust=True)
    return wake_up

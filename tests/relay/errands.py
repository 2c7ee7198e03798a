"""Errands that only tests run."""

import os
import time
from pathlib import Path

from celery import shared_task

from relay.models import Letter


@shared_task(name="tests.write_once")
def write_once(fact):
    """An effect that can be counted; a second one with the same fact would fail."""
    Letter.objects.create(fact=fact, to="a@example.org", subject="x", body="x", state="failed")


@shared_task(name="tests.stall")
def stall(fact):
    """Do the work, and then hang before the end of the transaction, the first time."""
    write_once(fact)
    flag = Path(os.environ["STALL_FLAG"])
    if not flag.exists():
        flag.touch()
        time.sleep(600)

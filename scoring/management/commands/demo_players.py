"""``manage.py demo_players``: the tables other than table 1 play themselves, over HTTP."""

import os
import random
import signal
import sys
import time
from argparse import ArgumentParser

from django.conf import settings
from django.core.management import BaseCommand
from django.db import OperationalError, close_old_connections

from scoring.demo.cast import read_cast
from scoring.demo.visitors import Browser, Visitors
from tournament.models import Event, Table

HUMANS_AT = 1


class Command(BaseCommand):
    """Play until told to stop. What a restart of the server interrupts is simply tried again."""

    help = "Let the tables of the demo evening play, one hand every few seconds each."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the address of the site, and how fast people play."""
        parser.add_argument("--url", default=settings.SITE_URL)
        parser.add_argument("--pace", type=float, default=6.0, help="Seconds between two hands.")
        parser.add_argument("--seed", type=int, default=None, help="The same hands again.")

    def handle(self, *, url: str, pace: float, seed: int | None, **options: object) -> None:
        """Let each table in turn play a hand, so that it is one every ``pace`` seconds each.

        Ends with whoever started it, also when that one was killed and could not say so.
        """
        del options
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
        dice = random.Random(seed)  # noqa: S311 -- made-up hands, nothing to guess
        seated: dict[str, Visitors] = {}
        started_by = os.getppid()
        try:
            while os.getppid() == started_by:
                tables = self._tables()
                for table in tables:
                    if table.token not in seated:
                        seated[table.token] = self._sit_down(url, table, dice)
                    seated[table.token].play_hand()
                    time.sleep(pace / len(tables))
                if not tables:
                    time.sleep(pace)
        except KeyboardInterrupt:
            return

    @staticmethod
    def _tables() -> list[Table]:
        """Read the links of the tables that play, afresh each round: staff may replace one."""
        close_old_connections()
        try:
            return list(
                Table.objects.filter(
                    event__name=read_cast().tonight.name,
                    event__status__in=[Event.Status.DRAWN, Event.Status.RUNNING],
                )
                .exclude(number=HUMANS_AT)
                .select_related("event")
            )
        except OperationalError:
            return []  # the database is being started over; we look again

    @staticmethod
    def _sit_down(url: str, table: Table, dice: random.Random) -> Visitors:
        return Visitors(
            browser=Browser(url),
            address=f"/t/{table.token}/",
            rules=table.event.rule_set,
            dice=dice,
        )

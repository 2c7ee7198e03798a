"""``manage.py evening``: the demo evening, all in one process. What ``make run`` calls."""

import signal
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import StringIO

from django.conf import settings
from django.core.management import BaseCommand, call_command
from django.db import transaction

from config.celery import app
from config.embedded import background_work, claim, serve
from scoring.demo.welcome import welcome
from tournament.models import Event


class Command(BaseCommand):
    """Migrate, load the demo where there is no event yet, work, play and serve."""

    help = "Run the demo evening on this machine, with no service installed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the port, and whether demo players play."""
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--no-players", action="store_true", help="Leave every table to you.")

    def handle(self, *, port: int, no_players: bool, **options: object) -> None:
        """Run until Ctrl-C or SIGTERM, then stop what was started."""
        del options
        # As an exception it unwinds: players, worker and streams are stopped on the way out.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
        listening = claim(port)
        site = f"http://127.0.0.1:{port}"
        with suppress(KeyboardInterrupt), listening:
            self._load()
            doors = f"{welcome(site)}\nCtrl-C stops."
            with background_work(app), players(site, wanted=not no_players):
                serve(listening, lambda: self._say(doors))

    def _load(self) -> None:
        """Migrate, and load the demo whole or not at all: half an evening would be kept."""
        call_command("migrate", interactive=False, verbosity=0)
        if not Event.objects.exists():
            self._say("Loading the demo evening ...")
            with transaction.atomic():
                call_command("demo_evening", stdout=StringIO())  # what to open is said below

    def _say(self, words: str) -> None:
        self.stdout.write(words)
        self.stdout.flush()  # through a pipe it would come much later


@contextmanager
def players(site: str, *, wanted: bool) -> Iterator[None]:
    """Let the demo tables play over HTTP, like people, in a process that ends with ours."""
    if not wanted:
        yield
        return
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "demo_players", "--url", site]
    # Ctrl-C reaches the whole group, but it is we who stop the players: they ignore it.
    kept = signal.signal(signal.SIGINT, signal.SIG_IGN)
    process = subprocess.Popen(command)  # noqa: S603 -- our own command, our own address
    signal.signal(signal.SIGINT, kept)
    try:
        yield
    finally:
        process.terminate()
        with suppress(KeyboardInterrupt):
            process.wait(10)

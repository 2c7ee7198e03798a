"""``manage.py demo_evening``: a club, its staff, and three events to look at."""

import random
from argparse import ArgumentParser

from django.conf import settings
from django.core.management import BaseCommand, CommandError

from scoring.demo.building import Demo
from scoring.demo.welcome import welcome


class Command(BaseCommand):
    """Load the demo. What is there already stays as it is."""

    help = "Load the demo evening: staff with published passwords, so never on a hosted site."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the number that decides how the hands fall."""
        parser.add_argument("--seed", type=int, default=13, help="Another seed, other hands.")

    def handle(self, *, seed: int, **options: object) -> None:
        """Build what is missing, and say what to open."""
        del options
        if settings.HOSTED:
            raise CommandError(
                "The demo has published passwords. It is only for a site on your own machine."
            )
        demo = Demo(random.Random(seed))  # noqa: S311 -- made-up hands, nothing to guess
        demo.past()
        demo.coming()
        demo.tonight()
        self.stdout.write(welcome(settings.SITE_URL))

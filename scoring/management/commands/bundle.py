"""``manage.py bundle EVENT``: a whole event as one file that anybody can check."""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management import BaseCommand, CommandError
from django.utils.translation import gettext as _

from scoring.services.bundles import bundle_of
from tournament.models import Event
from tournament.refusals import Stale


class Command(BaseCommand):
    """Write the file to where it is asked for, or to the standard output."""

    help = "Write a whole event as one file: docs/bundle.md says what stands in it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Ask which event, by its address, and where the file goes."""
        parser.add_argument("event", help="the address (slug) of the event")
        parser.add_argument(
            "--contacts",
            action="store_true",
            help="with addresses, incidents and the lines of the log that are not public",
        )
        parser.add_argument("-o", "--output", type=Path, help="the file; else standard output")

    def handle(self, *, event: str, contacts: bool, output: Path | None, **options: object) -> None:
        """Write the bundle."""
        del options
        found = Event.objects.filter(slug=event).first()
        if found is None:
            raise CommandError(_("There is no event %(slug)s here.") % {"slug": event})
        try:
            text = bundle_of(found, contacts=contacts)
            if output is None:
                self.stdout.write(text, ending="")
                return
            output.write_bytes(text.encode())
        except (Stale, OSError) as error:
            raise CommandError(str(error)) from error
        self.stderr.write(_("%(event)s: written to %(file)s.") % {"event": found, "file": output})

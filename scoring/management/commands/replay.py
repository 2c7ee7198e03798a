"""``manage.py replay FILE``: checks a bundle and puts its event on this database."""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.bundles.canon import BundleFault
from scoring.bundles.chain import LARGEST
from scoring.services.bundles import check_bundle, replay_bundle


class Command(BaseCommand):
    """Follow the chain, draw again, play every hand again; then write, unless something differs."""

    help = "Check a bundle: say equal, or where it differs, and put its event on this database."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Ask for the file, and whether it is only to be checked."""
        parser.add_argument("file", type=Path, help="what manage.py bundle has written")
        parser.add_argument(
            "--check", "--dry-run", action="store_true", help="say whether it holds; write nothing"
        )

    def handle(self, *, file: Path, check: bool, **options: object) -> None:
        """Check the bundle, and write its event."""
        del options
        try:
            with file.open("rb") as opened:
                data = opened.read(LARGEST + 1)
            verdict = check_bundle(data) if check else replay_bundle(data)
        except (BundleFault, OSError) as error:
            raise CommandError(str(error)) from error
        for line in verdict.differences:
            self.stdout.write(line)
        if count := len(verdict.differences):
            said = ngettext("%(n)d difference.", "%(n)d differences.", count)
            raise CommandError(said % {"n": count})
        said = _("%(event)s: equal. %(n)d records, seal %(seal)s.")
        bundle = verdict.bundle
        told = {"event": verdict.name, "n": len(bundle.records), "seal": bundle.seal}
        self.stdout.write(said % told)

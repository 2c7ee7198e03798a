"""Works an event out from its facts and says where its rows differ."""

from argparse import ArgumentParser

from django.core.management import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.services.rebuild import check_event
from tournament.models import Event


class Command(BaseCommand):
    """Prints every difference, and ends with status 1 if there is one."""

    help = "Works an event out from its draw, hands and rulings, and says where its rows differ."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Ask which event, by its address."""
        parser.add_argument("event", help="the address (slug) of the event")

    def handle(self, *, event: str, **options: object) -> None:
        """Check the event."""
        del options
        found_event = Event.objects.filter(slug=event).first()
        if found_event is None:
            raise CommandError(_("There is no event %(slug)s here.") % {"slug": event})
        found = check_event(found_event)
        for line in found:
            self.stdout.write(line)
        if found:
            said = ngettext("%(n)d difference.", "%(n)d differences.", len(found))
            raise CommandError(said % {"n": len(found)})
        self.stdout.write(_("%(event)s: equal.") % {"event": found_event.name})

"""``manage.py forget PERSON``: takes somebody's name away, for good."""

from argparse import ArgumentParser

from django.contrib.auth.models import User
from django.core.management import BaseCommand, CommandError
from django.utils.translation import gettext as _

from scoring.services.forgetting import forget
from tournament.actors import Actor
from tournament.models import Person
from tournament.refusals import Refusal, Stale


class Command(BaseCommand):
    """Forget one person; the draw and the results stay."""

    help = "Take a person's name, address and letters away, for good. Results and hashes stay."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Ask whom, by the number that the admin shows."""
        parser.add_argument("person", type=int, help="the number of the person")
        parser.add_argument(
            "--with-teams", action="store_true", help="also the names of all their teams"
        )
        parser.add_argument("--by", help="the user name of who does it, for the log")

    def handle(self, *, person: int, with_teams: bool, by: str | None, **options: object) -> None:
        """Forget them."""
        del options
        found = Person.objects.filter(pk=person).first()
        if found is None:
            raise CommandError(_("There is nobody with the number %(n)d.") % {"n": person})
        user = User.objects.filter(username=by).first() if by else None
        if by and user is None:
            raise CommandError(_("There is no user %(name)s.") % {"name": by})
        try:
            forget(found, by=Actor(user=user), with_teams=with_teams)
        except (Refusal, Stale) as refused:
            raise CommandError(str(refused)) from refused
        self.stdout.write(_("Forgotten."))

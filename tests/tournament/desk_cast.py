"""Who stands at the desk in these tests, and how they get in."""

from datetime import UTC, datetime
from html import unescape

from django.urls import reverse

from tests.factories import ClubFactory, MembershipFactory
from tests.stage import director_of
from tournament.services.events import create_event, open_registration


def signed_in(client, club, role="director"):
    """Sign somebody in who has a role at a club, and give the client back with the user on it."""
    membership = MembershipFactory(club=club, role=role)
    client.force_login(membership.user)
    client.user = membership.user
    return client


def promised_event(source="dice rolled in the hall"):
    """Set an event up that promises a public value, and open its registration."""
    club = ClubFactory()
    by = director_of(club)
    event = create_event(
        club,
        by=by,
        name="Dice Night",
        starts_at=datetime(2026, 9, 5, 18, 0, tzinfo=UTC),
        public_source=source,
        rules={"best_of": 1, "target_score": 100},
    )
    return open_registration(event, by=by)


def address(name, event, *args):
    """Write the address of a page of an event's desk."""
    return reverse(f"desk:{name}", args=[event.slug, *args])


def typed(response, name):
    """Read what a field of the form on a page holds."""
    form = response.context["form"]
    return str(form[name].value())


def faults(response):
    """Read which fields of the form on a page have something wrong."""
    return set(response.context["form"].errors)


def text_of(response):
    """Read a page as text, with entities as signs."""
    return " ".join(unescape(response.content.decode()).split())

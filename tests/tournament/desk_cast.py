"""Who stands at the desk in these tests, and how they get in."""

from html import unescape

from django.urls import reverse

from tests.factories import MembershipFactory


def signed_in(client, club, role="director"):
    """Sign somebody in who has a role at a club, and give the client back with the user on it."""
    membership = MembershipFactory(club=club, role=role)
    client.force_login(membership.user)
    client.user = membership.user
    return client


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

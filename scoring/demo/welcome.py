"""What there is to open: the lines that ``make run`` prints."""

from django.contrib.auth.models import User
from django.urls import reverse

from scoring.demo.building import PASSWORD, STAFF
from scoring.demo.cast import read_cast
from tournament.models import Event


def welcome(site: str) -> str:
    """Say what to open at a site: bracket, table and desk of the demo, or only its front page."""
    event = Event.objects.filter(name=read_cast().tonight.name).order_by("-pk").first()
    if event is None:
        return f"Open {site}{reverse('tournament:events')}"
    table = event.tables.order_by("number").first()
    lines = [("The bracket", reverse("tournament:bracket", args=[event.slug]))]
    if table:
        lines.append(
            (f"Table {table.number}, yours to play", reverse("scoring:table", args=[table.token]))
        )
    lines.append((f"The desk{_login()}", "/desk/"))
    return "\n".join(f"{what}: {site}{where}" for what, where in lines)


def _login() -> str:
    """Name the demo staff where they are, with the password that the demo gave them."""
    names = User.objects.filter(username__in=STAFF).values_list("username", flat=True)
    there = [name for name in STAFF if name in set(names)]
    return f" (log in as {' or '.join(there)}, password {PASSWORD})" if there else ""

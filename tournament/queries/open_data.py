"""What the API gives to everybody: the same rows as the public pages, as lists that can be cut."""

from django.db.models import Count, Max, Prefetch, Q, QuerySet, Sum

from tournament.models import Entry, Event, Match, Player, Side
from tournament.queries.events import LISTED


def open_events() -> QuerySet[Event]:
    """List every event but drafts, newest first, with its club and its champion."""
    events = Event.objects.exclude(status=Event.Status.DRAFT)
    return events.select_related("club", "champion").order_by("-starts_at", "pk")


def counted(events: QuerySet[Event]) -> QuerySet[Event]:
    """Count the pairs of every event along with it."""
    return events.annotate(
        pairs=Count("entries", filter=Q(entries__state=Entry.State.ENTERED)),
    )


def open_entries(event: Event) -> QuerySet[Entry]:
    """List the entries by name: 2 queries a page."""
    return with_people(event.entries.filter(state__in=LISTED).order_by("name_key", "pk"))


def with_people(entries: QuerySet[Entry]) -> QuerySet[Entry]:
    """Bring along who plays now, as ``everybody``, and who has come: 1 query more."""
    playing = Player.objects.filter(active=True).select_related("person").order_by("place")
    return entries.select_related("check_in").prefetch_related(
        Prefetch("players", playing, to_attr="everybody")
    )


def open_matches(event: Event) -> QuerySet[Match]:
    """List all matches from the top, with sides, table and the match above: 2 queries."""
    sides = Side.objects.select_related("entry", "source").order_by("place")
    return (
        event.matches.select_related("table", "above")
        .order_by("round", "position")
        .prefetch_related(Prefetch("sides", sides))
    )


def bracket_stamp(event: Event) -> str:
    """Say in one query what changes whenever the bracket does: versions only ever rise."""
    of_matches = event.matches.aggregate(sum=Sum("version"), last=Max("pk"))
    return f"{event.ref}.{event.version}.{of_matches['last']}.{of_matches['sum']}"

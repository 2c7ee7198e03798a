"""The list of events, and what the page of one shows."""

from dataclasses import dataclass

from django.db.models import Count, Prefetch, Q, QuerySet

from tournament.models import Entry, Event, Match, Player, Side

Status = Event.Status
UPCOMING = (Status.REGISTRATION, Status.CHECK_IN)
RUNNING = (Status.DRAWN, Status.RUNNING)
PAST = (Status.FINISHED, Status.CANCELLED)
LISTED = (Entry.State.ENTERED, Entry.State.SINGLE, Entry.State.WITHDRAWN, Entry.State.REMOVED)


@dataclass(frozen=True, slots=True)
class EventList:
    """All public events, by where they stand."""

    running: tuple[Event, ...]
    upcoming: tuple[Event, ...]
    past: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class EntryList:
    """The entry list of an event, by what an entry is."""

    pairs: tuple[Entry, ...]
    singles: tuple[Entry, ...]
    left: tuple[Entry, ...]


def public_events() -> EventList:
    """Read every event the public may see, with its number of pairs: 1 query."""
    events = (
        Event.objects.exclude(status=Status.DRAFT)
        .select_related("champion")
        .annotate(pairs=Count("entries", filter=Q(entries__state=Entry.State.ENTERED)))
        .order_by("starts_at", "pk")
    )
    by_status = list(events)
    return EventList(
        running=tuple(event for event in by_status if event.status in RUNNING),
        upcoming=tuple(event for event in by_status if event.status in UPCOMING),
        past=tuple(event for event in reversed(by_status) if event.status in PAST),
    )


def entries_of(event: Event) -> EntryList:
    """Read the entry list with people and check-ins: 2 queries."""
    playing = Player.objects.select_related("person").order_by("place")
    entries = list(
        event.entries.filter(state__in=LISTED)
        .select_related("check_in")
        .prefetch_related(Prefetch("players", playing, to_attr="everybody"))
    )
    return EntryList(
        pairs=tuple(entry for entry in entries if entry.state == Entry.State.ENTERED),
        singles=tuple(entry for entry in entries if entry.state == Entry.State.SINGLE),
        left=tuple(
            entry
            for entry in entries
            if entry.state in {Entry.State.WITHDRAWN, Entry.State.REMOVED}
        ),
    )


def at_tables(event: Event) -> QuerySet[Match]:
    """Read what is called or in play now, by table: 2 queries."""
    sides = Side.objects.select_related("entry", "source").order_by("place")
    return (
        event.matches.filter(state__in=[Match.State.CALLED, Match.State.PLAYING])
        .select_related("table")
        .prefetch_related(Prefetch("sides", sides))
        .order_by("table__number")
    )

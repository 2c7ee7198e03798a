"""The rules of an event over time: versions, whom a change concerns, and what is fixed by now."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Min, Q
from django.db.models.functions import Coalesce

from tournament.models import Draw, Entry, Event, Match, RulesVersion
from tournament.models.draws import LIST_CLOSED

IN_THE_EVENT = (Entry.State.ENTERED, Entry.State.SINGLE)
NOBODY_PLAYED = (Match.Reason.BYE, Match.Reason.NO_ONE)
AT_PLAY = (Match.State.CALLED, Match.State.PLAYING, Match.State.FINISHED)
WITH_ENTRIES = frozenset({Event.Status.REGISTRATION, Event.Status.CHECK_IN})


@dataclass(frozen=True, slots=True)
class Reader:
    """An entry that a change of the rules concerns, with the singles it is made of."""

    entry: Entry
    made_of: tuple[Entry, ...]

    @property
    def addresses(self) -> frozenset[str]:
        """Where letters to this entry go, each address once."""
        return frozenset(it.email.lower() for it in (self.entry, *self.made_of) if it.email)


def rules_are_open(event: Event) -> bool:
    """Whether the rules may still be changed: until the list is closed for the draw. 1 query."""
    if event.status not in WITH_ENTRIES:
        return event.status == Event.Status.DRAFT
    closed = event.draws.filter(kind=Draw.Kind.BRACKET, state__in=LIST_CLOSED)
    return not closed.exists()


def readers_of(event: Event) -> Iterator[Reader]:
    """Find everybody who is in the event and left an address: 2 queries."""
    singles: dict[int | None, list[Entry]] = {}
    for single in event.entries.filter(state=Entry.State.JOINED).order_by("pk"):
        singles.setdefault(single.joined_as_id, []).append(single)
    for entry in event.entries.filter(state__in=IN_THE_EVENT).order_by("pk"):
        reader = Reader(entry, tuple(singles.get(entry.pk, ())))
        if reader.addresses:
            yield reader


def letters_due(event: Event) -> int:
    """Count the letters that a change of the rules sends: 2 queries, none for a draft."""
    if event.status == Event.Status.DRAFT:
        return 0
    return sum(len(reader.addresses) for reader in readers_of(event))


def versions_of(event: Event) -> list[RulesVersion]:
    """Read every version of the rules, the newest first: 1 query."""
    return list(event.rules_versions.select_related("by").order_by("-number"))


def fixed_since(event: Event) -> Mapping[int, datetime]:
    """Say since when each round is fixed, by rounds to go: 1 query.

    A round is fixed when its first match is called. A match won without play counts as called; a
    bye does not.
    """
    if not event.rounds:
        return {}
    rows = (
        event.matches.filter(Q(called_at__isnull=False) | Q(state__in=AT_PLAY))
        .exclude(reason__in=NOBODY_PLAYED)
        .values("round")
        .annotate(since=Min(Coalesce("called_at", "started_at", "finished_at", "hand_at")))
        .order_by("round")
    )
    return {event.rounds - row["round"] + 1: row["since"] for row in rows}

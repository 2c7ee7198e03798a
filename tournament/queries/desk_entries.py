"""The entry list as the desk needs it: who is in, who has come, who still looks for a partner."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Prefetch, QuerySet

from tournament.models import Draw, Entry, Event, Incident, Player, Side
from tournament.models.people import name_key

State = Entry.State


@dataclass(frozen=True, slots=True)
class Roll:
    """The entry list of one event, split the way it is worked through."""

    pairs: Sequence[Entry]
    singles: Sequence[Entry]
    gone: Sequence[Entry]
    arrived: int
    places: int | None

    @property
    def places_left(self) -> int | None:
        """How many more pairs fit in; None where there is no limit."""
        return None if self.places is None else max(0, self.places - len(self.pairs))


def roll_of(event: Event) -> Roll:
    """Read the whole list in two queries, however long it is."""
    entries = list(with_people(event.entries.exclude(state=State.JOINED)))
    pairs = [entry for entry in entries if entry.state == State.ENTERED]
    return Roll(
        pairs=pairs,
        singles=[entry for entry in entries if entry.state == State.SINGLE],
        gone=[entry for entry in entries if entry.state in {State.WITHDRAWN, State.REMOVED}],
        arrived=sum(has_come(entry) for entry in pairs),
        places=event.places,
    )


def with_people(entries: QuerySet[Entry]) -> QuerySet[Entry]:
    """Bring the check-in and the names of the players along."""
    players = Player.objects.select_related("person").order_by("place", "pk")
    return entries.select_related("check_in").prefetch_related(Prefetch("players", players))


def has_come(entry: Entry) -> bool:
    """Whether an entry is checked in, from a row that brought its check-in along."""
    return getattr(entry, "check_in", None) is not None


def found(entries: Sequence[Entry], wanted: str) -> list[Entry]:
    """Keep the entries whose team or one of whose people carries the words looked for."""
    words = name_key(wanted)
    return [entry for entry in entries if words in _all_names(entry)]


def singles_of(event: Event) -> QuerySet[Entry]:
    """Those who still look for a partner, in the order of their names: two queries."""
    return with_people(event.entries.filter(state=State.SINGLE))


def partner_lot(event: Event) -> Draw | None:
    """Find the lot of partners whose list is closed and that waits for its public value."""
    return event.draws.filter(kind=Draw.Kind.PARTNERS, state=Draw.State.FROZEN).first()


def players_of(event: Event) -> QuerySet[Player]:
    """Everybody who plays or has played in an event, with their teams; who plays now comes last."""
    players = event.players.select_related("person", "entry")
    return players.exclude(entry__state=State.JOINED).order_by("active", "pk")


def incidents_of(event: Event) -> QuerySet[Incident]:
    """List what was seen and ruled in an event, newest first."""
    return event.incidents.select_related("person", "entry", "substitute", "by").order_by("-pk")


def open_sides(entry: Entry) -> list[Side]:
    """Where an entry stands in the bracket now and later: its slots that are not played out yet."""
    sides = entry.sides.exclude(match__state="finished").order_by("round", "pk")
    return list(sides.select_related("match__above", "match__table"))


def _all_names(entry: Entry) -> str:
    people = (player.person.name_key for player in entry.players.all())
    return " ".join((entry.name_key, *people))

"""Who sits at a table of the club now, so that nobody is called to a second one."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournament.models import Event, Match, Player

AT_TABLE = (Match.State.CALLED, Match.State.PLAYING)
LIVE = (Event.Status.DRAWN, Event.Status.RUNNING)


@dataclass(frozen=True, slots=True)
class Seat:
    """Where somebody sits: at which table, for which match of which event."""

    person: str
    event: int
    event_name: str
    match: int
    table: int


def seats_of(club_id: int, *, leaving: Iterable[int] = ()) -> dict[int, Seat]:
    """Map everybody who was called or plays at a club now to their seat: 1 query.

    ``leaving`` are matches that give their table up in the same act.
    """
    taken = Player.objects.filter(
        active=True,
        event__club=club_id,
        event__status__in=LIVE,
        event__archived_at=None,
        entry__sides__match__state__in=AT_TABLE,
        entry__sides__gone=False,
    ).exclude(entry__sides__match__in=list(leaving))
    rows = taken.values_list(
        "person",
        "person__name",
        "event",
        "event__name",
        "entry__sides__match__number",
        "entry__sides__match__table__number",
    )
    return {
        person: Seat(name, event, event_name, match, table)
        for person, name, event, event_name, match, table in rows
    }


def people_of(matches: Iterable[Match]) -> Mapping[int, set[int]]:
    """Map each match to the people who are to play it: 1 query."""
    playing = Player.objects.filter(
        active=True,
        entry__sides__match__in=[match.pk for match in matches],
        entry__sides__gone=False,
    )
    found: dict[int, set[int]] = {match.pk: set() for match in matches}
    for person, match in playing.values_list("person", "entry__sides__match"):
        if match in found:
            found[match].add(person)
    return found

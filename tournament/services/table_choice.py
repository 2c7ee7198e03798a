"""Which match goes to which table: by waiting, by what staff pinned, and nobody to two tables."""

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from tournament.models import Event, Match, Table
from tournament.models.people import Club
from tournament.queries.seated import AT_TABLE, LIVE, Seat, people_of, seats_of
from tournament.refusals import Refusal, Stale


def free_tables(event: Event) -> list[Table]:
    """List the open tables of an event that hold no match, longest free first."""
    held = Match.objects.filter(table=OuterRef("pk"), state__in=AT_TABLE)
    tables = event.tables.filter(~Exists(held), state=Table.State.OPEN)
    return sorted(tables, key=lambda t: (t.free_since is not None, t.free_since, t.number))


def next_calls(event: Event) -> list[tuple[Match, Table]]:
    """Say which matches the free tables call now, the longest-waiting first: at most 4 queries.

    A pinned match goes to its table alone, and that table is kept for it while it is ready. Matches
    that are held, and those whose people sit at another table of the club, are passed by.
    """
    ready = list(event.matches.filter(state=Match.State.READY, held=False))
    free = free_tables(event) if ready else []
    if not free:
        return []
    kept = {match.pinned_id for match in ready}
    pinned = {table.pk: table for table in free if table.pk in kept}
    open_to_all = [table for table in free if table.pk not in kept]
    pairs = []
    for match in _unseated(event, sorted(ready, key=lambda it: (it.ready_at, it.number))):
        if match.pinned_id:
            table = pinned.pop(match.pinned_id, None)
        else:
            table = open_to_all.pop(0) if open_to_all else None
        if table:
            pairs.append((match, table))
    return pairs


def refuse_call(
    event: Event, match: Match, table: Table, *, leaving: tuple[Match, ...] = ()
) -> None:
    """Refuse to call a locked, ready match to a table it must not go to.

    Args:
        event: locked.
        match: ready.
        table: where it is to go.
        leaving: matches that give their table up in the same act.

    Raises:
        Refusal: the table is not in use or kept for another match, or the match is pinned to one.
        Stale: the table is taken, or somebody of the match sits at another table of the club.
    """
    if not event.tables.filter(pk=table.pk, state=Table.State.OPEN).exists():
        raise Refusal("table_off", {"table": _("This table is not in use. Choose another one.")})
    busy = event.matches.filter(table=table, state__in=AT_TABLE)
    if taken := busy.exclude(pk__in=[it.pk for it in leaving]).first():
        raise Stale(
            "table_taken",
            _("Table %(table)d now has match %(match)d. Choose another one.")
            % {"table": table.number, "match": taken.number},
        )
    _refuse_pinned(match, table)
    _refuse_kept(event, match, table)
    _refuse_seated(event, match, leaving)


def lock_people(event: Event) -> None:
    """Let no other event of the club call anybody meanwhile. The event is locked already."""
    others = Event.objects.filter(club=event.club_id, status__in=LIVE, archived_at=None)
    if others.exclude(pk=event.pk).exists():
        Club.objects.select_for_update(no_key=True).get(pk=event.club_id)


def _refuse_pinned(match: Match, table: Table) -> None:
    if match.pinned and match.pinned_id != table.pk:
        told = _(
            "Match %(match)d is pinned to table %(table)d. Call it there, or take the pin off."
        )
        words = {"match": match.number, "table": match.pinned.number}
        raise Refusal("pinned_elsewhere", {"table": told % words})


def _refuse_kept(event: Event, match: Match, table: Table) -> None:
    kept_for = (
        event.matches.filter(pinned=table, state=Match.State.READY, held=False)
        .exclude(pk=match.pk)
        .order_by("ready_at", "number")
        .first()
    )
    if kept_for and match.pinned_id != table.pk:
        told = _(
            "Table %(table)d is kept for match %(match)d, which is pinned to it. Choose another."
        )
        words = {"table": table.number, "match": kept_for.number}
        raise Refusal("table_kept", {"table": told % words})


def _refuse_seated(event: Event, match: Match, leaving: tuple[Match, ...]) -> None:
    seats = seats_of(event.club_id, leaving=[it.pk for it in leaving])
    sitting = [seats[it] for it in people_of([match])[match.pk] if it in seats]
    if sitting:
        raise Stale("sits_elsewhere", _seat_words(event, sitting[0]))


def _seat_words(event: Event, seat: Seat) -> str:
    told = {"person": seat.person, "table": seat.table, "match": seat.match}
    if seat.event == event.pk:
        return _("%(person)s still sits at table %(table)d, for match %(match)d.") % told
    return _(
        "%(person)s still sits at table %(table)d of the event %(event)s, for match %(match)d."
    ) % (told | {"event": seat.event_name})


def _unseated(event: Event, ready: list[Match]) -> list[Match]:
    """Pass by the matches whose people sit somewhere, or are called by this very round of calls."""
    people, seated = people_of(ready), set(seats_of(event.club_id))
    found = []
    for match in ready:
        if not people[match.pk] & seated:
            seated |= people[match.pk]
            found.append(match)
    return found

"""A whole event that is over, written in a few statements: for sizes nobody plays in a test."""

from uuid import uuid4

from django.utils.timezone import now

from tests.factories import DrawFactory, EventFactory
from tournament.models import Entry, Event, Match, Side
from tournament.services.bracket import write_bracket


def finished_in_bulk(entries):
    """Enter so many pairs, draw them in the order they came, and let the upper one always win."""
    event = EventFactory(status=Event.Status.RUNNING)
    rows = [
        Entry(
            event=event,
            name=f"Pair {number}",
            name_key=f"pair {number:04}",
            email=f"pair{number}@example.org",
            entry_key=uuid4(),
        )
        for number in range(1, entries + 1)
    ]
    rows = Entry.objects.bulk_create(rows)
    draw = DrawFactory(event=event, state="drawn", slots=[row.ref for row in rows])
    write_bracket(draw, rows)
    _play_all(event)
    return event


def _play_all(event):
    """Let the first side of every match win, up to the final."""
    moment, winners = now(), {}
    sides = list(event.sides.select_related("match").order_by("match__round", "place"))
    for side in sides:
        if side.source_id:
            side.kind, side.entry_id = Side.Kind.TEAM, winners[side.source_id]
        if side.place == 0:
            winners[side.match_id] = side.entry_id
            side.games = 1
    Side.objects.bulk_update(sides, ["kind", "entry", "games"])
    matches = list(event.matches.all())
    for match in matches:
        match.winner_id, match.state, match.reason = winners[match.pk], "finished", "played"
        match.game_number, match.hand_number = 1, 9
        match.finished_at = match.advanced_at = moment
    written = ["winner", "state", "reason", "game_number", "hand_number"]
    Match.objects.bulk_update(matches, [*written, "finished_at", "advanced_at"])
    final = next(match for match in matches if match.above_id is None)
    event.champion_id, event.status, event.finished_at = final.winner_id, "finished", moment
    event.save()

"""An event on its way to the draw, and a look at everything the public can see of it."""

from datetime import UTC, datetime

from tests.factories import CheckInFactory, ClubFactory
from tests.stage import QUICK, director_of, entered, work
from tournament.services.draw import freeze_list
from tournament.services.events import create_event, open_check_in, open_registration
from tournament.services.results import Standing, report_result, start_match

DICE = "twenty ten-sided dice rolled in the hall"


def at_check_in(entries, *, came=None, **details):
    """Set an event up whose check-in is open; all have come unless told."""
    club = ClubFactory()
    by = director_of(club)
    rules = QUICK | details.pop("rules", {})
    event = create_event(
        club,
        by=by,
        name="Garden Night",
        starts_at=datetime(2026, 9, 5, 18, 0, tzinfo=UTC),
        rules=rules,
        auto_call=False,
        **details,
    )
    event = entered(open_registration(event, by=by), entries)
    event = open_check_in(event, by=by)
    for entry in event.entries.order_by("pk")[:came]:
        CheckInFactory(entry=entry)
    return event


def frozen(entries, **details):
    """Set an event up whose list is closed; give the event and the attempt."""
    event = at_check_in(entries, **details)
    return event, freeze_list(event, by=director_of(event.club))


def to_the_end(event):
    """Let the first who is there win every match, round by round, until nothing is open."""
    work()
    while match := event.matches.filter(state="ready").order_by("round").first():
        places = [side.place for side in match.sides.order_by("place") if side.plays]
        start_match(match)
        report_result(match, winner_place=places[0], game=1, hand=1, sides={
            place: Standing(games=0, points=0, bags=0) for place in places
        })  # fmt: skip
        work()
    assert event.matches.exclude(state="finished").count() == 0
    event.refresh_from_db()
    return event


def fixed(draw):
    """Read every column of an attempt that says something about the draw, as it is stored."""
    draw.refresh_from_db()
    names = [
        "algorithm", "secret", "commitment", "public_source", "public_value", "entries", "options",
        "list_hash", "seed", "order", "slots", "committed_at", "frozen_at", "drawn_at",
        "drawn_by_id",
    ]  # fmt: skip
    return {name: getattr(draw, name) for name in names}

"""An event on its feet: entered, drawn, played and worked off through the services alone."""

from datetime import UTC, datetime
from itertools import count
from uuid import uuid4

from relay.models import Message
from relay.tasks import deliver
from scoring.services import open_game, record_hand
from tests.factories import ClubFactory, MembershipFactory
from tournament.actors import Actor
from tournament.models import Match, Player
from tournament.services.calls import call_match, free_tables
from tournament.services.draw import draw_bracket
from tournament.services.entries import enter_pair, enter_player
from tournament.services.events import create_event, open_check_in, open_registration
from tournament.services.tables import add_table

QUICK = {"best_of": 1, "target_score": 100}
"""One hand of ten tricks bid and made decides a match."""
SIDES = (("N", "S"), ("E", "W"))
PLACES = {0: "NS", 1: "EW"}


def director_of(club):
    """Make somebody who directs a club, as an actor."""
    return Actor(user=MembershipFactory(club=club).user)


def open_event(*, tables=0, club=None, auto_call=False, **rules):
    """Set an event up and open its registration."""
    club = club or ClubFactory()
    event = create_event(
        club,
        by=director_of(club),
        name="Garden Night",
        starts_at=datetime(2026, 9, 5, 18, 0, tzinfo=UTC),
        rules=QUICK | rules,
        auto_call=auto_call,
        tables=tables,
    )
    return open_registration(event, by=director_of(club))


def entered(event, entries):
    """Enter numbered pairs, each with an address, or players alone; give the event back."""
    if event.players_each == 1:
        for number in range(1, entries + 1):
            enter_player(
                event,
                person_name=f"Ada {number}",
                email=f"ada{number}@example.org",
                entry_key=uuid4(),
                by=Actor(),
            )
        return event
    for number in range(1, entries + 1):
        enter_pair(
            event,
            name=f"Pair {number}",
            first=f"Ada {number}",
            second=f"Ben {number}",
            email=f"pair{number}@example.org",
            entry_key=uuid4(),
            by=Actor(),
        )
    return event


def drawn_event(entries, **words):
    """Set an event up, let so many enter and draw its bracket; no errand has run yet.

    ``variant="cutthroat"``, ``"solo"`` or ``"two_handed"`` makes it an event of single players.
    """
    event = entered(open_event(**words), entries)
    by = director_of(event.club)
    open_check_in(event, by=by)
    draw_bracket(event, by=by, everyone=True)
    event.refresh_from_db()
    return event


def work(limit=1000):
    """Do what a worker would: every task in the outbox, and those that come of them."""
    for done in count():
        message = Message.objects.filter(channel="task", done_at=None).order_by("pk").first()
        if message is None:
            return done
        assert done < limit, f"the outbox does not run dry: {message}"
        assert deliver(message.pk)
    return None


def match_of(event, number):
    """Read a match by its number."""
    return event.matches.select_related("event", "table").get(number=number)


def at_a_table(match):
    """Call a ready match to a free table, or to one more when all are taken."""
    match.refresh_from_db()
    if match.state == Match.State.READY:
        by = director_of(match.event.club)
        table = next(iter(free_tables(match.event)), None) or add_table(match.event, by=by)
        match = call_match(match, table, by=by)
    return match


def seating_of(match):
    """Seat the partners of each side as they were written down."""
    return {
        seat: player.pk
        for side, seats in zip(match.sides.order_by("place"), SIDES, strict=True)
        for seat, player in zip(
            seats, Player.objects.filter(entry=side.entry_id, active=True), strict=True
        )
    }


def opened(match, number=1):
    """Call a match if need be and open a game of it."""
    match = at_a_table(match)
    return open_game(
        match,
        game_number=number,
        seating=seating_of(match),
        first_dealer="N",
        by=Actor(table=match.table),
    )


def winning_hand(place):
    """Ten tricks bid and eleven made for one side; the other makes its two."""
    ours, theirs = SIDES[place], SIDES[1 - place]
    bids = dict(zip((*ours, *theirs), ("6", "4", "1", "1"), strict=True))
    return {"bids": bids, "tricks": {PLACES[place]: 11, PLACES[1 - place]: 2}}


def enter_hand(game, place=0, **changes):
    """Write the next hand of a game so that one side wins it."""
    game.refresh_from_db()
    words = {
        "number": game.next_number,
        **winning_hand(place),
        "entry_key": uuid4(),
        "by": Actor(table=game.match.table),
    }
    return record_hand(game, **(words | changes))


def played(match, winner=0):
    """Play a match to its end; nothing has been advanced afterwards."""
    match.refresh_from_db()
    while match.is_open:
        number = match.games.filter(attempt=match.attempt).exclude(winner="").count() + 1
        game = opened(match, number)
        while not game.winner:
            game = enter_hand(game, winner)
        match.refresh_from_db()
    return match

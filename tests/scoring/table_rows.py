"""A table in play, ready to be looked at: rows and posts that the tests of the faces share."""

from uuid import uuid4

from django.urls import reverse

from tests.factories import EntryFactory, EventFactory, MatchFactory, TableFactory
from tournament.models import Event, Match

KEYS = {"HTTP_HX_REQUEST": "true"}
"""What htmx adds to its requests."""


def called_match(**rules):
    """Make a match of two named pairs that has been called to table 4."""
    event = EventFactory(status=Event.Status.RUNNING, rules=rules)
    pairs = (
        EntryFactory(event=event, name="Bag Ladies", people=("Hazel Greene", "Clover Hill")),
        EntryFactory(event=event, name="Trick or Treaty", people=("Basil Moss", "Fern Wood")),
    )
    table = TableFactory(event=event, number=4)
    return MatchFactory(
        event=event,
        number=1,
        position=0,
        state=Match.State.CALLED,
        table=table,
        teams=pairs,
        best_of=rules.get("best_of", 3),
    )


def address(match, name, *numbers):
    """Give an address of the table a match is at."""
    return reverse(f"scoring:{name}", args=[match.table.token, *numbers])


def open_next(client, match, number=1, **changes):
    """Open a game at the table: usual seats, North deals."""
    data = {"match": f"{match.number}.1", "first_dealer": "N"} | changes
    return client.post(address(match, "open-game", number), data)


def bid(client, match, seat, made, *, game=1, number=1, **more):
    """Tap one key of the bidding."""
    data = {"match": f"{match.number}.1", "seat": seat, "bid": made}
    return client.post(address(match, "bid", game, number), data, **more)


def bid_all(client, match, *bids, game=1, number=1, first="E"):
    """Tap four bids in order."""
    start = "NESW".index(first)
    for place, made in enumerate(bids):
        bid(client, match, "NESW"[(start + place) % 4], made, game=game, number=number)


def save(client, match, taken, *, game=1, number=1, key=None, **answers):
    """Save the tricks of a hand; ``answers`` are other fields or request headers."""
    headers = {name: answers.pop(name) for name in list(answers) if name.startswith("HTTP_")}
    data = {
        "match": f"{match.number}.1",
        "tricks_NS": taken,
        "entry_key": key or uuid4(),
        **answers,
    }
    return client.post(address(match, "tricks", game, number), data, **headers)


def play(client, match, bids, taken, *, game=1, number=1):
    """Bid and save one whole hand; West, South, East and North take turns to deal."""
    first = "ESWN"[(number - 1) % 4]
    bid_all(client, match, *bids, game=game, number=number, first=first)
    return save(client, match, taken, game=game, number=number)

"""Whatever staff do at the desk, another door of the desk leads back to how it was."""

from uuid import uuid4

import pytest
from django.urls import reverse

from tests.factories import CheckInFactory
from tests.stage import at_a_table, director_of, drawn_event, entered, match_of, open_event, work
from tests.tournament.desk_cast import address, signed_in
from tournament.models import CheckIn, Event
from tournament.services.events import open_check_in

pytestmark = pytest.mark.django_db

COUNTED = {"version", "free_since", "hand_at"}
"""Counts of changes, and moments that have passed: they only go on."""


def registering():
    return entered(open_event(tables=2), 4)


def checking_in():
    event = open_check_in(registering(), by=director_of(open_event().club))
    CheckInFactory(entry=event.entries.first())
    return event


def drawn():
    event = drawn_event(4, tables=2)
    work()
    return event


def called():
    event = drawn()
    at_a_table(match_of(event, 1))
    return event


def over():
    event = drawn_event(2)
    Event.objects.filter(pk=event.pk).update(status=Event.Status.FINISHED)
    return event


def entry(event):
    return event.entries.order_by("pk").last().pk


def table(event):
    return event.tables.get(number=2).pk


BACK = [
    # how the event stands, the door and what it is sent, the door back and what it is sent
    (registering, ("step", "open-check-in"), {}, ("step", "reopen-registration"), {}),
    (checking_in, ("check-in", entry), {}, ("undo-check-in", entry), {}),
    (called, ("call-match", 2), {"table": 2}, ("uncall", 2), {}),
    (drawn, ("table-state", 2), {"state": "off"}, ("table-state", 2), {"state": "free"}),
    (drawn, ("auto-call",), {"auto_call": "on"}, ("auto-call",), {"auto_call": "off"}),
    (drawn, ("pin", 1), {"table": table}, ("pin", 1), {"table": ""}),
    (drawn, ("skip", 1), {"held": "yes"}, ("skip", 1), {"held": "no"}),
    (called, ("here", 1, "a"), {"here": "yes"}, ("here", 1, "a"), {"here": "no"}),
    (drawn, ("end", 1, "walkover", "a"), {}, "act", {}),
    (drawn, ("end", 1, "walkover", "ab"), {}, "act", {}),
    (drawn, ("withdraw", entry), {"reason": "flu"}, "act", {}),
    (over, ("step", "archive"), {}, ("step", "unarchive"), {}),
]


def picture(event):
    """Read all that a door of the desk may change in an event, without what only counts on."""
    rows = {
        "event": Event.objects.filter(pk=event.pk),
        "entries": event.entries.order_by("pk"),
        "players": event.players.order_by("pk"),
        "check-ins": CheckIn.objects.filter(entry__event=event).order_by("pk"),
        "tables": event.tables.order_by("pk"),
        "matches": event.matches.order_by("pk"),
        "sides": event.sides.order_by("pk"),
    }
    return {
        kind: [{name: it for name, it in row.items() if name not in COUNTED} for row in found]
        for kind, found in ((kind, found.values()) for kind, found in rows.items())
    }


def press(client, event, door, sent):
    """Press a button of the desk; it must lead on."""
    if door == "act":
        page = reverse("hands:take-back-act", args=[event.slug, 1])
    else:
        page = address(door[0], event, *(it(event) if callable(it) else it for it in door[1:]))
    filled = {name: it(event) if callable(it) else it for name, it in sent.items()}
    answer = client.post(page, {"entry_key": uuid4(), **filled})
    assert answer.status_code == 302, answer.content.decode()


@pytest.mark.parametrize(
    ("stand", "there", "sent", "back", "sent_back"),
    BACK,
    ids=["-".join(part for part in it[1] if isinstance(part, str)) for it in BACK],
)
def test_what_is_done_at_the_desk_is_undone_at_the_desk(
    client, stand, there, sent, back, sent_back
):
    """There was no way back from a slip of the desk but to delete the event."""
    event = stand()
    signed_in(client, event.club)
    before = picture(event)
    press(client, event, there, sent)
    done = picture(event)
    assert done != before
    press(client, event, back, sent_back)
    assert picture(event) == before

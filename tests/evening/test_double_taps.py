"""Every button of the site, found by its pages and pressed twice with the very same form."""

from uuid import uuid4

import pytest

from scoring.services import record_bid
from tests.evening.tapping import double_taps
from tests.factories import CheckInFactory, ClubFactory
from tests.stage import (
    at_a_table,
    director_of,
    drawn_event,
    enter_hand,
    entered,
    match_of,
    open_event,
    opened,
    played,
    work,
)
from tests.tournament.desk_cast import address, signed_in
from tournament.actors import Actor
from tournament.services.departures import award_walkover
from tournament.services.draw import freeze_list
from tournament.services.entries import enter_single
from tournament.services.events import open_check_in
from tournament.services.reveal import begin_reveal

pytestmark = pytest.mark.django_db


def registering():
    event = entered(open_event(tables=2), 4)
    for number in (1, 2, 3):
        enter_single(
            event,
            person_name=f"Solo {number}",
            email=f"solo{number}@example.org",
            entry_key=uuid4(),
            by=Actor(),
        )
    return event, []


def checking_in():
    event, _more = registering()
    open_check_in(event, by=director_of(event.club))
    for number in (1, 2, 3):
        CheckInFactory(entry=event.entries.get(name=f"Pair {number}"))
    return event, []


def frozen():
    event, _more = checking_in()
    freeze_list(event, by=director_of(event.club))
    return event, ["draw/", "draw/aside/?attempt=1"]


def revealing():
    event, _more = frozen()
    begin_reveal(event, by=director_of(event.club))
    return event, ["draw/"]


def running():
    """One match is in play, one is bid on, one waits for its tricks, one is called, one is over."""
    event = drawn_event(16, tables=6, best_of=3, target_score=500)
    by = director_of(event.club)
    work()
    first = opened(match_of(event, 1))
    enter_hand(first)
    bidding = opened(match_of(event, 2))
    record_bid(bidding, number=1, seat="E", bid="3")
    tricks = opened(match_of(event, 3))
    for seat in "ESWN":
        record_bid(tricks, number=1, seat=seat, bid="3")
    called = at_a_table(match_of(event, 4))
    award_walkover(match_of(event, 5), absent=[0], by=by)
    work()
    tables = [f"/t/{it.table.token}/" for it in (bidding.match, tricks.match, called)]
    matches = f"/desk/e/{event.slug}/matches/"
    pages = [f"{matches}{it}/" for it in ("1/hands", 4, 5, 6, "5/result", "6/pin", "6/skip")]
    return event, [*tables, *pages]


def drawn():
    event = drawn_event(4, tables=2)
    work()
    return event, ["draw/again/?attempt=1"]


def over():
    event = drawn_event(2)
    played(match_of(event, 1))
    work()
    return event, ["steps/archive/"]


STAGES = [registering, checking_in, frozen, revealing, running, drawn, over]
WHOLE = [registering, checking_in, running]
"""Of these every page is read; of the others those that they are about."""
DOORS = {
    "desk": "auto-call begin-reveal call call-match change-round check-in end/forfeit end/walkover"
    " freeze here lot make-draw new-entry new-event new-single new-table pair-singles pin redraw"
    " result reveal-next reveal-rest revoke seeds set-aside setup skip step/archive step/cancel"
    " step/open-check-in step/reopen-registration substitute swap table-state uncall undo-check-in"
    " wait withdraw withdraw-several",
    "hands": "correct rule take-back-act",
    "scoring": "bid here misdeal open-game take-back tricks",
    "tournament": "enter partner",
}
"""Whose buttons were seen to do something; what they ask for more than this has its own tests."""


@pytest.mark.sweep
def test_every_button_pressed_twice_with_one_form_does_what_one_press_does(client):
    """A double click began two runs, entered a team twice, or flipped what it had just done."""
    done = {"logout"}
    for stage in STAGES:
        event, pages = stage()
        signed_in(client, event.club)
        desk = f"/desk/e/{event.slug}/"
        starts = [it if it.startswith("/") else desk + it for it in pages]
        follow = stage in WHOLE
        starts += ["/desk/", desk, f"/e/{event.slug}/"] if follow else []
        for door, statuses, once, twice in double_taps(client, *starts, done=done, follow=follow):
            told = f"{door} of {stage.__name__}: {statuses}"
            assert max(statuses) < 500, told
            assert [name for name in once if once[name] != twice[name]] == [], told
    doors = {f"{room}:{name}" for room, names in DOORS.items() for name in names.split()}
    assert doors <= done


def test_a_table_added_by_two_taps_is_one_table(client):
    """A second tap on "Add a table" added another one, which nobody had set up in the hall."""
    event = open_event(tables=2)
    signed_in(client, event.club)
    hall = address("hall", event)
    for last, tables in [("2", 3), ("2", 3), ("3", 4), ("", 5)]:
        assert client.post(address("new-table", event), {"after": last}).url == hall
        assert event.tables.count() == tables


def test_an_event_set_up_by_two_taps_is_one_event(client):
    """A form sent twice made two events of one name, and people entered one each."""
    club = ClubFactory()
    signed_in(client, club)
    page = client.get(f"/desk/clubs/{club.slug}/new/")
    typed = {"name": "One Night", "zone": "UTC", "starts_at": "2026-09-05T18:00", "tables": "2"}
    typed |= {"best_of": "3", "target_score": "500", "public_source": "none"}
    typed["entry_key"] = page.context["key"]

    first, second = (client.post(f"/desk/clubs/{club.slug}/new/", typed) for _tap in range(2))
    assert (first.status_code, first.url, club.events.count()) == (302, second.url, 1)
    changed = client.post(f"/desk/clubs/{club.slug}/new/", typed | {"name": "Next Night"})
    assert (changed.url != first.url, club.events.count()) == (True, 2)

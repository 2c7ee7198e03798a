"""Who was removed from an event stays out of it, by every way in, and of no other."""

from uuid import uuid4

import pytest

from tests.factories import EntryFactory, EventFactory, PersonFactory, PlayerFactory, UserFactory
from tournament.actors import Actor
from tournament.refusals import Refusal
from tournament.services import entries, events
from tournament.services.conduct import record_incident

pytestmark = [pytest.mark.django_db, pytest.mark.everywhere]


@pytest.fixture
def by():
    return Actor(user=UserFactory())


@pytest.fixture
def event(by):
    return events.open_registration(EventFactory(status="draft"), by=by)


@pytest.fixture
def person(event, by):
    """Somebody who was removed from the event before its draw."""
    person = PersonFactory(club=event.club, name="Mo Reed", email="mo@example.org")
    entry = EntryFactory(event=event, people=())
    PlayerFactory(entry=entry, person=person, place=1)
    PlayerFactory(entry=entry, place=2)
    remove(event, person, by)
    return person


def remove(event, person, by, substitute=""):
    return record_incident(
        event,
        person=person,
        kind="other",
        ruling="removal",
        note="",
        substitute=substitute,
        entry_key=uuid4(),
        by=by,
    )


def enter(event, by, **form):
    pair = {"name": "Back", "first": "Moses", "second": "Ida", "email": ""} | form
    return entries.enter_pair(event, entry_key=uuid4(), by=by, **pair)


def refused(act, *args, **words):
    with pytest.raises(Refusal) as refusal:
        act(*args, **words)
    return refusal.value.fields


@pytest.mark.parametrize("place", ["first", "second"])
def test_who_was_removed_does_not_enter_the_same_event_again(event, person, by, place):
    said = f"mo reed was removed from this event. Ask {event.club.contact}."

    assert refused(enter, event, by, **{place: "mo  reed"}) == {place: said}
    assert set(refused(enter, event, by, email="MO@example.org")) == {"email"}


def test_who_was_removed_is_nobodys_substitute_there(event, person, by):
    other = EntryFactory(event=event).players.first().person

    for substitute in ("mo reed", person):
        assert set(refused(remove, event, other, by, substitute)) == {"substitute"}


def test_who_was_removed_once_enters_the_next_event(event, person, by):
    later = EventFactory(club=event.club, status="draft")
    again = enter(events.open_registration(later, by=by), by, first=person.name)

    assert again.players.first().person == person

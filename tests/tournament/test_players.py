"""Events in which everybody plays alone: one person, one entry, one place."""

from uuid import uuid4

import pytest

from tests.factories import EventFactory, PersonFactory
from tests.stage import director_of, drawn_event
from tournament.actors import Actor
from tournament.log import sentence
from tournament.models import Entry, Incident
from tournament.refusals import Refusal
from tournament.services.conduct import record_incident
from tournament.services.entries import (
    check_in,
    enter_pair,
    enter_player,
    enter_single,
    withdraw_entry,
)
from tournament.services.events import open_check_in
from tournament.services.singles import close_singles, pair_by_lot, pair_singles

pytestmark = pytest.mark.django_db
ALONE = "In this event everybody plays alone: enter one name at a time."


def event_of_players(**facts):
    """An event of Cutthroat whose registration is open."""
    return EventFactory(rules={"variant": "cutthroat"}, **facts)


def enter(event, person_name="Ana", email="", by=None, **more):
    """Enter one player."""
    words = {"entry_key": uuid4(), **more}
    return enter_player(event, person_name=person_name, email=email, by=by or Actor(), **words)


def refused(act, *args, **words):
    """Give the sentences of a refusal by field."""
    with pytest.raises(Refusal) as refusal:
        act(*args, **words)
    return refusal.value.fields


def test_a_player_enters_under_the_own_name_and_holds_a_place():
    event = event_of_players(places=2)

    entry = enter(event, "  Ana   Lima ", "Ana@example.org")

    assert (entry.name, entry.state) == ("Ana Lima", Entry.State.ENTERED)
    assert [player.person.name for player in entry.players.all()] == ["Ana Lima"]
    assert sentence(event.log.first()) == "Ana Lima entered."


def test_the_last_place_goes_to_one_player():
    event = event_of_players(places=2)
    enter(event, "Ana")
    enter(event, "Ben")

    assert refused(enter, event, "Cleo") == {"": "All 2 places are taken."}


def test_two_players_of_one_name_must_be_told_apart_by_it():
    event = event_of_players()
    enter(event, "Ana", "ana@example.org")
    told = (
        "ANA has already entered this event. If this is somebody else of the same name, add "
        "something that tells the two apart."
    )

    assert refused(enter, event, "ANA", "other@example.org") == {"person_name": told}
    assert refused(enter, event, "ANA", another_person=True) == {"person_name": told}

    other = enter(event, "Ana (North)", "other@example.org")
    assert event.players.values("person").distinct().count() == 2
    assert other.name == "Ana (North)"


def test_everything_wrong_with_a_player_is_said_at_once():
    assert refused(enter, event_of_players(), "", "no address") == {
        "person_name": "Enter a name.",
        "email": "This is no e-mail address. It looks like name@example.org.",
    }


def test_a_second_tap_is_the_same_player():
    event, key = event_of_players(), uuid4()

    assert enter(event, entry_key=key) == enter(event, entry_key=key)
    assert event.entries.count() == 1


def test_somebody_known_at_the_club_is_the_same_person_again():
    event = event_of_players()
    known = PersonFactory(club=event.club, name="Ana")

    assert enter(event).players.get().person == known


def test_nobody_enters_as_a_pair_or_looks_for_a_partner():
    event = event_of_players()
    pair = {"name": "T", "first": "Ana", "second": "Ben", "email": ""}
    words = {"entry_key": uuid4(), "by": Actor()}

    assert refused(enter_pair, event, **pair, **words) == {"": ALONE}
    assert refused(enter_single, event, person_name="Ana", email="", **words) == {"": ALONE}


def test_there_is_no_pairing_of_any_kind():
    event, by = event_of_players(), Actor()
    one, other = enter(event, "Ana"), enter(event, "Ben")

    assert refused(pair_singles, one, other, by=by) == {"": ALONE}
    assert refused(close_singles, event, by=by) == {"": ALONE}
    assert refused(pair_by_lot, event, by=by) == {"": ALONE}


def test_nobody_enters_an_event_of_pairs_to_play_alone():
    told = "This event is played in pairs: enter two people as a team, or find a partner."

    assert refused(enter, EventFactory()) == {"": told}


def test_who_withdrew_may_enter_again_under_the_same_name():
    event = event_of_players()
    withdraw_entry(enter(event), by=Actor())

    assert enter(event).name == "Ana"


def test_a_player_who_is_removed_takes_the_entry_along():
    event = event_of_players()
    entry = enter(event)
    record_incident(
        event,
        person=entry.players.get().person,
        kind=Incident.Kind.TABLE_TALK,
        ruling=Incident.Ruling.REMOVAL,
        note="",
        entry_key=uuid4(),
        by=director_of(event.club),
    )

    entry.refresh_from_db()
    assert entry.state == Entry.State.REMOVED
    assert refused(enter, event) == {
        "person_name": "Ana was removed from this event. Ask Dana, dana@example.org."
    }


def test_a_player_is_checked_in():
    event = event_of_players()
    entry, by = enter(event), director_of(event.club)
    open_check_in(event, by=by)
    check_in(entry, by=by)

    assert sentence(event.log.first()) == "Ana checked in."


@pytest.mark.parametrize("variant", ["cutthroat", "solo", "two_handed"])
def test_players_are_drawn_into_a_bracket(variant):
    event = drawn_event(6, variant=variant)

    assert event.players_each == 1
    assert [entry.name for entry in event.entries.all()] == [f"Ada {n}" for n in range(1, 7)]

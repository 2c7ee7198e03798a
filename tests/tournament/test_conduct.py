"""Zero tolerance: what a ruling does now, and what it does at every event after."""

from uuid import uuid4

import pytest

from relay.models import Letter
from tests.factories import (
    EntryFactory,
    EventFactory,
    IncidentFactory,
    PersonFactory,
    SingleFactory,
    UserFactory,
)
from tests.stage import drawn_event, work
from tournament.actors import SYSTEM, Actor
from tournament.models import Entry, Incident, Match, Person
from tournament.refusals import Refusal
from tournament.services import entries, events
from tournament.services.conduct import record_incident, removal_bars, removals
from tournament.services.draw import freeze_list

pytestmark = pytest.mark.django_db


@pytest.fixture
def by():
    return Actor(user=UserFactory())


def rule(event, person, by, **form):
    words = {"kind": "table_talk", "ruling": "removal", "note": "", "entry_key": uuid4()} | form
    return record_incident(event, person=person, by=by, **words)


def refused(*args, **words):
    with pytest.raises(Refusal) as refusal:
        rule(*args, **words)
    return refusal.value.fields


def players_of(entry):
    return [p.person.name for p in entry.players.filter(active=True)]


def match_in_play(by):
    """A drawn event of four, the first pair of its first match, and one of that pair."""
    event = drawn_event(4)
    match = event.matches.get(number=1)
    entry = match.sides.get(place=0).entry
    return event, match, entry, entry.players.first().person


def test_a_warning_changes_nothing_but_the_record(by):
    event, _match, entry, person = match_in_play(by)

    incident = rule(event, person, by, ruling="warning", note=" Talked across. ")

    assert (incident.entry, incident.note, incident.by) == (entry, "Talked across.", by.user)
    entry.refresh_from_db()
    assert (entry.state, removals(person)) == ("entered", 0)


def test_a_removal_forfeits_the_match_and_the_other_pair_goes_on(by):
    """Whoever was disqualified stayed in the bracket, and each later match had to be forfeited."""
    event, match, entry, person = match_in_play(by)
    other = match.sides.get(place=1).entry

    rule(event, person, by)
    work()

    match.refresh_from_db()
    entry.refresh_from_db()
    assert (entry.state, match.reason, match.winner) == ("removed", "removal", other)
    assert match.above.sides.get(place=match.above_place).entry == other


def test_a_removal_before_the_draw_takes_the_pair_off_the_list(by):
    event = EventFactory(status="check_in")
    entry = EntryFactory(event=event)

    rule(event, entry.players.first().person, by)

    entry.refresh_from_db()
    assert (entry.state, players_of(entry)) == ("removed", [])


def test_a_removed_single_leaves_no_pair_behind(by):
    single = SingleFactory()

    rule(single.event, single.players.first().person, by)

    single.refresh_from_db()
    assert single.state == Entry.State.REMOVED


@pytest.mark.everywhere
def test_a_substitute_takes_the_seat_and_the_pair_plays_on(by):
    event, match, entry, person = match_in_play(by)
    version = match.version

    incident = rule(event, person, by, substitute=" Cleo  Reed ")

    match.refresh_from_db()
    entry.refresh_from_db()
    assert (entry.state, match.state, match.version) == ("entered", "ready", version + 1)
    assert incident.substitute.name == "Cleo Reed"
    assert players_of(entry)[0] == "Cleo Reed"
    assert person.name not in players_of(entry)


def test_a_substitute_keeps_the_place_of_the_one_removed(by):
    event, _match, entry, _person = match_in_play(by)
    second = entry.players.get(place=2).person

    rule(event, second, by, substitute=PersonFactory(club=event.club, name="Cleo"))

    assert entry.players.get(active=True, place=2).person.name == "Cleo"


def test_somebody_who_still_needs_a_partner_may_be_the_substitute(by):
    event, _match, entry, person = match_in_play(by)
    single = SingleFactory(event=event, name="Cleo", people=("Cleo",))

    rule(event, person, by, substitute="cleo")

    single.refresh_from_db()
    assert (single.state, single.joined_as) == ("joined", entry)
    assert "Cleo" in players_of(entry)


def test_letters_go_to_the_pair_and_to_the_single_who_joined_it(by):
    event, _match, entry, person = match_in_play(by)
    single = SingleFactory(event=event, name="Cleo", people=("Cleo",), email="cleo@example.org")
    rule(event, person, by, substitute="Cleo")
    entries.withdraw_entry(event.matches.get(number=1).sides.get(place=1).entry, by=by)
    work()

    told = Letter.objects.filter(fact__startswith="you_won:").values_list("to", flat=True)
    assert sorted(told) == sorted([entry.email, single.email])


@pytest.mark.parametrize("name", ["Ada 3", "x" * 81, "\x00"])
def test_a_substitute_who_plays_already_or_has_no_name_is_refused(by, name):
    event, _match, entry, person = match_in_play(by)
    taken = event.players.exclude(entry=entry).first().person.name if name == "Ada 3" else name

    assert set(refused(event, person, by, substitute=taken)) == {"substitute"}
    assert Incident.objects.count() == 0


def test_nobody_is_their_own_substitute(by):
    event, _match, _entry, person = match_in_play(by)

    assert set(refused(event, person, by, substitute=person)) == {"substitute"}
    assert set(refused(event, person, by, substitute=person.name)) == {"substitute"}


def test_the_barred_are_nobody_s_substitute(by):
    event, _match, _entry, person = match_in_play(by)
    barred = PersonFactory(club=event.club, name="Mo Reed", barred_at=event.starts_at)

    for substitute in (barred, "mo reed"):
        assert (
            "may no longer play" in refused(event, person, by, substitute=substitute)["substitute"]
        )


def test_a_warning_has_no_substitute(by):
    event, _match, _entry, person = match_in_play(by)

    assert set(refused(event, person, by, ruling="warning", substitute="Cleo")) == {"substitute"}


def test_every_fault_of_the_form_is_named_at_once(by):
    event = EventFactory()

    faults = refused(
        event, PersonFactory(club=event.club), by, kind="", ruling="x", note="x" * 1001
    )

    assert set(faults) == {"person", "kind", "ruling", "note"}


def test_somebody_removed_is_not_removed_again_in_the_same_event(by):
    event, _match, _entry, person = match_in_play(by)
    rule(event, person, by)

    assert set(refused(event, person, by)) == {"person"}
    assert not Person.objects.get(pk=person.pk).is_barred


def test_one_key_is_one_incident(by):
    event, _match, _entry, person = match_in_play(by)
    key = uuid4()

    first, again = (rule(event, person, by, entry_key=key) for _ in range(2))

    assert (first, Incident.objects.count()) == (again, 1)


def test_a_form_of_another_event_records_nothing_there(by):
    event, _match, _entry, person = match_in_play(by)
    key = uuid4()
    rule(event, person, by, entry_key=key)
    other, _match, _entry, somebody = match_in_play(by)

    assert set(refused(other, somebody, by, entry_key=key)) == {""}
    assert Incident.objects.count() == 1


def test_who_is_removed_while_the_list_is_closed_is_struck(by):
    event = EventFactory(status="draft")
    events.open_registration(event, by=by)
    pair, _other = EntryFactory.create_batch(2, event=event)
    events.open_check_in(event, by=by)
    freeze_list(event, by=by, everyone=True)

    rule(event, pair.players.first().person, by)

    pair.refresh_from_db()
    assert pair.state == Entry.State.REMOVED
    assert pair.ref in {line["id"] for line in event.draws.get(state="frozen").entries}


def test_only_staff_record_an_incident():
    event = EventFactory()

    with pytest.raises(ValueError, match="only staff"):
        rule(event, PersonFactory(), SYSTEM)


@pytest.mark.everywhere
def test_a_second_removal_in_a_later_event_bars_for_good(by):
    person = PersonFactory()
    for strike in range(2):
        event = EventFactory(club=person.club)
        entries.enter_pair(event, name="T", first=person.name, second=f"Partner {strike}",
                           email="", entry_key=uuid4(), by=by)  # fmt: skip
        assert removal_bars(event, person) == bool(strike)
        rule(event, person, by)
        person.refresh_from_db()
        assert (person.is_barred, removals(person)) == (bool(strike), strike + 1)

    assert event.log.filter(key="person_barred", public=False).count() == 1


def test_warnings_never_bar(by):
    person = PersonFactory()
    for event in EventFactory.create_batch(3, club=person.club):
        IncidentFactory(event=event, person=person, ruling="warning")

    assert removals(person) == 0


def test_a_removal_in_the_final_ends_the_event(by):
    event = drawn_event(2)
    final = event.matches.get()
    loser, winner = (side.entry for side in final.sides.all())

    rule(event, loser.players.first().person, by)
    work()

    event.refresh_from_db()
    assert (event.status, event.champion) == ("finished", winner)


def test_a_ruling_after_the_end_counts_but_moves_nothing(by):
    event = drawn_event(2)
    event.matches.update(state=Match.State.FINISHED, reason="played")
    type(event).objects.filter(pk=event.pk).update(status="finished")
    entry = event.entries.first()

    rule(event, entry.players.first().person, by)

    entry.refresh_from_db()
    assert (entry.state, removals(entry.players.first().person)) == ("entered", 1)

"""The way in and out before the draw, by every mistake people make at the door."""

import threading
from uuid import uuid4

import pytest
from django.db import connection
from django.utils.timezone import now

from relay.models import Letter
from tests.factories import (
    ClubFactory,
    DrawFactory,
    EntryFactory,
    EventFactory,
    PersonFactory,
    SingleFactory,
    UserFactory,
)
from tournament.actors import SYSTEM, Actor
from tournament.models import Entry, Person, Player
from tournament.refusals import Refusal, Stale
from tournament.services import entries

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return EventFactory(club=ClubFactory(name="Garden Club", contact="Dana, 555 0100"))


@pytest.fixture
def staff():
    return Actor(user=UserFactory())


def enter(event, by=SYSTEM, **form):
    words = {"name": "Bag Ladies", "first": "Ana Díaz", "second": "Ben Okafor", "email": ""}
    words |= {"entry_key": uuid4()} | form
    return entries.enter_pair(event, by=by, **words)


def alone(event, name="Cleo", by=SYSTEM, email="", key=None, **form):
    return entries.enter_single(
        event, person_name=name, email=email, entry_key=key or uuid4(), by=by, **form
    )


def refused(act, *args, **words):
    with pytest.raises(Refusal) as refusal:
        act(*args, **words)
    return refusal.value.fields


def test_a_pair_enters_with_its_names_as_written(event):
    entry = enter(event, name=" Bag  Ladies ", first="Ana  Díaz", email=" Ana@Example.org ")

    assert (entry.name, entry.email, entry.state) == ("Bag Ladies", "Ana@Example.org", "entered")
    people = [(p.place, p.person.name, p.person.email) for p in entry.players.all()]
    assert people == [(1, "Ana Díaz", "ana@example.org"), (2, "Ben Okafor", "")]


@pytest.mark.parametrize(
    ("team", "first", "second"),
    [
        ("王牌", "李小龍", "毛澤東"),
        ("الملوك", "محمد علي", "فاطمة"),
        ("می‌خواهم", "نرگس", "پریسا"),
        ("Ассы", "Анна", "Борис"),
        ("🂡 Aces 🂡", "Zoë O'Brien-Smith", "Jean-Luc d'Arc"),
        ("1", "A", "Ł"),
    ],
)
def test_names_in_any_script_are_taken_as_they_are(event, team, first, second):
    entry = enter(event, name=team, first=first, second=second)

    assert (entry.name, [p.person.name for p in entry.players.all()]) == (team, [first, second])


@pytest.mark.everywhere
@pytest.mark.parametrize(
    "name",
    ["", "   ", "\x00", "Bag\nLadies", "Bag\x07Ladies", "Bag\u202eseidaL", "---", "\u200d",
     "\ud800", "x" * 81, "ﷺ" * 40, "Bag\u200bLadies", "Bag\u3164Ladies", "\u2800", "\u115f",
     "Ba" + "\u0335" * 6 + "g", "Ba" + "\u0335\u200d" * 6 + "g"],
)  # fmt: skip
@pytest.mark.parametrize("field", ["name", "first", "second"])
def test_a_name_that_cannot_be_shown_or_kept_is_refused_beside_its_field(event, field, name):
    faults = refused(enter, event, **{field: name})

    assert set(faults) == {field}
    assert Person.objects.count() == Entry.objects.count() == 0


def test_the_longest_name_fits(event):
    assert enter(event, name="x" * 80, first="y" * 80, second="ß" * 80).name == "x" * 80


@pytest.mark.everywhere
@pytest.mark.parametrize(
    "email", ["ana", "ana@", "@example.org", "a b@example.org", "ana@example.org\x00",
              "ana@example.org\nBcc: x@example.org", "a" * 250 + "@example.org"],
)  # fmt: skip
def test_an_address_that_is_none_is_refused(event, email):
    assert set(refused(enter, event, email=email)) == {"email"}


def test_every_fault_is_named_at_once_and_nothing_is_written(event):
    enter(event)

    faults = refused(enter, event, name="BAG  ladies", first="", second="\x00", email="nobody")

    assert set(faults) == {"name", "first", "second", "email"}
    assert Entry.objects.count() == 1


def test_a_team_name_is_taken_in_any_spelling(event):
    enter(event, name="Straße")

    faults = refused(enter, event, name=" STRASSE ", first="Cleo", second="Dev")

    assert faults == {"name": "STRASSE is already taken in this event. Choose another name."}


def test_a_team_name_is_free_again_once_its_pair_has_left(event, staff):
    entries.withdraw_entry(enter(event), by=staff)

    assert enter(event, first="Cleo", second="Dev").name == "Bag Ladies"


def test_a_pair_needs_two_people(event):
    faults = refused(enter, event, first="Ana Díaz", second="ANA DÍAZ")

    assert faults == {"second": "A pair needs two different people."}


def test_father_and_son_of_one_name_may_play_when_they_say_so(event):
    entry = enter(event, first="John Smith", second="John Smith", another_person=True)

    assert len({player.person_id for player in entry.players.all()}) == 2


@pytest.mark.everywhere
def test_a_person_enters_an_event_once_however_they_come(event):
    enter(event)
    alone(event, "Cleo")

    assert set(refused(enter, event, name="T2", first="Eve", second="ana díaz")) == {"second"}
    assert set(refused(enter, event, name="T3", first="Cleo", second="Eve")) == {"first"}
    assert set(refused(alone, event, "Ben Okafor")) == {"person_name"}
    assert set(refused(alone, event, "cleo")) == {"person_name"}


def test_somebody_already_in_is_told_with_whom(event):
    enter(event)

    faults = refused(enter, event, name="T2", first="Ana Díaz", second="Eve")

    assert faults["first"].startswith("Ana Díaz has already entered this event, as Bag Ladies.")


def test_another_person_of_a_name_already_in_becomes_a_person_of_their_own(event):
    enter(event)

    entry = enter(event, name="T2", second="Eve", another_person=True)

    assert entry.name == "T2"
    assert Person.objects.filter(name="Ana Díaz").count() == 2


def test_somebody_known_at_the_club_is_the_same_person_again(event):
    enter(event, email="ana@example.org")
    later = EventFactory(club=event.club)

    enter(later, first="ANA DÍAZ", second="Cleo")

    assert Person.objects.filter(name_key="ana díaz").count() == 1


def test_the_address_tells_two_of_one_name_apart(event):
    old = PersonFactory(club=event.club, name="Ana Díaz", email="old@example.org")
    new = PersonFactory(club=event.club, name="Ana Díaz", email="new@example.org")

    entry = enter(event, email="New@example.org")

    assert (entry.players.first().person, old.played.count()) == (new, 0)


def test_a_person_met_without_an_address_is_known_by_it_from_now_on(event):
    person = PersonFactory(club=event.club, name="Ana Díaz")

    enter(event, email="ana@example.org")

    person.refresh_from_db()
    assert person.email == "ana@example.org"


def test_people_of_another_club_are_other_people(event):
    stranger = PersonFactory(name="Ana Díaz", barred_at=now())

    entry = enter(event)

    assert entry.players.first().person != stranger


@pytest.mark.parametrize("place", ["first", "second"])
def test_the_barred_are_refused_by_name_in_either_place_and_told_whom_to_ask(event, place, staff):
    PersonFactory(club=event.club, name="Mo Reed", barred_at=now())
    sentence = "mo reed may no longer play at the events of Garden Club. Ask Dana, 555 0100."

    for by in (SYSTEM, staff):
        assert refused(enter, event, by, **{place: "mo  reed"}) == {place: sentence}


@pytest.mark.parametrize(
    "spelling",
    ["MO  REED", "\uff2do\u00a0Reed", "M\u200do Reed", "Mo Re\u200ced", "Mo\ufe0f Reed",
     "Mo \U000e0100Reed", "Mo\u2028Reed", "M\u180bo Reed"],
)  # fmt: skip
def test_the_barred_are_known_in_every_spelling_that_looks_the_same(event, spelling):
    PersonFactory(club=event.club, name="Mo Reed", barred_at=now())

    assert "may no longer play" in refused(enter, event, first=spelling)["first"]


@pytest.mark.parametrize("address", ['"\x07"@example.org', "\u212an@example.org", '"\x7f"@a.org'])
def test_an_address_that_no_letter_can_reach_is_refused(event, address):
    assert set(refused(enter, event, email=address)) == {"email"}


def test_the_barred_are_refused_alone_and_by_address_under_another_name(event):
    PersonFactory(club=event.club, name="Mo Reed", email="mo@example.org", barred_at=now())

    assert set(refused(alone, event, "Mo Reed")) == {"person_name"}
    assert set(refused(alone, event, "Moses", email=" MO@example.org")) == {"email"}
    assert set(refused(enter, event, email="mo@example.org")) == {"email"}


def test_only_staff_may_say_that_a_barred_name_is_somebody_else(event, staff):
    barred = PersonFactory(club=event.club, name="Mo Reed", barred_at=now())

    assert set(refused(enter, event, first="Mo Reed", another_person=True)) == {"first"}
    entry = enter(event, staff, first="Mo Reed", another_person=True)

    assert entry.players.first().person != barred


def test_one_key_is_one_entry(event):
    key = uuid4()

    first = enter(event, entry_key=key)
    again = enter(event, entry_key=key)

    assert (first.pk, Entry.objects.count()) == (again.pk, 1)
    assert event.log.count() == 1


@pytest.mark.parametrize(
    "other",
    [
        {"name": "Typed anew"},
        {"first": "Eve"},
        {"second": "Fay"},
        {"first": "Ben Okafor", "second": "Ana Díaz"},
        {"email": "eve@example.org"},
    ],
)
def test_a_key_that_has_made_an_entry_makes_no_other(event, other):
    key = uuid4()
    enter(event, entry_key=key)

    with pytest.raises(Stale, match="This form has already entered Bag Ladies"):
        enter(event, entry_key=key, **other)

    assert Entry.objects.count() == 1


def test_a_form_sent_again_is_known_after_the_pair_has_changed(event):
    key = uuid4()
    entry = enter(event, entry_key=key)
    entries.withdraw_entry(entry, by=Actor())

    assert enter(event, entry_key=key) == entry


def test_one_key_is_one_single(event):
    key = uuid4()

    assert alone(event, key=key) == alone(event, key=key)


def test_a_form_of_another_event_is_refused(event):
    key = uuid4()
    enter(event, entry_key=key)

    assert set(refused(enter, EventFactory(), entry_key=key)) == {""}


def test_one_key_still_gives_its_entry_after_registration_closed(event):
    key = uuid4()
    first = enter(event, entry_key=key)
    type(event).objects.filter(pk=event.pk).update(status="drawn")

    assert enter(event, entry_key=key) == first


@pytest.mark.parametrize("status", ["draft", "drawn", "running", "finished", "cancelled"])
def test_nobody_enters_when_registration_is_not_open(status, staff):
    event = EventFactory(status=status)

    for by in (SYSTEM, staff):
        assert refused(enter, event, by) == {"": "Registration is not open."}
        assert refused(alone, event, by=by) == {"": "Registration is not open."}


def test_during_check_in_only_staff_enter(staff):
    event = EventFactory(status="check_in")

    assert set(refused(enter, event)) == {""}
    assert enter(event, staff).entered_by == staff.user


def test_nobody_enters_once_the_list_is_closed(staff):
    event = EventFactory(status="check_in")
    DrawFactory(event=event, state="frozen")

    with pytest.raises(Stale):
        enter(event, staff)


def test_the_last_place_goes_to_one_pair_and_singles_hold_none():
    event = EventFactory(places=2)
    alone(event, "Cleo")
    enter(event)
    EntryFactory(event=event)

    assert refused(enter, event, name="T3", first="Eve", second="Fay") == {
        "": "All 2 places are taken."
    }
    assert alone(event, "Gus").state == Entry.State.SINGLE


def test_a_full_event_still_names_the_other_faults():
    event = EventFactory(places=2)
    EntryFactory.create_batch(2, event=event)

    assert set(refused(enter, event, name="")) == {"", "name"}


def test_a_single_of_a_name_used_by_a_team_gets_a_number(event):
    enter(event, name="Cleo")

    assert alone(event, "Cleo").name == "Cleo (2)"


def test_the_confirmation_is_one_letter_and_needs_an_address(event):
    key = uuid4()
    for _ in range(2):
        entry = enter(event, email="ana@example.org", entry_key=key)
    enter(event, name="T2", first="Cleo", second="Dev")

    letter = Letter.objects.get()
    assert (letter.to, letter.fact) == (
        "ana@example.org",
        f"entry_confirmed:event-{event.pk}:1:{entry.pk}",
    )


def test_withdraw_entry_frees_people_and_place_and_is_safe_twice(event, staff):
    entry = enter(event)
    for _ in range(2):
        entry = entries.withdraw_entry(entry, by=staff)

    assert (entry.state, entry.players.filter(active=True).count()) == ("withdrawn", 0)
    assert event.log.filter(key="entry_withdrawn").count() == 1
    assert enter(event).pk != entry.pk


@pytest.mark.parametrize("state", ["frozen", "revealing"])
def test_who_withdraws_after_the_list_is_closed_is_struck_and_stays_on_it(staff, state):
    event = EventFactory(status="check_in")
    listed, other = EntryFactory.create_batch(2, event=event)
    draw = DrawFactory(event=event, state=state, entries=[{"id": listed.ref, "name_hash": ""}])

    for entry in (listed, other):
        assert entries.withdraw_entry(entry, by=staff).state == Entry.State.WITHDRAWN

    draw.refresh_from_db()
    assert draw.entries == [{"id": listed.ref, "name_hash": ""}]
    assert [(line.key, line.params["team"]) for line in event.log.order_by("pk")] == [
        ("entry_struck", listed.name), ("entry_withdrawn", other.name),
    ]  # fmt: skip


def test_a_single_on_the_closed_list_of_the_lot_stays_others_may_go(staff):
    event = EventFactory()
    listed, other = SingleFactory.create_batch(2, event=event)
    DrawFactory(
        event=event, kind="partners", state="frozen", entries=[{"id": listed.ref, "name_hash": ""}]
    )

    assert entries.withdraw_entry(other, by=staff).state == Entry.State.WITHDRAWN
    with pytest.raises(Stale):
        entries.withdraw_entry(listed, by=staff)


@pytest.mark.parametrize("status", ["finished", "cancelled"])
def test_nobody_withdraws_from_an_event_that_is_over(status, staff):
    entry = EntryFactory(event=EventFactory(status=status))

    with pytest.raises(Stale):
        entries.withdraw_entry(entry, by=staff)

    entry.refresh_from_db()
    assert entry.state == Entry.State.ENTERED


def test_withdraw_entry_refuses_a_reason_that_is_too_long(event, staff):
    assert set(refused(entries.withdraw_entry, enter(event), by=staff, reason="x" * 201)) == {
        "reason"
    }


def test_check_in_and_back_are_each_safe_twice(staff):
    event = EventFactory(status="check_in")
    entry = EntryFactory(event=event)

    for _ in range(2):
        entries.check_in(entry, by=staff)
    assert entry.check_in.by == staff.user
    for _ in range(2):
        entries.undo_check_in(entry, by=staff)

    keys = list(event.log.order_by("pk").values_list("key", flat=True))
    assert keys == ["checked_in", "check_in_undone"]


@pytest.mark.parametrize("status", ["registration", "drawn", "running", "finished"])
def test_nobody_is_checked_in_when_check_in_is_not_open(status, staff):
    entry = EntryFactory(event=EventFactory(status=status))

    for act in (entries.check_in, entries.undo_check_in):
        with pytest.raises(Stale):
            act(entry, by=staff)


def test_who_has_left_is_not_checked_in(staff):
    entry = EntryFactory(event=EventFactory(status="check_in"), state="withdrawn")

    with pytest.raises(Stale, match="withdrawn"):
        entries.check_in(entry, by=staff)


def test_somebody_barred_since_is_refused_at_check_in(staff):
    entry = EntryFactory(event=EventFactory(status="check_in"), people=("Mo Reed", "Ana"))
    Person.objects.filter(name="Mo Reed").update(barred_at=now())

    faults = refused(entries.check_in, entry, by=staff)

    assert faults[""].startswith("Mo Reed may no longer play")


def test_entering_takes_the_same_queries_among_many_as_among_few(django_assert_num_queries):
    few, many = EventFactory(), EventFactory()
    EntryFactory.create_batch(30, event=many)

    with django_assert_num_queries(17) as counted:
        enter(few)
    with django_assert_num_queries(len(counted)):
        enter(many)


def in_parallel(acts):
    """Run the acts at once, each in a thread of its own, and collect what they gave or raised."""
    outcomes, gate = [None] * len(acts), threading.Barrier(len(acts))

    def run(number, act):
        gate.wait()
        try:
            outcomes[number] = act()
        except (Refusal, Stale) as refusal:
            outcomes[number] = refusal
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes


@pytest.mark.everywhere
@pytest.mark.django_db(transaction=True)
def test_five_parallel_posts_with_one_key_are_one_entry():
    """One entry came from several tabs at once and was entered as often."""
    event, key = EventFactory(), uuid4()

    outcomes = in_parallel([lambda: enter(event, entry_key=key)] * 5)

    assert len({outcome.pk for outcome in outcomes}) == 1
    assert (Entry.objects.count(), Player.objects.count()) == (1, 2)


@pytest.mark.everywhere
@pytest.mark.django_db(transaction=True)
def test_one_key_posted_to_two_events_at_once_enters_one_of_them():
    events, key = EventFactory.create_batch(2, club=ClubFactory()), uuid4()

    outcomes = in_parallel([lambda e=e: enter(e, entry_key=key) for e in events])

    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Entry", "Refusal"]
    assert Entry.objects.count() == 1


@pytest.mark.everywhere
@pytest.mark.django_db(transaction=True)
def test_the_last_place_goes_to_one_of_two_at_once():
    event = EventFactory(places=2)
    EntryFactory(event=event)

    outcomes = in_parallel(
        [
            lambda: enter(event),
            lambda: enter(event, name="T2", first="Cleo", second="Dev"),
        ]
    )

    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Entry", "Refusal"]
    assert event.entries.count() == 2


@pytest.mark.everywhere
@pytest.mark.django_db(transaction=True)
def test_one_person_entered_by_two_at_once_is_in_one_pair():
    """Two people entered the same player at once, and the event had the player twice."""
    event = EventFactory()

    outcomes = in_parallel(
        [lambda n=n: enter(event, name=f"T{n}", second=f"Partner {n}") for n in range(4)]
    )

    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Entry"] + ["Refusal"] * 3


@pytest.mark.everywhere
@pytest.mark.django_db(transaction=True)
def test_one_person_entering_two_events_of_a_club_at_once_is_one_person():
    events = EventFactory.create_batch(2, club=ClubFactory())

    in_parallel([lambda e=e: enter(e) for e in events])

    assert Person.objects.count() == 2

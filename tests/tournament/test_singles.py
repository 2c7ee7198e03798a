"""Those who came alone: paired by hand or by lot, held to the same rules as any pair."""

from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest
from django.db import connection
from django.utils.timezone import now

from engine import draws
from relay.models import Letter
from tests.factories import CheckInFactory, EntryFactory, EventFactory, SingleFactory, UserFactory
from tournament.actors import Actor
from tournament.models import CheckIn, Entry, Person
from tournament.queries.draw_facts import draw_facts
from tournament.refusals import Refusal, Stale
from tournament.services import events
from tournament.services.entries import enter_single
from tournament.services.singles import close_singles, pair_by_lot, pair_singles

pytestmark = pytest.mark.django_db


@pytest.fixture
def by():
    return Actor(user=UserFactory())


@pytest.fixture
def event():
    return open_event()


def open_event(**details):
    event = EventFactory(status="draft", **details)
    return events.open_registration(event, by=Actor(user=UserFactory()))


def alone(event, name, email=""):
    return enter_single(event, person_name=name, email=email, entry_key=uuid4(), by=Actor())


def crowd(event, people):
    return [alone(event, f"Single {n}", f"s{n}@example.org") for n in range(people)]


def refused(act, *args, **words):
    with pytest.raises(Refusal) as refusal:
        act(*args, **words)
    return refusal.value.fields


def test_two_singles_become_a_pair_that_is_entered(event, by):
    ana, ben = alone(event, "Ana"), alone(event, "Ben")

    pair = pair_singles(ana, ben, name=" Late  Aces ", by=by)

    assert (pair.name, pair.state) == ("Late Aces", "entered")
    assert [p.person.name for p in pair.players.all()] == ["Ana", "Ben"]
    states = event.entries.filter(pk__in=[ana.pk, ben.pk]).values_list("state", "joined_as")
    assert list(states) == [("joined", pair.pk)] * 2


def test_a_pair_without_a_name_is_called_after_its_people(event, by):
    EntryFactory(event=event, name="Ana & Ben")

    pair = pair_singles(alone(event, "Ana"), alone(event, "Ben"), by=by)

    assert pair.name == "Ana & Ben (2)"


def test_pairing_the_same_two_twice_is_one_pair(event, by):
    ana, ben = alone(event, "Ana"), alone(event, "Ben")

    assert pair_singles(ana, ben, by=by) == pair_singles(ana, ben, by=by)
    assert event.entries.filter(state="entered").count() == 1


def test_both_are_told_whom_they_play_with(event, by):
    ana, ben = alone(event, "Ana", "ana@example.org"), alone(event, "Ben", "ben@example.org")

    pair_singles(ana, ben, name="Late Aces", by=by)

    letters = Letter.objects.filter(fact__startswith="partner_found:").order_by("to")
    assert [(letter.to, letter.subject) for letter in letters] == [
        ("ana@example.org", f"You have a partner for {event.name}: Ben"),
        ("ben@example.org", f"You have a partner for {event.name}: Ana"),
    ]


@pytest.mark.everywhere
def test_names_that_fold_into_many_letters_are_paired_by_lot_all_the_same(event, by):
    for letter in "ab":
        alone(event, "ﷺ" * 8 + letter)
    pair_by_lot(event, by=by)
    [pair] = event.entries.filter(state="entered")
    assert 0 < len(pair.name_key) <= 160


def test_nobody_is_their_own_partner(event, by):
    ana = alone(event, "Ana")

    assert set(refused(pair_singles, ana, ana, by=by)) == {"second"}


def test_a_single_of_another_event_is_no_partner(event, by):
    other = open_event()

    assert set(refused(pair_singles, alone(event, "Ana"), alone(other, "Ben"), by=by)) == {"second"}


def test_a_name_already_taken_is_refused_beside_its_field(event, by):
    EntryFactory(event=event, name="Aces")

    faults = refused(pair_singles, alone(event, "Ana"), alone(event, "Ben"), name="ACES", by=by)

    assert set(faults) == {"name"}


def test_all_faults_of_a_pairing_are_named_at_once(by):
    event = open_event(places=2)
    EntryFactory.create_batch(2, event=event)
    ana, ben = alone(event, "Ana"), alone(event, "Ben")
    Person.objects.filter(name__in=["Ana", "Ben"]).update(barred_at=now())

    faults = refused(pair_singles, ana, ben, name="x" * 81, by=by)

    assert set(faults) == {"", "name", "first", "second"}
    assert event.entries.filter(state="single").count() == 2


@pytest.mark.parametrize("state", ["withdrawn", "removed", "entered"])
def test_who_is_no_single_any_more_is_not_paired(event, by, state):
    ana, ben = alone(event, "Ana"), alone(event, "Ben")
    Entry.objects.filter(pk=ben.pk).update(state=state)

    with pytest.raises(Stale, match="no longer looking"):
        pair_singles(ana, ben, by=by)


def test_who_plays_with_somebody_else_is_not_paired(event, by):
    ana, ben, cleo = (alone(event, name) for name in ("Ana", "Ben", "Cleo"))
    pair_singles(ana, ben, by=by)

    with pytest.raises(Stale):
        pair_singles(ben, cleo, by=by)


def test_two_who_have_both_come_are_a_pair_that_has_come(by):
    event = EventFactory(status="check_in")
    here, also_here, absent, other = SingleFactory.create_batch(4, event=event)
    for single in (here, also_here, absent):
        CheckInFactory(entry=single)

    arrived = pair_singles(here, also_here, by=by)
    late = pair_singles(absent, other, by=by)

    assert CheckIn.objects.filter(entry=arrived).exists()
    assert not CheckIn.objects.filter(entry=late).exists()


@pytest.mark.parametrize("status", ["drawn", "running", "finished"])
def test_nobody_is_paired_after_the_draw(by, status):
    ana, ben = SingleFactory.create_batch(2, event=EventFactory(status=status))

    assert set(refused(pair_singles, ana, ben, by=by)) == {""}
    assert set(refused(pair_by_lot, ana.event, by=by)) == {""}


@pytest.mark.parametrize("people", [2, 3, 8, 9])
def test_the_lot_pairs_all_and_tells_the_odd_one(event, by, people):
    singles = crowd(event, people)

    drawn = pair_by_lot(event, by=by)

    pairs = event.entries.filter(state="entered")
    assert (pairs.count(), len(drawn.slots)) == (people // 2, people // 2)
    assert event.players.filter(active=True).count() == people
    left = event.entries.filter(state="single")
    told = Letter.objects.filter(fact__startswith="odd_one_out:").values_list("to", flat=True)
    assert left.count() == people % 2
    assert list(told) == list(left.values_list("email", flat=True))
    assert {s.email for s in singles} >= set(told)


def test_the_pairs_are_those_of_the_lot(event, by):
    crowd(event, 6)

    drawn = pair_by_lot(event, by=by)

    made = {frozenset(p.made_of.values_list("ref", flat=True))
            for p in event.entries.filter(state="entered")}  # fmt: skip
    assert made == {frozenset(pair) for pair in drawn.slots}


@pytest.mark.everywhere
def test_the_lot_has_its_own_commitment_and_can_be_repeated(event, by):
    crowd(event, 5)
    before = dict(event.draws.filter(kind="partners").values_list("attempt", "commitment"))

    drawn = pair_by_lot(event, by=by)
    facts = draw_facts(drawn)

    assert (drawn.kind, drawn.attempt, drawn.commitment) == ("partners", 1, before[1])
    assert draws.verify(facts, facts) == ()
    assert facts["odd_one_out"] == event.entries.get(state="single").ref
    assert event.draws.filter(kind="bracket", state="committed").count() == 8


def test_a_second_lot_for_late_comers_uses_the_next_attempt(event, by):
    crowd(event, 3)
    pair_by_lot(event, by=by)
    alone(event, "Late")

    again = pair_by_lot(event, by=by)

    assert (again.attempt, len(again.slots)) == (2, 1)


def test_a_double_tap_on_the_lot_pairs_nobody_twice(event, by):
    crowd(event, 4)
    pair_by_lot(event, by=by)

    assert refused(pair_by_lot, event, by=by) == {"": "There are no two people to pair."}
    assert event.entries.filter(state="entered").count() == 2


def test_the_lot_makes_no_more_pairs_than_there_are_places(by):
    event = open_event(places=2)
    EntryFactory(event=event)
    crowd(event, 4)

    assert refused(pair_by_lot, event, by=by) == {
        "": "There is 1 place left, and the lot would make 2 pairs."
    }


def test_somebody_barred_is_not_drawn_by_lot(event, by):
    crowd(event, 2)
    Person.objects.filter(name="Single 1").update(barred_at=now())

    assert refused(pair_by_lot, event, by=by)[""].startswith("Single 1 may no longer play")


def test_with_a_public_value_the_list_closes_first(by):
    event = open_event(public_source="beacon round 7")
    crowd(event, 4)
    with pytest.raises(Stale, match="Close the list first"):
        pair_by_lot(event, by=by, public_value="c0ffee")

    closed = close_singles(event, by=by)
    assert close_singles(event, by=by) == closed
    drawn = pair_by_lot(event, by=by, public_value="c0ffee")

    assert (drawn.pk, drawn.public_value) == (closed.pk, "c0ffee")


def test_while_the_list_is_closed_who_is_on_it_is_not_paired_by_hand(by):
    event = open_event(public_source="beacon round 7")
    first, second = crowd(event, 2)
    close_singles(event, by=by)
    others = alone(event, "Ana"), alone(event, "Ben")

    with pytest.raises(Stale, match="Draw first"):
        pair_singles(first, second, by=by)
    assert pair_singles(*others, by=by).state == Entry.State.ENTERED


def test_who_comes_after_the_list_is_closed_is_not_in_the_lot(by):
    event = open_event(public_source="beacon round 7")
    crowd(event, 2)
    close_singles(event, by=by)
    late = alone(event, "Late")

    pair_by_lot(event, by=by, public_value="c0ffee")

    late.refresh_from_db()
    assert late.state == Entry.State.SINGLE


@pytest.mark.everywhere
@pytest.mark.django_db(transaction=True)
def test_two_directors_pairing_one_single_at_once_make_one_pair():
    event = open_event()
    ana, ben, cleo = (alone(event, name) for name in ("Ana", "Ben", "Cleo"))
    by = Actor(user=UserFactory())

    def attempt(partner):
        try:
            return pair_singles(ana, partner, by=by).name
        except Stale:
            return "stale"
        finally:
            connection.close()

    with ThreadPoolExecutor() as pool:
        outcomes = list(pool.map(attempt, [ben, cleo]))

    assert outcomes.count("stale") == 1
    assert event.entries.filter(state="entered").count() == 1

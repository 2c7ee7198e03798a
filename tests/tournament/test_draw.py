"""The draw in the database: one per event, and repeatable by anybody."""

import json
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.timezone import now

from engine import draws
from relay.models import Letter, Message
from tests.factories import CheckInFactory, EntryFactory, EventFactory, SingleFactory, UserFactory
from tournament.actors import Actor
from tournament.models import Draw, Entry, Event, Match, Person, Player, Side
from tournament.models.people import name_key
from tournament.queries.draw_facts import draw_facts
from tournament.refusals import Refusal, Stale
from tournament.services import events
from tournament.services.draw import draw_bracket, freeze_list

pytestmark = pytest.mark.django_db
DICE = "twenty ten-sided dice rolled in the hall"


@pytest.fixture
def by():
    return Actor(user=UserFactory())


def at_check_in(pairs, *, came=None, email="", **details):
    """Make an event at check-in with so many pairs, all of whom have come unless told."""
    event = EventFactory(status="draft", **details)
    by = Actor(user=UserFactory())
    events.open_registration(event, by=by)
    entries = EntryFactory.create_batch(pairs, event=event, email=email)
    events.open_check_in(event, by=by)
    for entry in entries[:came]:
        CheckInFactory(entry=entry)
    event.refresh_from_db()
    return event


def crowd(pairs):
    """Make an event at check-in with a great many pairs, quickly."""
    event = at_check_in(0)
    people = Person.objects.bulk_create(
        Person(club=event.club, name=f"P {n}", name_key=f"p {n}") for n in range(2 * pairs)
    )
    entries = Entry.objects.bulk_create(
        Entry(event=event, name=f"T {n}", name_key=name_key(f"T {n}"), entry_key=uuid4(),
              email=f"t{n}@example.org")
        for n in range(pairs)
    )  # fmt: skip
    Player.objects.bulk_create(
        Player(entry=entries[n // 2], event=event, person=person, place=n % 2 + 1)
        for n, person in enumerate(people)
    )
    return event


def kinds(event, number):
    return Counter(event.sides.filter(round=number).values_list("kind", flat=True))


@pytest.mark.parametrize("pairs", range(2, 18))
def test_the_bracket_holds_every_pair_once_and_every_bye_in_round_one(by, pairs):
    event = at_check_in(pairs)

    draw_bracket(event, by=by)

    places = 1 << (pairs - 1).bit_length()
    byes = places - pairs
    assert event.matches.count() == places - 1
    assert kinds(event, 1) == Counter(team=pairs) + Counter(bye=byes)
    assert event.matches.filter(reason="bye", winner__isnull=False).count() == byes
    drawn = event.sides.filter(round=1, entry__isnull=False).values_list("entry", flat=True)
    assert sorted(drawn) == sorted(event.entries.values_list("pk", flat=True))
    assert event.sides.exclude(round=1).filter(kind="bye").count() == 0


@pytest.mark.everywhere
@pytest.mark.parametrize("pairs", [2, 3, 5, 8, 13])
def test_matches_are_numbered_round_by_round_and_know_the_one_above(by, pairs):
    event = at_check_in(pairs)

    draw_bracket(event, by=by)

    matches = list(event.matches.order_by("round", "position").select_related("above"))
    assert [match.number for match in matches] == list(range(1, len(matches) + 1))
    *others, final = matches
    assert final.above is None
    assert all(
        (match.above.round, match.above.position, match.above_place)
        == (match.round + 1, match.position // 2, match.position % 2)
        for match in others
    )
    sources = Side.objects.filter(event=event, round__gt=1).select_related("source", "match")
    assert all((s.source.above_id, s.source.above_place) == (s.match_id, s.place) for s in sources)


def test_a_team_beside_a_bye_is_seated_above_at_once(by):
    event = at_check_in(5)

    draw_bracket(event, by=by)

    for bye in event.matches.filter(reason="bye").select_related("above"):
        side = bye.above.sides.get(place=bye.above_place)
        assert (side.kind, side.entry) == (Side.Kind.TEAM, bye.winner)
        assert (bye.state, bye.advanced_at is not None) == (Match.State.FINISHED, True)
    meeting = event.matches.get(round=2, state=Match.State.READY)
    assert [side.kind for side in meeting.sides.all()] == ["team", "team"]


def test_bye_to_be_decided_and_team_are_three_things(by):
    event = at_check_in(3)

    draw_bracket(event, by=by)

    rows = {(s.round, s.kind, s.entry_id is None) for s in event.sides.all()}
    assert rows == {(1, "team", False), (1, "bye", True), (2, "team", False), (2, "tbd", True)}


def test_ready_matches_have_waited_since_the_draw_and_play_the_event_s_best_of(by):
    event = at_check_in(4, rules={"best_of": 5})

    draw_bracket(event, by=by)

    ready = event.matches.filter(state=Match.State.READY)
    assert [match.ready_at is not None for match in ready] == [True, True]
    assert {match.best_of for match in event.matches.all()} == {5}


def test_the_slots_of_the_draw_are_those_of_the_bracket(by):
    event = at_check_in(6)

    drawn = draw_bracket(event, by=by)

    sides = event.sides.filter(round=1).order_by("match__position", "place")
    assert [side.entry.ref if side.entry else None for side in sides] == drawn.slots


def test_the_event_is_drawn_told_and_logged(by):
    event = at_check_in(3, email="pair@example.org")

    drawn = draw_bracket(event, by=by)

    event.refresh_from_db()
    assert (event.status, drawn.state, drawn.drawn_by) == ("drawn", "drawn", by.user)
    assert Letter.objects.filter(fact__startswith="draw_published:").count() == 3
    assert Message.objects.filter(topic="tournament.call_tables").count() == 1
    assert event.log.first().params == {"count": 3, "attempt": 1}


def test_drawing_twice_is_one_draw(by):
    event = at_check_in(4)

    first, again = draw_bracket(event, by=by), draw_bracket(event, by=by)

    assert (first.pk, first.seed, event.matches.count()) == (again.pk, again.seed, 3)
    assert event.log.filter(key="draw_made").count() == 1


def test_only_the_pairs_that_came_are_drawn_and_the_others_are_out(by):
    """Who had paused was reported as paired, and who had come as left out."""
    event = at_check_in(5, came=3)

    draw_bracket(event, by=by)

    states = Counter(event.entries.values_list("state", flat=True))
    assert states == {"entered": 3, "withdrawn": 2}
    assert event.sides.filter(entry__state="withdrawn").count() == 0
    assert event.players.filter(active=True).count() == 6


def test_staff_may_draw_everybody_who_entered(by):
    event = at_check_in(4, came=0)

    draw_bracket(event, by=by, everyone=True)

    assert kinds(event, 1) == {"team": 4}


def test_singles_are_never_drawn(by):
    event = at_check_in(2)
    SingleFactory(event=event)

    draw_bracket(event, by=by, everyone=True)

    assert kinds(event, 1) == {"team": 2}


@pytest.mark.parametrize("came", [0, 1])
def test_a_draw_needs_two_pairs(by, came):
    event = at_check_in(3, came=came)

    with pytest.raises(Refusal) as refusal:
        draw_bracket(event, by=by)

    assert refusal.value.fields == {
        "": f"A draw needs two pairs that have checked in; there are {came}."
    }
    assert event.draws.filter(state="committed").count() == 16


@pytest.mark.parametrize("status", ["draft", "registration", "running", "finished", "cancelled"])
def test_nothing_is_drawn_outside_check_in(by, status):
    event = EventFactory(status=status)

    for act in (freeze_list, draw_bracket):
        with pytest.raises(Stale):
            act(event, by=by)


def test_a_pair_with_somebody_barred_since_is_not_drawn(by):
    event = at_check_in(2)
    person = event.players.first().person
    Person.objects.filter(pk=person.pk).update(barred_at=now())

    with pytest.raises(Refusal, match=person.name):
        draw_bracket(event, by=by)


def test_the_frozen_list_is_ids_and_name_hashes_sorted(by):
    event = at_check_in(4)

    frozen = freeze_list(event, by=by)

    lines = [draws.entry_line(draws.Sealed(**line)) for line in frozen.entries]
    assert lines == sorted(lines)
    assert frozen.list_hash == draws.list_hash([draws.Sealed(**line) for line in frozen.entries])
    assert event.entries.first().name not in json.dumps(frozen.entries)


def test_freezing_twice_keeps_the_list(by):
    event = at_check_in(4, came=3)
    first = freeze_list(event, by=by)

    again = freeze_list(event, by=by, everyone=True)

    assert (first.pk, first.list_hash) == (again.pk, again.list_hash)


def test_a_public_value_comes_after_the_list_and_is_mixed_in(by):
    event = at_check_in(4, public_source=DICE)
    with pytest.raises(Stale, match="Close the list first"):
        draw_bracket(event, by=by, public_value="12345678901234567890")

    freeze_list(event, by=by)
    drawn = draw_bracket(event, by=by, public_value=" 12345678901234567890 ")

    assert drawn.public_value == "12345678901234567890"
    assert drawn.seed == draws.seed(
        event.ref, 1, drawn.list_hash, bytes.fromhex(drawn.secret), "12345678901234567890"
    )


@pytest.mark.parametrize(
    ("source", "value"),
    [(DICE, ""), (DICE, "  "), (DICE, "x" * 201), (DICE, "1\x002"), ("none", "1")],
)
def test_a_public_value_that_does_not_fit_its_source_is_refused(by, source, value):
    event = at_check_in(2, public_source=source)
    freeze_list(event, by=by)

    with pytest.raises(Refusal) as refusal:
        draw_bracket(event, by=by, public_value=value)

    assert set(refusal.value.fields) == {"public_value"}
    event.refresh_from_db()
    assert event.status == Event.Status.CHECK_IN


def test_the_lowest_committed_attempt_is_used_and_the_others_stay_locked(by):
    event = at_check_in(2)

    drawn = draw_bracket(event, by=by)

    assert (drawn.attempt, drawn.published_secret) == (1, drawn.secret)
    others = event.draws.exclude(pk=drawn.pk)
    assert {(d.state, d.published_secret) for d in others} == {("committed", "")}


def test_anybody_can_repeat_the_draw_with_the_command_line(by):
    """A seed was published without the order it led to: nobody could hold one against the other."""
    event = at_check_in(6)
    facts = draw_facts(draw_bracket(event, by=by))

    answer = subprocess.run(
        [sys.executable, "-m", "engine", "verify", "-"],
        input=json.dumps(facts), capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert (answer.returncode, json.loads(answer.stdout)) == (0, {"equal": True, "differs": []})


def test_a_changed_name_or_seed_does_not_pass(by):
    facts = draw_facts(draw_bracket(at_check_in(6), by=by))
    renamed = [{**facts["entries"][0], "name": "Someone else"}, *facts["entries"][1:]]

    changed = {**facts, "entries": renamed}

    assert draws.verify(facts, facts) == ()
    assert set(draws.verify(changed, facts)) >= {"list_hash", "seed"}
    assert draws.verify(facts, {**facts, "seed": "00" * 32}) == ("seed",)


def test_facts_of_a_draw_that_is_not_made_are_not_told(by):
    frozen = freeze_list(at_check_in(2), by=by)

    with pytest.raises(Stale):
        draw_facts(frozen)


@pytest.mark.everywhere
def test_the_number_of_statements_hardly_grows_with_the_field(by):
    counted = {}
    for pairs in (8, 32):
        event = at_check_in(pairs, email="pair@example.org")
        with CaptureQueriesContext(connection) as queries:
            draw_bracket(event, by=by)
        counted[pairs] = len(queries)

    # Two more rounds; and SQLite takes its rows in batches, about sixty matches or ninety sides.
    assert counted[32] - counted[8] <= 8


@pytest.mark.everywhere
def test_a_thousand_pairs_are_drawn_in_seconds(by):
    event = crowd(1024)
    with CaptureQueriesContext(connection) as queries:
        draw_bracket(event, by=by, everyone=True)

    assert (event.matches.count(), kinds(event, 1)) == (1023, {"team": 1024})
    assert Letter.objects.filter(fact__startswith="draw_published:").count() == 1024
    assert len(queries) < 250
    assert sum(float(query["time"]) for query in queries) < 10


@pytest.mark.everywhere
@pytest.mark.django_db(transaction=True)
def test_two_directors_at_once_make_one_draw():
    event = at_check_in(5)
    directors = [Actor(user=user) for user in UserFactory.create_batch(2)]

    def attempt(by):
        try:
            return draw_bracket(event, by=by).seed
        finally:
            connection.close()

    with ThreadPoolExecutor() as pool:
        seeds = list(pool.map(attempt, directors))

    assert seeds[0] == seeds[1]
    assert (event.matches.count(), Draw.objects.filter(state="drawn").count()) == (7, 1)

"""An event from its set-up to check-in: every field judged at once, every step safe twice."""

from datetime import UTC, datetime, timedelta

import pytest

from engine import draws
from relay.models import Message
from tests.factories import ClubFactory, EntryFactory, EventFactory, MatchFactory, UserFactory
from tournament.actors import Actor
from tournament.models import Draw, Event, LogLine, Match, Table
from tournament.refusals import Refusal, Stale
from tournament.services import events, tables

pytestmark = pytest.mark.django_db
STARTS = datetime(2026, 9, 5, 18, 0, tzinfo=UTC)


@pytest.fixture
def by():
    return Actor(user=UserFactory())


def create(by, **details):
    words = {"name": "Garden Night", "starts_at": STARTS} | details
    return events.create_event(ClubFactory(), by=by, **words)


def faults_of(act, *args, **words):
    with pytest.raises(Refusal) as refusal:
        act(*args, **words)
    return refusal.value.fields


def test_create_event_makes_a_draft_with_tables_each_with_a_link_of_its_own(by):
    event = create(by, tables=3, name="  Garden   Night ")

    assert (event.name, event.status, event.slug) == ("Garden Night", "draft", "garden-night")
    assert [table.number for table in event.tables.all()] == [1, 2, 3]
    assert len({table.token for table in event.tables.all()}) == 3


def test_create_event_spells_out_every_rule_so_that_defaults_may_change_later(by):
    event = create(by, rules={"best_of": 1})

    assert event.rules["best_of"] == 1
    assert event.rules == event.rule_set.to_json()


@pytest.mark.everywhere
def test_two_events_of_one_name_get_two_addresses(by):
    slugs = [create(by).slug for _ in range(3)]

    assert slugs == ["garden-night", "garden-night-2", "garden-night-3"]


def test_a_name_without_latin_letters_still_has_an_address(by):
    event = create(by, name="王牌之夜")

    assert (event.name, event.slug) == ("王牌之夜", "event")


def test_create_event_names_every_fault_at_once(by):
    faults = faults_of(
        create,
        by,
        name=" ",
        starts_at=None,
        zone="Mars/Olympus",
        places=1,
        tables=-1,
        rules={"best_of": 4},
        about="\x00",
        venue="x" * 121,
    )

    assert set(faults) == {
        "name", "starts_at", "zone", "places", "tables", "rules", "about", "venue",
    }  # fmt: skip
    assert Event.objects.count() == 0


def test_check_in_may_not_close_before_it_opens_nor_open_after_the_first_deal(by):
    late = STARTS + timedelta(hours=1)

    closed = faults_of(
        create,
        by,
        check_in_from=STARTS - timedelta(hours=1),
        check_in_until=STARTS - timedelta(hours=2),
    )
    opened = faults_of(create, by, check_in_from=late)

    assert (set(closed), set(opened)) == ({"check_in_until"}, {"check_in_from"})


def test_a_time_without_a_zone_is_refused(by):
    assert set(faults_of(create, by, starts_at=STARTS.replace(tzinfo=None))) == {"starts_at"}


def test_edit_event_changes_what_is_said_and_tells_the_watchers(by):
    event = create(by)

    events.edit_event(event, by=by, venue="Hall 2", places=16)

    event.refresh_from_db()
    assert (event.venue, event.places, event.version) == ("Hall 2", 16, 2)
    assert Message.objects.filter(topic=event.topic).count() == 1
    assert event.log.first().params == {"fields": ["venue", "places"]}


def test_edit_event_twice_changes_nothing_the_second_time(by):
    event = create(by)
    for _ in range(2):
        events.edit_event(event, by=by, venue="Hall 2", rules={"best_of": 1})

    event.refresh_from_db()
    assert (event.version, event.log.count()) == (2, 2)


def test_the_public_value_is_fixed_once_registration_is_open(by):
    event = events.open_registration(create(by), by=by)

    faults = faults_of(events.edit_event, event, by=by, public_source="beacon round 7")

    assert set(faults) == {"public_source"}


def test_the_same_rules_may_be_sent_again_after_registration_opened(by):
    event = events.open_registration(create(by, rules={"best_of": 1}), by=by)

    events.edit_event(event, by=by, rules={"best_of": 1}, venue="Hall 2")

    event.refresh_from_db()
    assert event.venue == "Hall 2"


def test_places_cannot_fall_below_the_pairs_already_in(by):
    event = EventFactory()
    EntryFactory.create_batch(3, event=event)

    assert set(faults_of(events.edit_event, event, by=by, places=2)) == {"places"}


def test_an_event_that_is_over_is_not_edited(by):
    with pytest.raises(Stale):
        events.edit_event(EventFactory(status="finished"), by=by, venue="Hall 2")


@pytest.mark.everywhere
def test_open_registration_commits_to_eight_secrets_of_each_kind(by):
    event = events.open_registration(create(by, public_source="beacon round 7"), by=by)

    committed = event.draws.all()
    assert event.status == Event.Status.REGISTRATION
    assert sorted((d.kind, d.attempt) for d in committed) == [
        (kind, attempt) for kind in ("bracket", "partners") for attempt in range(1, 9)
    ]
    assert len({d.secret for d in committed}) == len({d.commitment for d in committed}) == 16


def test_every_commitment_seals_its_own_secret_and_the_public_source(by):
    event = events.open_registration(create(by, public_source="beacon round 7"), by=by)

    for draw in event.draws.all():
        named = event.ref + (":partners" if draw.kind == Draw.Kind.PARTNERS else "")
        assert draw.commitment == draws.commitment(
            named, draw.attempt, bytes.fromhex(draw.secret), "beacon round 7"
        )


def test_open_registration_twice_keeps_the_first_secrets(by):
    event = events.open_registration(create(by), by=by)
    before = sorted(event.draws.values_list("commitment", flat=True))

    events.open_registration(event, by=by)

    assert sorted(event.draws.values_list("commitment", flat=True)) == before


@pytest.mark.parametrize(
    ("status", "step"),
    [
        ("registration", "open_check_in"),
        ("check_in", "reopen_registration"),
        ("draft", "open_registration"),
    ],
)
def test_each_step_is_safe_twice_and_logged_once(by, status, step):
    event = EventFactory(status=status)
    for _ in range(2):
        event = getattr(events, step)(event, by=by)

    assert event.log.count() == 1
    assert event.log.get().by_user == by.user


@pytest.mark.parametrize("step", ["open_registration", "open_check_in", "reopen_registration"])
@pytest.mark.parametrize("status", ["drawn", "running", "finished", "cancelled"])
def test_no_step_goes_back_once_the_bracket_stands(by, step, status):
    event = EventFactory(status=status)

    with pytest.raises(Stale):
        getattr(events, step)(event, by=by)

    event.refresh_from_db()
    assert event.status == status


def test_registration_is_not_reopened_once_the_list_is_closed(by):
    event = events.open_registration(create(by), by=by)
    events.open_check_in(event, by=by)
    event.draws.filter(kind="bracket", attempt=1).update(state="frozen")

    with pytest.raises(Stale):
        events.reopen_registration(event, by=by)


def test_cancel_event_keeps_everything_and_says_why(by):
    event = EventFactory(status="running")
    MatchFactory(event=event)

    for _ in range(2):
        events.cancel_event(event, by=by, reason="The hall is flooded.")

    event.refresh_from_db()
    assert (event.status, event.matches.count(), event.log.count()) == ("cancelled", 1, 1)
    assert event.log.get().params == {"reason": "The hall is flooded."}


def test_a_finished_event_is_not_cancelled(by):
    with pytest.raises(Stale):
        events.cancel_event(EventFactory(status="finished"), by=by)


def test_cancel_event_refuses_a_reason_that_is_too_long(by):
    assert set(faults_of(events.cancel_event, EventFactory(), by=by, reason="x" * 201)) == {
        "reason"
    }


def test_add_table_goes_on_counting_and_calls_for_it_in_a_drawn_event(by):
    event = EventFactory(status="drawn")

    numbers = [tables.add_table(event, by=by).number for _ in range(2)]

    assert numbers == [1, 2]
    assert Message.objects.filter(topic="tournament.call_tables").count() == 2


def test_revoke_table_link_gives_another_link_and_tells_it_to_nobody(by):
    table = tables.add_table(EventFactory(), by=by)

    renewed = tables.revoke_table_link(table, by=by)

    assert (renewed.pk, renewed.token == table.token) == (table.pk, False)
    line = LogLine.objects.get(key="table_link_revoked")
    assert (line.public, line.params) == (False, {"table": 1})


def test_a_table_with_a_match_is_not_taken_away(by):
    event = EventFactory(status="running")
    table = tables.add_table(event, by=by)
    MatchFactory(event=event, state=Match.State.CALLED, table=table)

    with pytest.raises(Stale):
        tables.set_table_state(table, state=Table.State.OFF, by=by)


def test_a_table_goes_out_of_use_and_back_once_each(by):
    event = EventFactory(status="drawn")
    table = tables.add_table(event, by=by)

    for state in ("off", "off", "open", "open"):
        tables.set_table_state(table, state=state, by=by)

    keys = list(event.log.order_by("pk").values_list("key", flat=True))
    assert keys == ["table_added", "table_off", "table_open"]

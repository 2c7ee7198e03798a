"""The clock of a called match: deadlines, who is there, and waiting longer."""

from datetime import timedelta

import pytest
from django.utils.timezone import now

from tests.stage import at_a_table, director_of, drawn_event, match_of, opened
from tournament import log
from tournament.actors import Actor
from tournament.models import Event, Match
from tournament.queries.deadlines import deadline_of, deadlines_of
from tournament.refusals import Refusal, Stale
from tournament.services.calls import uncall_match
from tournament.services.no_shows import extend, mark_here

pytestmark = [pytest.mark.django_db, pytest.mark.everywhere]


def called(event):
    return match_of(event, at_a_table(match_of(event, 1)).number)


def test_a_call_sets_the_deadline_by_the_minutes_of_the_event():
    event = drawn_event(2, tables=1)
    match = called(event)
    assert match.due_at - match.called_at == timedelta(minutes=10)


def test_an_event_without_a_clock_sets_none():
    event = drawn_event(2, tables=1)
    Event.objects.filter(pk=event.pk).update(no_show_minutes=None)
    assert called(event).due_at is None


@pytest.mark.parametrize(
    ("seconds", "is_near", "is_late"),
    [
        (-121, False, False),
        (-120, True, False),
        (-1, True, False),
        (0, False, True),
        (1, False, True),
    ],
)
def test_the_deadline_itself_counts_as_late(seconds, is_near, is_late):
    """Whether "by 19:40" includes 19:40 was decided anew at every table."""
    match = called(drawn_event(2, tables=1))
    clock = deadline_of(match, match.due_at + timedelta(seconds=seconds))
    assert (clock.is_near, clock.is_late, clock.is_overdue) == (is_near, is_late, is_late)


def test_nothing_happens_by_itself_when_the_time_is_up():
    event = drawn_event(2, tables=1)
    match = called(event)
    Match.objects.filter(pk=match.pk).update(due_at=now() - timedelta(hours=1))
    [clock] = deadlines_of(event, now())
    assert [str(side.entry) for side in clock.missing] == [
        str(side.entry) for side in match.sides.order_by("place")
    ]
    assert match_of(event, 1).state == Match.State.CALLED


def test_only_who_is_not_marked_here_is_proposed_for_a_walkover():
    event = drawn_event(2, tables=1)
    match = called(event)
    by = director_of(event.club)
    mark_here(match, 0, by=by)
    mark_here(match, 0, by=by)

    [clock] = deadlines_of(event, match.due_at)
    assert (clock.missing_word, [side.place for side in clock.there]) == ("b", [0])
    assert event.log.filter(key="side_here").count() == 1

    mark_here(match, 1, by=by)
    assert not deadlines_of(event, match.due_at)[0].is_overdue
    mark_here(match, 0, by=by, here=False)
    assert deadlines_of(event, match.due_at)[0].missing_word == "a"


def test_a_table_marks_its_own_match_only():
    event = drawn_event(4, tables=2)
    first, second = (at_a_table(match_of(event, number)) for number in (1, 2))
    assert mark_here(first, 0, by=Actor(table=first.table)).here_at
    with pytest.raises(Stale) as lost:
        mark_here(second, 0, by=Actor(table=first.table))
    assert lost.value.code == "another_match"


def test_a_match_in_play_has_no_clock():
    event = drawn_event(2, tables=1)
    match = opened(match_of(event, 1)).match
    match.refresh_from_db()
    assert deadline_of(match, now() + timedelta(hours=1)) is None
    with pytest.raises(Stale):
        extend(match, minutes=5, by=director_of(event.club))


def test_a_call_taken_back_takes_the_clock_off():
    event = drawn_event(2, tables=1)
    match = called(event)
    by = director_of(event.club)
    mark_here(match, 0, by=by)
    uncall_match(match, by=by)
    match = match_of(event, 1)
    assert (match.due_at, [side.here_at for side in match.sides.all()]) == (None, [None, None])


def test_waiting_longer_counts_from_the_deadline_and_once_it_is_past_from_now():
    event = drawn_event(2, tables=1)
    match = called(event)
    by = director_of(event.club)
    assert extend(match, minutes=5, by=by).due_at - match.due_at == timedelta(minutes=5)

    Match.objects.filter(pk=match.pk).update(due_at=now() - timedelta(hours=1))
    later = extend(match, minutes=5, by=by)
    assert timedelta(minutes=4) < later.due_at - now() <= timedelta(minutes=5)
    line = event.log.filter(key="clock_extended").first()
    assert (line.public, log.sentence(line)) == (
        True,
        f"Match 1 waits until {later.due_at.astimezone(event.tz):%H:%M}.",
    )


def test_a_double_tap_waits_once():
    event = drawn_event(2, tables=1)
    match = called(event)
    by, seen = director_of(event.club), match.due_at.isoformat()
    first = extend(match, minutes=5, by=by, seen=seen).due_at
    assert extend(match, minutes=5, by=by, seen=seen).due_at == first


@pytest.mark.parametrize("minutes", [0, -5, 61])
def test_nobody_waits_for_ever(minutes):
    event = drawn_event(2, tables=1)
    match = called(event)
    with pytest.raises(Refusal) as refused:
        extend(match, minutes=minutes, by=director_of(event.club))
    assert set(refused.value.fields) == {"minutes"}

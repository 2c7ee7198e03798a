"""Several walkovers or withdrawals at once: one list, one act."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils.timezone import now

from tests.stage import at_a_table, director_of, drawn_event, entered, match_of, open_event, work
from tournament.models import Act, Entry, Match
from tournament.refusals import Refusal, Stale
from tournament.services.bulk import award_walkovers, withdraw_entries
from tournament.services.no_shows import mark_here

pytestmark = [pytest.mark.django_db, pytest.mark.everywhere]


def ids(event, *names):
    return list(event.entries.filter(name__in=names).values_list("pk", flat=True))


def called(event, *numbers):
    for number in numbers:
        match = at_a_table(match_of(event, number))
        Match.objects.filter(pk=match.pk).update(due_at=now() - timedelta(minutes=1))


def test_walkovers_in_several_matches_are_one_act():
    """A hall full of absent teams was ruled on match by match, and never taken back as one."""
    event = drawn_event(8, tables=2)
    called(event, 1, 2)

    act = award_walkovers(
        event, {1: [0], 2: [1]}, count=2, by=director_of(event.club), entry_key=uuid4()
    )

    winners = [match_of(event, 1).winner, match_of(event, 2).winner]
    above = match_of(event, 1).above.sides.order_by("place")
    assert [side.entry for side in above] == winners
    assert (Act.objects.count(), act.key) == (1, "bulk_walkover")
    assert event.log.filter(act=act, key="closed_walkover").count() == 2


@pytest.mark.parametrize("count", [0, 1, 3])
def test_whoever_has_not_read_the_list_cannot_act_on_it(count):
    """One button took everybody out of an event, and there was no list to read before."""
    event = drawn_event(8, tables=2)
    called(event, 1, 2)
    with pytest.raises(Refusal) as refused:
        award_walkovers(
            event, {1: [0], 2: [1]}, count=count, by=director_of(event.club), entry_key=uuid4()
        )
    assert (set(refused.value.fields), match_of(event, 1).is_open) == ({"count"}, True)


def test_a_side_that_came_meanwhile_stops_the_whole_list():
    event = drawn_event(8, tables=2)
    called(event, 1, 2)
    by = director_of(event.club)
    mark_here(match_of(event, 2), 1, by=by)
    with pytest.raises(Stale) as lost:
        award_walkovers(event, {1: [0], 2: [1]}, count=2, by=by, entry_key=uuid4())
    assert (lost.value.code, match_of(event, 1).is_open) == ("list_changed", True)


def test_a_second_tap_is_the_same_act():
    event = drawn_event(8, tables=1)
    called(event, 1)
    key, by = uuid4(), director_of(event.club)
    first = award_walkovers(event, {1: [0]}, count=1, by=by, entry_key=key)
    assert award_walkovers(event, {1: [0]}, count=1, by=by, entry_key=key) == first
    assert Act.objects.count() == 1


def test_entries_leave_the_list_together_before_the_draw():
    event = entered(open_event(), 4)
    leaving = ids(event, "Pair 1", "Pair 3")

    withdraw_entries(event, leaving, count=2, by=director_of(event.club), entry_key=uuid4())

    states = event.entries.order_by("name").values_list("name", "state")
    assert dict(states) == {
        "Pair 1": "withdrawn",
        "Pair 2": "entered",
        "Pair 3": "withdrawn",
        "Pair 4": "entered",
    }


def test_two_who_meet_and_leave_together_leave_nobody_behind():
    """Taken out one after the other, one of the two would have won the event for a moment."""
    event = drawn_event(2)
    work()
    leaving = list(event.entries.values_list("pk", flat=True))

    withdraw_entries(event, leaving, count=2, by=director_of(event.club), entry_key=uuid4())

    event.refresh_from_db()
    final = match_of(event, 1)
    assert (final.reason, event.champion) == (Match.Reason.DOUBLE_FORFEIT, None)
    assert {side.gone_for for side in final.sides.all()} == {Match.Reason.WITHDRAWAL}


def test_a_list_on_which_somebody_has_left_already_is_shown_once_more():
    event = entered(open_event(), 3)
    by = director_of(event.club)
    withdraw_entries(event, ids(event, "Pair 1"), count=1, by=by, entry_key=uuid4())
    both = ids(event, "Pair 1", "Pair 2")
    with pytest.raises(Stale) as lost:
        withdraw_entries(event, both, count=2, by=by, entry_key=uuid4())
    assert lost.value.code == "list_changed"
    assert event.entries.get(name="Pair 2").state == Entry.State.ENTERED

"""Brackets of pairs of many sizes, some played to their end by chance: no shape surprises."""

import random
from uuid import uuid4

import pytest

from tests.stage import director_of, drawn_event, enter_hand, match_of, opened, played, work
from tournament.models import Event, Match, Side
from tournament.services.calls import call_tables
from tournament.services.departures import award_walkover, withdraw_team
from tournament.services.events import edit_event
from tournament.services.progress import settle

pytestmark = pytest.mark.django_db

A_FEW = [2, 3, 6, 11]
BYE, TO_COME, TEAM = Side.Kind.BYE, Side.Kind.TO_BE_DECIDED, Side.Kind.TEAM


def slots_for(entries):
    """Count the places of the smallest sheet that holds so many."""
    return 1 << (entries - 1).bit_length()


def by_chance(match, dice):
    """Play a match game by game; the hands of each go to a side that chance names."""
    while match.is_open:
        number = match.games.filter(attempt=match.attempt).exclude(winner="").count() + 1
        game = enter_hand(opened(match, number), dice.choice((0, 1)))
        assert game.winner
        match.refresh_from_db()
    return match


def to_the_end(event, dice):
    """Play whatever is ready, in any order, until nothing is; give how many matches that were."""
    played_out = 0
    while ready := list(event.matches.filter(state=Match.State.READY)):
        for match in dice.sample(ready, len(ready)):
            by_chance(match_of(event, match.number), dice)
            played_out += 1
        work()
    event.refresh_from_db()
    return played_out


def assert_every_match_was_played(event, entries):
    """Hold what must be true of an event of any size once nothing is left to play."""
    assert event.matches.exclude(state=Match.State.FINISHED).count() == 0
    played_out = event.matches.filter(reason=Match.Reason.PLAYED)
    assert played_out.count() == entries - 1
    assert event.matches.filter(reason=Match.Reason.BYE).count() == slots_for(entries) - entries
    losers = event.sides.filter(match__reason=Match.Reason.PLAYED, games__lt=2)
    assert losers.values("entry").distinct().count() == entries - 1
    assert not losers.filter(entry=event.champion).exists()
    assert event.status == Event.Status.FINISHED


@pytest.mark.parametrize("entries", A_FEW)
def test_a_best_of_three_of_any_size_comes_to_its_champion(entries):
    """Matches above a bye stayed closed for ever once those below were played over several games.

    Every match becomes playable, and one fewer than there are pairs decide the event.
    """
    event = drawn_event(entries, best_of=3)
    assert to_the_end(event, random.Random(entries)) == entries - 1
    assert_every_match_was_played(event, entries)
    assert {match.games.count() for match in event.matches.exclude(reason="bye")} <= {2, 3}


@pytest.mark.parametrize("entries", [2, 3, 4, 5, 8, 9, 17, 33])
def test_a_field_of_any_size_is_drawn_with_as_few_byes_as_there_can_be(entries):
    """Only fields of 4, 8 or 16 could be entered at all; odd ones with byes broke the pairing."""
    event = drawn_event(entries)
    byes = event.sides.filter(kind=BYE)
    assert byes.count() == slots_for(entries) - entries
    assert set(byes.values_list("round", flat=True)) <= {1}
    assert event.matches.count() == slots_for(entries) - 1
    beside = event.matches.filter(reason=Match.Reason.BYE).values_list("winner", flat=True)
    assert len(set(beside)) == len(beside) == byes.count()


def test_eleven_pairs_have_sixteen_places_and_five_byes():
    """A field that is no power of two was refused."""
    event = drawn_event(11)
    assert event.sides.filter(round=1).count() == 16
    assert event.sides.filter(round=1, kind=BYE).count() == 5
    assert event.matches.filter(round=1, state=Match.State.READY).count() == 3


@pytest.mark.parametrize("entries", [5, 6, 9, 11, 13, 19, 23])
def test_neighbours_both_have_byes_only_where_there_are_too_many_to_keep_apart(entries):
    """Byes stood in a row at the end of the sheet, and those who had one met those who had one."""
    event = drawn_event(entries)
    places = slots_for(entries)
    with_bye = set(
        event.matches.filter(round=1, reason=Match.Reason.BYE).values_list("position", flat=True)
    )
    both = sum({at, at + 1} <= with_bye for at in range(0, places // 2, 2))
    assert both == max(0, places - entries - places // 4)


def test_nothing_turns_a_place_to_be_decided_into_a_bye():
    """Whatever was saved while a place was open let its neighbour go on as if it had a bye."""
    event = drawn_event(4, tables=1, auto_call=True)
    winner = played(match_of(event, 1)).winner
    work()
    by = director_of(event.club)

    edit_event(event, by=by, name="Another name")
    settle(match_of(event, 3))
    call_tables(event.pk)
    work()

    final = match_of(event, 3)
    assert (final.state, final.winner, final.reason) == (Match.State.WAITING, None, "")
    assert sorted(final.sides.values_list("kind", "entry")) == sorted(
        [(TEAM, winner.pk), (TO_COME, None)]
    )


@pytest.mark.parametrize("moment", ["before its match", "while it waits for the next"])
def test_who_leaves_after_the_draw_leaves_a_walkover_and_never_another_bye(moment):
    """A player taken out of the sheet left a hole, and somebody had a second bye by it."""
    event = drawn_event(5)
    by = director_of(event.club)
    byes = list(event.sides.filter(kind=BYE).order_by("pk").values_list("pk", flat=True))
    match = event.matches.get(round=1, state=Match.State.READY)
    leaves = (
        match.sides.get(place=0).entry if moment == "before its match" else played(match).winner
    )
    work()

    withdraw_team(leaves, by=by)
    work()

    assert list(event.sides.filter(kind=BYE).order_by("pk").values_list("pk", flat=True)) == byes
    assert event.sides.filter(kind=BYE).exclude(round=1).count() == 0
    match.refresh_from_db()
    assert match.reason == ("withdrawal" if moment == "before its match" else "played")
    to_the_end(event, random.Random(1))
    assert event.status == Event.Status.FINISHED


def test_a_half_of_empty_matches_leaves_no_bye_either():
    """Where nobody came up from below, the one who waited was shown with a bye in a late round."""
    event = drawn_event(8)
    by = director_of(event.club)
    for number in (1, 2):
        award_walkover(match_of(event, number), absent=[0, 1], by=by, entry_key=uuid4())
    work()
    to_the_end(event, random.Random(2))
    final = match_of(event, 7)
    assert [side.kind for side in final.sides.order_by("place")] == [Side.Kind.NO_ONE, TEAM]
    assert (final.reason, event.sides.filter(kind=BYE).count()) == (Match.Reason.WALKOVER, 0)

"""Pairs that do not come, give up, withdraw or are removed; the bracket goes on without them."""

import pytest

from relay.models import Letter
from tests.stage import (
    at_a_table,
    director_of,
    drawn_event,
    enter_hand,
    match_of,
    opened,
    played,
    work,
)
from tournament import log
from tournament.models import Entry, Event, Match, Side
from tournament.refusals import Refusal, Stale
from tournament.services.calls import free_tables
from tournament.services.departures import (
    award_walkover,
    consequence,
    forfeit,
    remove_team,
    withdraw_team,
)

pytestmark = [pytest.mark.django_db, pytest.mark.everywhere]


def entry_at(match, place):
    return match.sides.get(place=place).entry


@pytest.mark.parametrize("absent", [0, 1])
def test_one_side_absent_is_a_walkover_for_the_other(absent):
    event = drawn_event(4)
    match = match_of(event, 1)
    award_walkover(match, absent=[absent], by=director_of(event.club))
    work()

    match = match_of(event, 1)
    assert (match.reason, match.winner) == (Match.Reason.WALKOVER, entry_at(match, 1 - absent))
    assert [side.gone for side in match.sides.order_by("place")] == [absent == 0, absent == 1]
    assert match.above.sides.get(place=0).entry == match.winner


def test_a_side_that_does_not_exist_makes_no_double_forfeit():
    event = drawn_event(4)
    match = award_walkover(match_of(event, 1), absent=[0, 7], by=director_of(event.club))
    assert (match.reason, match.winner) == (Match.Reason.WALKOVER, entry_at(match, 1))

    match = forfeit(match_of(event, 2), sides=[1, -1], by=director_of(event.club))
    assert (match.reason, match.winner) == (Match.Reason.FORFEIT, entry_at(match, 0))


@pytest.mark.parametrize("close", [award_walkover, forfeit])
@pytest.mark.parametrize("named", [[], [5]])
def test_somebody_must_be_named(close, named):
    event = drawn_event(2)
    words = {"absent": named} if close is award_walkover else {"sides": named}
    with pytest.raises(Refusal) as refused:
        close(match_of(event, 1), **words, by=director_of(event.club))
    assert refused.value.fields == {"sides": "Say who it is."}
    assert match_of(event, 1).is_open


def test_a_walkover_at_a_table_frees_it():
    event = drawn_event(4, tables=1)
    match = at_a_table(match_of(event, 1))
    award_walkover(match, absent=[0], by=director_of(event.club))
    assert [table.number for table in free_tables(event)] == [1]


def test_a_match_in_play_is_forfeited_and_not_walked_over():
    event = drawn_event(2)
    opened(match_of(event, 1))
    with pytest.raises(Stale) as lost:
        award_walkover(match_of(event, 1), absent=[0], by=director_of(event.club))
    assert lost.value.code == "play_has_begun"


def test_a_forfeit_in_play_voids_what_was_played_and_deletes_nothing():
    event = drawn_event(2, target_score=500)
    match = match_of(event, 1)
    enter_hand(opened(match))
    forfeit(match, sides=[0], by=director_of(event.club))
    work()

    match = match_of(event, 1)
    assert (match.reason, match.winner, match.attempt) == ("forfeit", entry_at(match, 1), 2)
    assert [(s.games, s.points, s.bags) for s in match.sides.all()] == [(0, 0, 0)] * 2
    assert (match.game_number, match.hand_number) == (0, 0)
    assert match.games.get(attempt=1).hands.count() == 1
    event.refresh_from_db()
    assert event.champion == match.winner


@pytest.mark.parametrize("close", [award_walkover, forfeit])
def test_a_match_that_is_over_stays_as_it_is(close):
    event = drawn_event(2)
    match = played(match_of(event, 1))
    words = {"absent": [0]} if close is award_walkover else {"sides": [0]}
    with pytest.raises(Stale) as lost:
        close(match, **words, by=director_of(event.club))
    assert lost.value.code == "match_is_over"
    assert match_of(event, 1).winner == match.winner


def test_a_match_that_waits_for_a_pair_cannot_be_forfeited():
    event = drawn_event(4)
    with pytest.raises(Refusal) as refused:
        forfeit(match_of(event, 3), sides=[0], by=director_of(event.club))
    assert refused.value.code == "not_ready"


@pytest.mark.parametrize(
    ("leave", "reason", "state"),
    [
        (withdraw_team, Match.Reason.WITHDRAWAL, Entry.State.WITHDRAWN),
        (remove_team, Match.Reason.REMOVAL, Entry.State.REMOVED),
    ],
)
@pytest.mark.parametrize("prepare", [match_of, lambda e, n: opened(match_of(e, n)).match])
def test_a_pair_that_leaves_gives_its_match_away_at_once(leave, reason, state, prepare):
    event = drawn_event(4)
    match = prepare(event, 1)
    gone, stays = entry_at(match, 1), entry_at(match, 0)
    leave(gone, by=director_of(event.club), reason="home")
    work()

    match = match_of(event, 1)
    gone.refresh_from_db()
    assert (match.reason, match.winner, gone.state) == (reason, stays, state)
    assert not Letter.objects.filter(fact__startswith="you_are_out").exists()
    assert log.sentence(event.log.get(key=f"team_{state}")).startswith(str(gone))


def test_leaving_twice_changes_nothing_the_second_time():
    event = drawn_event(4)
    by = director_of(event.club)
    entry = withdraw_team(entry_at(match_of(event, 1), 0), by=by)
    before = (event.log.count(), match_of(event, 1).version, entry.left_at)

    entry = remove_team(withdraw_team(entry, by=by), by=by)

    assert (event.log.count(), match_of(event, 1).version, entry.left_at) == before
    assert entry.state == Entry.State.WITHDRAWN


def test_a_pair_that_waits_for_its_opponent_leaves_a_walkover_behind():
    event = drawn_event(3)
    work()
    final = event.matches.get(above=None)
    waiting = final.sides.exclude(entry=None).get().entry
    withdraw_team(waiting, by=director_of(event.club))

    final.refresh_from_db()
    assert (final.state, final.sides.get(entry=waiting).gone) == (Match.State.WAITING, True)

    other = played(event.matches.get(round=1, state=Match.State.READY))
    work()
    event.refresh_from_db()
    final.refresh_from_db()
    assert (final.reason, event.champion) == (Match.Reason.WALKOVER, other.winner)


def test_a_pair_that_is_already_out_may_leave_without_touching_the_bracket():
    event = drawn_event(4)
    match = played(match_of(event, 1))
    work()
    before = list(Side.objects.filter(event=event).order_by("pk").values())
    withdraw_team(entry_at(match, 1), by=director_of(event.club))
    assert list(Side.objects.filter(event=event).order_by("pk").values()) == before


def test_nobody_withdraws_from_an_event_that_is_over():
    event = drawn_event(2)
    match = played(match_of(event, 1))
    work()
    with pytest.raises(Stale) as lost:
        withdraw_team(match.winner, by=director_of(event.club))
    match.winner.refresh_from_db()
    assert (lost.value.code, match.winner.state) == ("event_is_over", Entry.State.ENTERED)


def test_the_only_opponent_that_withdraws_makes_a_champion():
    event = drawn_event(2)
    stays = entry_at(match_of(event, 1), 0)
    withdraw_team(entry_at(match_of(event, 1), 1), by=director_of(event.club))
    work()
    event.refresh_from_db()
    assert (event.status, event.champion) == (Event.Status.FINISHED, stays)


def test_the_consequence_is_said_before_it_happens():
    event = drawn_event(4)
    match = match_of(event, 1)
    first, second = entry_at(match, 0), entry_at(match, 1)
    assert consequence(match, [1]) == f"{first} will go on to match 3. {second} will be out."
    assert consequence(match, [0, 1]) == (
        f"{first} and {second} will be out, and nobody is left. "
        "Whoever waits in the next round goes on without playing."
    )


def test_the_consequence_in_a_final_names_the_champion():
    event = drawn_event(2)
    final = match_of(event, 1)
    first, second = entry_at(final, 0), entry_at(final, 1)
    assert consequence(final, [0]) == f"{second} will win the event. {first} will be out."
    assert consequence(final, [0, 1]) == (
        f"{first} and {second} will be out. The event will end without a champion."
    )


def test_the_log_says_who_did_not_come_and_who_goes_on():
    event = drawn_event(4)
    match = match_of(event, 1)
    award_walkover(match, absent=[0], by=director_of(event.club))
    line = event.log.get(key="closed_walkover")
    assert log.sentence(line) == (
        f"Match 1: {entry_at(match, 0)} did not come. {entry_at(match, 1)} went on."
    )


def test_nobody_withdraws_once_the_final_is_decided_though_no_worker_has_run():
    event = drawn_event(2)
    played(match_of(event, 1), 0)
    winner = match_of(event, 1).winner

    by = director_of(event.club)

    with pytest.raises(Stale):
        withdraw_team(winner, by=by)
    remove_team(winner, by=by)

    work()
    event.refresh_from_db()
    winner.refresh_from_db()
    assert (event.champion, winner.state) == (winner, "entered")

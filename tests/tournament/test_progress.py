"""The bracket moves up, once, whatever order the errands come in."""

from datetime import timedelta

import pytest
from django.utils.timezone import now

from relay.models import Letter, Message
from tests.stage import director_of, drawn_event, match_of, played, work
from tournament import log, tasks
from tournament.models import Event, Match, Side
from tournament.services import progress
from tournament.services.departures import award_walkover, forfeit, withdraw_team
from tournament.services.events import cancel_event

pytestmark = [pytest.mark.django_db, pytest.mark.everywhere]


def final_of(event):
    return event.matches.get(above=None)


def facts(match, kind):
    return sorted(Letter.objects.filter(fact__startswith=f"{kind}:{match.pk}:").values_list("to"))


def test_a_winner_is_seated_one_round_up_in_the_place_the_sheet_names():
    event = drawn_event(4)
    match = played(match_of(event, 2), winner=1)

    assert progress.advance(match.pk)

    side = Side.objects.get(match__event=event, match__above=None, place=1)
    assert (side.kind, side.entry) == (Side.Kind.TEAM, match.winner)
    assert match.winner == match.sides.get(place=1).entry


def test_a_match_waits_until_both_its_pairs_are_known():
    event = drawn_event(4)
    progress.advance(played(match_of(event, 1)).pk)
    assert final_of(event).state == Match.State.WAITING

    progress.advance(played(match_of(event, 2)).pk)

    final = final_of(event)
    assert (final.state, final.ready_at is not None) == (Match.State.READY, True)


def test_advancing_twice_does_it_once_and_tells_nobody_twice():
    event = drawn_event(4)
    match = played(match_of(event, 1))

    assert progress.advance(match.pk)
    before = (Message.objects.count(), Letter.objects.count())
    assert not progress.advance(match.pk)

    assert (Message.objects.count(), Letter.objects.count()) == before


def test_a_match_in_play_is_not_advanced():
    event = drawn_event(4)
    assert not progress.advance(match_of(event, 1).pk)
    assert match_of(event, 1).advanced_at is None


def test_both_pairs_are_told_how_their_match_ended():
    event = drawn_event(4)
    match = played(match_of(event, 1))
    progress.advance(match.pk)

    winner, loser = (match.sides.get(place=place).entry for place in (0, 1))
    assert facts(match, "you_won") == [(winner.email,)]
    assert facts(match, "you_are_out") == [(loser.email,)]


def test_a_bye_adds_no_win_and_no_letter():
    event = drawn_event(3)
    work()
    bye = event.matches.get(reason=Match.Reason.BYE)

    assert [side.games for side in bye.sides.all()] == [0, 0]
    assert not Letter.objects.filter(fact__contains=f":{bye.pk}:").exists()
    assert final_of(event).sides.get(entry=bye.winner).kind == Side.Kind.TEAM


def test_the_winner_of_the_final_is_the_champion_and_the_event_is_over():
    event = drawn_event(2)
    match = played(match_of(event, 1), winner=1)
    work()

    event.refresh_from_db()
    assert (event.status, event.champion) == (Event.Status.FINISHED, match.winner)
    assert log.sentence(event.log.get(key="champion")) == f"{match.winner} won the event."


def test_both_pairs_gone_give_the_match_above_to_whoever_waits_there():
    event = drawn_event(3)
    work()
    waiting = final_of(event).sides.exclude(entry=None).get().entry

    forfeit(event.matches.get(state="ready"), sides=[0, 1], by=director_of(event.club))
    work()

    event.refresh_from_db()
    final = final_of(event)
    assert (final.reason, final.winner) == (Match.Reason.WALKOVER, waiting)
    assert final.sides.exclude(entry=waiting).get().kind == Side.Kind.NO_ONE
    assert event.champion == waiting


def test_a_half_of_double_forfeits_cascades_to_the_final():
    event = drawn_event(8)
    by = director_of(event.club)
    for number in (1, 2):
        award_walkover(match_of(event, number), absent=[0, 1], by=by)
    work()

    empty = match_of(event, 5)
    assert (empty.state, empty.reason, empty.winner) == ("finished", Match.Reason.NO_ONE, None)
    final = final_of(event)
    assert final.state == Match.State.WAITING
    assert final.sides.get(place=0).kind == Side.Kind.NO_ONE

    for number in (3, 4, 6):
        played(match_of(event, number))
        work()
    event.refresh_from_db()
    assert (final_of(event).reason, event.champion) == ("walkover", match_of(event, 6).winner)


def test_with_everybody_gone_the_event_ends_without_a_champion():
    event = drawn_event(8)
    by = director_of(event.club)
    for number in (1, 2, 3, 4):
        forfeit(match_of(event, number), sides=[0, 1], by=by)
    work()

    event.refresh_from_db()
    assert (event.status, event.champion) == (Event.Status.FINISHED, None)
    assert log.sentence(event.log.get(key="no_champion")) == "The event ended without a champion."
    assert not Letter.objects.filter(fact__startswith="you_won").exists()


def test_a_final_that_both_forfeit_has_no_champion():
    event = drawn_event(2)
    forfeit(match_of(event, 1), sides=[0, 1], by=director_of(event.club))
    work()

    event.refresh_from_db()
    assert (event.status, event.champion) == (Event.Status.FINISHED, None)
    assert final_of(event).reason == Match.Reason.DOUBLE_FORFEIT


def test_a_winner_that_withdraws_before_being_seated_is_shown_as_gone():
    event = drawn_event(4)
    match = played(match_of(event, 1))
    withdraw_team(match.winner, by=director_of(event.club))
    work()

    seat = final_of(event).sides.get(place=0)
    assert (seat.entry, seat.gone) == (match.winner, True)

    other = played(match_of(event, 2))
    work()
    event.refresh_from_db()
    assert (final_of(event).reason, event.champion) == ("walkover", other.winner)


def test_a_winner_that_withdraws_after_being_seated_gives_the_next_one_a_walkover():
    event = drawn_event(4)
    match = played(match_of(event, 1))
    work()
    withdraw_team(match.winner, by=director_of(event.club))
    assert final_of(event).state == Match.State.WAITING

    other = played(match_of(event, 2))
    work()
    event.refresh_from_db()
    assert (final_of(event).reason, event.champion) == ("walkover", other.winner)


def test_both_finalists_gone_before_the_final_leave_no_champion():
    event = drawn_event(4)
    by = director_of(event.club)
    withdraw_team(played(match_of(event, 1)).winner, by=by)
    award_walkover(match_of(event, 2), absent=[0, 1], by=by)
    work()

    event.refresh_from_db()
    final = final_of(event)
    assert (final.reason, final.winner) == (Match.Reason.NO_ONE, None)
    assert (event.status, event.champion) == (Event.Status.FINISHED, None)


def test_a_cancelled_event_is_not_finished_by_an_errand_that_comes_late():
    event = drawn_event(2)
    played(match_of(event, 1))
    cancel_event(event, by=director_of(event.club))
    work()

    event.refresh_from_db()
    assert (event.status, event.champion) == (Event.Status.CANCELLED, None)


def test_the_sweep_finds_a_decided_match_whose_errand_was_lost():
    event = drawn_event(4)
    match = played(match_of(event, 1))
    Message.objects.all().delete()
    assert tasks.sweep() == 0  # too young: its own errand may be on the way

    event.matches.filter(pk=match.pk).update(finished_at=now() - timedelta(minutes=1))
    assert tasks.sweep() == 1
    work()

    assert final_of(event).sides.get(place=0).entry == match.winner


def test_the_sweep_leaves_an_errand_that_still_waits_to_its_own_retries():
    event = drawn_event(2)
    played(match_of(event, 1), 0)
    event.matches.update(finished_at=now() - timedelta(minutes=1))

    assert [tasks.sweep(), tasks.sweep()] == [0, 0]
    assert Message.objects.filter(topic="tournament.advance").count() == 1


def test_the_sweep_calls_a_match_that_waits_beside_a_free_table():
    event = drawn_event(4, tables=1, auto_call=True)
    Message.objects.all().delete()
    assert not event.matches.filter(state=Match.State.CALLED).exists()

    event.matches.filter(state="ready").update(ready_at=now() - timedelta(minutes=1))
    tasks.sweep()
    work()

    assert event.matches.get(state=Match.State.CALLED).number == 1

"""A correction that changes who won: later matches follow, are played again, or stay by ruling."""

from uuid import uuid4

import pytest
from django.utils.timezone import now

from relay.models import Letter
from scoring.services.rulings import rule_on
from scoring.services.undo import take_back_act
from tests.scoring.correcting import (
    NOBODY,
    again,
    correct,
    game_of,
    games_won,
    hand_of,
    replayed,
    stored,
    won_by,
)
from tests.stage import director_of, drawn_event, enter_hand, match_of, opened, played, work
from tournament import log
from tournament.models import Event, Match
from tournament.refusals import ChoiceNeeded, Stale
from tournament.services.departures import forfeit

pytestmark = [pytest.mark.django_db, pytest.mark.everywhere]


def teams(match):
    """Who sits in a match, by place."""
    return list(match.sides.order_by("place").values_list("entry__name", flat=True))


def first_round(event):
    """Play both matches below a final of four, the first sides winning; the final is ready."""
    for number in (1, 2):
        played(match_of(event, number))
    work()
    return match_of(event, 1), match_of(event, 3)


def previewed(hand, place=None, **changes):
    """Try a correction that needs a choice; give what would follow. Nothing is written."""
    with pytest.raises(ChoiceNeeded) as asked:
        correct(hand, place, **changes)
    return asked.value.follows


def rows(event):
    """Everything the bracket says."""
    matches = event.matches.order_by("number").values()
    return list(matches), list(event.sides.order_by("match", "place").values())


def test_a_winner_that_changes_is_swapped_in_a_match_that_has_not_begun():
    """The match above kept the old winner."""
    event = drawn_event(4)
    below, final = first_round(event)
    old, new = teams(below)
    assert old in teams(final)
    correct(hand_of(game_of(below)), 1)

    assert (again(below).winner.name, new in teams(final), old in teams(final)) == (
        new,
        True,
        False,
    )
    assert (again(final).state, again(final).attempt) == (Match.State.READY, 1)
    assert stored(below) == replayed(below)


def test_everybody_concerned_is_told_by_letter_of_a_result_put_right():
    """Staff had to delete a result and have it played again; the players heard of it by chance."""
    event = drawn_event(4)
    below, final = first_round(event)
    concerned = {*teams(below), *teams(final)}
    correct(hand_of(game_of(below)), 1)
    letters = Letter.objects.filter(subject__startswith="A result was corrected")
    addresses = {f"{name.lower().replace(' ', '')}@example.org" for name in concerned}
    assert {it.to for it in letters} == addresses


def test_a_winner_is_put_right_before_the_worker_has_been_by():
    event = drawn_event(4)
    below = played(match_of(event, 1))
    assert below.advanced_at is None
    correct(hand_of(game_of(below)), 1)
    work()
    old, new = teams(below)
    final = match_of(event, 3)
    assert (new in teams(final), old in teams(final), again(below).winner.name) == (
        True,
        False,
        new,
    )


def test_an_event_in_the_archive_is_not_corrected():
    event = drawn_event(2)
    match = played(match_of(event, 1))
    work()
    correct(hand_of(game_of(match)), 0, tricks={"NS": 10, "EW": 3})
    Event.objects.filter(pk=event.pk).update(archived_at=now())
    by = director_of(event.club)
    with pytest.raises(Stale) as lost:
        correct(hand_of(game_of(match)), 1)
    assert lost.value.code == "event_is_archived"
    with pytest.raises(Stale) as lost:
        take_back_act(event.acts.get(), entry_key=uuid4(), by=by)
    assert lost.value.code == "event_is_archived"
    with pytest.raises(Stale) as lost:
        rule_on(
            game_of(match),
            number=1,
            offence="phone",
            seat="N",
            note="Rang",
            entry_key=uuid4(),
            by=by.user,
        )
    assert lost.value.code == "event_is_archived"


def test_a_final_in_play_needs_a_choice_and_until_then_nothing_is_written():
    """Either a branch was wiped in silence, or a wrong result could not be put right at all."""
    event = drawn_event(4)
    below, final = first_round(event)
    enter_hand(opened(final), **NOBODY)
    before = rows(event)
    follows = previewed(hand_of(game_of(below)), 1)

    assert rows(event) == before
    assert (event.acts.count(), hand_of(game_of(below)).version) == (0, 1)
    (change,) = follows.changes
    assert (change.match, change.leaving.name, change.coming.name) == (final, *teams(below))
    assert (change.voids, change.then, follows.needs_choice) == (True, "ready", True)


def test_replay_voids_what_was_played_and_seats_the_new_winner():
    event = drawn_event(4)
    below, final = first_round(event)
    enter_hand(opened(final), **NOBODY)
    hand = hand_of(game_of(below))
    follows = previewed(hand, 1)
    correct(hand, 1, choice="replay", stamp=follows.stamp)

    final = again(final)
    assert (final.attempt, final.winner, games_won(final)) == (2, None, [0, 0])
    assert teams(below)[1] in teams(final)
    assert final.games.get(attempt=1).hands.count() == 1
    assert event.acts.get().key == "hand_corrected"
    assert (stored(below), stored(final)) == (replayed(below), replayed(final))
    played(final)
    assert again(final).winner is not None


def test_a_winner_may_stand_by_ruling_while_the_hands_say_otherwise():
    event = drawn_event(4)
    below, final = first_round(event)
    enter_hand(opened(final), **NOBODY)
    hand, won = hand_of(game_of(below)), below.winner
    before = list(event.matches.exclude(pk=below.pk).values())
    why = "Written on the wrong side"
    follows = previewed(hand, 1, reason=why)
    correct(hand, 1, reason=why, choice="stand", stamp=follows.stamp)

    below = again(below)
    assert (below.winner, below.by_ruling, below.ruling) == (won, True, "Written on the wrong side")
    assert (game_of(below).winner, games_won(below)) == ("EW", [0, 1])
    line = event.log.get(key="result_stands", public=True)
    assert log.sentence(line) == f"Match 1: the result stands by ruling. {why}"
    assert list(event.matches.exclude(pk=below.pk).values()) == before
    correct(hand_of(game_of(below)), 1, tricks={"NS": 3, "EW": 10})
    correct(hand_of(game_of(below)))
    assert (again(below).winner, game_of(below).winner) == (won, "")
    assert stored(below) == replayed(below)


def test_what_was_chosen_from_an_older_preview_is_refused_with_the_newer_one():
    """Two directors chose different things at once, and the second never learned of the first."""
    event = drawn_event(4)
    below, final = first_round(event)
    game = enter_hand(opened(final), **NOBODY)
    hand = hand_of(game_of(below))
    follows = previewed(hand, 1)
    enter_hand(game)
    with pytest.raises(Stale) as lost:
        correct(hand, 1, choice="replay", stamp=follows.stamp)
    assert (lost.value.code, lost.value.follows.needs_choice) == ("corrected_meanwhile", True)
    assert lost.value.follows.stamp != follows.stamp
    assert hand_of(game_of(below)).version == 1


def test_a_choice_is_refused_once_nothing_hangs_on_it_any_more():
    event = drawn_event(4)
    below, final = first_round(event)
    enter_hand(opened(final), **NOBODY)
    hand = hand_of(game_of(below))
    follows = previewed(hand, 1)
    correct(hand, 1, choice="stand", stamp=follows.stamp)
    with pytest.raises(Stale) as lost:
        correct(hand_of(game_of(below)), choice="replay", stamp=follows.stamp)
    assert lost.value.code == "nothing_follows"


def two_games_to_none(target=100):
    """A best of three between four pairs, won with two games to none; its final is ready."""
    event = drawn_event(4, best_of=3, target_score=target)
    first = won_by(match_of(event, 1), 0, 0)
    played(match_of(event, 2))
    work()
    return again(first), match_of(event, 3)


def test_two_to_none_that_becomes_one_all_goes_on_while_the_final_has_not_begun():
    first, final = two_games_to_none()
    correct(hand_of(game_of(first, 2)), 1)

    first, final = again(first), again(final)
    assert (first.state, first.winner, games_won(first)) == (Match.State.PLAYING, None, [1, 1])
    assert (final.state, first.advanced_at) == (Match.State.WAITING, None)
    assert None in teams(final)
    won_by(first, 1)
    work()
    assert again(first).winner.name in teams(final)
    assert again(final).state == Match.State.READY


def test_two_to_none_that_becomes_one_all_voids_a_final_that_has_begun_if_so_chosen():
    first, final = two_games_to_none()
    enter_hand(opened(final))
    hand = hand_of(game_of(first, 2))
    follows = previewed(hand, 1)
    assert [(it.match, it.coming, it.then) for it in follows.changes] == [(final, None, "waiting")]
    correct(hand, 1, choice="replay", stamp=follows.stamp)

    final = again(final)
    assert (again(first).is_open, games_won(first)) == (True, [1, 1])
    assert (final.state, final.attempt, None in teams(final)) == (Match.State.WAITING, 2, True)
    won_by(again(first), 0)
    work()
    assert (again(first).winner, again(final).state) == (first.winner, Match.State.READY)


def test_an_event_that_is_over_goes_on_when_its_first_round_does():
    first, final = two_games_to_none()
    played(final)
    work()
    assert Event.objects.get(pk=first.event_id).champion == again(final).winner
    hand = hand_of(game_of(first, 2))
    follows = previewed(hand, 1)
    assert (follows.reopens_event, follows.champion) == (True, again(final).winner)
    correct(hand, 1, choice="replay", stamp=follows.stamp)

    event = Event.objects.get(pk=first.event_id)
    assert (event.status, event.champion) == (Event.Status.RUNNING, None)
    won_by(again(first), 0)
    work()
    played(again(final))
    work()
    assert Event.objects.get(pk=event.pk).status == Event.Status.FINISHED


def test_a_match_whose_table_is_taken_waits_for_one_and_goes_on_with_its_games():
    first = two_games_to_none()[0]
    table = first.table
    other = match_of(first.event, 2)
    Match.objects.filter(pk=other.pk).update(
        state=Match.State.PLAYING, reason="", winner=None, table=table
    )
    correct(hand_of(game_of(first, 2)), 1)

    first = again(first)
    assert (first.state, first.table, first.game_number) == (Match.State.READY, None, 2)
    won_by(first, 1)
    assert (games_won(first), again(first).winner.name) == ([1, 2], teams(first)[1])


def test_a_first_round_of_eight_is_followed_up_to_the_final():
    """Three rounds later nobody could say what else a correction would change."""
    event = drawn_event(8)
    for number in range(1, 8):
        played(match_of(event, number))
        work()
    first = match_of(event, 1)
    hand = hand_of(game_of(first))
    follows = previewed(hand, 1)
    old, new = teams(first)
    semi, final = first.above, first.above.above
    assert [it.match for it in follows.changes] == [semi, final]
    assert [it.voids for it in follows.changes] == [True, True]
    assert (follows.changes[0].leaving.name, follows.changes[0].coming.name) == (old, new)
    correct(hand, 1, choice="replay", stamp=follows.stamp)

    assert [again(it).attempt for it in (semi, final)] == [2, 2]
    assert (again(semi).state, again(final).state) == (Match.State.READY, Match.State.WAITING)
    played(again(semi))
    work()
    played(again(final))
    work()
    assert Event.objects.get(pk=event.pk).status == Event.Status.FINISHED


def test_a_correction_beside_a_bye_or_a_walkover_works():
    """Rescoring failed when the neighbour had not been played."""
    event = drawn_event(3)
    first = next(it for it in event.matches.filter(round=1) if it.is_open)
    played(first)
    work()
    final = first.above
    correct(hand_of(game_of(first)), 1)
    assert again(first).winner.name in teams(final)

    event = drawn_event(4)
    played(match_of(event, 1))
    forfeit(match_of(event, 2), sides=[0], by=director_of(event.club))
    work()
    correct(hand_of(game_of(match_of(event, 1))), 1)
    assert match_of(event, 1).winner.name in teams(match_of(event, 3))
    assert match_of(event, 3).state == Match.State.READY


def test_who_went_on_without_the_hands_goes_on_whatever_they_say():
    event = drawn_event(2, best_of=3)
    match = won_by(match_of(event, 1), 0, 0)
    Match.objects.filter(pk=match.pk).update(reason=Match.Reason.FORFEIT)
    correct(hand_of(game_of(match, 2)), 1)
    assert (again(match).winner, games_won(match)) == (match.winner, [1, 1])


def test_each_choice_is_one_act_with_one_public_line_for_each_match_it_changes():
    first, final = two_games_to_none()
    enter_hand(opened(final))
    hand = hand_of(game_of(first, 2))
    correct(hand, 1, choice="replay", stamp=previewed(hand, 1).stamp)
    act = first.event.acts.get()
    told = [log.sentence(line) for line in act.lines.filter(public=True).order_by("pk")]
    assert told[-1] == "Match 1, game 2: hand 1 was corrected. Misread"
    assert "Match 3: what it was decided by is void." in told
    assert set(act.after["match"]) == {str(first.pk), str(final.pk)}

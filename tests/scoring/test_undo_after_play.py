"""What was played on top of an act stands against taking it back, whoever won there."""

from uuid import uuid4

import pytest

from scoring.services import correct_hand
from scoring.services.rebuild import check_event
from scoring.services.undo import act_fault, take_back_act
from tests.evening.any_event import enter, even_hand, game_at, play_out
from tests.stage import (
    director_of,
    drawn_event,
    enter_hand,
    match_of,
    opened,
    winning_hand,
    work,
)
from tournament.refusals import Stale
from tournament.services.departures import forfeit
from tournament.services.result_corrections import correct_result, replay_match

pytestmark = pytest.mark.django_db


def one_more_hand(match):
    """Play one hand after which the match goes on."""
    game = game_at(match)
    enter(game, even_hand(game.rule_set))


def refused(event, number):
    """Try to take an act back; say why that is not done."""
    act, by = event.acts.get(number=number), director_of(event.club)
    with pytest.raises(Stale) as stale:
        take_back_act(act, entry_key=uuid4(), by=by)
    assert check_event(event) == []
    return stale.value.code


def test_a_forfeit_at_a_table_of_three_stands_once_the_other_two_have_played():
    event = drawn_event(3, variant="cutthroat")
    match = match_of(event, 1)
    one_more_hand(match)
    forfeit(match, sides=[0], by=director_of(event.club))
    one_more_hand(match)
    assert refused(event, 1) == "cannot_be_undone"


def test_a_forfeit_at_a_table_of_three_is_taken_back_before_the_other_two_have_played():
    event = drawn_event(3, variant="cutthroat")
    match, by = match_of(event, 1), director_of(event.club)
    one_more_hand(match)
    forfeit(match, sides=[0], by=by)
    take_back_act(event.acts.get(number=1), entry_key=uuid4(), by=by)
    assert check_event(event) == []
    assert not match.sides.filter(gone=True).exists()


def test_a_void_match_that_the_same_side_has_won_again_stays_void():
    event = drawn_event(4)
    match, by = match_of(event, 1), director_of(event.club)
    play_out(match, lambda _sides: 0)
    work()
    replay_match(match, why="the wrong deck", entry_key=uuid4(), by=by)
    one_more_hand(match)
    play_out(match, lambda _sides: 0)
    assert refused(event, 1) == "cannot_be_undone"


def test_a_corrected_result_is_not_brought_back_over_what_was_played_afterwards():
    event = drawn_event(4)
    match, by = match_of(event, 1), director_of(event.club)
    play_out(match, lambda _sides: 0)
    work()
    words = {"winner": 1, "reason": "forfeit", "why": "seen by the desk"}
    correct_result(match, **words, entry_key=uuid4(), by=by)
    replay_match(match, why="the wrong deck", entry_key=uuid4(), by=by)
    play_out(match, lambda _sides: 1)
    assert refused(event, 1) == "cannot_be_undone"


def test_an_ending_does_not_come_back_to_a_match_that_another_side_has_won_since():
    """A walkover came back with the other side as its winner, who was absent by it."""
    event = drawn_event(2, best_of=1, target_score=100)
    match, by = match_of(event, 1), director_of(event.club)
    hand = enter_hand(opened(match), place=0).hands.get()
    work()
    correct_result(
        match, winner=0, reason="walkover", why="the others had left", entry_key=uuid4(), by=by
    )
    take_back_act(event.acts.get(number=1), entry_key=uuid4(), by=by)
    correct_hand(hand, **winning_hand(1), reason="swapped", entry_key=uuid4(), by=by.user)
    assert match_of(event, 1).winner == match.sides.get(place=1).entry

    assert refused(event, 2) == "cannot_be_undone"
    assert match_of(event, 1).reason == "played"


def test_a_ruling_is_not_taken_back_from_hands_that_say_otherwise_by_now():
    """The winner stood by the ruling alone; without it the bracket and the hands disagreed."""
    event = drawn_event(2, best_of=1, target_score=100)
    match, by = match_of(event, 1), director_of(event.club)
    hand = enter_hand(opened(match), place=0).hands.get()
    work()
    correct_result(
        match, winner=0, reason="played", why="seen by the desk", entry_key=uuid4(), by=by
    )
    correct_hand(hand, **winning_hand(1), reason="swapped", entry_key=uuid4(), by=by.user)
    ruling, correction = event.acts.order_by("number")

    assert refused(event, 1) == "cannot_be_undone"
    assert act_fault(ruling).startswith("The hands of match 1 were corrected since")
    take_back_act(correction, entry_key=uuid4(), by=by)
    take_back_act(ruling, entry_key=uuid4(), by=by)
    assert check_event(event) == []
    assert not match_of(event, 1).by_ruling

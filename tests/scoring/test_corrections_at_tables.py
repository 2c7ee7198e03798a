"""Corrections at tables of three, for themselves: the winner of three, levels, and who has gone."""

from uuid import uuid4

import pytest

from scoring.services import correct_hand, open_game, record_hand
from tests.scoring.any_game import seats_of
from tests.scoring.correcting import again, game_of, games_won, hand_of, replayed, stored
from tests.stage import at_a_table, director_of, drawn_event, match_of, work
from tournament.actors import Actor
from tournament.models import Match
from tournament.refusals import ChoiceNeeded, Refusal
from tournament.services.departures import forfeit

pytestmark = [pytest.mark.django_db, pytest.mark.everywhere]

LEVEL = ({"A": "5", "B": "5", "C": "5"}, {"A": 5, "B": 6, "C": 6})
"""A hand after which nobody has a hundred points."""


def hand_for(seat, bid=10, taken=11):
    """A hand that wins a game to a hundred for one seat of three."""
    others = [it for it in "ABC" if it != seat]
    bids = {seat: str(bid)} | dict.fromkeys(others, "3")
    return bids, {seat: taken, others[0]: 3, others[1]: 17 - taken - 3}


def begun(match, number=1):
    match = at_a_table(match)
    rules = match.rules_at(sides=3)
    return open_game(
        match,
        game_number=number,
        seating=seats_of(match, rules),
        first_dealer="A",
        by=Actor(table=match.table),
    )


def enter(game, says):
    game.refresh_from_db()
    words = {"entry_key": uuid4(), "by": Actor(table=game.match.table)}
    return record_hand(game, number=game.next_number, bids=says[0], tricks=says[1], **words)


def won(match, *seats):
    """Play games of one hand each, won by these seats in turn."""
    for number, seat in enumerate(seats, match.games.count() + 1):
        enter(begun(again(match), number), hand_for(seat))
    return again(match)


def correct(hand, says, **more):
    by = director_of(hand.game.match.event.club).user
    words = {"reason": "Misread", "entry_key": uuid4(), "by": by}
    return correct_hand(hand, bids=says[0], tricks=says[1], **words, **more)


def side(match, seat):
    return match.sides.get(place="ABC".index(seat)).entry


def nine(games=1, **rules):
    """Nine players at three tables; the first sides win, and the last table is ready."""
    event = drawn_event(9, variant="cutthroat", **rules)
    for number in (1, 2, 3):
        won(match_of(event, number), *"A" * games)
    work()
    return event, match_of(event, 1), match_of(event, 4)


def test_another_of_three_takes_the_place_of_the_old_winner():
    _event, first, final = nine()
    assert side(first, "A") in [it.entry for it in final.sides.select_related("entry")]
    correct(hand_of(game_of(first)), hand_for("C"))
    seated = [it.entry for it in final.sides.select_related("entry")]
    assert side(first, "A") not in seated
    assert (side(first, "C") in seated, again(final).state) == (True, Match.State.READY)
    assert stored(first) == replayed(first)


def test_a_last_table_of_three_in_play_asks_for_a_choice():
    _event, first, final = nine()
    enter(begun(final), LEVEL)
    with pytest.raises(ChoiceNeeded) as asked:
        correct(hand_of(game_of(first)), hand_for("B"))
    (change,) = asked.value.follows.changes
    assert (change.leaving, change.coming) == (side(first, "A"), side(first, "B"))
    stamp = asked.value.follows.stamp
    correct(hand_of(game_of(first)), hand_for("B"), choice="replay", stamp=stamp)
    assert (again(final).attempt, again(first).winner) == (2, side(first, "B"))


def test_two_games_of_three_that_become_one_each_are_played_on():
    _event, first, final = nine(games=2, best_of=3)
    correct(hand_of(game_of(first, 2)), hand_for("B"))
    assert (games_won(first), again(first).winner) == ([1, 1, 0], None)
    assert again(final).state == Match.State.WAITING
    assert won(first, "B").winner == side(first, "B")
    work()
    assert again(final).state == Match.State.READY


def test_a_further_game_that_was_begun_is_played_though_points_have_been_parted():
    event = drawn_event(3, variant="cutthroat", best_of=3)
    match = won(match_of(event, 1), "A", "B", "C")
    assert (games_won(match), match.is_open) == ([1, 1, 1], True)
    further = begun(match, 4)
    correct(hand_of(game_of(match, 1)), hand_for("A", taken=10))
    assert (again(match).is_open, again(match).game_number) == (True, 4)
    enter(further, hand_for("B"))
    assert (again(match).winner, games_won(match)) == (side(match, "B"), [1, 2, 1])


def test_points_that_a_correction_parts_decide_where_no_further_game_was_begun():
    event = drawn_event(3, variant="cutthroat", best_of=3)
    match = won(match_of(event, 1), "A", "B", "C")
    correct(hand_of(game_of(match, 1)), hand_for("A", bid=11))
    match = again(match)
    assert (match.winner, match.reason) == (side(match, "A"), "played")
    assert stored(match) == replayed(match)


def test_hands_of_three_are_void_once_one_has_gone_and_the_others_began_anew():
    event = drawn_event(3, variant="cutthroat", best_of=3)
    match = won(match_of(event, 1), "A")
    hand = hand_of(game_of(match))
    forfeit(match, sides=[2], by=director_of(event.club))
    with pytest.raises(Refusal) as refused:
        correct(hand, hand_for("B"))
    assert str(refused.value) == "This hand is void and decides nothing any more."

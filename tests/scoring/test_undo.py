"""An act is taken back by its identity: the hand, its game and the bracket say what they said."""

from datetime import datetime
from uuid import uuid4

import pytest

from scoring.models import Game, Hand, HandVersion
from scoring.services.rulings import rule_on
from scoring.services.undo import act_fault, take_back_act
from tests.scoring.correcting import (
    NOBODY,
    THREES,
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
from tournament.models import Event, Match
from tournament.refusals import ChoiceNeeded, Stale
from tournament.services.departures import forfeit

pytestmark = [pytest.mark.django_db, pytest.mark.everywhere]

GROWING = ("version", "hand_at", "free_since", "ready_at", "entered_at", "scored_at")


def picture(event):
    """Everything the bracket and its games say, but what only grows."""
    event = Event.objects.get(pk=event.pk)
    rows = {
        "event": [{"status": event.status, "champion": event.champion_id}],
        "matches": event.matches.order_by("pk").values(),
        "sides": event.sides.order_by("pk").values(),
        "games": Game.objects.filter(match__event=event).order_by("pk").values(),
        "hands": Hand.objects.filter(game__match__event=event).order_by("pk").values(),
    }
    return {
        kind: [{name: said(it) for name, it in row.items() if name not in GROWING} for row in found]
        for kind, found in rows.items()
    }


def said(value):
    """A time to the second; anything else as it is."""
    return value.replace(microsecond=0) if isinstance(value, datetime) else value


def chosen(hand, place, choice):
    """Correct a hand on which later play stands, with a choice."""
    with pytest.raises(ChoiceNeeded) as asked:
        correct(hand, place)
    return correct(hand, place, choice=choice, stamp=asked.value.follows.stamp)


def undo(event, number=None, key=None):
    """Take an act back: the last one, or one by its number."""
    acts = event.acts.order_by("number")
    act = acts.get(number=number) if number else acts.last()
    return take_back_act(act, entry_key=key or uuid4(), by=director_of(event.club))


def through(event, *numbers):
    for number in numbers:
        played(match_of(event, number))
        work()


def test_a_correction_is_taken_back_with_one_act_and_keeps_every_version():
    """A wrong match was edited and the old value was gone."""
    event = drawn_event(2, target_score=500)
    game = enter_hand(opened(match_of(event, 1)), **NOBODY)
    before = picture(event)
    correct(hand_of(game), tricks={"NS": 6, "EW": 7})
    undo(event)

    assert picture(event) == before | {"hands": picture(event)["hands"]}
    papers = [it.paper["tricks"] for it in HandVersion.objects.order_by("number")]
    assert papers == [{"NS": 7, "EW": 6}, {"NS": 6, "EW": 7}, {"NS": 7, "EW": 6}]
    assert (hand_of(game).tricks, stored(game.match)) == (papers[0], replayed(game.match))
    assert HandVersion.objects.last().reason == "Taken back: act 1"


@pytest.mark.parametrize("choice", ["replay", "stand"])
def test_each_choice_is_undone_as_one(choice):
    event = drawn_event(4)
    through(event, 1, 2, 3)
    before = picture(event)
    chosen(hand_of(game_of(match_of(event, 1))), 1, choice)
    assert picture(event) != before
    undo(event)
    assert picture(event) == before


def test_a_swapped_winner_is_swapped_back():
    event = drawn_event(4)
    through(event, 1, 2)
    before = picture(event)
    correct(hand_of(game_of(match_of(event, 1))), 1)
    undo(event)
    assert picture(event) == before


def test_the_reopened_game_is_the_one_the_act_opened_whatever_the_totals_say():
    """Reopening took the point off the wrong team: it looked at the total, not at the last game."""
    match = won_by(match_of(drawn_event(2, best_of=3), 1), 0, 1, 0)
    correct(hand_of(game_of(match, 1)), 1)
    assert games_won(match) == [0, 2]
    assert again(match).winner == match.sides.get(place=1).entry
    undo(match.event)
    assert games_won(match) == [2, 1]
    assert [it.winner for it in match.games.order_by("number")] == ["NS", "EW", "NS"]
    assert again(match).winner == match.sides.get(place=0).entry


def test_taking_back_what_was_taken_back_does_it_again():
    event = drawn_event(4)
    through(event, 1, 2)
    correct(hand_of(game_of(match_of(event, 1))), 1)
    corrected = picture(event)
    first = undo(event)
    undo(event, first.number)
    assert picture(event) == corrected
    assert hand_of(game_of(match_of(event, 1))).version == 4


def test_an_act_is_taken_back_once_and_one_key_is_one_act():
    event = drawn_event(2, target_score=500)
    game = enter_hand(opened(match_of(event, 1)), **NOBODY)
    correct(hand_of(game), tricks={"NS": 6, "EW": 7})
    correct(hand_of(game), tricks={"NS": 5, "EW": 8})
    key = uuid4()
    assert undo(event, 2, key).pk == undo(event, 2, key).pk
    with pytest.raises(Stale) as lost:
        undo(event, 1, key)
    assert lost.value.code == "key_used"
    with pytest.raises(Stale) as lost:
        undo(event, 2)
    assert lost.value.code == "cannot_be_undone"
    assert hand_of(game).version == 4


def test_a_later_correction_of_the_same_hand_is_taken_back_first():
    event = drawn_event(2, target_score=500)
    game = enter_hand(opened(match_of(event, 1)), **NOBODY)
    correct(hand_of(game), tricks={"NS": 6, "EW": 7})
    correct(hand_of(game), tricks={"NS": 5, "EW": 8})
    with pytest.raises(Stale) as lost:
        undo(event, 1)
    assert str(lost.value) == "Act 2 changed the same hand since. Take that back first."
    assert act_fault(event.acts.get(number=1)) == str(lost.value)

    undo(event, 2)
    undo(event, 1)
    assert hand_of(game).tricks == NOBODY["tricks"]
    assert stored(game.match) == replayed(game.match)


def test_hands_entered_since_stay_and_are_scored_anew():
    event = drawn_event(2, target_score=500)
    game = enter_hand(opened(match_of(event, 1)), **NOBODY)
    correct(hand_of(game), tricks={"NS": 6, "EW": 7})
    game = enter_hand(game, **NOBODY)
    undo(event)
    game = game_of(game.match)
    assert {side: it["score"] for side, it in game.totals.items()} == {"NS": 122, "EW": 120}
    points = list(game.match.sides.order_by("place").values_list("points", flat=True))
    assert (points, again(game.match).hand_number) == ([122, 120], 2)


def test_a_match_ends_when_the_hands_say_so_once_a_correction_is_taken_back():
    event = drawn_event(2, target_score=122)
    game = enter_hand(opened(match_of(event, 1)), **NOBODY)
    correct(hand_of(game), tricks={"NS": 6, "EW": 7})
    game = enter_hand(game, **NOBODY)
    assert game.winner == ""
    undo(event)
    match = again(game.match)
    assert (game_of(match).winner, match.winner) == ("NS", match.sides.get(place=0).entry)
    assert (stored(match), Event.objects.get(pk=event.pk).champion) == (
        replayed(match),
        match.winner,
    )


def test_play_on_top_of_a_match_that_an_act_opened_again_keeps_the_act():
    event = drawn_event(2, best_of=3)
    match = won_by(match_of(event, 1), 0, 0)
    correct(hand_of(game_of(match, 2)), 1)
    won_by(again(match), 1)
    before = picture(event)
    with pytest.raises(Stale) as lost:
        undo(event)
    assert lost.value.code == "cannot_be_undone"
    assert str(lost.value).endswith("Correct the result instead.")
    assert picture(event) == before


def two_corrections(bids, tricks):
    """A game that act 1 gave to the other side; act 2 has corrected its other hand since."""
    event = drawn_event(4, target_score=122)
    game = enter_hand(opened(match_of(event, 1)), **NOBODY)
    game = enter_hand(game, **NOBODY)
    assert game.winner == "NS"
    correct(hand_of(game), tricks={"NS": 5, "EW": 8})
    correct(hand_of(game, 2), bids=bids, tricks=tricks)
    assert game_of(game.match).winner == "EW"
    return event, again(game.match)


def test_a_winner_goes_back_with_the_figures_of_a_later_correction():
    event, match = two_corrections({**THREES, "N": "4"}, {"NS": 7, "EW": 6})
    undo(event, 1)
    assert again(match).winner == match.sides.get(place=0).entry
    points = list(match.sides.order_by("place").values_list("points", flat=True))
    assert (points, stored(match)) == ([131, 120], replayed(match))


def test_a_winner_that_later_corrections_do_not_allow_does_not_go_back():
    event, match = two_corrections(THREES, {"NS": 6, "EW": 7})
    before = picture(event)
    with pytest.raises(Stale) as lost:
        undo(event, 1)
    assert str(lost.value) == (
        "With what was corrected since, the match would end otherwise than before the act. "
        "Correct the hand instead."
    )
    assert (picture(event), again(match).winner) == (before, match.sides.get(place=1).entry)


def test_a_correction_of_a_hand_that_is_void_by_now_stays():
    event = drawn_event(3, target_score=500)
    first = next(it for it in event.matches.filter(round=1) if it.is_open)
    game = enter_hand(opened(first), **NOBODY)
    correct(hand_of(game), tricks={"NS": 6, "EW": 7})
    forfeit(first, sides=[0], by=director_of(event.club))
    with pytest.raises(Stale) as lost:
        undo(event, 1)
    assert str(lost.value) == "The hand is void by now and decides nothing any more."


def test_a_ruling_on_a_saved_hand_is_taken_back_with_its_hand():
    event = drawn_event(4)
    through(event, 1, 2)
    before = picture(event)
    match = match_of(event, 1)
    words = {"note": "Left the table", "entry_key": uuid4(), "by": director_of(event.club).user}
    rule_on(game_of(match), number=1, offence="conduct", seat="N", effect="game_loss", **words)
    assert again(match).winner == match.sides.get(place=1).entry
    undo(event)
    assert picture(event) == before
    assert hand_of(game_of(match)).rulings == []


def test_a_match_that_a_correction_decided_is_in_play_again():
    event = drawn_event(4, best_of=3)
    match = won_by(match_of(event, 1), 0, 1)
    third = enter_hand(opened(again(match), 3), **NOBODY)
    correct(hand_of(game_of(match, 2)), 0)
    assert again(match).state == Match.State.FINISHED
    undo(event)
    match = again(match)
    assert (match.state, match.winner, match.game_number) == (Match.State.PLAYING, None, 3)
    assert games_won(match) == [1, 1]
    assert enter_hand(third, 1).winner == "EW"
    assert again(match).winner == match.sides.get(place=1).entry

"""A correction may end a game, open it again or give it to somebody else; the match follows."""

import pytest

from engine.faults import RuleError
from scoring.models import Hand
from scoring.queries.match import match_page
from scoring.queries.stages import Stage
from scoring.queries.table import table_state
from scoring.services import open_game
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
from tests.stage import drawn_event, enter_hand, match_of, opened, work
from tournament.models import Event, Match
from tournament.refusals import Refusal, Stale

pytestmark = [pytest.mark.django_db, pytest.mark.everywhere]


def match_to(target=100, best_of=3):
    return match_of(drawn_event(2, target_score=target, best_of=best_of), 1)


def test_a_game_that_ends_earlier_keeps_its_later_hands_and_they_count_for_nothing():
    """Moving the end of a game used to be refused, or to throw away what was played after it."""
    game = opened(match_to(120))
    for _hand in range(2):
        game = enter_hand(game, **NOBODY)
    assert (game.winner, game.hands_played) == ("NS", 2)
    big = {"bids": THREES | {"N": "9"}, "tricks": {"NS": 12, "EW": 1}}
    correct(hand_of(game, 1), **big)

    game = game_of(game.match)
    assert (game.winner, game.hands_played, game.totals["NS"]) == (
        "NS",
        1,
        {"score": 120, "bags": 0},
    )
    assert Hand.objects.filter(game=game).count() == 2
    assert stored(game.match) == replayed(game.match)
    assert match_page(game.match.event.slug, 1).games[0].uncounted == 1

    correct(hand_of(game, 1))
    game = game_of(game.match)
    assert (game.winner, game.hands_played, game.totals["NS"]["score"]) == ("NS", 2, 122)
    assert match_page(game.match.event.slug, 1).games[0].uncounted == 0


def test_a_hand_after_the_end_of_its_game_is_corrected_and_still_counts_for_nothing():
    game = opened(match_to(120))
    for _hand in range(2):
        game = enter_hand(game, **NOBODY)
    correct(hand_of(game, 1), bids=THREES | {"N": "9"}, tricks={"NS": 12, "EW": 1})
    correct(hand_of(game, 2), tricks={"NS": 6, "EW": 7})

    game = game_of(game.match)
    assert (game.hands_played, game.totals["NS"]["score"]) == (1, 120)
    assert (hand_of(game, 2).version, stored(game.match)) == (2, replayed(game.match))


def test_a_game_ends_under_the_hand_that_is_being_bid_and_takes_it_up_again():
    """A table that was bidding on went on with a game that had been over for a hand."""
    game = enter_hand(opened(match_to(best_of=1)), **NOBODY)
    game.hands.create(number=2, dealer="E", bids={"S": 3})
    correct(hand_of(game, 1), 0)

    match = again(game.match)
    assert (match.state, match.reason, match.winner) == (
        Match.State.FINISHED,
        "played",
        match.sides.get(place=0).entry,
    )
    assert game_of(match).hands.get(number=2).bids == {"S": 3}
    with pytest.raises(Stale) as lost:
        enter_hand(game_of(match), number=2)
    assert lost.value.code == "match_not_in_play"


def test_a_finished_game_is_open_again_and_the_match_goes_on_with_it():
    game = enter_hand(opened(match_to()), 0)
    correct(hand_of(game))

    match = again(game.match)
    game = game_of(match)
    assert (game.winner, game.finished_at, match.state) == ("", None, Match.State.PLAYING)
    assert (games_won(match), match.game_number, match.hand_number) == ([0, 0], 1, 1)
    enter_hand(game, 1)
    assert (game_of(match).winner, games_won(match)) == ("EW", [0, 1])


def test_a_tie_that_a_correction_makes_is_played_on():
    """Equal totals past the target were shown with a winner."""
    game = opened(match_to(120))
    for _hand in range(2):
        game = enter_hand(game, **NOBODY)
    correct(hand_of(game, 2), bids=THREES, tricks={"NS": 5, "EW": 8})
    correct(hand_of(game, 2), bids=THREES, tricks={"NS": 6, "EW": 7})

    game = game_of(game.match)
    assert {side: it["score"] for side, it in game.totals.items()} == {"NS": 121, "EW": 121}
    assert (game.winner, game.match.winner, games_won(game.match)) == ("", None, [0, 0])
    assert enter_hand(game, 1).winner == "EW"


def test_a_game_is_not_opened_again_beside_another_one_in_play():
    """Two games of a match in play at once: a table would not know which one to write to."""
    first = enter_hand(opened(match_to()), 0)
    enter_hand(opened(first.match, 2), **NOBODY)
    with pytest.raises(Refusal) as refused:
        correct(hand_of(first))
    assert refused.value.code == "another_game_in_play"
    assert "Play game 2 to its end" in str(refused.value)
    assert (hand_of(first).version, first.match.event.acts.count()) == (1, 0)

    enter_hand(game_of(first.match, 2), 1)
    correct(hand_of(first))
    match = again(first.match)
    assert (games_won(match), match.game_number) == ([0, 1], 1)


def test_a_game_is_not_opened_again_beside_one_that_was_left_at_the_end_of_the_match():
    match = won_by(match_to(), 0, 1)
    enter_hand(opened(again(match), 3), **NOBODY)
    correct(hand_of(game_of(match, 2)), 0)
    with pytest.raises(Refusal) as refused:
        correct(hand_of(game_of(match, 1)))
    assert refused.value.code == "another_game_in_play"
    assert "or have the match played again" in str(refused.value)
    assert games_won(again(match)) == [2, 0]

    correct(hand_of(game_of(match, 2)), 1)
    assert (again(match).state, again(match).game_number) == (Match.State.PLAYING, 3)


def test_the_table_goes_on_with_the_game_that_is_open_again_and_then_with_the_next():
    match = won_by(match_to(), 0, 1)
    correct(hand_of(game_of(match)))
    with pytest.raises(Stale) as lost:
        opened(again(match), 3)
    assert lost.value.code == "game_in_play"
    assert match_page(match.event.slug, 1).current.game.number == 1

    enter_hand(game_of(match), 0)
    assert games_won(again(match)) == [1, 1]
    won_by(again(match), 1)
    assert (again(match).winner, games_won(match)) == (match.sides.get(place=1).entry, [1, 2])


def test_two_of_three_ends_the_match_and_the_third_game_counts_for_nothing():
    """Two games to none in a best of three left the match running."""
    match = won_by(match_to(), 0, 1)
    third = enter_hand(opened(again(match), 3), **NOBODY)
    correct(hand_of(game_of(match, 2)), 0)

    match = again(match)
    assert (match.winner, match.reason) == (match.sides.get(place=0).entry, "played")
    assert (games_won(match), match.game_number) == ([2, 0], 2)
    assert [it.after_the_end for it in match_page(match.event.slug, 1).games] == [
        True,
        False,
        False,
    ]
    with pytest.raises(Stale) as lost:
        enter_hand(third, 1)
    assert lost.value.code == "match_not_in_play"
    with pytest.raises(Stale):
        open_game(match, game_number=4, seating={}, first_dealer="N", by=None)


def test_a_match_that_a_correction_decides_goes_up_at_once():
    """The next round was made from a result that nobody had confirmed, or not made at all."""
    match = won_by(match_to(), 0, 1)
    correct(hand_of(game_of(match, 2)), 0)
    event = Event.objects.get(pk=match.event_id)
    assert (event.champion, event.status) == (match.sides.get(place=0).entry, Event.Status.FINISHED)
    work()
    assert event.log.filter(key="champion").count() == 1


def test_only_decided_games_carry_a_team_on():
    """Advancement was worked out from games that were not over."""
    match = won_by(match_to(), 0)
    game = enter_hand(opened(again(match), 2), bids=THREES, tricks={"NS": 10, "EW": 3})
    assert game.winner == ""
    correct(hand_of(game), bids=THREES, tricks={"NS": 11, "EW": 2})
    assert (again(match).winner, games_won(match)) == (None, [1, 0])


def test_a_score_that_keeps_the_winner_is_always_put_right_and_moves_nothing():
    """A finished match refused even a correction that left its winner alone."""
    event = drawn_event(4, best_of=1)
    for number in (1, 2, 3):
        won_by(match_of(event, number), 0)
        work()
    before = list(event.matches.exclude(number=1).values())
    correct(hand_of(game_of(match_of(event, 1))), 0, tricks={"NS": 10, "EW": 3})

    assert list(event.matches.exclude(number=1).values()) == before
    assert list(match_of(event, 1).sides.values_list("points", flat=True)) == [100, 21]
    act = event.acts.get()
    assert (act.key, act.params["hand"], act.params["version"]) == ("hand_corrected", 1, 2)


def test_who_won_is_read_from_the_hands_and_never_typed():
    """A declared winner that disagreed with the score was taken, or the right one refused."""
    match = won_by(match_to(), 0)
    with pytest.raises(RuleError) as refused:
        correct(hand_of(game_of(match)), winner="NS")
    assert str(refused.value) == "There is no option “winner”."
    correct(hand_of(game_of(match)), 1)
    assert (game_of(match).winner, games_won(match)) == ("EW", [0, 1])


def test_a_hand_for_a_finished_match_is_refused_and_the_match_stays():
    """A completed match could be scored again."""
    match = won_by(match_to(best_of=1), 0)
    with pytest.raises(Stale) as lost:
        enter_hand(game_of(match), 1, number=2)
    assert lost.value.code == "match_not_in_play"
    assert (again(match).winner, games_won(match)) == (match.sides.get(place=0).entry, [1, 0])


def test_the_page_of_the_table_follows_the_game_that_is_open_again():
    match = won_by(match_to(), 0, 1)
    correct(hand_of(game_of(match)))
    state = table_state(match.table)
    assert (state.stage, state.game.number, state.number) == (Stage.BIDS, 1, 2)
    assert [(it.number, it.scores != (), it.is_next) for it in state.tally] == [
        (1, False, True),
        (2, True, False),
        (3, False, False),
    ]
    enter_hand(game_of(match), 0)
    state = table_state(match.table)
    assert (state.stage, state.next_game, state.games_won) == (Stage.SEATS, 3, "1\u20131")


def test_the_page_of_the_table_leaves_out_games_after_the_end():
    match = won_by(match_to(), 0, 1, 0)
    correct(hand_of(game_of(match, 2)), 0)
    state = table_state(again(match).table)
    assert (state.stage, state.game.number, state.games_won) == (Stage.OVER, 2, "2\u20130")
    assert [it.number for it in state.tally] == [1, 2]
    assert again(match).winner == match.sides.get(place=0).entry

"""A correction is a new version with a reason; totals are replayed."""

from uuid import uuid4

import pytest

from engine.faults import RuleError
from scoring.models import Game, Hand
from scoring.services import correct_hand
from tests.stage import director_of, drawn_event, enter_hand, match_of, opened, work
from tournament import log
from tournament.models import Event, Match
from tournament.refusals import Refusal, Stale
from tournament.services.departures import forfeit

pytestmark = [pytest.mark.django_db, pytest.mark.everywhere]

THREES = dict.fromkeys("NESW", "3")


@pytest.fixture
def game():
    """A game to 500 with two hands: NS 61 and 122, EW 60 and 120."""
    game = opened(match_of(drawn_event(2, target_score=500, best_of=3), 1))
    for _hand in range(2):
        game = enter_hand(game, bids=THREES, tricks={"NS": 7, "EW": 6})
    return game


def correct(hand, *, bids=THREES, tricks=None, reason="Misread", key=None, by=None, **more):
    return correct_hand(
        hand,
        bids=bids,
        tricks=tricks or {"NS": 6, "EW": 7},
        reason=reason,
        entry_key=key or uuid4(),
        by=by or director_of(hand.game.match.event.club).user,
        **more,
    )


def hand_of(game, number):
    return Hand.objects.select_related("game__match__event__club").get(game=game, number=number)


def totals(game):
    return {side: it["score"] for side, it in Game.objects.get(pk=game.pk).totals.items()}


def test_a_correction_replays_the_game_and_keeps_the_old_version(game):
    assert totals(game) == {"NS": 122, "EW": 120}
    director = director_of(game.match.event.club).user
    hand = correct(hand_of(game, 1), by=director)

    assert totals(game) == {"NS": 121, "EW": 121}
    first, second = hand.versions.order_by("number")
    assert (first.paper["tricks"]["NS"], second.paper["tricks"]["NS"]) == (7, 6)
    assert (second.number, second.reason, second.by_user) == (2, "Misread", director)
    assert second.paper == Hand.objects.get(pk=hand.pk).paper
    sides = match_of(game.match.event, 1).sides.order_by("place")
    assert list(sides.values_list("points", "bags")) == [(121, 1), (121, 1)]


def test_a_correction_is_told_in_the_public_log_with_its_reason(game):
    correct(hand_of(game, 1), reason="  The scorer read 6 as 7 ")
    line = game.match.event.log.get(key="hand_corrected")
    assert line.public
    assert log.sentence(line) == ("Match 1, game 1: hand 1 was corrected. The scorer read 6 as 7")


def test_one_entry_key_is_one_correction(game):
    key = uuid4()
    for _tap in range(2):
        correct(hand_of(game, 1), key=key)
    with pytest.raises(Stale) as lost:
        correct(hand_of(game, 1), key=key, tricks={"NS": 13, "EW": 0})
    assert lost.value.code == "key_used"
    assert totals(game) == {"NS": 121, "EW": 121}
    assert hand_of(game, 1).version == 2


def test_the_entry_key_of_another_correction_is_refused(game):
    key = uuid4()
    correct(hand_of(game, 1), key=key)
    with pytest.raises(Stale) as lost:
        correct(hand_of(game, 2), key=key)
    assert (lost.value.code, hand_of(game, 2).version) == ("form_of_another_hand", 1)


def test_a_correction_made_from_an_older_version_is_stale(game):
    correct(hand_of(game, 1), seen=1)
    with pytest.raises(Stale) as lost:
        correct(hand_of(game, 1), tricks={"NS": 8, "EW": 5}, seen=1)
    assert (lost.value.code, hand_of(game, 1).version) == ("corrected_meanwhile", 2)
    assert correct(hand_of(game, 1), tricks={"NS": 8, "EW": 5}, seen=2).version == 3


def test_a_correction_needs_a_reason_of_readable_length(game):
    for reason, field in (("", "reason"), ("   ", "reason"), ("x" * 201, "reason")):
        with pytest.raises(Refusal) as refused:
            correct(hand_of(game, 1), reason=reason)
        assert list(refused.value.fields) == [field]
    assert hand_of(game, 1).version == 1


def test_a_correction_that_changes_nothing_is_refused(game):
    with pytest.raises(Refusal) as refused:
        correct(hand_of(game, 1), tricks={"NS": 7, "EW": 6})
    assert refused.value.code == "nothing_changed"


def test_tricks_added_up_say_nothing_new_of_a_hand_counted_by_seat(game):
    by_seat = {"N": 4, "S": 3, "E": 4, "W": 2}
    game = enter_hand(game, bids=THREES, tricks=by_seat)
    hand = hand_of(game, 3)

    with pytest.raises(Refusal) as refused:
        correct(hand, tricks={"NS": 7, "EW": 6})
    other = correct(hand_of(game, 3), tricks={"NS": 6, "EW": 7})

    assert refused.value.code == "nothing_changed"
    assert [it.paper["tricks"] for it in other.versions.order_by("number")] == [
        by_seat,
        {"NS": 6, "EW": 7},
    ]


def test_impossible_numbers_are_named_and_the_hand_stays(game):
    with pytest.raises(RuleError) as caught:
        correct(hand_of(game, 1), bids={**THREES, "N": "14"}, tricks={"NS": 9, "EW": 6})
    assert sorted(fault.code for fault in caught.value.faults) == ["B03", "T04"]
    assert (hand_of(game, 1).version, totals(game)) == (1, {"NS": 122, "EW": 120})


def test_a_hand_still_being_played_is_changed_at_the_table():
    game = opened(match_of(drawn_event(2, target_score=500), 1))
    hand = game.hands.create(number=1, dealer="N", bids={"E": 3})
    with pytest.raises(Refusal) as refused:
        correct(hand_of(game, hand.number))
    assert refused.value.fields == {"": "This hand is still being played. Change it at the table."}


def test_a_void_hand_is_not_corrected(game):
    forfeit(game.match, sides=[0], by=director_of(game.match.event.club))
    with pytest.raises(Refusal) as refused:
        correct(hand_of(game, 1))
    assert refused.value.fields == {"": "This hand is void and decides nothing any more."}


def decided(best_of=3):
    """A game to 120 that North and South won with their second hand, 122 to 120."""
    game = opened(match_of(drawn_event(2, target_score=120, best_of=best_of), 1))
    for _hand in range(2):
        game = enter_hand(game, bids=THREES, tricks={"NS": 7, "EW": 6})
    assert game.winner == "NS"
    return game


def test_a_decided_match_may_be_corrected_where_its_winner_stays():
    game = decided(best_of=1)
    work()
    correct(hand_of(game, 2), tricks={"NS": 8, "EW": 5})

    match = match_of(game.match.event, 1)
    assert (match.state, match.winner) == (Match.State.FINISHED, match.sides.get(place=0).entry)
    assert list(match.sides.values_list("points", flat=True)) == [123, 0]
    assert Event.objects.get(pk=match.event_id).champion == match.winner
    work()
    assert match.event.log.filter(key="champion").count() == 1


def test_a_correction_of_the_last_hand_may_decide_the_game(game):
    short = opened(match_of(drawn_event(2, target_score=122, best_of=1), 1))
    for _hand in range(2):
        short = enter_hand(short, bids=THREES, tricks={"NS": 6, "EW": 7})
    assert short.winner == "EW"

    short = opened(match_of(drawn_event(2, target_score=123, best_of=1), 1))
    for _hand in range(2):
        short = enter_hand(short, bids=THREES, tricks={"NS": 6, "EW": 7})
    assert short.winner == ""
    correct(hand_of(short, 2), tricks={"NS": 9, "EW": 4})

    match = match_of(short.match.event, 1)
    assert (match.reason, match.winner) == ("played", match.sides.get(place=0).entry)
    work()
    assert Event.objects.get(pk=match.event_id).champion == match.winner


def test_an_earlier_game_may_be_corrected_while_a_later_one_is_played():
    first = decided()
    second = enter_hand(opened(first.match, 2), bids=THREES, tricks={"NS": 6, "EW": 7})
    correct(hand_of(first, 2), tricks={"NS": 8, "EW": 5})

    assert totals(first) == {"NS": 123, "EW": 50 - 60 + 10}
    match = match_of(first.match.event, 1)
    sides = match.sides.order_by("place")
    assert (match.game_number, match.hand_number) == (2, second.hands_played)
    assert list(sides.values_list("games", "points")) == [(1, 60), (0, 61)]


def test_bags_that_cost_a_penalty_are_replayed_through_later_hands():
    game = opened(match_of(drawn_event(2, target_score=500), 1))
    for _hand in range(3):
        game = enter_hand(game, bids=dict.fromkeys("NESW", "1"), tricks={"NS": 6, "EW": 7})
    # Four bags a hand for North and South, five for East and West: both are past ten.
    assert totals(game) == {"NS": 3 * 24 - 100, "EW": 3 * 25 - 100}

    correct(hand_of(game, 1), bids=dict.fromkeys("NESW", "3"), tricks={"NS": 6, "EW": 7})
    assert totals(game) == {"NS": 60 + 24 + 24, "EW": 61 + 25 + 25 - 100}

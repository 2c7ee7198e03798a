"""Tables of three and four for themselves, of partners with one voice, of those who are left."""

from uuid import uuid4

import pytest

from engine.faults import RuleError
from engine.spades.rules import STANDARD, preset
from scoring.models import Game, Hand
from scoring.services import (
    correct_hand,
    open_game,
    record_bid,
    record_hand,
    record_tricks,
    take_back_bid,
)
from tests.factories import UserFactory
from tests.scoring.any_game import game_under, match_under, seats_of
from tournament.actors import Actor
from tournament.models import Match
from tournament.refusals import Refusal

pytestmark = pytest.mark.django_db

ALONE = preset("cutthroat")
THREES = {"A": "5", "B": "5", "C": "5"}


def words(game, number=1):
    return {"number": number, "entry_key": uuid4(), "by": Actor(table=game.match.table)}


def enter(game, tricks, bids=None):
    game.refresh_from_db()
    return record_hand(game, bids=bids or THREES, tricks=tricks, **words(game, game.next_number))


def correct(hand, **changes):
    hand.refresh_from_db()
    said = {"bids": {name: str(it) for name, it in hand.bids.items()}, "tricks": hand.tricks}
    said |= {"reason": "Slip.", "entry_key": uuid4(), "by": UserFactory()}
    return correct_hand(hand, **(said | changes))


def codes(caught):
    return [fault.code for fault in caught.value.faults]


def test_three_for_themselves_play_seventeen_tricks():
    game = enter(game_under(ALONE), {"A": 5, "B": 6, "C": 6})
    assert {side: total["score"] for side, total in game.totals.items()} == {
        "A": 50,
        "B": 51,
        "C": 51,
    }
    with pytest.raises(RuleError) as caught:
        enter(game, {"A": 5, "B": 5, "C": 3})
    assert codes(caught) == ["T04"]


def test_whoever_plays_alone_sits_in_the_order_of_the_sides():
    match = match_under(ALONE)
    seats = seats_of(match, ALONE)
    swapped = {"A": seats["B"], "B": seats["A"], "C": seats["C"]}
    with pytest.raises(Refusal) as refused:
        open_game(
            match, game_number=1, seating=swapped, first_dealer="A", by=Actor(table=match.table)
        )
    assert sorted(refused.value.fields) == ["seat_A", "seat_B"]


def test_three_of_four_play_by_the_rules_for_three_and_keep_their_places():
    game = game_under(ALONE.with_options(target_score=100, best_of=1), gone=[1])
    assert (game.rule_set.variant, game.places) == ("cutthroat", [0, 2, 3])

    game = enter(game, {"A": 3, "B": 11, "C": 3}, {"A": "3", "B": "10", "C": "3"})

    assert game.winner == "B"
    match = game.match
    match.refresh_from_db()
    assert match.winner == match.sides.get(place=2).entry
    points = dict(match.sides.values_list("place", "points"))
    assert points == {0: 30, 1: 0, 2: 101, 3: 30}


def test_two_of_three_play_two_handed():
    rules = ALONE.with_options(target_score=100, best_of=1)
    match = match_under(rules)
    match.sides.filter(place=0).update(gone=True)
    two = match.rules_at(sides=2)
    game = open_game(
        match,
        game_number=1,
        seating=seats_of(match, two),
        first_dealer="B",
        by=Actor(table=match.table),
    )
    assert (game.rule_set.variant, game.rule_set.target_score, game.places) == (
        "two_handed",
        100,
        [1, 2],
    )
    game = enter(game, {"A": 2, "B": 11}, {"A": "2", "B": "10"})
    match.refresh_from_db()
    assert (game.winner, match.winner) == ("B", match.sides.get(place=2).entry)


def test_a_match_of_three_is_won_on_points_where_nobody_has_more_games():
    match = match_under(ALONE.with_options(target_score=100, best_of=3))
    for number, place in ((1, 0), (2, 1), (3, 2)):
        game = game_under(match.rules_at(sides=3), match=match, number=number)
        tricks = dict.fromkeys("ABC", 3) | {"ABC"[place]: 11}
        bids = dict.fromkeys("ABC", "3") | {"ABC"[place]: "10"}
        if place == 1:
            bids["A"], tricks = "4", {"A": 4, "B": 10, "C": 3}
        game = enter(game, tricks, bids)
    match.refresh_from_db()
    assert (match.state, match.winner) == (Match.State.FINISHED, match.sides.get(place=0).entry)

    correct(Hand.objects.get(game__number=2), bids={"A": "5", "B": "10", "C": "2"})
    match.refresh_from_db()
    assert match.winner != match.sides.get(place=0).entry
    assert Hand.objects.get(game__number=2).version == 2


def test_a_game_lost_by_ruling_goes_to_the_highest_of_the_others():
    game = enter(game_under(ALONE), {"A": 5, "B": 6, "C": 6}, {"A": "5", "B": "5", "C": "6"})
    hand = game.hands.get()
    lost = [{"offence": "table_talk", "seat": "C", "effect": "game_loss"}]
    correct(hand, rulings=lost)

    game.refresh_from_db()
    assert (game.winner, hand.game.match.sides.count()) == ("B", 3)
    match = Match.objects.get()
    assert list(match.sides.order_by("place").values_list("games", flat=True)) == [0, 1, 0]
    assert Hand.objects.get().versions.last().paper["rulings"] == lost_in_full(lost)


def lost_in_full(rulings):
    return [it | {"nth": 1, "phase": "any"} for it in rulings]


def test_a_game_ended_by_sets_at_a_table_of_three_goes_to_the_highest_of_the_others():
    game = game_under(ALONE.with_options(sets_total=1, best_of=1))
    game = enter(game, {"A": 3, "B": 6, "C": 8}, {"A": "5", "B": "6", "C": "7"})
    assert (game.winner, {it: each["score"] for it, each in game.totals.items()}) == (
        "C",
        {"A": -50, "B": 60, "C": 71},
    )


# Bids that are not one number a seat


def test_partners_with_one_voice_bid_once():
    game = game_under(STANDARD.with_options(bid_mode="team"))
    with pytest.raises(RuleError) as caught:
        record_bid(game, number=1, seat="N", bid="6")
    assert codes(caught) == ["B04"]
    record_bid(game, number=1, seat="NS", bid="6")
    record_bid(game, number=1, seat="EW", bid="5")
    game = record_tricks(game, tricks={"NS": 7, "EW": 6}, **words(game))
    assert game.totals["NS"] == {"score": 61, "bags": 1}


def test_in_mirror_a_bid_is_the_spades_held_and_goes_with_it():
    game = game_under(preset("mirror"))
    record_bid(game, number=1, seat="N", bid="4")
    take_back_bid(game, number=1, seat="N", by=Actor(table=game.match.table))
    assert (Hand.objects.get().bids, Hand.objects.get().spades) == ({}, {})
    for seat, held in (("N", "5"), ("E", "nil"), ("S", "3"), ("W", "5")):
        record_bid(game, number=1, seat=seat, bid=held)
    hand = Hand.objects.get()
    assert (hand.bids, hand.spades) == ({"N": 5, "E": 0, "S": 3, "W": 5},) * 2


def test_in_whiz_one_nil_bidders_spades_follow_and_those_of_two_are_asked():
    game = game_under(preset("whiz"))
    for seat, bid in (("N", "nil"), ("E", "4"), ("S", "nil"), ("W", "5")):
        record_bid(game, number=1, seat=seat, bid=bid)
    tricks = {"N": 0, "S": 0, "E": 6, "W": 7}
    with pytest.raises(RuleError) as caught:
        record_tricks(game, tricks=tricks, **words(game))
    assert codes(caught) == ["B22"]
    game = record_tricks(game, tricks=tricks, spades={"N": 1, "S": 3}, **words(game))
    assert game.hands.get().spades == {"N": 1, "E": 4, "S": 3, "W": 5}

    bids = {"E": "nil", "S": "4", "W": "5", "N": "3"}
    game = record_hand(game, bids=bids, tricks={"NS": 7, "EW": 6, "E": 0}, **words(game, 2))
    assert game.hands.get(number=2).spades["E"] == 1


def test_who_holds_the_ace_of_spades_may_be_barred_from_nil():
    game = game_under(preset("whiz").with_options(whiz_nil_with_ace=False))
    bids = {"N": "nil", "E": "4", "S": "4", "W": "5"}
    tricks = {"NS": 5, "EW": 8, "N": 0}
    with pytest.raises(RuleError) as caught:
        record_hand(game, bids=bids, tricks=tricks, ace="N", **words(game))
    assert codes(caught) == ["B18"]
    with pytest.raises(RuleError) as caught:
        record_hand(game, bids=bids, tricks=tricks, **words(game))
    assert [(fault.code, fault.where) for fault in caught.value.faults] == [("B22", "ace")]
    game = record_hand(game, bids=bids, tricks=tricks, ace="W", **words(game))
    assert game.hands.get().paper["ace"] == "W"


# Corrections of all that a hand may carry


@pytest.mark.parametrize(
    ("field", "value", "kept"),
    [
        ("renege", ["N"], ["N"]),
        (
            "rulings",
            [{"offence": "table_talk", "seat": "N", "effect": "points:10"}],
            [
                {
                    "offence": "table_talk",
                    "seat": "N",
                    "effect": "points:10",
                    "nth": 1,
                    "phase": "any",
                }
            ],
        ),
        ("misdeal", "wrong_count", "wrong_count"),
    ],
)
def test_a_correction_may_add_whatever_a_hand_carries_and_take_it_away(field, value, kept):
    game = game_under(STANDARD)
    bids = dict.fromkeys("NESW", "3")
    record_hand(game, bids=bids, tricks={"NS": 7, "EW": 6}, **words(game))
    hand = correct(Hand.objects.get(), **{field: value})
    assert (hand.paper[field], hand.versions.last().paper[field]) == (kept, kept)

    again = correct(hand, tricks={"NS": 8, "EW": 5})
    assert again.paper[field] == kept
    assert field not in correct(again, **{field: type(value)()}).paper


def test_a_correction_may_say_that_time_was_called_and_so_end_the_game():
    game = game_under(STANDARD)
    bids = dict.fromkeys("NESW", "3")
    record_hand(game, bids=bids, tricks={"NS": 7, "EW": 6}, **words(game))
    assert correct(Hand.objects.get(), time_called=True).paper["time_called"] is True
    assert Game.objects.get().winner == "NS"


def test_a_correction_of_an_exchange_is_checked_and_kept():
    game = game_under(STANDARD.with_options(blind_nil_exchange=2, blind_nil_min_deficit=None))
    bids = {"N": "blind", "E": "4", "S": "4", "W": "4"}
    passed = [
        {"from": "N", "to": "S", "cards": ["2C", "3C"]},
        {"from": "S", "to": "N", "cards": ["4D", "5D"]},
    ]
    record_hand(game, bids=bids, tricks={"NS": 5, "EW": 8, "N": 0}, exchange=passed, **words(game))
    hand = Hand.objects.get()
    assert hand.paper["exchange"] == passed
    again = correct(hand, bids={**bids, "S": "5"})
    assert again.exchange == passed
    with pytest.raises(RuleError) as caught:
        correct(again, bids=bids, exchange=passed[:1])
    assert codes(caught) == ["X03"]


def test_corrected_bids_of_whiz_take_their_spades_with_them():
    game = game_under(preset("whiz"))
    bids = {"N": "nil", "E": "4", "S": "4", "W": "4"}
    record_hand(game, bids=bids, tricks={"NS": 5, "EW": 8, "N": 0}, **words(game))
    hand = correct(Hand.objects.get(), bids={**bids, "S": "3"})
    assert hand.spades == {"N": 2, "E": 4, "S": 3, "W": 4}


@pytest.mark.parametrize(
    ("field", "value", "where"),
    [
        ("renege", ["X"], "renege"),
        ("renege", 7, "renege"),
        ("rulings", [{"offence": "rain", "seat": "N"}], "rulings.0.offence"),
        ("rulings", 7, "rulings"),
        ("misdeal", "rain", "misdeal"),
        ("time_called", "yes", "time_called"),
        ("exchange", [7], "exchange"),
        ("spades", 7, "spades"),
        ("ace", 7, "ace"),
    ],
)
def test_what_a_correction_cannot_say_is_a_fault_in_its_place(field, value, where):
    game = game_under(STANDARD)
    bids = dict.fromkeys("NESW", "3")
    record_hand(game, bids=bids, tricks={"NS": 7, "EW": 6}, **words(game))
    with pytest.raises(RuleError) as caught:
        correct(Hand.objects.get(), **{field: value})
    assert [fault.where for fault in caught.value.faults] == [where]
    assert Hand.objects.get().version == 1


def test_a_game_keeps_the_rules_of_its_round():
    match = match_under(ALONE)
    match.event.rounds, match.event.round_rules = 1, {"1": {"target_score": 777}}
    match.event.save()
    match = Match.objects.get()
    game_under(match.rules_at(sides=3), match=match)
    assert Game.objects.get().rule_set.target_score == 777

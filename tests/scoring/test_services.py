"""What may happen at a table, and what may not: games, bids, tricks, and whose turn it is."""

from uuid import uuid4

import pytest

from engine.faults import RuleError
from scoring.models import Game, Hand, HandVersion
from scoring.services import (
    open_game,
    record_bid,
    record_hand,
    record_misdeal,
    record_tricks,
    take_back_bid,
)
from tests.stage import (
    at_a_table,
    director_of,
    drawn_event,
    enter_hand,
    match_of,
    opened,
    played,
    seating_of,
    winning_hand,
)
from tournament import log
from tournament.actors import Actor
from tournament.models import Match
from tournament.refusals import Refusal, Stale
from tournament.services.departures import forfeit
from tournament.services.events import cancel_event

pytestmark = [pytest.mark.django_db, pytest.mark.everywhere]

BIDS = {"E": "4", "S": "3", "W": "nil", "N": "4"}  # North deals the first hand


@pytest.fixture
def game():
    """A game to 500 in a best of three that nobody has bid in."""
    return opened(match_of(drawn_event(2, target_score=500, best_of=3), 1))


def bid_all(game, bids=BIDS, number=1):
    for seat, bid in bids.items():
        record_bid(game, number=number, seat=seat, bid=bid)


def tricks(game, counts, *, number=1, key=None):
    words = {"number": number, "entry_key": key or uuid4(), "by": Actor(table=game.match.table)}
    return record_tricks(game, tricks=counts, **words)


def misdeal(game, *, cause="wrong_count", number=1, key=None):
    words = {"number": number, "entry_key": key or uuid4(), "by": Actor(table=game.match.table)}
    return record_misdeal(game, cause=cause, **words)


def codes(caught):
    return [fault.code for fault in caught.value.faults]


# Opening a game


def test_opening_the_first_game_puts_the_match_in_play_and_freezes_its_rules():
    match = at_a_table(match_of(drawn_event(2, target_score=350), 1))
    game = opened(match)

    match.refresh_from_db()
    assert (match.state, match.game_number, match.started_at is not None) == ("playing", 1, True)
    assert game.rule_set.target_score == 350
    assert game.totals == {"NS": {"score": 0, "bags": 0}, "EW": {"score": 0, "bags": 0}}


def test_opening_a_game_twice_gives_the_game_there_is():
    match = match_of(drawn_event(2), 1)
    assert opened(match) == opened(match)
    assert Game.objects.count() == 1


def test_every_wrong_seat_and_the_dealer_are_named_at_once():
    match = at_a_table(match_of(drawn_event(2), 1))
    north, south = (player.pk for player in match.sides.get(place=0).entry.players.all())
    with pytest.raises(Refusal) as refused:
        open_game(
            match,
            game_number=1,
            seating={"N": north, "S": north, "E": south, "W": 0},
            first_dealer="X",
            by=Actor(table=match.table),
        )
    assert sorted(refused.value.fields) == ["first_dealer", "seat_E", "seat_N", "seat_S", "seat_W"]
    assert not Game.objects.exists()
    assert match_of(match.event, 1).state == Match.State.CALLED


def test_a_seat_that_the_rules_do_not_have_is_not_stored():
    match = at_a_table(match_of(drawn_event(2), 1))
    words = {"game_number": 1, "first_dealer": "N", "by": Actor(table=match.table)}
    game = open_game(match, seating={**seating_of(match), "Z": 99}, **words)
    assert sorted(game.seating) == ["E", "N", "S", "W"]


@pytest.mark.parametrize("number", [0, 2, 3])
def test_only_the_next_game_can_be_opened(number):
    match = at_a_table(match_of(drawn_event(2), 1))
    with pytest.raises(Stale) as lost:
        opened(match, number)
    assert lost.value.code == "not_the_next_game"


def test_the_next_game_waits_until_the_one_in_play_is_over(game):
    with pytest.raises(Stale) as lost:
        opened(game.match, 2)
    assert lost.value.code == "game_in_play"


def test_a_match_that_is_not_at_a_table_cannot_be_opened():
    event = drawn_event(2)
    match = match_of(event, 1)
    with pytest.raises(Stale) as lost:
        open_game(
            match,
            game_number=1,
            seating=seating_of(match),
            first_dealer="N",
            by=director_of(event.club),
        )
    assert lost.value.code == "match_not_at_table"


# Bidding


def test_bids_are_made_in_turn_from_the_dealers_left(game):
    with pytest.raises(RuleError) as caught:
        record_bid(game, number=1, seat="N", bid="4")
    assert codes(caught) == ["B20"]

    bid_all(game)
    assert game.hands.get().bids == {"E": 4, "S": 3, "W": 0, "N": 4}


def test_the_deal_passes_to_the_left_with_every_hand(game):
    for dealer in ("N", "E", "S", "W", "N"):
        game = enter_hand(game, place=0, bids=dict.fromkeys("NESW", "2"), tricks={"NS": 5, "EW": 8})
        assert game.hands.last().dealer == dealer


def test_the_same_bid_sent_twice_is_one_bid(game):
    record_bid(game, number=1, seat="E", bid="4")
    record_bid(game, number=1, seat="E", bid="4")
    assert Hand.objects.get().bids == {"E": 4}


def test_another_bid_for_a_seat_that_has_bid_is_stale(game):
    record_bid(game, number=1, seat="E", bid="4")
    with pytest.raises(Stale) as lost:
        record_bid(game, number=1, seat="E", bid="5")
    assert lost.value.code == "bid_is_made"
    assert Hand.objects.get().bids == {"E": 4}


def test_nil_and_blind_nil_are_two_bids(game):
    record_bid(game, number=1, seat="E", bid="nil")
    with pytest.raises(Stale):
        record_bid(game, number=1, seat="E", bid="blind")
    assert (Hand.objects.get().bids, Hand.objects.get().blind) == ({"E": 0}, [])


@pytest.mark.parametrize("bid", ["14", "-1", "four", "", "2.5", "٣", "9" * 400])
def test_what_is_no_bid_is_refused_and_nothing_is_kept(game, bid):
    with pytest.raises(RuleError):
        record_bid(game, number=1, seat="E", bid=bid)
    assert not Hand.objects.exists()


def test_a_seat_that_is_not_at_the_table_cannot_bid(game):
    with pytest.raises(RuleError) as caught:
        record_bid(game, number=1, seat="Z", bid="4")
    assert codes(caught) == ["B04"]


@pytest.mark.parametrize(("number", "code"), [(0, "hand_is_saved"), (2, "hand_is_ahead")])
def test_a_bid_for_another_hand_is_stale(game, number, code):
    with pytest.raises(Stale) as lost:
        record_bid(game, number=number, seat="E", bid="4")
    assert lost.value.code == code


def test_a_bid_taken_back_leaves_the_turn_with_that_seat(game):
    for seat, bid in (("E", "blind"), ("S", "3")):
        record_bid(game, number=1, seat=seat, bid=bid)
    table = Actor(table=game.match.table)
    take_back_bid(game, number=1, seat="E", by=table)
    take_back_bid(game, number=1, seat="E", by=table)

    hand = Hand.objects.get()
    assert (hand.bids, hand.blind) == ({"S": 3}, [])
    record_bid(game, number=1, seat="E", bid="4")
    assert Hand.objects.get().bids == {"S": 3, "E": 4}


def test_taking_a_bid_back_after_all_were_made_is_noted_for_the_staff(game):
    bid_all(game)
    take_back_bid(game, number=1, seat="W", by=Actor(table=game.match.table))
    line = game.match.event.log.get(key="bid_taken_back")
    assert (line.public, line.by_table) == (False, game.match.table)
    assert log.sentence(line) == ("Match 1, game 1, hand 1: the bid nil of seat W was taken back.")


def test_a_misdeal_is_a_void_hand_with_its_cause_and_the_same_dealer_deals_again(game):
    bid_all(game)
    key = uuid4()
    for _tap in range(2):
        game = misdeal(game, key=key)

    hand = Hand.objects.get()
    assert (hand.bids, hand.blind, hand.tricks, hand.misdeal) == ({}, [], {}, "wrong_count")
    assert (hand.versions.get().paper["misdeal"], hand.dealer) == ("wrong_count", "N")
    assert (game.hands_played, game.totals["NS"]) == (1, {"score": 0, "bags": 0})
    assert game.replay().next_dealer == "N"
    line = game.match.event.log.get(key="misdeal")
    assert not line.public
    assert log.sentence(line) == (
        "Match 1, game 1, hand 1: misdeal (a wrong number of cards). "
        "Bids so far: N 4, E 4, S 3, W nil."
    )
    record_bid(game, number=2, seat="E", bid="3")


def test_bids_lock_when_the_hand_is_saved(game):
    """Until when a result may be changed was written nowhere: at the table, until it is saved."""
    bid_all(game)
    tricks(game, {"NS": 8, "EW": 5, "W": 0})
    table = Actor(table=game.match.table)
    for late in (
        lambda: record_bid(game, number=1, seat="E", bid="5"),
        lambda: take_back_bid(game, number=1, seat="E", by=table),
        lambda: misdeal(game),
    ):
        with pytest.raises(Stale) as lost:
            late()
        assert lost.value.code == "hand_is_saved"


# Tricks


def test_a_hand_is_scored_and_reported_down_to_the_match(game):
    bid_all(game)
    game = tricks(game, {"NS": 8, "EW": 5, "W": 0})

    assert game.totals == {"NS": {"score": 71, "bags": 1}, "EW": {"score": 141, "bags": 1}}
    match = match_of(game.match.event, 1)
    assert (match.game_number, match.hand_number, match.hand_at is not None) == (1, 1, True)
    sides = match.sides.order_by("place")
    assert list(sides.values_list("points", "bags", "games")) == [(71, 1, 0), (141, 1, 0)]


def test_every_hand_keeps_its_first_version_and_who_wrote_it(game):
    """Afterwards nobody could say who had entered a result, and who had agreed to it."""
    bid_all(game)
    key = uuid4()
    tricks(game, {"NS": 8, "EW": 5, "W": 0}, key=key)

    version = HandVersion.objects.get()
    assert (version.number, version.entry_key, version.by_table) == (1, key, game.match.table)
    assert version.paper == game.hands.get().paper


def test_one_entry_key_is_one_hand(game):
    bid_all(game)
    key = uuid4()
    first = tricks(game, {"NS": 8, "EW": 5, "W": 0}, key=key)
    again = tricks(game, {"NS": 7, "EW": 6, "W": 0}, key=key)

    assert (first.totals, HandVersion.objects.count()) == (again.totals, 1)


def test_the_entry_key_of_another_hand_is_refused_and_not_taken_for_a_double_tap(game):
    bid_all(game)
    key = uuid4()
    tricks(game, {"NS": 8, "EW": 5, "W": 0}, key=key)
    bid_all(game, {"S": "3", "W": "3", "N": "3", "E": "3"}, number=2)
    with pytest.raises(Stale) as lost:
        tricks(game, {"NS": 7, "EW": 6}, number=2, key=key)
    assert lost.value.code == "form_of_another_hand"
    with pytest.raises(Stale):
        enter_hand(game, entry_key=key)


def test_tricks_before_all_bids_are_refused(game):
    record_bid(game, number=1, seat="E", bid="4")
    with pytest.raises(RuleError) as caught:
        tricks(game, {"NS": 8, "EW": 5})
    assert codes(caught) == ["T06"]


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ({"NS": 8, "EW": 4, "W": 0}, ["T04"]),
        ({"NS": 14, "EW": -1, "W": 0}, ["T03", "T03"]),
        ({"NS": 8, "EW": 5, "W": 6}, ["T04"]),
        ({"NS": "eight", "EW": None, "W": 0.5}, ["T02", "T01", "T02"]),
        ({"NS": 8}, ["T01", "T01"]),
        ({}, ["T01", "T01", "T01", "T01"]),
        ({"NS": 8, "EW": 5, "W": 0, "Q": 3}, ["T05"]),
    ],
)
def test_counts_that_no_hand_can_give_are_refused_and_nothing_changes(game, counts, expected):
    bid_all(game)
    with pytest.raises(RuleError) as caught:
        tricks(game, counts)
    assert codes(caught) == expected
    hand = Hand.objects.get()
    assert (hand.is_scored, HandVersion.objects.exists()) == (False, False)
    assert match_of(game.match.event, 1).hand_number == 0


def test_a_saved_hand_and_one_that_is_ahead_are_stale(game):
    bid_all(game)
    tricks(game, {"NS": 8, "EW": 5, "W": 0})
    with pytest.raises(Stale) as lost:
        tricks(game, {"NS": 7, "EW": 6, "W": 0})
    assert str(lost.value) == "Hand 1 is already saved."
    with pytest.raises(Stale) as lost:
        tricks(game, {"NS": 7, "EW": 6}, number=3)
    assert str(lost.value) == "Hand 2 is next; hand 3 cannot be entered yet."


def test_a_hand_kept_on_paper_needs_the_bids_that_were_made_at_the_table(game):
    record_bid(game, number=1, seat="E", bid="4")
    with pytest.raises(Stale) as lost:
        enter_hand(game, bids={**BIDS, "E": "5"}, tricks={"NS": 8, "EW": 5, "W": 0})
    assert lost.value.code == "other_bids_were_made"

    game = enter_hand(game, bids=BIDS, tricks={"NS": 8, "EW": 5, "W": 0})
    assert game.hands_played == 1


def test_a_hand_on_paper_with_many_faults_names_them_all(game):
    with pytest.raises(RuleError) as caught:
        enter_hand(game, bids={"N": "14", "E": "x", "S": "3"}, tricks={"NS": 9, "EW": 5})
    assert sorted(set(codes(caught))) == ["B01", "B02", "B03", "T04", "T06"]


# Ends of games and matches


def test_a_game_ends_at_the_target_and_the_next_one_may_be_opened():
    match = match_of(drawn_event(2, best_of=3), 1)
    game = enter_hand(opened(match))

    assert (game.winner, game.finished_at is not None) == ("NS", True)
    match.refresh_from_db()
    assert (match.state, match.sides.get(place=0).games) == (Match.State.PLAYING, 1)
    second = opened(match, 2)
    assert list(match.sides.values_list("points", "bags", "games")) == [(0, 0, 1), (0, 0, 0)]
    with pytest.raises(Stale) as lost:
        enter_hand(game)
    assert lost.value.code == "game_is_over"
    assert second.hands_played == 0


def test_a_tie_at_the_target_plays_on():
    """Equal scores were shown with a winner."""
    game = opened(match_of(drawn_event(2, target_score=60), 1))
    game = enter_hand(game, bids=dict.fromkeys("NESW", "3"), tricks={"NS": 6, "EW": 7})
    assert game.winner == "EW"  # 61 to 60: no tie

    game = opened(match_of(drawn_event(2, target_score=60, bag_points=0), 1))
    game = enter_hand(game, bids=dict.fromkeys("NESW", "3"), tricks={"NS": 6, "EW": 7})
    assert (game.winner, game.totals["NS"]["score"], game.totals["EW"]["score"]) == ("", 60, 60)
    assert enter_hand(game, place=1).winner == "EW"


def test_a_match_ends_with_the_deciding_win_and_is_closed_to_the_table():
    """Two games to none in a best of three left the match open for a third."""
    match = played(match_of(drawn_event(2, best_of=3), 1), winner=1)
    assert (match.reason, match.games.count()) == (Match.Reason.PLAYED, 2)
    assert match.winner == match.sides.get(place=1).entry

    game = match.games.get(number=2)
    with pytest.raises(Stale) as lost:
        enter_hand(game)
    assert lost.value.code == "match_not_in_play"
    with pytest.raises(Stale) as lost:
        opened(match, 3)
    assert lost.value.code == "match_not_at_table"


def test_a_match_of_three_goes_to_a_third_game_when_each_side_has_one():
    """A match had one score and no games, each with its own."""
    match = match_of(drawn_event(2, best_of=3), 1)
    for number, place in ((1, 0), (2, 1), (3, 1)):
        enter_hand(opened(match, number), place)
    match.refresh_from_db()
    sides = match.sides.order_by("place")
    assert (match.is_open, list(sides.values_list("games", flat=True))) == (False, [1, 2])


def test_a_double_tap_on_the_deciding_hand_is_quiet():
    match = match_of(drawn_event(2), 1)
    game, key = opened(match), uuid4()
    enter_hand(game, entry_key=key)
    words = {"entry_key": key, "by": Actor(table=game.match.table)}
    assert record_hand(game, number=1, **winning_hand(0), **words).winner == "NS"


def test_a_forfeit_closes_the_table_though_its_form_is_still_open(game):
    forfeit(match_of(game.match.event, 1), sides=[0], by=director_of(game.match.event.club))
    for late in (
        lambda: record_bid(game, number=1, seat="E", bid="5"),
        lambda: enter_hand(game),
        lambda: misdeal(game),
    ):
        with pytest.raises(Stale) as lost:
            late()
        assert lost.value.code == "match_not_in_play"


def test_nothing_is_entered_in_an_event_that_was_cancelled(game):
    event = game.match.event
    cancel_event(event, by=director_of(event.club))
    with pytest.raises(Stale) as lost:
        record_bid(game, number=1, seat="E", bid="5")
    assert lost.value.code == "match_not_in_play"
    with pytest.raises(Stale):
        enter_hand(game)

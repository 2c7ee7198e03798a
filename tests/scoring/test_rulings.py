"""Rulings stand on the hand: before it is played, after it was saved, and taken back."""

from uuid import uuid4

import pytest

from engine.spades.hands import Ruling
from relay.models import Message
from scoring.models import Game, Hand
from scoring.services import record_bid, record_tricks
from scoring.services.rulings import rule_on, rule_on_claim, take_back_ruling
from tests.stage import director_of, drawn_event, enter_hand, match_of, opened
from tournament import log
from tournament.actors import Actor
from tournament.models import Match
from tournament.refusals import Refusal, Stale

pytestmark = pytest.mark.django_db

THREES = dict.fromkeys("NESW", "3")
PENALTIES = [
    {"offence": "table_talk", "effect": "warn"},
    {"offence": "table_talk", "nth": 2, "effect": "points:30"},
    {"offence": "conduct", "effect": "game_loss"},
    {"offence": "exposed_card", "effect": "replay"},
]


def begun(**rules):
    rules = {"target_score": 500, "best_of": 3, "penalties": PENALTIES} | rules
    return opened(match_of(drawn_event(2, **rules), 1))


@pytest.fixture
def game():
    """A game to 500 with one hand: NS 61, EW 60."""
    return enter_hand(begun(), bids=THREES, tricks={"NS": 7, "EW": 6})


@pytest.fixture
def director(game):
    return director_of(game.match.event.club).user


def rule(game, director, **said):
    words = {
        "number": game.next_number,
        "offence": "table_talk",
        "seat": "N",
        "note": "Heard at the table",
        "entry_key": uuid4(),
        "by": director,
    }
    return rule_on(game, **(words | said))


def hand_of(game, number):
    return Hand.objects.select_related("game__match__event").get(game=game, number=number)


def scores(game):
    return {side: it["score"] for side, it in Game.objects.get(pk=game.pk).totals.items()}


def lines(game):
    return [log.sentence(it) for it in game.match.event.log.all()]


def bid_all(game, number):
    for seat in "SWNE":
        record_bid(game, number=number, seat=seat, bid="3")


def test_a_ruling_before_the_first_bid_waits_on_the_open_hand(game, director):
    version = Match.objects.get(pk=game.match_id).version
    rule(game, director, effect="points:30")
    hand = hand_of(game, 2)
    assert (hand.is_scored, hand.bids, hand.version) == (False, {}, 1)
    assert hand.rulings == [
        {"offence": "table_talk", "seat": "N", "nth": 1, "phase": "any", "effect": "points:30"}
    ]
    assert Match.objects.get(pk=game.match_id).version == version + 1
    ping = Message.objects.filter(channel="ping").order_by("pk").last()
    assert (ping.payload["name"], ping.payload["match"]) == ("match", game.match_id)


def test_a_hand_played_after_a_ruling_carries_it_into_its_score(game, director):
    rule(game, director, effect="points:30")
    rule(game, director, offence="renege", seat="E")
    bid_all(game, 2)
    record_tricks(
        game,
        number=2,
        tricks={"NS": 7, "EW": 6},
        entry_key=uuid4(),
        by=Actor(table=game.match.table),
    )
    hand = hand_of(game, 2)
    assert (hand.renege, len(hand.rulings)) == (["E"], 1)
    assert hand.versions.get().paper["renege"] == ["E"]
    assert scores(game) == {"NS": 61 + 61 - 30, "EW": 60 - 60}


def test_a_paper_sheet_of_a_hand_that_was_ruled_on_keeps_the_ruling(game, director):
    rule(game, director, effect="points:30")
    enter_hand(game, bids=THREES, tricks={"NS": 7, "EW": 6})
    assert scores(game) == {"NS": 61 + 61 - 30, "EW": 120}


def test_a_ruling_on_a_saved_hand_is_a_new_version_with_the_note_as_reason(game, director):
    rule(game, director, number=1, offence="renege", seat="E", note="  Seen by both ")
    first, second = hand_of(game, 1).versions.order_by("number")
    assert (second.reason, second.by_user, second.paper["renege"]) == (
        "Seen by both",
        director,
        ["E"],
    )
    assert "renege" not in first.paper
    assert scores(game) == {"NS": 61, "EW": -60}


def test_the_count_of_an_offence_goes_on_through_the_match(game, director):
    rule(game, director, number=1)
    rule(game, director)
    rule(game, director, seat="NS")
    rule(game, director, seat="E")
    told = [(it["seat"], it["nth"]) for it in hand_of(game, 2).rulings]
    assert told == [("N", 2), ("NS", 3), ("E", 1)]


def test_a_second_renege_is_no_first_one(game, director):
    rule(game, director, offence="renege", seat="N")
    rule(game, director, offence="renege", seat="N")
    hand = hand_of(game, 2)
    assert (hand.renege, [it["nth"] for it in hand.rulings]) == (["N"], [2])


def test_one_key_is_one_ruling(game, director):
    open_key, saved_key = uuid4(), uuid4()
    for _tap in range(2):
        rule(game, director, entry_key=open_key, effect="points:30")
        rule(game, director, number=1, entry_key=saved_key, effect="points:30")
    assert len(hand_of(game, 2).rulings) == 1
    assert (hand_of(game, 1).version, scores(game)["NS"]) == (2, 31)
    assert game.match.event.log.filter(key="ruled").count() == 2


def test_only_rulings_that_can_change_a_result_are_told_to_everybody(game, director):
    rule(game, director)
    rule(game, director, offence="phone", effect="points:10")
    shown = list(game.match.event.log.filter(key="ruled").order_by("pk"))
    assert [line.public for line in shown] == [False, True]
    who = shown[1].params["who"]
    assert log.sentence(shown[1]) == (
        f"Match 1, game 1, hand 2: Phone in use by {who}, 10 points are lost. Heard at the table"
    )


def test_everything_wrong_with_a_ruling_is_said_at_once(game, director):
    with pytest.raises(Refusal) as refused:
        rule(
            game,
            director,
            offence="yawning",
            seat="X",
            nth=0,
            phase="later",
            effect="drop:99",
            note=" ",
        )
    assert set(refused.value.fields) == {"offence", "seat", "nth", "phase", "effect", "note"}
    with pytest.raises(Refusal) as refused:
        rule(game, director, note="x" * 201)
    assert set(refused.value.fields) == {"note"}
    assert game.hands.count() == 1


def test_a_hand_ruled_to_be_played_again_is_void_at_once(game, director):
    record_bid(game, number=2, seat=game.replay().next_bidder, bid="3")
    dealer = hand_of(game, 2).dealer
    key = uuid4()
    for _tap in range(2):
        game = rule(game, director, number=2, offence="exposed_card", entry_key=key)
    hand = hand_of(game, 2)
    assert (hand.sheet.void, hand.tricks, hand.bids) == ("replay", {}, {})
    assert hand.versions.get().reason == "Heard at the table"
    state = Game.objects.get(pk=game.pk).replay()
    assert (state.next_hand, state.next_dealer, state.winner) == (3, dealer, None)


def test_bids_that_were_all_made_stay_on_a_void_hand(game, director):
    bid_all(game, 2)
    rule(game, director, offence="exposed_card")
    assert hand_of(game, 2).bids == dict.fromkeys("NESW", 3)


def test_a_game_lost_by_ruling_ends_without_the_rest_of_the_hand(game, director):
    game = rule(game, director, offence="conduct", seat="N")
    game.refresh_from_db()
    assert (game.winner, hand_of(game, 2).sheet.void) == ("EW", "ruled")
    match = Match.objects.get(pk=game.match_id)
    assert (match.state, match.sides.get(place=1).games) == (Match.State.PLAYING, 1)
    with pytest.raises(Stale):
        rule(game, director, number=3)


def test_a_match_lost_by_ruling_is_finished():
    game = begun(best_of=1)
    director = director_of(game.match.event.club).user
    rule(game, director, offence="conduct", seat="E", number=1)
    match = Match.objects.get(pk=game.match_id)
    assert (match.state, match.winner) == (Match.State.FINISHED, match.sides.get(place=0).entry)


def test_a_game_lost_at_a_saved_hand_needs_no_other_one(game, director):
    rule(game, director, number=1, offence="conduct", seat="NS")
    assert Game.objects.get(pk=game.pk).winner == "EW"
    assert scores(game) == {"NS": 61, "EW": 60}


def test_a_ruling_that_turns_a_decided_match_moves_the_event_with_it():
    game = enter_hand(begun(target_score=60, best_of=1))
    director = director_of(game.match.event.club).user
    rule(game, director, number=1, offence="conduct", seat="N")
    match = Match.objects.get(pk=game.match_id)
    assert (Game.objects.get(pk=game.pk).winner, match.winner) == (
        "EW",
        match.sides.get(place=1).entry,
    )
    act = match.event.acts.get()
    assert act.key == "ruled"
    assert list(act.lines.values_list("key", flat=True).order_by("pk"))[-2:] == [
        "hand_corrected",
        "ruled",
    ]
    rule(game, director, number=1, seat="E", effect="points:10")
    assert scores(game)["EW"] == 10


def test_hands_that_are_not_there_cannot_be_ruled_on(game, director):
    for number in (0, 3, 99):
        with pytest.raises(Stale):
            rule(game, director, number=number)


def test_a_hand_of_a_void_attempt_cannot_be_ruled_on(game, director):
    Match.objects.filter(pk=game.match_id).update(attempt=2)
    for number, refusal in ((1, Refusal), (2, Stale)):
        with pytest.raises(refusal):
            rule(game, director, number=number)


def claim(game, director, **said):
    words = {
        "number": 1,
        "claimant": "N",
        "accused": "E",
        "stood": True,
        "note": "Trick 4",
        "entry_key": uuid4(),
        "by": director,
    }
    return rule_on_claim(game, **(words | said))


def test_a_claim_that_stood_is_a_renege_of_the_accused(game, director):
    claim(game, director)
    assert hand_of(game, 1).renege == ["E"]


def test_a_claim_that_did_not_stand_is_ruled_against_who_made_it():
    game = enter_hand(begun(false_claim_penalty="points:50"))
    director = director_of(game.match.event.club).user
    before = scores(game)["NS"]
    claim(game, director, stood=False)
    hand = hand_of(game, 1)
    assert [(it["offence"], it["seat"]) for it in hand.rulings] == [("false_claim", "N")]
    assert (hand.renege, scores(game)["NS"]) == ([], before - 50)


def test_a_claim_is_between_two_players_of_two_sides(game, director):
    for said, fields in (
        ({"accused": "S"}, {"accused"}),
        ({"claimant": "", "accused": "EW", "note": ""}, {"claimant", "accused", "note"}),
    ):
        with pytest.raises(Refusal) as refused:
            claim(game, director, **said)
        assert set(refused.value.fields) == fields


def back(game, director, number, ruling, **said):
    words = {"note": "Wrong seat", "entry_key": uuid4(), "by": director}
    return take_back_ruling(game, number=number, ruling=ruling, **(words | said))


def test_a_ruling_is_taken_back_from_an_open_and_from_a_saved_hand(game, director):
    rule(game, director, effect="points:30")
    claim(game, director)
    back(game, director, 2, Ruling(**hand_of(game, 2).rulings[0]))
    key = uuid4()
    for _tap in range(2):
        back(game, director, 1, Ruling(offence="renege", seat="E"), entry_key=key)
    assert hand_of(game, 2).rulings == []
    assert (hand_of(game, 1).renege, hand_of(game, 1).version) == ([], 3)
    assert scores(game) == {"NS": 61, "EW": 60}
    assert lines(game)[0].startswith("Match 1, game 1, hand 1: taken back: Renege by ")
    assert lines(game)[0].endswith(" Wrong seat")
    assert game.match.event.log.filter(key="ruling_taken_back").count() == 2


def test_a_ruling_that_is_not_there_cannot_be_taken_back(game, director):
    with pytest.raises(Stale) as lost:
        back(game, director, 1, Ruling(offence="late", seat="N"))
    assert lost.value.code == "ruling_is_gone"
    rule(game, director, number=1)
    with pytest.raises(Refusal) as refused:
        back(game, director, 1, Ruling(**hand_of(game, 1).rulings[0]), note="")
    assert set(refused.value.fields) == {"note"}


def test_a_hand_that_was_not_played_wants_its_tricks_before_its_ruling_goes(game, director):
    rule(game, director, offence="exposed_card")
    with pytest.raises(Refusal) as refused:
        back(game, director, 2, Ruling(**hand_of(game, 2).rulings[0]))
    assert refused.value.code == "hand_without_tricks"

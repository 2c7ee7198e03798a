"""Every game and every organiser's rules, played to the end through the services."""

from uuid import uuid4

import pytest

from scoring.services import record_bid, record_hand, record_tricks, throw_in
from tests.scoring.any_game import STARTS, bids_in_order, game_under, made_up, untold
from tournament.actors import Actor

pytestmark = pytest.mark.django_db


def enter_bit_by_bit(game, sheet, words):
    """Bid one after another, then write the tricks, or throw the hand in."""
    for name, bid in bids_in_order(sheet, game.rule_set):
        record_bid(game, number=words["number"], seat=name, bid=bid)
    if sheet.void:
        return throw_in(game, **words)
    return record_tricks(game, tricks=sheet.tricks, spades=untold(sheet), **words)


def enter_at_once(game, sheet, words):
    """Write the whole hand, as from paper."""
    bids = {name: str(bid) for name, bid in sheet.bids.items()}
    return record_hand(game, bids=bids, tricks=sheet.tricks, spades=sheet.spades, **words)


@pytest.mark.parametrize("key", STARTS)
def test_a_whole_game_of_every_preset_is_entered_and_ends_as_the_engine_says(key):
    rules = STARTS[key]
    sheets, expected = made_up(key, rules)
    game = game_under(rules)

    for number, sheet in enumerate(sheets, 1):
        words = {"number": number, "entry_key": uuid4(), "by": Actor(table=game.match.table)}
        enter = enter_bit_by_bit if number % 2 else enter_at_once
        game = enter(game, sheet, words)

    assert [hand.sheet for hand in game.hands.all()] == sheets
    assert (game.hands_played, game.winner) == (len(sheets), expected.winner)
    assert game.totals == {
        side: {"score": total.score, "bags": total.bags} for side, total in expected.totals.items()
    }
    match = game.match
    match.refresh_from_db()
    sides = {side.place: side for side in match.sides.all()}
    assert {place: side.points for place, side in sides.items()} == {
        game.place_of(name): total.score for name, total in expected.totals.items()
    }
    winner = sides[game.place_of(expected.winner)]
    assert winner.games == 1
    assert match.winner == (winner.entry if rules.best_of == 1 else None)

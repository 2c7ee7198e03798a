"""Made-up players enter any game, through the services and through the table's page."""

import random

import pytest

from scoring.demo.playing import Hall
from scoring.demo.visitors import Browser, Visitors
from scoring.models import Game, Hand
from tests.scoring.any_game import STARTS, game_under, match_under

ODD = ("nobid", "mirror", "whiz", "cutthroat", "solo", "two_handed")


@pytest.mark.django_db
@pytest.mark.parametrize("key", STARTS)
def test_a_hall_plays_a_game_of_every_preset_and_bids_on(key):
    rules = STARTS[key]
    hall = Hall(random.Random(3))
    game = hall.play_game(match_under(rules), 1, hands=2)
    if not game.winner:
        hall.make_bids(game, seats=1)
    open_hand = Hand.objects.filter(tricks__isnull=True).first()
    assert len(open_hand.bids if open_hand else ()) == (rules.bids_are_made and not game.winner)


@pytest.mark.parametrize("key", [*ODD, *(it for it in STARTS if STARTS[it].bid_mode != "sum")])
def test_demo_players_play_hands_of_every_game_over_http(transactional_db, live_server, key):
    rules = STARTS[key]
    game = game_under(rules)
    address = f"/t/{game.match.table.token}/"
    players = Visitors(Browser(live_server.url), address, rules, random.Random(5))
    acts = [players.play_hand() for _hand in range(4)]

    assert set(acts) <= {"tricks", "throw-in", "wait"}
    assert Hand.objects.filter(tricks__isnull=False).count() >= 3 or Game.objects.get().winner

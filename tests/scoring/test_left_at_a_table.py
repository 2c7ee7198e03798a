"""One of three gives up in the middle: the two who are left play a new attempt to its end."""

import re
from uuid import uuid4

import pytest
from django.urls import reverse

from scoring.services import open_game, record_hand
from tests.stage import director_of, match_of, work
from tests.tournament.table_cast import entry_at, table_of
from tournament.actors import Actor
from tournament.models import Match
from tournament.services.departures import forfeit

pytestmark = [pytest.mark.django_db, pytest.mark.everywhere]


def opened(match):
    sides = [side for side in match.sides.order_by("place") if side.plays]
    rules = match.rules_at(sides=len(sides))
    return open_game(
        match,
        game_number=1,
        seating={
            seat: side.entry.players.get().pk for seat, side in zip(rules.seats, sides, strict=True)
        },
        first_dealer=rules.seats[0],
        by=Actor(table=match.table),
    )


def hand(game, bids, tricks):
    return record_hand(
        game,
        number=game.next_number,
        bids=bids,
        tricks=tricks,
        entry_key=uuid4(),
        by=Actor(table=game.match.table),
    )


def words(client, name, match):
    args = [match.event.slug] if name == "tournament:bracket" else [match.event.slug, 1]
    html = client.get(reverse(name, args=args)).content.decode()
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def test_two_who_are_left_of_three_play_it_out(client):
    match = table_of(3, state=Match.State.CALLED)
    first = hand(opened(match), {"A": "5", "B": "5", "C": "5"}, {"A": 6, "B": 6, "C": 5})
    assert "Ada 51 0 Ben 51 0 Cleo 50 0" in words(client, "tournament:bracket", match)

    forfeit(match_of(match.event, 1), sides=[0], by=director_of(match.event.club))

    match = match_of(match.event, 1)
    game = opened(match)
    assert (game.attempt, game.rule_set.variant, game.places) == (2, "two_handed", [1, 2])
    assert first.hands.count() == 1
    while not game.winner:
        game = hand(game, {"A": "5", "B": "5"}, {"A": 8, "B": 5})
        assert "50" in words(client, "scoring:match", match)
    work()
    match = match_of(match.event, 1)
    match.event.refresh_from_db()
    winner = entry_at(match, game.place_of(game.winner))
    assert (match.reason, match.winner, match.event.champion) == ("played", winner, winner)
    assert winner.name == "Ben"
    told = words(client, "tournament:bracket", match)
    assert "Ben beat Cleo 1\u20130; Ada forfeits" in told
    assert "Ben won Spades night" in told
    assert "Game 1 to Ben" in words(client, "scoring:match", match)

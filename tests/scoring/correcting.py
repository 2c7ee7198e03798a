"""Corrections as the tests make them, and what must hold after each."""

from uuid import uuid4

from scoring.models import Game, Hand
from scoring.services import correct_hand
from tests.stage import director_of, enter_hand, match_of, opened, winning_hand

THREES = dict.fromkeys("NESW", "3")
NOBODY = {"bids": THREES, "tricks": {"NS": 7, "EW": 6}}
"""A hand after which a game to 100 goes on: 61 to 60."""


def hand_of(game, number=1):
    """Read a hand with all that a correction looks at."""
    return Hand.objects.select_related("game__match__event__club").get(game=game, number=number)


def correct(hand, place=None, **changes):
    """Correct a hand so that one side wins its game of one hand, or so that nobody does."""
    says = NOBODY if place is None else winning_hand(place)
    words = {**says, "reason": "Misread", "entry_key": uuid4()}
    words |= {"by": director_of(hand.game.match.event.club).user}
    return correct_hand(hand, **(words | changes))


def game_of(match, number=1):
    """Read a game of the attempt that counts."""
    match.refresh_from_db()
    return Game.objects.get(match=match, attempt=match.attempt, number=number)


def won_by(match, *places):
    """Play games of one hand each, won by these sides in turn; the last hand is not advanced."""
    for place in places:
        match.refresh_from_db()
        number = match.games.filter(attempt=match.attempt).count() + 1
        enter_hand(opened(match, number), place)
    match.refresh_from_db()
    return match


def stored(match):
    """What is written down of every game: its number, totals, length and winner."""
    games = Game.objects.filter(match=match).order_by("attempt", "number")
    return [(it.number, it.totals, it.hands_played, it.winner) for it in games]


def replayed(match):
    """The same, worked out from the hands alone."""
    told = []
    for game in Game.objects.filter(match=match).order_by("attempt", "number"):
        state = game.replay()
        totals = {side: {"score": it.score, "bags": it.bags} for side, it in state.totals.items()}
        told.append((game.number, totals, len(state.hands), state.winner or ""))
    return told


def games_won(match):
    """The games of every side, as the bracket shows them."""
    return list(match.sides.order_by("place").values_list("games", flat=True))


def again(match):
    """Read a match anew."""
    return match_of(match.event, match.number)

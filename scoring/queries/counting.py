"""Which games and hands of a match count: those up to the one that decided it.

What was played after the end stays on record. It counts again when a correction moves the end.
"""

from collections.abc import Sequence

from engine.matches import MatchState, match_state
from scoring.models import Game


def counting(games: Sequence[Game], best_of: int) -> list[Game]:
    """List the finished games of one attempt up to the deciding one."""
    finished = sorted((game for game in games if game.winner), key=lambda game: game.number)
    winners = [_place(game) for game in finished]
    for number in range(1, len(finished) + 1):
        if match_state(winners[:number], best_of).winner is not None:
            return finished[:number]
    return finished


def state_of_games(games: Sequence[Game], best_of: int) -> MatchState:
    """Say where a match stands after these games; sides go by their place in the match.

    Points part sides that are level on games only while no game is in play: a further game that
    was begun is played to its end.
    """
    finished = counting(games, best_of)
    in_play = any(not game.winner for game in games)
    points = None if in_play else _points(finished)
    return match_state([_place(game) for game in finished], best_of, points)


def shown_game(games: Sequence[Game], best_of: int) -> Game:
    """Choose the game whose figures a match shows: the one in play, else the last that counts."""
    in_play = next((game for game in games if not game.winner), None)
    if in_play and state_of_games(games, best_of).winner is None:
        return in_play
    return (counting(games, best_of) or list(games))[-1]


def after_the_end(games: Sequence[Game], best_of: int) -> frozenset[int]:
    """Name the games, by number, that were begun after the one that decided the match."""
    finished = counting(games, best_of)
    if not finished or match_state([_place(it) for it in finished], best_of).winner is None:
        return frozenset()
    return frozenset(it.number for it in games if it.number > finished[-1].number)


def uncounted_hands(game: Game) -> int:
    """Count the saved hands of a game that come after its end."""
    return sum(hand.is_scored for hand in game.hands.all()) - game.hands_played


def _place(game: Game) -> str:
    return str(game.place_of(game.winner))


def _points(games: Sequence[Game]) -> dict[str, int]:
    points: dict[str, int] = {}
    for game in games:
        for side, total in game.totals.items():
            place = str(game.place_of(side))
            points[place] = points.get(place, 0) + total["score"]
    return points

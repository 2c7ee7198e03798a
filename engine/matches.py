"""A match: the best of an odd number of games, over as soon as it is decided."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from engine.faults import RuleError


@dataclass(frozen=True, slots=True)
class MatchState:
    """Games won by each side, who has won the match, and the game to play next (from 1).

    ``on_points`` says that the winner has no more games than another side, but more points.
    """

    wins: Mapping[str, int]
    winner: str | None
    next_game: int | None
    on_points: bool = False


def match_state(
    game_winners: Sequence[str], best_of: int, points: Mapping[str, int] | None = None
) -> MatchState:
    """Say where a match stands after these games, whatever the number of its sides.

    More than half of ``best_of`` wins it. Among three sides or four nobody may have that after all
    games: then most games win, and among those level on games most ``points``, summed over the
    games. Where these are level too, or not given, a further game is played, and so on.

    A side without a win does not appear in ``wins``. A match never goes on after a deciding win.
    After one on points it may: a correction can part points that were level when play went on.

    Raises:
        RuleError: M01 for an even ``best_of``, M02 for a game after the deciding one.

    Source: rule sheet §3.

    >>> match_state(["NS", "EW"], best_of=3).next_game
    3
    >>> match_state(["NS", "NS"], best_of=3).winner
    'NS'
    >>> match_state(["A", "B", "C"], best_of=3, points={"A": 610, "B": 540, "C": 595}).winner
    'A'
    """
    if best_of < 1 or best_of % 2 == 0:
        raise RuleError.of("M01", "best_of", n=best_of)
    wins: dict[str, int] = {}
    winner: str | None = None
    for number, side in enumerate(game_winners, start=1):
        if winner is not None:
            raise RuleError.of("M02", "games", n=number)
        wins[side] = wins.get(side, 0) + 1
        winner = _by_games(wins, best_of, number)
    on_points = False
    if winner is None and len(game_winners) >= best_of and points is not None:
        winner = _by_points(wins, points)
        on_points = winner is not None
    next_game = None if winner is not None else len(game_winners) + 1
    return MatchState(MappingProxyType(wins), winner, next_game, on_points)


def _by_games(wins: Mapping[str, int], best_of: int, played: int) -> str | None:
    """Find who has more than half of the games, or the most of them once all are played."""
    most = max(wins.values())
    if most <= best_of // 2 and played < best_of:
        return None
    return _alone([side for side, won in wins.items() if won == most])


def _by_points(wins: Mapping[str, int], points: Mapping[str, int]) -> str | None:
    """Find who has the most points of those with the most games."""
    level = [side for side, won in wins.items() if won == max(wins.values())]
    most = max(points[side] for side in level)
    return _alone([side for side in level if points[side] == most])


def _alone(sides: Sequence[str]) -> str | None:
    return sides[0] if len(sides) == 1 else None

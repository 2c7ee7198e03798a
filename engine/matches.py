"""A match: the best of an odd number of games, over as soon as it is decided."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from engine.faults import RuleError


@dataclass(frozen=True, slots=True)
class MatchState:
    """Games won by each side, who has won the match, and the game to play next (from 1)."""

    wins: Mapping[str, int]
    winner: str | None
    next_game: int | None


def match_state(game_winners: Sequence[str], best_of: int) -> MatchState:
    """Say where a match stands after these games.

    A side without a win does not appear in ``wins``. A match never goes on after the deciding win.

    Raises:
        RuleError: M01 for an even ``best_of``, M02 for a game after the deciding one.

    Source: rule sheet §3.

    >>> match_state(["NS", "EW"], best_of=3)
    MatchState(wins=mappingproxy({'NS': 1, 'EW': 1}), winner=None, next_game=3)
    >>> match_state(["NS", "NS"], best_of=3).winner
    'NS'
    """
    if best_of < 1 or best_of % 2 == 0:
        raise RuleError.of("M01", "best_of", n=best_of)
    wins: dict[str, int] = {}
    winner: str | None = None
    for number, side in enumerate(game_winners, start=1):
        if winner is not None:
            raise RuleError.of("M02", "games", n=number)
        wins[side] = wins.get(side, 0) + 1
        if wins[side] > best_of // 2:
            winner = side
    next_game = None if winner is not None else len(game_winners) + 1
    return MatchState(MappingProxyType(wins), winner, next_game)

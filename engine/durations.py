"""How long play takes: hands in a game, games in a match, and minutes for both.

Before anything is played, typical values speak: a game of the standard rules to 500 takes about
nine hands, seven to thirteen in eight of ten games, and a hand five to seven minutes. The other
games were played by the players of ``engine.simulate``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import inf, sqrt
from typing import Final

from engine.spades.rules import RuleSet

MINUTES_A_HAND: Final = 6.0
CHANGE: Final = 4.0
"""Minutes from a free table to the first deal of the next match."""
POINTS_A_HAND: Final = {
    "standard": 52.0,
    "suicide": 58.0,
    "nobid": 6.8,
    "mirror": 25.0,
    "whiz": 29.0,
    "cutthroat": 41.0,
    "solo": 27.5,
    "two_handed": 45.0,
}
"""How far one hand brings the side that wins the game."""
SPREADS: Final = {"suicide": 0.45, "nobid": 0.06, "mirror": 0.5, "whiz": 0.5}
USUAL_SPREAD: Final = 0.26
"""How far games of one kind differ in length, as a share of the usual one."""


@dataclass(frozen=True, slots=True)
class Length:
    """How long something takes on average, how far that differs, and how long at most."""

    minutes: float
    spread: float = 0.0
    most: float = inf


def hands_left(rules: RuleSet, points: Sequence[int] = (), played: int = 0) -> float:
    """Expect how many hands a game still takes, its best side being the one to end it.

    >>> from engine.spades.rules import STANDARD
    >>> round(hands_left(STANDARD), 1), round(hands_left(STANDARD, (396, 214), 8), 1)
    (9.6, 2.0)
    >>> hands_left(STANDARD.with_options(max_hands=7), (0, 0), played=5)
    2.0
    """
    best = max(points, default=0)
    expected = max(1.0, (rules.target_score - best) / POINTS_A_HAND[rules.variant])
    if rules.max_hands is not None:
        expected = min(expected, max(1.0, rules.max_hands - played))
    return float(expected)


@cache
def games_left(best_of: int, won: tuple[int, ...] = (0, 0)) -> tuple[float, float]:
    """Expect how many games a match still takes among equals: on average, and the deviation.

    >>> games_left(1), games_left(3), games_left(3, (1, 1))
    ((1.0, 0.0), (2.5, 0.5), (1.0, 0.0))
    >>> games_left(3, (0, 0, 0))[0] > games_left(3)[0]
    True
    """
    mean, square = _moments(best_of, tuple(sorted(won)))
    return mean, sqrt(max(0.0, square - mean**2))


@cache
def _moments(best_of: int, won: tuple[int, ...]) -> tuple[float, float]:
    if max(won) > best_of // 2 or sum(won) >= best_of:
        return 0.0, 0.0
    mean = square = 0.0
    for place in range(len(won)):
        next_won = [*won]
        next_won[place] += 1
        left, squared = _moments(best_of, tuple(sorted(next_won)))
        mean += (1 + left) / len(won)
        square += (1 + 2 * left + squared) / len(won)
    return mean, square


def match_length(
    rules: RuleSet,
    *,
    won: Sequence[int] = (0, 0),
    points: Sequence[int] = (),
    played: int = 0,
    pace: float = MINUTES_A_HAND,
) -> Length:
    """Expect how long a match still takes.

    Args:
        rules: those of its round.
        won: games won, by side.
        points: in the game being played, by side.
        played: hands of that game.
        pace: minutes a hand.

    >>> from engine.spades.rules import STANDARD
    >>> round(match_length(STANDARD).minutes), round(match_length(STANDARD, won=(1, 1)).minutes)
    (144, 58)
    >>> single = STANDARD.with_options(best_of=1, minutes=40)
    >>> round(match_length(single).minutes)
    43
    """
    games, deviation = games_left(rules.best_of, tuple(won))
    games = max(games, 1.0)
    cap = _cap(rules, pace)
    full = min(hands_left(rules) * pace, cap)
    now = min(hands_left(rules, points, played) * pace, max(pace, cap - played * pace))
    minutes = now + (games - 1) * full
    spread = SPREADS.get(rules.variant, USUAL_SPREAD)
    share = sqrt(spread**2 / games + (deviation / games) ** 2)
    return Length(minutes, share, most=_games_at_most(rules.best_of, won) * cap)


def _cap(rules: RuleSet, pace: float) -> float:
    """How long a game takes at most: its clock, and half a hand where the last is played out."""
    if rules.minutes is None:
        return inf
    return float(rules.minutes + (pace / 2 if rules.time_up == "finish_hand" else 0))


def _games_at_most(best_of: int, won: Sequence[int]) -> int:
    return max(1, best_of - sum(won))

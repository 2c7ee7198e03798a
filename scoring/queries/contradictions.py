"""What the hands say by now of the results that an undo would bring back."""

from typing import Any, Final

from scoring.queries.counting import state_of_games
from tournament.models import Act, Match

DECIDES: Final = ("state", "reason", "by_ruling", "winner_id", "attempt")
"""Columns of a match that say how it ended, and by which hands."""


def contradicted(act: Act) -> Match | None:
    """Find a match that an act's undo would call played and won by a side that its hands deny.

    Whoever ruled on a result and whoever corrected its hands may be two; the ruling holds the
    result as long as it stands. 3 queries where there is something to look at.
    """
    rows = {int(pk): row for pk, row in act.before.get("match", {}).items()}
    told = [pk for pk, row in rows.items() if row.keys() & set(DECIDES)]
    matches = Match.objects.filter(pk__in=told).prefetch_related("sides", "games")
    for match in matches.order_by("number"):
        for name in DECIDES:
            setattr(match, name, rows[match.pk].get(name, getattr(match, name)))
        if not _agrees(match, act.before.get("side", {})):
            return match
    return None


def _agrees(match: Match, slots: dict[str, dict[str, Any]]) -> bool:
    games = [game for game in match.games.all() if game.attempt == match.attempt]
    if match.is_open or match.reason != Match.Reason.PLAYED or match.by_ruling or not games:
        return True
    won = state_of_games(games, match.best_of).winner
    teams = {
        str(side.place): slots.get(str(side.pk), {}).get("entry_id", side.entry_id)
        for side in match.sides.all()
    }
    return won is not None and teams[won] == match.winner_id

"""What a table reports down: how far a match is, and who won it.

Called by scoring with the match row locked, inside the transaction that wrote the hand.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.timezone import now

from relay import outbox
from tournament.models import Match, Side, Table
from tournament.services.news import match_changed

LEAST_SIDES = 2
"""Fewer than so many do not play."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Where one side of a match stands: games won, and points and bags in the game in play."""

    games: int
    points: int
    bags: int


def start_match(match: Match) -> None:
    """Turn a called match into one in play. Nothing happens when it already is."""
    if match.state == Match.State.CALLED:
        match.state = Match.State.PLAYING
        match.started_at = now()


def report_progress(match: Match, *, game: int, hand: int, sides: Mapping[int, Standing]) -> None:
    """Write down how far a match is, so that brackets and desks need not look at hands.

    Args:
        match: locked by the caller.
        game: the number of the game in play, from 1.
        hand: how many of its hands are scored.
        sides: place (0, 1 ...) to its standing, of every side that plays.
    """
    match.game_number, match.hand_number, match.hand_at = game, hand, now()
    _write_sides(match, sides)
    match_changed(match)


def report_result(
    match: Match, *, winner_place: int, game: int, hand: int, sides: Mapping[int, Standing]
) -> None:
    """Close a match that was decided at the table and leave the rest to the worker.

    The table is free at once. The winner is seated one round up by ``tournament.advance``, from an
    outbox row written here: a worker killed in between loses nothing.
    """
    written = _write_sides(match, sides)
    match.game_number, match.hand_number, match.hand_at = game, hand, now()
    match.winner = next(side.entry for side in written if side.place == winner_place)
    close(match, reason=Match.Reason.PLAYED)


def begin_anew(match: Match) -> None:
    """Void what was played of a locked match: its next attempt begins at nothing.

    Nothing is deleted; hands stay on record under the attempt they belong to. The caller saves.
    """
    match.attempt += 1
    match.game_number = match.hand_number = 0
    match.hand_at = None
    match.sides.update(games=0, points=0, bags=0)


def rewrite_sides(match: Match, sides: Mapping[int, Standing]) -> None:
    """Write corrected figures onto a finished match whose winner stays the same."""
    _write_sides(match, sides)
    match_changed(match)


def close(match: Match, *, reason: str) -> None:
    """Finish a locked match for a reason, free its table and queue the advancement."""
    if match.is_at_table and match.table_id:
        Table.objects.filter(pk=match.table_id).update(free_since=now())
    match.state = Match.State.FINISHED
    match.reason = reason
    match.finished_at = now()
    match_changed(match)
    outbox.task("tournament.advance", match_id=match.pk)


def _write_sides(match: Match, sides: Mapping[int, Standing]) -> Sequence[Side]:
    rows = list(match.sides.filter(place__in=list(sides)).select_related("entry"))
    for row in rows:
        standing = sides[row.place]
        row.games, row.points, row.bags = standing.games, standing.points, standing.bags
    Side.objects.bulk_update(rows, ["games", "points", "bags"])
    return rows

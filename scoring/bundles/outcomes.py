"""How a match has to stand, by who sits there, who is gone, its hands and what was ruled."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.bundles.canon import Record
from scoring.bundles.played import PlayedGame, standing
from tournament.models import Match, Side
from tournament.services.results import LEAST_SIDES

Reason = Match.Reason
RULED = (Reason.FORFEIT, Reason.WITHDRAWAL, Reason.REMOVAL)
"""What staff may rule an ending to be; a side that left keeps its own reason all the same."""
Seat = tuple[str, str | None]
"""What fills a slot: its kind, and the entry where it is a team."""
TO_COME: Seat = (Side.Kind.TO_BE_DECIDED, None)
NOBODY: Seat = (Side.Kind.NO_ONE, None)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match should stand: over or not, who won it, and for which reasons it may be."""

    is_over: bool = False
    winner: str | None = None
    reasons: frozenset[str] = frozenset()


OPEN = Outcome()


def outcome_of(
    match: Record,
    sides: Sequence[Record],
    seats: Sequence[Seat],
    games: Sequence[PlayedGame],
    *,
    is_bye: bool,
) -> Outcome:
    """Work out how a match has to stand; ``seats`` is who should sit there, side by side."""
    if match["by_ruling"]:
        is_over = match["state"] == Match.State.FINISHED
        return Outcome(is_over, match["winner"], frozenset({match["reason"]}))
    entries = [entry for _kind, entry in seats]
    if is_bye:
        return _over(next(filter(None, entries), None), Reason.BYE)
    if TO_COME in seats:
        return OPEN
    gone = {side["place"]: side["gone_for"] for side in sides if side["gone"]}
    ruled = RULED if match["ruling"] else ()
    there = [place for place, entry in enumerate(entries) if entry and place not in gone]
    if len(there) >= LEAST_SIDES:
        won = standing(games, match["best_of"])[0].winner
        return OPEN if won is None else _over(entries[int(won)], Reason.PLAYED)
    if there:
        return _over(entries[there[0]], Reason.WALKOVER, *ruled, *gone.values())
    return _over(None, Reason.NO_ONE, Reason.DOUBLE_FORFEIT, *gone.values())


def _over(winner: str | None, *reasons: str) -> Outcome:
    return Outcome(is_over=True, winner=winner, reasons=frozenset(filter(None, reasons)))

"""The match for the third place: whose loser plays it."""

from tournament.models import Match, Side

SEMI_FINAL = 2
"""Rounds to go, the semi-final itself counted."""


def third_of(match: Match) -> Match | None:
    """Find the match for the third place that the loser of a match plays: at most 1 query."""
    if not match.event.third_place or match.rounds_to_go != SEMI_FINAL:
        return None
    return Match.objects.filter(sides__source=match, sides__takes=Side.Takes.LOSER).first()

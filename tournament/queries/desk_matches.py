"""The matches of an event as the desk works through them: round by round, and one alone."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from tournament.models import Event, Match
from tournament.queries.desk import with_sides
from tournament.wording import round_title


@dataclass(frozen=True, slots=True)
class Round:
    """One round: its number, its name, and how much of it is still open."""

    number: int
    title: str
    still_open: int


def rounds_of(event: Event) -> Sequence[Round]:
    """List the rounds of a drawn event in one query."""
    rows = list(
        event.matches.order_by("round")
        .values("round")
        .annotate(
            matches=Count("pk"),
            still_open=Count("pk", filter=~Q(state=Match.State.FINISHED)),
        )
    )
    return [
        Round(
            row["round"],
            round_title(row["round"], row["matches"], len(rows)),
            row["still_open"],
        )
        for row in rows
    ]


def matches_in(event: Event, number: int) -> QuerySet[Match]:
    """List the matches of one round from the top of the sheet, in two queries."""
    return with_sides(event.matches.filter(round=number).order_by("position"))

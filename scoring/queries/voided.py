"""How much play a changed result would void: the hands of later matches, counted in one query."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, F

from scoring.models import Hand
from tournament.models import Match
from tournament.queries.consequences import Consequences


@dataclass(frozen=True, slots=True)
class VoidHands:
    """So many hands of one match that would count for nothing any more."""

    match: Match
    hands: int


def hands_void(follows: Consequences) -> Sequence[VoidHands]:
    """List the later matches whose hands would be void, by round upwards."""
    matches = [change.match for change in follows.changes if change.voids]
    counted = (
        Hand.objects.filter(
            game__match__in=matches,
            game__attempt=F("game__match__attempt"),
            tricks__isnull=False,
        )
        .order_by()
        .values_list("game__match")
        .annotate(Count("pk"))
    )
    hands = dict(counted)
    return [VoidHands(match, hands[match.pk]) for match in matches if match.pk in hands]

"""How a round is called by how far it is from the end: before the draw nobody counts them."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _l

from tournament.models import Event
from tournament.wording import QUARTERFINALS, QUARTERS, round_title

TWO_SIDES: Final = 2
LAST_ROUNDS: Final = (_l("Final"), _l("Semi-finals"), _l("Quarter-finals"))
"""The last rounds, from the final back."""


def round_to_go(rounds_to_go: int) -> str:
    """Name a round by how many rounds there are from it on, itself counted.

    >>> round_to_go(1), round_to_go(4)
    ('Final', 'Round 4 from the end')
    """
    if rounds_to_go > len(LAST_ROUNDS):
        return _("Round %(number)d from the end") % {"number": rounds_to_go}
    return str(LAST_ROUNDS[rounds_to_go - 1])


def round_name(event: Event, rounds_to_go: int) -> str:
    """Name a round of an event as its bracket does; before the draw by what is left from it on.

    At tables of three and four no round is called after its quarters, for it has none.
    """
    in_twos = len(event.rule_set.sides) == TWO_SIDES
    if event.rounds:
        number = event.rounds - rounds_to_go + 1
        return round_title(number, QUARTERS if in_twos else 0, event.rounds)
    if rounds_to_go == QUARTERFINALS and not in_twos:
        return _("Round %(number)d from the end") % {"number": rounds_to_go}
    return round_to_go(rounds_to_go)

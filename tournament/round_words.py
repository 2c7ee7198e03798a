"""How a round is called by how far it is from the end: before the draw nobody counts them."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _l

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

"""Which rules the tables of this site can play: decided here and nowhere else."""

from typing import Final

from django.utils.translation import gettext as _

from engine.spades.rules import RuleSet

SHAPE: Final = (2, 2)
"""The table page seats two pairs."""
GAMES: Final = frozenset({"standard", "suicide"})
"""Games that ask for a bid of every seat and for nothing else."""
TRICKS: Final = 13


def is_playable(rules: RuleSet) -> bool:
    """Whether a table can enter every hand of these rules.

    It asks two pairs for one bid a seat and for thirteen tricks. It knows no hand without bids, no
    number that is bid blind, no hand that is thrown in, and no clock.
    """
    return (
        tuple(map(len, rules.sides)) == SHAPE
        and rules.variant in GAMES
        and rules.hand_size == TRICKS
        and rules.bid_mode == "sum"
        and rules.first_hand == "bid"
        and rules.min_table_bid is None
        and rules.minutes is None
        and not any(row.blind for row in rules.contracts)
    )


def why_not(rules: RuleSet) -> str:
    """Say in a sentence why these rules cannot be played yet; nothing where they can."""
    return "" if is_playable(rules) else _("Not yet playable at the tables here.")

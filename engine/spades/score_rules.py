"""Which options a line of an explanation comes from, by the key of the line."""

from collections.abc import Mapping
from types import MappingProxyType

RULES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "made": ("bid_mode",),
        "made_bags": ("bid_mode", "bag_points"),
        "set": ("set_penalty",),
        "renege": ("renege_penalty", "set_penalty"),
        "ruled_made": ("penalties",),
        "bags": ("bag_points",),
        "blowout": ("blowout_factor",),
        "unbid": ("first_hand", "unbid_trick_points"),
        "nil_made": ("nil_value",),
        "nil_failed": ("nil_value",),
        "blind_made": ("blind_nil_value",),
        "blind_failed": ("blind_nil_value",),
        "nil_renege": ("renege_penalty",),
        "unit_made": ("double_nil_scoring",),
        "unit_failed": ("double_nil_scoring",),
        "nil_bags": ("failed_nil_tricks", "failed_nil_bag_points"),
        "moon": ("moon_bonus",),
        "moon_wins": ("moon_wins_game",),
        "row_wins": ("contracts",),
        "from_others": ("contracts", "bag_points_to_opponents"),
        "transfer": ("renege_penalty", "penalties"),
        "drop": ("renege_penalty", "penalties"),
        "fined": ("renege_penalty", "penalties"),
        "game_loss": ("renege_penalty", "penalties"),
        "ruled": ("penalties",),
        "void_misdeal": ("misdeal_causes",),
        "void_thrown_in": ("min_table_bid",),
        "void_replay": ("renege_penalty", "penalties"),
        "void_ruled": ("renege_penalty", "penalties"),
        "void_stopped": ("time_up",),
        "first_min": ("first_hand_min",),
        "sets_total": ("sets_total",),
        "sets_in_a_row": ("sets_in_a_row",),
        "bag_penalty": ("bag_threshold", "bag_penalty", "bag_overflow"),
        "bag_penalty_often": ("bag_threshold", "bag_penalty", "bag_overflow"),
        "bag_loss": ("bag_limit_loses_game", "bag_threshold"),
        "total": ("target_score",),
        "total_free": ("bag_penalty_enabled",),
        "total_plain": ("target_score",),
    }
)


def rule_of(key: str) -> tuple[str, ...]:
    """Name the options behind a line.

    >>> rule_of("moon")
    ('moon_bonus',)
    """
    return RULES[key]

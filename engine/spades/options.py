"""Every option a house may set: kind, limits, and where a form shows it.

The meaning of each option stands with its field in ``game_options`` and ``house_options``; its
words for people are in ``engine.phrases.options``.
"""

from collections.abc import Mapping
from types import MappingProxyType

from engine.spades.option_kinds import MOST_POINTS, Level, Option
from engine.spades.rows import MOST_TRICKS
from engine.spades.variants import PAIRS, SHAPES, WITHOUT_BIDS

GROUPS = ("teams", "deck", "bidding", "nil", "scoring", "bags", "winning", "penalties")
"""The groups of a form and of the printed sheet, in their order."""

ALL = frozenset(SHAPES)
BIDDING = ALL - {WITHOUT_BIDS}
FREE = BIDDING - {"mirror", "whiz"}
"""Games in which a player says any number."""
PAIRED = frozenset(name for name in BIDDING if SHAPES[name] == PAIRS)
OPEN = frozenset({"standard", "cutthroat", "solo", "two_handed"})
"""Games without a rule of their own for what may be bid."""
ONE_TEAM = frozenset({"standard"})
"""Games in which partners may share one number."""


def _switch(group: str, games: frozenset[str] = BIDDING, level: Level = 2) -> Option:
    return Option(kind="bool", group=group, games=games, level=level)


def _choice(
    group: str, *choices: str | int, games: frozenset[str] = BIDDING, level: Level = 2
) -> Option:
    return Option(kind="choice", group=group, games=games, level=level, choices=choices)


def _number(
    group: str,
    low: int = 0,
    high: int = MOST_POINTS,
    *,
    games: frozenset[str] = BIDDING,
    level: Level = 2,
    nullable: bool = False,
) -> Option:
    return Option(
        kind="int", group=group, games=games, level=level, low=low, high=high, nullable=nullable
    )


def _effect(level: Level) -> Option:
    return Option(kind="effect", group="penalties", games=ALL, level=level)


TIES = ("continue", "sudden_death", "low_bags", "last_bid", "replay")
CAUSES = (
    "wrong_count",
    "card_exposed",
    "out_of_turn",
    "last_card_shown",
    "not_cut",
    "peek",
    "no_spades",
    "no_faces",
    "no_spades_no_faces",
)

OPTIONS: Mapping[str, Option] = MappingProxyType(
    {
        "target_score": _number("winning", 1, games=ALL, level=1),
        "loss_floor": _number("winning", -MOST_POINTS, -1, games=BIDDING, nullable=True),
        "tiebreak": Option(kind="order", group="winning", games=ALL, choices=TIES),
        "best_of": _choice("teams", 1, 3, 5, games=ALL, level=1),
        "nil_allowed": _switch("nil", OPEN, 1),
        "zero_is_nil": _switch("nil", OPEN, 3),
        "mirror_zero": _choice("nil", "nil", "plain", games=frozenset({"mirror"})),
        "nil_value": _number("nil", level=1),
        "double_nil_allowed": _switch("nil", PAIRED - {"suicide", "mirror"}),
        "double_nil_scoring": _choice("nil", "independent", "unit", games=PAIRED, level=3),
        "blind_nil_allowed": _switch("nil", FREE, 1),
        "blind_nil_value": _number("nil", games=FREE),
        "blind_nil_min_deficit": _number("nil", games=FREE, nullable=True),
        "blind_nil_exchange": _number("nil", high=4, games=PAIRED & FREE),
        "failed_nil_tricks": _choice("nil", "bags", "partner", "none"),
        "failed_nil_bags_when_set": _switch("nil", PAIRED, 3),
        "failed_nil_bag_points": _switch("nil", level=3),
        "bag_points": _number("scoring", -100, 100, level=1),
        "bag_penalty_enabled": _switch("bags", level=1),
        "bag_threshold": _number("bags", 1, 1000, level=1),
        "bag_penalty": _number("bags", level=1),
        "bag_overflow": _choice("bags", "carry", "reset"),
        "bag_penalty_cancels_points": _switch("bags", level=3),
        "set_penalty": _choice("scoring", "bid", "shortfall", "none"),
        "min_bid": _number("bidding", high=MOST_TRICKS, games=OPEN),
        "max_bid": _number("bidding", 1, MOST_TRICKS, games=OPEN),
        "min_team_bid": _number("bidding", high=2 * MOST_TRICKS, games=PAIRED, nullable=True),
        "max_team_bid": _number("bidding", high=2 * MOST_TRICKS, games=PAIRED, nullable=True),
        "forbid_bids_equal_tricks": _switch("bidding", FREE),
        "suicide_strict": _switch("bidding", frozenset({"suicide"}), 1),
        "suicide_min_bid": _number("bidding", 1, MOST_TRICKS, games=frozenset({"suicide"})),
        "whiz_nil_with_ace": _switch("bidding", frozenset({"whiz"})),
        "lead_spades": _choice("deck", "when_broken", "any_time", games=ALL, level=1),
        "spades_break_on_forced_lead": _switch("deck", ALL, 3),
        "jokers": _choice("deck", "none", "two", games=ALL, level=1),
        "high_deuces": _switch("deck", ALL),
        "removed_cards": Option(kind="cards", group="deck", games=ALL, nullable=True),
        "hand_size": _number("deck", 1, MOST_TRICKS, games=ALL, level=3),
        "moon_bonus": _number("scoring"),
        "renege_penalty": _effect(1),
        # house rules
        "deuce_order": _choice("deck", "diamond_first", "spade_first", "spade_only", games=ALL),
        "first_trick": _choice("deck", "free", "lowest_club", "two_of_clubs", games=ALL, level=3),
        "card_laid": _choice("deck", "final", "until_trick_closed", games=ALL, level=3),
        "first_dealer": _choice(
            "deck", "drawn", "first_diamond", "first_club", "high_card", games=ALL
        ),
        "first_hand": _choice("bidding", "bid", "itself", games=FREE),
        "first_hand_min": _number("bidding", 1, MOST_TRICKS, games=FREE, level=3, nullable=True),
        "unbid_trick_points": _number("scoring", 1, 1000, games=FREE | {WITHOUT_BIDS}, level=3),
        "bid_mode": _choice("bidding", "sum", "team", "second_fixes", games=ONE_TEAM),
        "forbidden_team_bids": Option(
            kind="numbers", group="bidding", games=FREE, low=1, high=2 * MOST_TRICKS
        ),
        "min_table_bid": _number("bidding", 1, 4 * MOST_TRICKS, games=FREE, nullable=True),
        "thrown_in_dealer": _choice("bidding", "next", "same", games=FREE, level=3),
        "bid_order": _choice(
            "bidding", "left_of_dealer", "non_dealers_first", "hidden", games=BIDDING
        ),
        "bid_lock": _choice("bidding", "said", "written", "opponents_bid", games=FREE, level=3),
        "bid_words": _choice(
            "bidding", "numbers_only", "possible_ok", "consult_aloud", games=PAIRED & FREE, level=3
        ),
        "contracts": Option(kind="rows", group="scoring", games=BIDDING, level=3),
        "bag_points_to_opponents": _number("scoring", -100, 100, level=3),
        "blowout_factor": _number("scoring", 2, 13, level=3, nullable=True),
        "failed_nil_is_set": _switch("nil", level=3),
        "behind_whom": _choice("nil", "leader", "everyone", games=FREE, level=3),
        "moon_when": _choice("scoring", "any", "unbid", level=3),
        "moon_scores": _choice("scoring", "added", "instead", level=3),
        "moon_wins_game": _switch("scoring", ALL, 3),
        "bag_limit_loses_game": _switch("bags", level=3),
        "target_enabled": _switch("winning", ALL),
        "both_over": _choice("winning", "higher", "last_bid", "another_hand", level=3),
        "max_hands": _number("winning", 1, 1000, games=ALL, nullable=True),
        "min_hands": _number("winning", 0, 1000, games=ALL, level=3),
        "minutes": _number("winning", 1, 1000, games=ALL, nullable=True),
        "time_up": _choice("winning", "finish_hand", "stop", games=ALL),
        "sets_total": _number("winning", 1, 100, nullable=True),
        "sets_in_a_row": _number("winning", 2, 100, nullable=True),
        "penalties": Option(kind="rows", group="penalties", games=ALL, level=3),
        "false_claim_penalty": Option(kind="claim", group="penalties", games=ALL, level=3),
        "claim_window": _choice(
            "penalties",
            "at_once",
            "before_trick_closed",
            "before_next_deal",
            games=ALL,
            level=3,
        ),
        "claim_proof": _choice("penalties", "name_trick", "turn_any", games=ALL, level=3),
        "claim_calls_staff": _switch("penalties", ALL, 3),
        "misdeal_causes": Option(kind="several", group="deck", games=ALL, level=3, choices=CAUSES),
        "misdeal_dealer": _choice("deck", "next", "same", games=ALL, level=3),
        "misdeal_until": _choice("deck", "first_bid", "first_lead", games=ALL, level=3),
        "misdeal_card_kept": _switch("deck", ALL, 3),
    }
)

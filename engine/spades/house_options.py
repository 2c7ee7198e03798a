"""House rules that organisers print beyond the games: R1 to R27 where the games have no word."""

from dataclasses import dataclass
from typing import Literal

from engine.spades.game_options import GameOptions
from engine.spades.rows import ContractRow, PenaltyRow

TALK = (
    PenaltyRow(offence="table_talk", effect="event_out"),
    PenaltyRow(offence="table_talk", nth=2, effect="future_ban"),
)
"""Whoever talks is removed, and barred after a second removal at a later event (§2.10)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseOptions(GameOptions):
    """What no guide of the games has, but sheets of organisers do; off unless chosen.

    >>> HouseOptions().first_hand
    'bid'
    """

    deuce_order: Literal["diamond_first", "spade_first", "spade_only"] = "diamond_first"
    """Which two is higher where twos rank high, or whether only that of spades does (R1)."""
    first_trick: Literal["free", "lowest_club", "two_of_clubs"] = "free"
    """What opens the hand: any lead, everybody's lowest club, or the two of clubs (R3)."""
    card_laid: Literal["final", "until_trick_closed"] = "final"
    """Whether a card laid is played, or may be mended until the trick is turned (R4)."""
    first_dealer: Literal["drawn", "first_diamond", "first_club", "high_card"] = "drawn"
    """Who deals first (R26, A-37)."""

    first_hand: Literal["bid", "itself"] = "bid"
    """Whether the first hand of a game is bid, or bids itself: each trick scores (R5)."""
    first_hand_min: int | None = None
    """Fewer tricks than this in the first hand lose the game; null asks nothing (R5)."""
    unbid_trick_points: int = 10
    """Points for each trick where nobody bids (R5, R6)."""
    bid_mode: Literal["sum", "team", "second_fixes"] = "sum"
    """Partners' bids are added, they name one number, or the second partner fixes it (R6)."""
    forbidden_team_bids: tuple[int, ...] = ()
    """Numbers that no side may bid (R7)."""
    min_table_bid: int | None = None
    """All bids together must reach this, or the hand is thrown in; null asks nothing (R7)."""
    thrown_in_dealer: Literal["next", "same"] = "next"
    """Who deals after a hand that was thrown in (R7)."""
    bid_order: Literal["left_of_dealer", "non_dealers_first", "hidden"] = "left_of_dealer"
    """In which order players bid, or all at once and hidden (R8)."""
    bid_lock: Literal["said", "written", "opponents_bid"] = "said"
    """From when a bid can't be changed (R8)."""
    bid_words: Literal["numbers_only", "possible_ok", "consult_aloud"] = "numbers_only"
    """What partners may say to each other about their bid (R8)."""

    contracts: tuple[ContractRow, ...] = ()
    """Bids that score in their own way; the first row that matches wins (R9, R10, R15, R16)."""
    bag_points_to_opponents: int = 0
    """Points the other sides get for each trick above the bid (R10)."""
    blowout_factor: int | None = None
    """Taking this many times the bid turns it into a loss; null plays without (R12)."""
    failed_nil_is_set: bool = False
    """Whether a failed nil counts as a set where sets lose the game (R13)."""
    behind_whom: Literal["leader", "everyone"] = "leader"
    """Behind whom a side must be where a bid asks for it: the leader, or every other (R16)."""
    moon_when: Literal["any", "unbid"] = "any"
    """Whether every trick pays with any bid, or only where not all were bid (R17)."""
    moon_scores: Literal["added", "instead"] = "added"
    """Whether the points for every trick come on top of the hand or in its place (R17)."""
    moon_wins_game: bool = False
    """Whether taking every trick wins the game (R17)."""
    bag_limit_loses_game: bool = False
    """Whether reaching the bag limit loses the game instead of points (R11)."""

    target_enabled: bool = True
    """Whether a game is played to its target at all (R18)."""
    both_over: Literal["higher", "last_bid", "another_hand"] = "higher"
    """Who wins when several reach the target in one hand (R18)."""
    max_hands: int | None = None
    """Hands after which the leader wins; null plays on (R19)."""
    min_hands: int = 0
    """Hands that must be played before anybody wins by points or time (R19)."""
    minutes: int | None = None
    """Minutes after which the leader wins; null plays without a clock (R19)."""
    time_up: Literal["finish_hand", "stop"] = "finish_hand"
    """What becomes of the hand in play when time is called (R19)."""
    sets_total: int | None = None
    """A side set this often loses the game; null plays on (R20)."""
    sets_in_a_row: int | None = None
    """A side set this often in a row loses the game; null plays on (R20)."""

    penalties: tuple[PenaltyRow, ...] = TALK
    """What offences cost, by how often and when (R23)."""
    false_claim_penalty: str = "none"
    """What a wrong accusation of renege costs the accuser (R24)."""
    claim_window: Literal["at_once", "before_trick_closed", "before_next_deal"] = "before_next_deal"
    """Until when a renege may be claimed (R24)."""
    claim_proof: Literal["name_trick", "turn_any"] = "turn_any"
    """How a claim is proved (R24)."""
    claim_calls_staff: bool = False
    """Whether staff must be called for a claim (R24)."""
    misdeal_causes: tuple[str, ...] = ("wrong_count",)
    """What makes a deal void (R25)."""
    misdeal_dealer: Literal["next", "same"] = "same"
    """Who deals after a misdeal (R25)."""
    misdeal_until: Literal["first_bid", "first_lead"] = "first_lead"
    """Until when a misdeal may be claimed (R25)."""
    misdeal_card_kept: bool = False
    """Whether a player may keep a card shown in the deal instead of a new deal (R25)."""

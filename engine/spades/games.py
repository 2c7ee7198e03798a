"""One game: its hands replayed from nothing, until a side has won."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.spades.bags import bag_items, bags_after
from engine.spades.endings import (
    PLAYED_AGAIN,
    After,
    Status,
    Tally,
    first_hand_items,
    set_limit_items,
    ties_of,
    verdict,
)
from engine.spades.hands import HandScore, HandSheet, score_hand
from engine.spades.rules import RuleSet
from engine.spades.score_tables import table_of
from engine.spades.scores import Item, Line, SideScore, item, line_of


class SideResult(NamedTuple):
    """One side after one hand. ``points`` is the net change of its score, penalty included."""

    points: int
    bags: int
    bag_penalty: int
    total: int
    bag_total: int


class Total(NamedTuple):
    """A side's score and the bags not yet paid for."""

    score: int = 0
    bags: int = 0


NOTHING = Total()
NO_SETS = Tally()


@dataclass(frozen=True, slots=True)
class ScoredHand:
    """One hand of a game: the paper, what it was worth, and what it made of the totals."""

    number: int
    sheet: HandSheet
    score: HandScore
    sides: Mapping[str, SideResult]


@dataclass(frozen=True, slots=True)
class GameState:
    """Where a game stands. A finished game has no next dealer and no next bidder."""

    hands: tuple[ScoredHand, ...]
    totals: Mapping[str, Total]
    winner: str | None
    status: Status
    next_dealer: str | None
    next_bidder: str | None
    target: int
    played: int = 0
    """Hands that counted: those not void."""
    tallies: Mapping[str, Tally] = field(default_factory=dict)
    """How often each side was set."""
    time_up: bool = False
    """Whether time has been called."""

    @property
    def next_hand(self) -> int:
        """The number of the hand to play next, counted from 1."""
        return len(self.hands) + 1

    @property
    def is_over(self) -> bool:
        """Whether somebody has won."""
        return self.status == "complete"

    def to_go(self, side: str) -> int:
        """Points this side still needs to reach the target; never below 0.

        >>> from engine.spades.rules import STANDARD
        >>> replay([], STANDARD).to_go("NS")
        500
        """
        return max(0, self.target - self.totals[side].score)


def replay(
    sheets: Iterable[HandSheet],
    rules: RuleSet,
    first_dealer: str | None = None,
    *,
    after: GameState | None = None,
) -> GameState:
    """Play the hands in order and say where the game stands.

    Hands after the deciding one are left out, so that a correction which ends a game earlier needs
    no clean-up; the replay of some first hands is always the beginning of the replay of all. With
    ``after`` the hands follow those of an earlier replay.

    Source: rule sheet §2, §10 to §12; rules specification §1.7 to §1.9.

    >>> from engine.spades.hands import Bid
    >>> from engine.spades.rules import STANDARD
    >>> sheet = HandSheet("W", {"N": Bid(3), "E": Bid(4), "S": Bid(2), "W": Bid(4)},
    ...                   {"N": 4, "E": 4, "S": 3, "W": 2})
    >>> state = replay([sheet], STANDARD)
    >>> state.totals["NS"], state.status, state.next_dealer, state.next_bidder
    (Total(score=52, bags=2), 'in_progress', 'N', 'E')
    """
    game = _Game(rules, after, first_dealer)
    for sheet in sheets:
        if game.status == "complete":
            break
        game.add(sheet)
    return game.state()


class _Game:
    """A game while it is replayed."""

    __slots__ = (
        "asks_scores",
        "dealer",
        "hands",
        "played",
        "rules",
        "status",
        "tallies",
        "time_up",
        "totals",
        "winner",
    )

    def __init__(self, rules: RuleSet, after: GameState | None, dealer: str | None) -> None:
        self.rules = rules
        self.asks_scores = table_of(rules).contextual
        names = rules.side_names
        self.hands: list[ScoredHand] = list(after.hands) if after else []
        self.totals = after.totals if after else dict.fromkeys(names, NOTHING)
        self.tallies = dict(after.tallies) if after else dict.fromkeys(names, NO_SETS)
        self.status: Status = after.status if after else "in_progress"
        self.winner = after.winner if after else None
        self.dealer = after.next_dealer if after else dealer
        self.played = after.played if after else 0
        self.time_up = after.time_up if after else False

    def add(self, sheet: HandSheet) -> None:
        """Score one more hand and see whether it ends the game."""
        rules, again = self.rules, self.status == "tie_extra_hand"
        before = self.totals
        if again and PLAYED_AGAIN in ties_of(rules):
            before = dict.fromkeys(before, NOTHING)
            self.tallies = dict.fromkeys(before, NO_SETS)
        known = {side: it.score for side, it in before.items()} if self.asks_scores else None
        scores = score_hand(sheet, rules, known)
        gained = scores.sides
        if rules.needs_more_than_points and not sheet.void:
            gained = self._with_limits(sheet, gained)
            scores = HandScore(gained)
        sides: dict[str, SideResult] = {}
        losers = [side for side, it in gained.items() if it.outcome == "loses"]
        for side, score in gained.items():
            had = before[side]
            bag_total, penalty = bags_after(had.bags, score.bags, rules)
            points = score.points + penalty
            sides[side] = SideResult(points, score.bags, penalty, had.score + points, bag_total)
            if rules.bag_limit_loses_game and had.bags + score.bags >= rules.bag_threshold:
                losers.append(side)
        self.hands.append(ScoredHand(len(self.hands) + 1, sheet, scores, sides))
        self.totals = {side: Total(it.total, it.bag_total) for side, it in sides.items()}
        self.played += not sheet.void
        self.time_up = self.time_up or sheet.time_called
        self._judge(sheet, gained, tuple(losers), after_tie=again)
        self.dealer = self._next_dealer(sheet)

    def _with_limits(
        self, sheet: HandSheet, gained: Mapping[str, SideScore]
    ) -> dict[str, SideScore]:
        """Count sets, and lose the game for a side at a limit of sets or of the first hand."""
        limited: dict[str, SideScore] = {}
        for side, score in gained.items():
            tally = self.tallies[side] = self.tallies[side].after(is_set=score.is_set)
            lost = set_limit_items(tally, self.rules) if score.is_set else ()
            limited[side] = score.plus(*lost, outcome="loses") if lost else score
            if not self.played:
                took = sheet.facts[side].total
                limited[side] = first_hand_items(limited[side], took, self.rules)
        return limited

    def _judge(
        self,
        sheet: HandSheet,
        gained: Mapping[str, SideScore],
        losers: tuple[str, ...],
        *,
        after_tie: bool,
    ) -> None:
        """Ask for a verdict. A void hand decides nothing, unless it was the last by the clock."""
        if sheet.void and not losers and not self.time_up:
            self.status = "tie_extra_hand" if after_tie else "in_progress"
            return
        self.status, self.winner = verdict(
            After(
                {side: total.score for side, total in self.totals.items()},
                {side: total.bags for side, total in self.totals.items()},
                {side: facts.bid for side, facts in sheet.facts.items()},
                self.played,
                tuple(side for side, it in gained.items() if it.outcome == "wins"),
                losers,
                self.time_up,
                after_tie,
            ),
            self.rules,
        )

    def _next_dealer(self, sheet: HandSheet) -> str | None:
        """Pass the deal to the left (§11), or keep it after a void hand where the house says so."""
        dealer = sheet.dealer or self.dealer
        if not dealer or self.status == "complete":
            return None
        kept = {
            "misdeal": self.rules.misdeal_dealer,
            "thrown_in": self.rules.thrown_in_dealer,
            "replay": "same",
            "ruled": "same",
            "stopped": "same",
        }
        return dealer if kept.get(sheet.void) == "same" else self.rules.left_of(dealer)

    def state(self) -> GameState:
        """Freeze where the game stands."""
        rules, dealer = self.rules, self.dealer
        return GameState(
            tuple(self.hands),
            self.totals,
            self.winner,
            self.status,
            dealer,
            rules.left_of(dealer) if dealer else None,
            rules.target_score,
            self.played,
            self.tallies,
            self.time_up,
        )


def explain(
    game: GameState | Iterable[HandSheet], rules: RuleSet
) -> tuple[Mapping[str, tuple[Line, ...]], ...]:
    """Say for every hand and side why it got what it got.

    The points of the lines add up to the net points of the hand; the last line, with the key
    ``line.total``, says where the side stands then and is worth nothing itself.

    >>> from engine.spades.hands import Bid
    >>> from engine.spades.rules import STANDARD
    >>> sheet = HandSheet("W", {"N": Bid(3), "E": Bid(4), "S": Bid(2), "W": Bid(4)},
    ...                   {"N": 4, "E": 4, "S": 3, "W": 2})
    >>> [line.say() for line in explain([sheet], STANDARD)[0]["NS"]]
    ['bid 5 took 7: 50 + 2 bags', 'total 52, bags 2 of 10']
    """
    state = game if isinstance(game, GameState) else replay(game, rules)
    return tuple({side: _told(hand, side, rules) for side in hand.sides} for hand in state.hands)


def _told(hand: ScoredHand, side: str, rules: RuleSet) -> tuple[Line, ...]:
    result = hand.sides[side]
    lines = hand.score.sides[side].lines
    penalties = bag_items(result.bag_penalty, result.bag_total, rules)
    return (*lines, *map(line_of, penalties), line_of(_total_item(result, rules)))


def _total_item(result: SideResult, rules: RuleSet) -> Item:
    shown = {"total": result.total, "bags": result.bag_total}
    if not rules.bids_are_made:
        return item("total_plain", 0, **shown)
    if not rules.bag_penalty_enabled:
        return item("total_free", 0, **shown)
    return item("total", 0, **shown, limit=rules.bag_threshold)

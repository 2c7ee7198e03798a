"""One game: its hands replayed from nothing, until a side has won."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from engine.spades.bags import bag_items, bags_after
from engine.spades.hands import HandScore, HandSheet, score_hand
from engine.spades.rules import RuleSet
from engine.spades.scores import Item, Line, item, line_of

Status = Literal["in_progress", "tie_extra_hand", "complete"]


@dataclass(frozen=True, slots=True)
class SideResult:
    """One side after one hand. ``points`` is the net change of its score, penalty included."""

    points: int
    bags: int
    bag_penalty: int
    total: int
    bag_total: int


@dataclass(frozen=True, slots=True)
class Total:
    """A side's score and the bags not yet paid for."""

    score: int = 0
    bags: int = 0


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
    state = after or _opening(rules, first_dealer)
    hands, totals, status = list(state.hands), state.totals, state.status
    winner, dealer = state.winner, state.next_dealer
    for sheet in sheets:
        if status == "complete":
            break
        hand = _scored(len(hands) + 1, sheet, totals, rules)
        hands.append(hand)
        totals = {side: Total(it.total, it.bag_total) for side, it in hand.sides.items()}
        status, winner = _verdict(sheet, totals, rules, after_tie=status == "tie_extra_hand")
        dealer = _next_dealer(sheet.dealer or dealer, status, rules)
    bidder = rules.left_of(dealer) if dealer else None
    return GameState(tuple(hands), totals, winner, status, dealer, bidder, rules.target_score)


def _opening(rules: RuleSet, first_dealer: str | None) -> GameState:
    totals = {side: Total() for side in rules.side_names}
    bidder = rules.left_of(first_dealer) if first_dealer else None
    target = rules.target_score
    return GameState((), totals, None, "in_progress", first_dealer, bidder, target)


def _next_dealer(dealer: str | None, status: Status, rules: RuleSet) -> str | None:
    """Pass the deal to the left (§11); a finished game has no next hand."""
    return rules.left_of(dealer) if dealer and status != "complete" else None


def _scored(
    number: int, sheet: HandSheet, before: Mapping[str, Total], rules: RuleSet
) -> ScoredHand:
    score = score_hand(sheet, rules)
    sides: dict[str, SideResult] = {}
    for side, gained in score.sides.items():
        had = before[side]
        bag_total, penalty = bags_after(had.bags, gained.bags, rules)
        points = gained.points + penalty
        sides[side] = SideResult(points, gained.bags, penalty, had.score + points, bag_total)
    return ScoredHand(number, sheet, score, sides)


def _verdict(
    sheet: HandSheet, totals: Mapping[str, Total], rules: RuleSet, *, after_tie: bool
) -> tuple[Status, str | None]:
    """Say who has won after a hand, if anybody: penalties are already in the totals (A-09)."""
    scores = {side: total.score for side, total in totals.items()}
    if sheet.renege and rules.renege_penalty == "game_loss":
        losers = {rules.side_of(seat) for seat in sheet.renege}
        scores = {side: score for side, score in scores.items() if side not in losers} or scores
    elif not _is_deciding(scores, rules, after_tie=after_tie):
        return "in_progress", None
    best = max(scores.values())
    leaders = [side for side, score in scores.items() if score == best]
    return ("complete", leaders[0]) if len(leaders) == 1 else ("tie_extra_hand", None)


def _is_deciding(scores: Mapping[str, int], rules: RuleSet, *, after_tie: bool) -> bool:
    """Whether the leader of these scores wins the game."""
    if max(scores.values()) >= rules.target_score:
        return True
    if rules.loss_floor is not None and min(scores.values()) <= rules.loss_floor:
        return True
    return after_tie and rules.tiebreak == "sudden_death"


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
    before = {side: Total() for side in rules.side_names}
    told: list[Mapping[str, tuple[Line, ...]]] = []
    for hand in state.hands:
        told.append({side: _told(hand, side, before[side], rules) for side in hand.sides})
        before = {side: Total(it.total, it.bag_total) for side, it in hand.sides.items()}
    return tuple(told)


def _told(hand: ScoredHand, side: str, before: Total, rules: RuleSet) -> tuple[Line, ...]:
    result = hand.sides[side]
    lines = hand.score.sides[side].lines
    penalties = bag_items(before.bags, result.bags, rules)
    return (*lines, *map(line_of, penalties), line_of(_total_item(result, rules)))


def _total_item(result: SideResult, rules: RuleSet) -> Item:
    shown = {"total": result.total, "bags": result.bag_total}
    if not rules.bag_penalty_enabled:
        return item("total_free", 0, **shown)
    return item("total", 0, **shown, limit=rules.bag_threshold)

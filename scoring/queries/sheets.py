"""A game as a ledger: every hand, what it was worth to each side and why."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils import translation
from django.utils.translation import gettext as _

from engine.spades.games import GameState, SideResult, explain, replay
from engine.spades.hands import Bid, HandSheet, Line
from engine.spades.rules import RuleSet
from engine.spades.warnings import warnings
from scoring.models import Game, Hand

CONTRACTS = frozenset({"line.made", "line.made_bags", "line.set", "line.renege"})
SETS = frozenset({"line.set", "line.renege", "line.unit_failed"})
TOTALS = frozenset({"line.total", "line.total_bags", "line.total_bags_free", "line.total_free"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One side of one hand: why, line by line, and what it made of the score."""

    side: str
    why: tuple[str, ...]
    is_set: bool
    before: int
    points: int
    total: int
    bags: int
    bag_limit: int
    is_final: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One hand of a ledger."""

    number: int
    cells: tuple[Cell, ...]


def ledger(game: Game, state: GameState, names: Mapping[str, str]) -> tuple[Row, ...]:
    """Lay out all hands of a game, first to last."""
    told = explain(state, game.rule_set)
    before = dict.fromkeys(game.rule_set.side_names, 0)
    limit = bag_limit(game.rule_set)
    rows: list[Row] = []
    for hand, lines in zip(state.hands, told, strict=True):
        is_last = len(rows) + 1 == len(state.hands)
        cells = tuple(
            _cell(
                side,
                lines[side],
                hand.sides[side],
                before=before[side],
                names=names,
                limit=limit,
                is_final=is_last and side == state.winner,
            )
            for side in game.rule_set.side_names
        )
        rows.append(Row(number=hand.number, cells=cells))
        before = {side: result.total for side, result in hand.sides.items()}
    return tuple(rows)


def preview(game: Game, hand: Hand, tricks: Mapping[str, int], names: Mapping[str, str]) -> Row:
    """Say what an open hand would score with these tricks. Nothing is written.

    Raises:
        RuleError: tricks that no hand can have.
    """
    rules = game.rule_set
    sheets = [other.sheet for other in game.hands.all() if other.is_scored]
    paper: dict[str, Any] = {**hand.paper, "tricks": dict(tricks)}
    state = replay([*sheets, HandSheet.from_json(paper, rules)], rules, game.first_dealer)
    return ledger(game, state, names)[-1]


def doubts(
    game: Game, hand: Hand, tricks: Mapping[str, int], names: Mapping[str, str]
) -> tuple[str, ...]:
    """Say what somebody should look at again before saving; none of it is refused."""
    paper: dict[str, Any] = {**hand.paper, "tricks": dict(tricks)}
    return tuple(it.say(translation, names) for it in warnings(paper, game.rule_set))


def bag_limit(rules: RuleSet) -> int:
    """How many bags cost a penalty; 0 where bags cost nothing."""
    return rules.bag_threshold if rules.bag_penalty_enabled else 0


def bid_words(bid: Bid) -> str:
    """Say a bid as the table does.

    >>> bid_words(Bid(4)), bid_words(Bid(0, blind=True))
    ('4', 'Blind nil')
    """
    if not bid.is_nil:
        return str(bid.tricks)
    return _("Blind nil") if bid.blind else _("Nil")


def paper_words(paper: Mapping[str, Any], rules: RuleSet, names: Mapping[str, str]) -> str:
    """Say what one version of a hand says: every bid, and what each side took."""
    bids = ", ".join(
        f"{names.get(seat, seat)} {bid_words(Bid(bid, blind=seat in paper['blind'])).lower()}"
        for seat, bid in paper["bids"].items()
    )
    took = ", ".join(
        _("%(who)s took %(n)d") % {"who": names.get(key, key), "n": count}
        for key, count in _shown_tricks(paper["tricks"] or {}, paper["bids"], rules).items()
    )
    return f"{bids}; {took}"


def _shown_tricks(
    tricks: Mapping[str, int], bids: Mapping[str, int], rules: RuleSet
) -> dict[str, int]:
    """Add up what partners took, and keep apart what a nil bidder took."""
    shown: dict[str, int] = {}
    for side in rules.side_names:
        seats = rules.seats_of(side)
        shown[side] = tricks.get(side, sum(tricks.get(seat, 0) for seat in seats))
        shown.update(
            {seat: tricks[seat] for seat in seats if bids.get(seat) == 0 and tricks.get(seat)}
        )
    return shown


def _cell(
    side: str,
    lines: tuple[Line, ...],
    result: SideResult,
    *,
    before: int,
    names: Mapping[str, str],
    limit: int,
    is_final: bool,
) -> Cell:
    told = [line for line in lines if line.phrase.key not in TOTALS]
    told.sort(key=lambda line: line.phrase.key not in CONTRACTS)
    return Cell(
        side=side,
        why=tuple(line.say(translation, names) for line in told),
        is_set=any(line.phrase.key in SETS for line in lines),
        before=before,
        points=result.points,
        total=result.total,
        bags=result.bag_total,
        bag_limit=limit,
        is_final=is_final,
    )

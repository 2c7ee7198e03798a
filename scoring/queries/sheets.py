"""A game as a ledger: every hand, what it was worth to each side and why."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils import translation

from engine.spades.games import GameState, ScoredHand, explain, replay
from engine.spades.hands import HandSheet, Line
from engine.spades.rules import RuleSet
from engine.spades.warnings import warnings
from scoring.models import Game, Hand
from scoring.queries.rule_words import rule_behind
from scoring.queries.saying import bid_words, paper_words

__all__ = [
    "Cell",
    "Row",
    "ToldLine",
    "bag_limit",
    "bid_words",
    "doubts",
    "ledger",
    "paper_words",
    "preview",
]


@dataclass(frozen=True, slots=True)
class ToldLine:
    """One line of a score in words; the rule it comes from is looked up when asked for."""

    text: str
    line: Line
    rules: RuleSet

    @property
    def rule(self) -> str:
        """The rule the line comes from, as it stands in the rules of the game."""
        return rule_behind(self.line, self.rules)

    @property
    def is_ruling(self) -> bool:
        """Whether the line names an offence that was ruled on."""
        return self.line.is_ruling


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One side of one hand: why, line by line, and what it made of the score.

    ``is_set`` is a set as the house counts it.
    """

    side: str
    lines: tuple[ToldLine, ...]
    is_set: bool
    before: int
    points: int
    total: int
    bags: int
    bag_limit: int
    is_final: bool

    @property
    def why(self) -> tuple[str, ...]:
        """The lines, only as they are said."""
        return tuple(line.text for line in self.lines)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One hand of a ledger. ``void`` says why it counts for nothing, if it does."""

    number: int
    cells: tuple[Cell, ...]
    void: str = ""


def ledger(game: Game, state: GameState, names: Mapping[str, str]) -> tuple[Row, ...]:
    """Lay out all hands of a game, first to last."""
    told = explain(state, game.rule_set)
    before = dict.fromkeys(game.rule_set.side_names, 0)
    rows: list[Row] = []
    for hand, lines in zip(state.hands, told, strict=True):
        winner = state.winner if len(rows) + 1 == len(state.hands) else None
        cells = tuple(
            _cell(hand, side, lines[side], game.rule_set, names, before[side], winner)
            for side in game.rule_set.side_names
        )
        rows.append(Row(number=hand.number, cells=cells, void=_void(lines, names)))
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


def _void(lines: Mapping[str, tuple[Line, ...]], names: Mapping[str, str]) -> str:
    void = (line for told in lines.values() for line in told if line.is_void)
    return next((line.say(translation, names) for line in void), "")


def _cell(
    hand: ScoredHand,
    side: str,
    lines: tuple[Line, ...],
    rules: RuleSet,
    names: Mapping[str, str],
    before: int,
    winner: str | None,
) -> Cell:
    told = [line for line in lines if not (line.is_total or line.is_void)]
    told.sort(key=lambda line: not line.is_contract)
    result = hand.sides[side]
    return Cell(
        side=side,
        lines=tuple(ToldLine(line.say(translation, names), line, rules) for line in told),
        is_set=hand.score.sides[side].is_set,
        before=before,
        points=result.points,
        total=result.total,
        bags=result.bag_total,
        bag_limit=bag_limit(rules),
        is_final=side == winner,
    )

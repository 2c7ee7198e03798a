"""Scores already worked out, kept for each rule set by everything the points depend on.

The table is no second truth: whatever is not in it is worked out by ``side_hands`` and kept.
"""

from functools import lru_cache

from engine.spades.rules import RuleSet
from engine.spades.scores import SideFacts, SideScore
from engine.spades.side_hands import score_facts

MOST_KEPT = 1 << 15
"""Sides of hands a table keeps before it starts again."""


class ScoreTable(dict[SideFacts, SideScore]):
    """Sides of hands already scored under one rule set; what is new is worked out and kept."""

    __slots__ = ("asking", "contextual", "rules")

    def __init__(self, rules: RuleSet) -> None:
        super().__init__()
        self.rules = rules
        rows = rules.contracts
        self.contextual = bool(
            rules.bag_points_to_opponents
            or any(row.behind is not None or row.over_to_opponents for row in rows)
            or any(row.set_to_opponents for row in rows)
        )
        """Whether a side's points depend on more than its own facts."""
        behind = {number: row.behind for number, row in enumerate(rows) if row.behind is not None}
        self.asking = tuple(behind.items())
        """Rows of the contracts that ask for a deficit, and how large it must be."""

    def __missing__(self, facts: SideFacts) -> SideScore:
        if len(self) >= MOST_KEPT:
            self.clear()
        score = self[facts] = score_facts(self.rules, facts)
        return score

    def barred(self, behind: int) -> tuple[int, ...]:
        """Name the rows that a side so far behind may not use."""
        return tuple([number for number, needs in self.asking if behind < needs])


@lru_cache(maxsize=128)
def _shared_table(rules: RuleSet) -> ScoreTable:
    return ScoreTable(rules)


def table_of(rules: RuleSet) -> ScoreTable:
    """Give the table of a rule set; equal rule sets share one.

    >>> from engine.spades.rules import STANDARD
    >>> table_of(STANDARD) is table_of(STANDARD.with_options())
    True
    """
    table: ScoreTable | None = rules.prepared
    if table is None:
        table = _shared_table(rules)
        object.__setattr__(rules, "prepared", table)
    return table


def score_side(rules: RuleSet, facts: SideFacts) -> SideScore:
    """Score one side of one hand.

    Source: rule sheet §5, §6 and §9; rules specification §1.2 to §1.6, R9 to R17.

    >>> from engine.spades.rules import STANDARD
    >>> score_side(STANDARD, SideFacts(5, 7))
    SideScore(points=52, bags=2)
    """
    return table_of(rules)[facts]

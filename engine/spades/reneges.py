"""What a renege does to a hand (A-22): it fails the offender's side, or tricks go over.

``game_loss`` leaves the hand as it was played; ``engine.spades.games`` ends the game.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.faults import Who
from engine.spades.rules import RuleSet
from engine.spades.scores import Item, SideFacts, SideScore, item, score_side

TRANSFER = "transfer:"


@dataclass(frozen=True, slots=True)
class _Ruled:
    """One side after the ruling: what it took, who of it failed the hand, and what to say."""

    facts: SideFacts
    failed: tuple[str, ...] = ()
    notes: tuple[Item, ...] = ()


def score_with_renege(
    facts: Mapping[str, SideFacts], renege: tuple[str, ...], rules: RuleSet
) -> dict[str, SideScore]:
    """Score every side of a hand in which these seats reneged.

    Source: rules specification §2.6 and A-22; STD-081 to STD-083 of the golden cases.

    >>> from engine.spades.rules import STANDARD
    >>> facts = {"NS": SideFacts((4, 3), (0, 0), 8), "EW": SideFacts((2, 3), (0, 0), 5)}
    >>> score_with_renege(facts, ("N",), STANDARD)["NS"]
    SideScore(points=-70, bags=0)
    """
    ruled = {side: _Ruled(it) for side, it in facts.items()}
    for seat in renege:
        side = rules.side_of(seat)
        if rules.renege_penalty == "auto_fail":
            ruled[side] = replace(ruled[side], failed=(*ruled[side].failed, seat))
        elif rules.renege_penalty == "game_loss":
            note = item("game_loss", 0, who=Who(seat))
            ruled[side] = replace(ruled[side], notes=(*ruled[side].notes, note))
        elif rules.renege_penalty.startswith(TRANSFER):
            _move_tricks(ruled, seat, rules)
    return {side: _scored(rules, side, it) for side, it in ruled.items()}


def _scored(rules: RuleSet, side: str, it: _Ruled) -> SideScore:
    score = score_side(rules, side, it.facts, it.failed)
    return replace(score, items=(*it.notes, *score.items)) if it.notes else score


def _move_tricks(ruled: dict[str, _Ruled], seat: str, rules: RuleSet) -> None:
    """Take tricks from the offender's side, never a nil's own, for the next side clockwise."""
    loser = rules.side_of(seat)
    names = rules.side_names
    winner = names[(names.index(loser) + 1) % len(names)]
    free = ruled[loser].facts.total - sum(ruled[loser].facts.zero_tricks)
    count = min(int(rules.renege_penalty.removeprefix(TRANSFER)), free)
    for side, change in ((loser, -count), (winner, count)):
        it = ruled[side]
        note = item("transfer", 0, n=count, who=Who(seat))
        facts = it.facts._replace(total=it.facts.total + change)
        ruled[side] = replace(it, facts=facts, notes=(*it.notes, note))

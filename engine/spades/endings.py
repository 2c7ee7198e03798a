"""When a game is over, and who has won it: targets, floors, hands, time, sets, ties."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from engine.spades.rules import RuleSet
from engine.spades.scores import Item, SideScore, item

Status = Literal["in_progress", "tie_extra_hand", "complete"]
PLAYED_AGAIN = "replay"


class Tally(NamedTuple):
    """How often a side was set: in all, and in a row up to now."""

    sets: int = 0
    in_a_row: int = 0

    def after(self, *, is_set: bool) -> "Tally":
        """Count one more hand.

        >>> Tally(1, 1).after(is_set=False)
        Tally(sets=1, in_a_row=0)
        """
        return Tally(self.sets + 1, self.in_a_row + 1) if is_set else Tally(self.sets, 0)


class After(NamedTuple):
    """All that the end of a game depends on, as it stands after a hand."""

    scores: Mapping[str, int]
    bags: Mapping[str, int]
    bids: Mapping[str, int]
    played: int
    winners: tuple[str, ...] = ()
    losers: tuple[str, ...] = ()
    time_up: bool = False
    after_tie: bool = False


def set_limit_items(tally: Tally, rules: RuleSet) -> tuple[Item, ...]:
    """Make the lines for a side whose sets have lost it the game.

    >>> from engine.spades.rules import STANDARD
    >>> [it.key for it in set_limit_items(Tally(2, 1), STANDARD.with_options(sets_total=2))]
    ['line.sets_total']
    """
    if rules.sets_total is not None and tally.sets >= rules.sets_total:
        return (item("sets_total", 0, n=tally.sets),)
    if rules.sets_in_a_row is not None and tally.in_a_row >= rules.sets_in_a_row:
        return (item("sets_in_a_row", 0, n=tally.in_a_row),)
    return ()


def verdict(it: After, rules: RuleSet) -> tuple[Status, str | None]:
    """Say who has won after a hand, if anybody: penalties are already in the totals (A-09).

    A side that lost the game leaves it to the highest of the others; where all lost it, all are in
    again.

    >>> from engine.spades.rules import STANDARD
    >>> verdict(After({"NS": 500, "EW": 480}, {"NS": 0, "EW": 0}, {}, 9), STANDARD)
    ('complete', 'NS')
    """
    scores = dict(it.scores)
    if it.winners:
        scores = {side: scores[side] for side in it.winners}
    elif it.losers:
        scores = {side: score for side, score in scores.items() if side not in it.losers} or scores
    elif not _is_deciding(it, rules):
        return "in_progress", None
    return _leader(scores, it, rules)


def _leader(scores: Mapping[str, int], it: After, rules: RuleSet) -> tuple[Status, str | None]:
    over = [side for side, score in scores.items() if score >= rules.target_score]
    several = rules.target_enabled and len(over) > 1
    if several and rules.both_over == "another_hand":
        return "tie_extra_hand", None
    if several and rules.both_over == "last_bid":
        best = _highest(over, it.bids)
        if len(best) == 1:
            return "complete", best[0]
    leaders = _highest(list(scores), scores)
    for step in ties_of(rules):
        if len(leaders) == 1:
            break
        if step == "low_bags":
            leaders = _highest(leaders, {side: -it.bags[side] for side in leaders})
        elif step == "last_bid":
            leaders = _highest(leaders, it.bids)
    return ("complete", leaders[0]) if len(leaders) == 1 else ("tie_extra_hand", None)


def _highest(sides: list[str], by: Mapping[str, int]) -> list[str]:
    best = max(by.get(side, 0) for side in sides)
    return [side for side in sides if by.get(side, 0) == best]


def _is_deciding(it: After, rules: RuleSet) -> bool:
    """Whether the leader of these scores wins the game."""
    if it.played < rules.min_hands:
        return False
    if rules.target_enabled and max(it.scores.values()) >= rules.target_score:
        return True
    if rules.loss_floor is not None and min(it.scores.values()) <= rules.loss_floor:
        return True
    if it.time_up or (rules.max_hands is not None and it.played >= rules.max_hands):
        return True
    return it.after_tie and "sudden_death" in ties_of(rules)


def ties_of(rules: RuleSet) -> tuple[str, ...]:
    """Give the ways to break a tie, in order.

    >>> from engine.spades.rules import STANDARD
    >>> ties_of(STANDARD)
    ('continue',)
    """
    return (rules.tiebreak,) if isinstance(rules.tiebreak, str) else rules.tiebreak


def first_hand_items(score: SideScore, took: int, rules: RuleSet) -> SideScore:
    """Lose the game for a side that took too few tricks in the first hand (R5).

    >>> from engine.spades.rules import STANDARD
    >>> rules = STANDARD.with_options(first_hand_min=4)
    >>> first_hand_items(SideScore(30, 0, ()), 3, rules).outcome
    'loses'
    """
    least = rules.first_hand_min
    if least is None or took >= least:
        return score
    return score.plus(item("first_min", 0, took=took, low=least), outcome="loses")

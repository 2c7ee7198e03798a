"""What rulings do to a hand, what rows give to others, and hands that count for nothing."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.faults import Phrase, Who
from engine.spades.facts import Void
from engine.spades.rules import RuleSet
from engine.spades.rulings import LOSING, REPLAY, Ruling, effects_of
from engine.spades.score_tables import score_side, table_of
from engine.spades.scores import Item, Outcome, SideFacts, SideScore, Verdict, item

NOTHING = SideScore(0, 0, ())


@dataclass(slots=True)
class _Ruled:
    """One side while rulings are applied: facts so far, who failed, what to say, what is fined."""

    facts: SideFacts
    failed: tuple[str, ...] = ()
    made: bool = False
    notes: list[Item] = field(default_factory=list)
    fines: list[Item] = field(default_factory=list)
    outcome: Outcome = ""


def judged(
    facts: Mapping[str, SideFacts],
    void: Void,
    renege: tuple[str, ...],
    rulings: tuple[Ruling, ...],
    rules: RuleSet,
    before: Mapping[str, int] | None,
) -> dict[str, SideScore]:
    """Score every side of a hand in which something was ruled, or sides depend on each other.

    Source: rules specification §1.8, §2.6 and A-22; rule sheets R9, R10, R16, R23, R24.

    >>> from engine.spades.rules import STANDARD
    >>> facts = {"NS": SideFacts(7, 8), "EW": SideFacts(5, 5)}
    >>> judged(facts, "", ("N",), (), STANDARD, None)["NS"]
    SideScore(points=-70, bags=0)
    """
    effects = effects_of(rulings, renege, rules)
    if void:
        return {side: _unplayed(side, void, effects, rules) for side in rules.side_names}
    ruled = {side: _Ruled(it) for side, it in facts.items()}
    for ruling, effect, number in effects:
        _apply(ruled, ruling, effect, number, rules)
    scores = {side: _scored(side, it, rules, before) for side, it in ruled.items()}
    return {side: _with_gifts(side, it, scores) for side, it in scores.items()}


def beside_each_other(
    facts: Mapping[str, SideFacts], rules: RuleSet, before: Mapping[str, int] | None
) -> dict[str, SideScore]:
    """Score a hand without rulings whose sides depend on each other: on the score, or on gifts.

    >>> from engine.spades.rules import STANDARD
    >>> rules = STANDARD.with_options(bag_points_to_opponents=1)
    >>> facts = {"NS": SideFacts(5, 7), "EW": SideFacts(6, 6)}
    >>> beside_each_other(facts, rules, None)["EW"]
    SideScore(points=62, bags=0)
    """
    table = table_of(rules)
    scores: dict[str, SideScore] = {}
    gifts = False
    for side, it in facts.items():
        told = it
        if before is not None and (barred := table.barred(deficit(side, before, rules))):
            told = SideFacts(it.bid, it.total, it.zeros, it.how, Verdict(barred=barred))
        scores[side] = score = table[told]
        gifts = gifts or score.gives != 0
    if not gifts:
        return scores
    return {side: _with_gifts(side, it, scores) for side, it in scores.items()}


def _apply(
    ruled: dict[str, _Ruled], ruling: Ruling, effect: str, number: int, rules: RuleSet
) -> None:
    side = ruling.side(rules)
    it = ruled[side]
    match effect:
        case "auto_fail":
            it.failed = (*it.failed, ruling.seat)
        case "transfer":
            _move_tricks(ruled, ruling, number, rules)
        case "drop":
            _drop_tricks(it, ruling, number)
        case "points":
            it.fines.append(item("fined", -number, **_about(ruling)))
        case "game_loss" | "event_out":
            it.notes.append(item("game_loss", 0, **_about(ruling)))
            it.outcome = "loses"
        case "opponents_made":
            for other, theirs in ruled.items():
                theirs.made = theirs.made or other != side
            it.notes.append(item("ruled", 0, **_about(ruling)))
        case "none":
            pass
        case _:
            it.notes.append(item("ruled", 0, **_about(ruling)))


def _unplayed(
    side: str, void: Void, effects: tuple[tuple[Ruling, str, int], ...], rules: RuleSet
) -> SideScore:
    """Score a side of a void hand: its cards count for nothing, but fines and a lost game stand."""
    score = NOTHING.plus(item(f"void_{void}", 0))
    for ruling, effect, number in effects:
        if ruling.side(rules) != side or effect in {"none", REPLAY}:
            continue
        if effect == "points":
            score = score.plus(item("fined", -number, **_about(ruling)))
        elif effect in LOSING:
            score = score.plus(item("game_loss", 0, **_about(ruling)), outcome="loses")
        else:
            score = score.plus(item("ruled", 0, **_about(ruling)))
    return score


def _about(ruling: Ruling) -> dict[str, object]:
    return {"offence": Phrase(f"offence.{ruling.offence}"), "who": Who(ruling.seat)}


def _move_tricks(ruled: dict[str, _Ruled], ruling: Ruling, number: int, rules: RuleSet) -> None:
    """Take tricks from the offender's side, never a nil's own, for the next side clockwise.

    Where everybody of that side bid 0 they are nobody's: no nil is handed a trick by ruling.
    """
    loser = ruling.side(rules)
    names = rules.side_names
    winner = names[(names.index(loser) + 1) % len(names)]
    count = min(number, _free(ruled[loser].facts))
    gains = len(ruled[winner].facts.zeros) < rules.bidders_a_side
    for side, change in ((loser, -count), (winner, count if gains else 0)):
        it = ruled[side]
        it.notes.append(item("transfer", 0, n=count, **_about(ruling)))
        it.facts = it.facts._replace(total=it.facts.total + change)


def _drop_tricks(it: _Ruled, ruling: Ruling, number: int) -> None:
    count = min(number, _free(it.facts))
    it.notes.append(item("drop", 0, n=count, **_about(ruling)))
    it.facts = it.facts._replace(total=it.facts.total - count)


def _free(facts: SideFacts) -> int:
    return facts.total - sum(zero.tricks for zero in facts.zeros)


def _scored(side: str, it: _Ruled, rules: RuleSet, before: Mapping[str, int] | None) -> SideScore:
    verdict = Verdict(it.failed, it.made, _barred(side, rules, before))
    score = score_side(rules, it.facts._replace(verdict=verdict))
    noted = SideScore(
        score.points,
        score.bags,
        (*it.notes, *score.items),
        score.is_set,
        it.outcome or score.outcome,
        score.gives,
    )
    return noted.plus(*it.fines) if it.fines else noted


def _barred(side: str, rules: RuleSet, before: Mapping[str, int] | None) -> tuple[int, ...]:
    """Rows of the contracts that ask for a deficit the side does not have."""
    return () if before is None else table_of(rules).barred(deficit(side, before, rules))


def deficit(side: str, scores: Mapping[str, int], rules: RuleSet) -> int:
    """How far a side is behind the leader, or behind the nearest of all others (A-14b, R16).

    >>> from engine.spades.rules import STANDARD
    >>> deficit("NS", {"NS": 101, "EW": 200}, STANDARD)
    99
    """
    others = [score for other, score in scores.items() if other != side]
    if len(others) < len(rules.sides) - 1:
        others.append(0)  # a side left out stands at 0
    ahead = max(others) if rules.behind_whom == "leader" else min(others)
    return max(ahead - scores.get(side, 0), 0)


def _with_gifts(side: str, score: SideScore, scores: Mapping[str, SideScore]) -> SideScore:
    """Add what the other sides' contracts give to this one."""
    gift = sum(other.gives for name, other in scores.items() if name != side)
    return score.plus(item("from_others", gift)) if gift else score

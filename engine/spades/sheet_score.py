"""The sheet from the first point on: scoring, bags, winning, penalties."""

from collections.abc import Iterator

from engine.faults import Phrase
from engine.spades.bags import ordinal
from engine.spades.endings import ties_of
from engine.spades.rows import AS_RENEGE, ContractRow, PenaltyRow, effect_of
from engine.spades.rules import RuleSet
from engine.spades.sheet_play import in_pairs, say

Sentences = Iterator[Phrase]


def scoring(rules: RuleSet) -> Sentences:
    """Say what bids, overtricks and special contracts are worth.

    >>> from engine.spades.rules import preset
    >>> [it.say() for it in scoring(preset("nobid"))]
    ['Each trick scores 1 point.']
    """
    if not rules.bids_are_made:
        yield say("unbid", n=rules.unbid_trick_points)
    else:
        yield from _contract(rules)
        for row in rules.contracts:
            yield from _row(row, rules)
    yield from _moon(rules)


def _contract(rules: RuleSet) -> Sentences:
    yield say("made")
    if rules.bag_points:
        yield say("bag" if rules.bag_points > 0 else "bag_cost", n=abs(rules.bag_points))
    else:
        yield say("bag_free")
    if rules.bag_points_to_opponents:
        yield say("bag_to_others", points=rules.bag_points_to_opponents)
    yield say({"bid": "set_bid", "shortfall": "set_short", "none": "set_none"}[rules.set_penalty])
    if rules.blowout_factor is not None:
        yield say("blowout", factor=rules.blowout_factor)
    if rules.first_hand == "itself":
        yield say("first_scores", n=rules.unbid_trick_points)


def _row(row: ContractRow, rules: RuleSet) -> Sentences:
    kind, one = "blind" if row.blind else "open", "one" if row.low == row.high else "range"
    numbers = {"low": row.low, "high": row.high}
    lost = _loss(row.set)
    yield say(f"row.{kind}.{one}", **numbers, made=_amount(row.made), lost=lost)
    bid = Phrase(f"bid.{kind}.{one}", numbers)
    if row.behind is not None:
        yield say(f"row.behind.{rules.behind_whom}", bid=bid, points=row.behind)
    if row.made_over is not None:
        yield say("row.made_over", bid=bid, made=_amount(row.made_over))
    if row.over:
        yield say("row.over", bid=bid, points=row.over)
    if row.over_to_opponents:
        yield say("row.over_others", bid=bid, points=row.over_to_opponents)
    if row.set_to_opponents:
        yield say("row.set_others", bid=bid, points=row.set_to_opponents)
    if not row.counts_as_set and (rules.sets_total or rules.sets_in_a_row):
        yield say("row.no_set", bid=bid)
    if row.ends_game:
        yield say("row.ends", bid=bid)


def _amount(line: tuple[int, int], key: str = "amount") -> Phrase:
    """Say points for each trick bid, points in all, or both."""
    each, flat = line
    if not each:
        return Phrase(f"{key}.flat", {"flat": flat})
    return Phrase(f"{key}.each" if not flat else f"{key}.both", {"each": each, "flat": flat})


def _loss(line: tuple[int, int]) -> Phrase:
    """Say what a missed bid does: it loses points, costs nothing, or scores all the same."""
    each, flat = line
    if not each and not flat:
        return Phrase("lost.nothing")
    if each > 0 or flat > 0:
        return Phrase("lost.scores", {"amount": _amount(line)})
    return _amount((-each, -flat), "lost")


def _moon(rules: RuleSet) -> Sentences:
    if rules.moon_bonus:
        yield say(f"moon.{rules.moon_scores}.{rules.moon_when}", points=rules.moon_bonus)
    if rules.moon_wins_game:
        yield say(f"moon_wins.{rules.moon_when}")


def bags(rules: RuleSet) -> Sentences:
    """Say what bags cost.

    >>> from engine.spades.rules import STANDARD
    >>> next(bags(STANDARD)).say()
    'Every 10 bags of a side in a game cost it 100 points.'
    """
    if not rules.bids_are_made:
        return
    if not rules.bag_penalty_enabled:
        yield say("no_penalty")
        return
    if rules.bag_limit_loses_game:
        yield say("bag_loss", n=rules.bag_threshold)
        return
    yield say("penalty", n=rules.bag_threshold, points=rules.bag_penalty)
    yield say(rules.bag_overflow, n=rules.bag_threshold)
    if rules.bag_penalty_cancels_points:
        yield say("cancels")


def winning(rules: RuleSet) -> Sentences:
    """Say how a game ends, and who has won it.

    >>> from engine.spades.rules import STANDARD
    >>> next(winning(STANDARD)).say()
    'The first side to reach 500 points wins the game.'
    """
    if rules.target_enabled:
        yield say("win", target=rules.target_score)
        yield say(f"both_over.{rules.both_over}")
    else:
        yield say("no_target")
    if rules.max_hands is not None:
        yield say("max_hands", n=rules.max_hands)
    if rules.min_hands:
        yield say("min_hands", n=rules.min_hands)
    if rules.minutes is not None:
        yield say("minutes", n=rules.minutes)
    if rules.minutes is not None or rules.time_up == "stop":
        yield say(f"time_up.{rules.time_up}")
    has_penalty = rules.bids_are_made and rules.bag_penalty_enabled
    yield say("after_bags" if has_penalty and not rules.bag_limit_loses_game else "after_hand")
    for number, step in enumerate(ties_of(rules)):
        yield say(f"tie.{step}" if not number else f"then.{step}")
    yield from _losing(rules)


def _losing(rules: RuleSet) -> Sentences:
    if rules.sets_total is not None:
        yield say("sets_total", n=rules.sets_total)
    if rules.sets_in_a_row is not None:
        yield say("sets_in_a_row", n=rules.sets_in_a_row)
    if rules.loss_floor is not None:
        yield say("floor", floor=rules.loss_floor)
    elif rules.bids_are_made:
        yield say("no_floor")


def penalties(rules: RuleSet) -> Sentences:
    """Say what a renege costs, how it is claimed, and what other offences cost.

    >>> from engine.spades.rules import STANDARD
    >>> [it.say() for it in penalties(STANDARD)][-1]
    'Table talk, from the 2nd time: the player is barred from later events.'
    """
    yield say("renege", effect=_effect(rules.renege_penalty, rules))
    yield say(f"claim_window.{rules.claim_window}")
    yield say(f"claim_proof.{rules.claim_proof}")
    if rules.claim_calls_staff:
        yield say("claim_staff")
    if rules.false_claim_penalty == AS_RENEGE:
        yield say("claim_as_renege")
    elif rules.false_claim_penalty != "none":
        yield say("false_claim", effect=_effect(rules.false_claim_penalty, rules))
    for row in rules.penalties:
        yield _penalty(row, rules)
    if in_pairs(rules) and not rules.penalties:
        yield say("no_penalties")


def _penalty(row: PenaltyRow, rules: RuleSet) -> Phrase:
    """Say one row: it holds for every later time as well, until another row takes over."""
    later = [
        other.nth
        for other in rules.penalties
        if other.offence == row.offence
        and other.nth > row.nth
        and (other.phase == row.phase or "any" in {other.phase, row.phase})
    ]
    is_only = row.nth == 1 and not later
    times = "always" if is_only else "once" if row.nth + 1 in later else "from"
    params = {
        "offence": Phrase(f"Offence.{row.offence}"),
        "nth": ordinal(row.nth),
        "effect": _effect(row.effect, rules),
    }
    return say(f"offence.{row.phase}.{times}", **params)


def _effect(text: str, rules: RuleSet) -> Phrase:
    word, number = effect_of(text)
    has_nil = rules.nil_allowed and rules.bids_are_made
    key = "auto_fail_bid" if word == "auto_fail" and not has_nil else word
    return Phrase(f"effect.{key}", {"n": number})

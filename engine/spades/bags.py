"""Bags from hand to hand: the count, the penalty and what remains."""

from engine.faults import Phrase
from engine.spades.rules import RuleSet
from engine.spades.scores import Item, item


def bags_after(before: int, earned: int, rules: RuleSet) -> tuple[int, int]:
    """Say which bags remain after a hand, and the points they cost (0 or less).

    Source: rule sheet §10; rules specification §1.7, A-05, A-06 and A-08.

    >>> from engine.spades.rules import STANDARD
    >>> bags_after(9, 3, STANDARD), bags_after(9, 13, STANDARD)
    ((2, -100), (2, -200))
    """
    count = before + earned
    if count < rules.bag_threshold or not rules.bag_penalty_enabled or rules.bag_limit_loses_game:
        return count, 0
    if rules.bag_overflow == "reset":
        return 0, -_cost(rules)
    times, remain = divmod(count, rules.bag_threshold)
    return remain, -times * _cost(rules)


def _cost(rules: RuleSet) -> int:
    """One penalty, with the points its bags had scored where the house takes those back."""
    taken_back = rules.bag_threshold * rules.bag_points if rules.bag_penalty_cancels_points else 0
    return rules.bag_penalty + taken_back


def bag_items(penalty: int, bags: int, rules: RuleSet) -> tuple[Item, ...]:
    """Make the lines that explain a penalty, or a game lost by bags; none where there is none.

    >>> from engine.spades.rules import STANDARD
    >>> [it.points for it in bag_items(-100, 2, STANDARD)], bag_items(0, 9, STANDARD)
    ([-100], ())
    """
    if rules.bag_limit_loses_game and bags >= rules.bag_threshold:
        return (item("bag_loss", 0, n=rules.bag_threshold),)
    if not penalty:
        return ()
    nth, times = ordinal(rules.bag_threshold), -penalty // _cost(rules)
    if times == 1:
        return (item("bag_penalty", penalty, nth=nth),)
    return (item("bag_penalty_often", penalty, nth=nth, times=times),)


def ordinal(number: int) -> Phrase:
    """Say a number as a place in a row.

    >>> [ordinal(n).say() for n in (1, 2, 3, 5, 11, 22)]
    ['1st', '2nd', '3rd', '5th', '11th', '22nd']
    """
    teens = number % 100 in {11, 12, 13}
    ending = "th" if teens else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return Phrase(f"nth.{ending}", {"n": number})

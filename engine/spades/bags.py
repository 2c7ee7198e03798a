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
    if not rules.bag_penalty_enabled or count < rules.bag_threshold:
        return count, 0
    times = _times(count, rules)
    remain = 0 if rules.bag_overflow == "reset" else count % rules.bag_threshold
    return remain, -times * _cost(rules)


def _times(count: int, rules: RuleSet) -> int:
    return 1 if rules.bag_overflow == "reset" else count // rules.bag_threshold


def _cost(rules: RuleSet) -> int:
    """One penalty, with the points its bags had scored where the house takes those back."""
    taken_back = rules.bag_threshold * rules.bag_points if rules.bag_penalty_cancels_points else 0
    return rules.bag_penalty + taken_back


def bag_items(before: int, earned: int, rules: RuleSet) -> tuple[Item, ...]:
    """Make the lines that explain a penalty; none where there is none.

    >>> from engine.spades.rules import STANDARD
    >>> [it.points for it in bag_items(9, 3, STANDARD)], bag_items(5, 4, STANDARD)
    ([-100], ())
    """
    _, penalty = bags_after(before, earned, rules)
    if not penalty:
        return ()
    nth, times = ordinal(rules.bag_threshold), _times(before + earned, rules)
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

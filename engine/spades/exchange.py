"""The cards a blind nil swaps with the partner (§6): X01 to X03.

Whether the passer held the cards (X04) needs the deal, and so belongs to the play.
"""

from collections.abc import Iterator, Mapping
from itertools import permutations
from typing import Any

from engine.faults import Fault, Who, fault
from engine.spades.cards import parse_card
from engine.spades.rules import RuleSet


def exchange_faults(exchange: object, blind: tuple[str, ...], rules: RuleSet) -> Iterator[Fault]:
    """Say what is wrong with the swap as it was typed: [{"from", "to", "cards"}, ...].

    >>> from engine.spades.rules import STANDARD
    >>> passed = [{"from": "N", "to": "S", "cards": ["2C", "3C", "4D"]}]
    >>> [one.message for one in exchange_faults(passed, ("N",), STANDARD)]
    ['South must pass 3 cards to North.']
    """
    if not isinstance(exchange, list) or not all(isinstance(it, Mapping) for it in exchange):
        yield fault("H06", "exchange", kind="a list of passes")
        return
    if not exchange:
        return
    pair = _pair_of(exchange, rules)
    if pair is None or not any(seat in blind for seat in pair):
        yield fault("X01.none", "exchange")
    elif all(seat in blind for seat in pair):
        yield fault("X01.both", "exchange")
    elif not rules.blind_nil_exchange:
        yield fault("X01.off", "exchange")
    else:
        yield from _pass_faults(exchange, pair, rules)


def _pair_of(exchange: list[Any], rules: RuleSet) -> tuple[str, ...] | None:
    """Find the partners who swap; None where the passes are not between two partners."""
    for side in rules.sides:
        ways = [list(way) for way in permutations(side, 2)]
        if ways and all([it.get("from"), it.get("to")] in ways for it in exchange):
            return side
    return None


def _pass_faults(exchange: list[Any], pair: tuple[str, ...], rules: RuleSet) -> Iterator[Fault]:
    count = rules.blind_nil_exchange
    for number, passed in enumerate(exchange):
        if not _are_cards(passed.get("cards"), count):
            yield fault("X02", f"exchange.{number}.cards", who=Who(passed["from"]), n=count)
    for giver in pair:
        times = sum(passed["from"] == giver for passed in exchange)
        if times != 1:
            taker = next(seat for seat in pair if seat != giver)
            yield fault("X03", "exchange", who=Who(giver), to=Who(taker), n=count)


def _are_cards(cards: object, count: int) -> bool:
    if not isinstance(cards, list) or not all(isinstance(card, str) for card in cards):
        return False
    read = {parse_card(card) for card in cards}
    return len(cards) == len(read) == count and None not in read

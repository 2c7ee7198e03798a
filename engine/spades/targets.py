"""Games in which the spades dealt say what may be bid: Mirror and Whiz (B16 to B18, B22)."""

from collections.abc import Iterator, Mapping
from typing import Any

from engine.faults import Fault, Who, fault
from engine.spades.cards import full_deck, parse_card
from engine.spades.entry import is_missing, is_whole
from engine.spades.rules import RuleSet
from engine.spades.variants import TARGETS_HELD


def spades_in_deck(rules: RuleSet) -> int:
    """Count the trumps: spades, jokers, and a two of diamonds that ranks above them.

    >>> from engine.spades.rules import STANDARD
    >>> spades_in_deck(STANDARD), spades_in_deck(STANDARD.with_options(jokers="two"))
    (13, 15)
    """
    out = {parse_card(text) for text in rules.left_out}
    cards = [card for card in full_deck(jokers=rules.jokers == "two") if card not in out]
    diamond = rules.high_deuces and rules.deuce_order != "spade_only"
    return sum(card.suit == "S" or (diamond and str(card) == "2D") for card in cards)


def with_targets(hand: Mapping[str, Any], rules: RuleSet) -> Mapping[str, Any]:
    """Fill in the bids of a Mirror hand that says only how many spades each player held.

    >>> from engine.spades.rules import preset
    >>> with_targets({"spades": {"N": 4}}, preset("mirror"))["bids"]
    {'N': 4}
    """
    if rules.variant != "mirror" or hand.get("bids") or not hand.get("spades"):
        return hand
    return {**hand, "bids": hand["spades"]}


def target_faults(hand: Mapping[str, Any], rules: RuleSet) -> Iterator[Fault]:
    """Hold bids against the spades each player was dealt.

    >>> from engine.spades.rules import preset
    >>> hand = {"bids": {seat: 3 for seat in "NESW"}}
    >>> [one.code for one in target_faults(hand, preset("mirror"))]
    ['B22']
    """
    if rules.variant not in TARGETS_HELD:
        return
    spades, bids = hand.get("spades") or {}, hand.get("bids") or {}
    counts: list[Any] = [spades.get(seat) for seat in rules.seats]
    for seat in spades:
        if seat not in rules.seats:
            yield fault("B04", f"spades.{seat}", who=str(seat))
    if any(is_missing(count) for count in counts):
        yield fault("B22", "spades")
        return
    unsound = tuple(_count_faults(counts, rules))
    yield from unsound or _sound_faults(dict(zip(rules.seats, counts, strict=True)), bids, rules)
    ace = hand.get("ace")
    if rules.variant == "whiz" and not rules.whiz_nil_with_ace and bids.get(ace) == 0:
        yield fault("B18.ace", f"bids.{ace}", who=Who(ace))


def _count_faults(counts: list[Any], rules: RuleSet) -> Iterator[Fault]:
    for seat, count in zip(rules.seats, counts, strict=True):
        if not is_whole(count) or not 0 <= count <= rules.hand_size:
            yield fault("B17.count", f"spades.{seat}", who=Who(seat), high=rules.hand_size)


def _sound_faults(
    spades: Mapping[str, int], bids: Mapping[str, Any], rules: RuleSet
) -> Iterator[Fault]:
    total, deck = sum(spades.values()), spades_in_deck(rules)
    if total != deck:
        yield fault("B17", "spades", total=total, deck=deck)
    for seat in rules.seats:
        yield from held_faults(seat, spades[seat], bids.get(seat), rules)


def held_faults(seat: str, spades: int | None, bid: object, rules: RuleSet) -> Iterator[Fault]:
    """Hold one bid against the spades of its player, where they are known.

    >>> from engine.spades.rules import preset
    >>> [one.message for one in held_faults("S", 3, 2, preset("whiz"))]
    ['South may bid Nil or 3.']
    """
    where = f"bids.{seat}"
    if not is_whole(bid) or spades is None:
        return
    if rules.variant == "mirror" and bid != spades:
        yield fault("B16", where, who=Who(seat), spades=spades)
    elif rules.variant == "whiz" and bid not in {0, spades}:
        yield fault("B18" if spades else "B18.nil", where, who=Who(seat), spades=spades)

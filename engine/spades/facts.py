"""From the paper of a hand to the facts its score depends on."""

from collections.abc import Mapping
from typing import Literal

from engine.spades.bids import Bid
from engine.spades.rules import RuleSet
from engine.spades.rulings import LOSING, REPLAY, Ruling, effect_words
from engine.spades.scores import BID, BLIND, UNBID, SideFacts, Zero

Void = Literal["", "misdeal", "thrown_in", "replay", "ruled", "stopped"]


def void_of(
    misdeal: str | None,
    bids: Mapping[str, int],
    renege: tuple[str, ...],
    rulings: tuple[Ruling, ...],
    rules: RuleSet,
    *,
    stopped: bool,
    dealer: str | None = None,
) -> Void:
    """Say why a hand counts for nothing, if it does.

    >>> from engine.spades.rules import STANDARD
    >>> rules = STANDARD.with_options(min_table_bid=11)
    >>> void_of(None, {seat: 2 for seat in "NESW"}, (), (), rules, stopped=False)
    'thrown_in'
    """
    if misdeal is not None:
        return "misdeal"
    least = rules.min_table_bid
    complete = len(bids) == len(rules.bidders) > 0
    if least is not None and complete and contract_total(bids, dealer, rules) < least:
        return "thrown_in"
    if REPLAY in effect_words(rulings, renege, rules):
        return "replay"
    return "stopped" if stopped and rules.time_up == "stop" else ""


def unplayed_void(
    void: Void, renege: tuple[str, ...], rulings: tuple[Ruling, ...], rules: RuleSet
) -> Void:
    """Say why a hand without tricks is void: where a ruling lost the game, none need be played.

    >>> from engine.spades.rules import STANDARD
    >>> lost = Ruling(offence="conduct", seat="N", effect="game_loss")
    >>> unplayed_void("", (), (lost,), STANDARD), unplayed_void("misdeal", (), (lost,), STANDARD)
    ('ruled', 'misdeal')
    """
    if void in {"misdeal", "thrown_in"} or not LOSING & effect_words(rulings, renege, rules):
        return void
    return "ruled"


def contract_total(bids: Mapping[str, int], dealer: str | None, rules: RuleSet) -> int:
    """Add up what all sides promised.

    >>> from engine.spades.rules import STANDARD
    >>> contract_total({seat: 3 for seat in "NESW"}, "N", STANDARD)
    12
    """
    if rules.bid_mode == "second_fixes":
        return sum(bids[second_of(side, dealer, rules)] for side in rules.sides)
    return sum(bids.values())


def bidding_order(dealer: str | None, rules: RuleSet) -> tuple[str, ...]:
    """Name who bids, in their order: left of the dealer first (§4), or as the house says (R8).

    Without a known dealer it is the order of the seats.

    >>> from engine.spades.rules import STANDARD
    >>> bidding_order("N", STANDARD)
    ('E', 'S', 'W', 'N')
    """
    start = rules.seats.index(dealer) + 1 if dealer in rules.seats else 0
    seats = rules.seats[start:] + rules.seats[:start]
    if rules.bid_order == "non_dealers_first" and dealer in rules.seats:
        own = rules.seats_of(rules.side_of(str(dealer)))
        seats = (*(it for it in seats if it not in own), *(it for it in seats if it in own))
    if rules.bid_mode == "team":
        return tuple(dict.fromkeys(rules.side_of(seat) for seat in seats))
    return seats


def second_of(side: tuple[str, ...], dealer: str | None, rules: RuleSet) -> str:
    """Name the partner who bids second; without a known dealer the last by name.

    >>> from engine.spades.rules import STANDARD
    >>> second_of(("N", "S"), "N", STANDARD)
    'N'
    """
    return max(side, key=bidding_order(dealer, rules).index)


def side_facts(
    bids: Mapping[str, Bid], tricks: Mapping[str, int], dealer: str | None, rules: RuleSet
) -> dict[str, SideFacts]:
    """Lay out for each side what it bid and took.

    >>> from engine.spades.rules import STANDARD
    >>> bids = {"N": Bid(4), "E": Bid(5), "S": Bid(0), "W": Bid(4)}
    >>> side_facts(bids, {"N": 4, "S": 1, "EW": 8}, "W", STANDARD)["NS"].zeros
    (Zero(seat='S', blind=False, tricks=1),)
    """
    facts: dict[str, SideFacts] = {}
    for side in rules.sides:
        name = "".join(side)
        total = tricks[name] if name in tricks else sum(tricks[seat] for seat in side)
        if not bids:
            facts[name] = SideFacts(0, total, (), UNBID)
            continue
        said = _said(name, side, bids, dealer, rules)
        zeros = tuple(
            Zero(seat, bid.blind, tricks[seat]) for seat, bid in said.items() if not bid.tricks
        )
        open_bids = [bid for bid in said.values() if bid.tricks]
        blind = bool(open_bids) and all(bid.blind for bid in open_bids)
        number = sum(bid.tricks for bid in open_bids)
        facts[name] = SideFacts(number, total, zeros, BLIND if blind else BID)
    return facts


def _said(
    name: str, side: tuple[str, ...], bids: Mapping[str, Bid], dealer: str | None, rules: RuleSet
) -> dict[str, Bid]:
    """Take the bids that count for a side, by who made them."""
    match rules.bid_mode:
        case "team":
            return {name: bids[name]}
        case "second_fixes":
            second = second_of(side, dealer, rules)
            return {second: bids[second]}
        case _:
            return {seat: bids[seat] for seat in side}

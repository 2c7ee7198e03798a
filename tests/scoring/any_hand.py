"""One hand of any game as a table taps it: the keys of its bids and the answers after it."""

from engine.spades.bidding import bidding_order
from tests.scoring.any_game import untold

MORE_FROM = 5


def bid_keys(sheet, rules):
    """List who bids and the key that says it, in the order of the bids."""
    order = bidding_order(sheet.dealer, rules) if sheet.bids else ()
    return [(name, _key(sheet.bids[name], rules)) for name in order]


def _key(bid, rules):
    if bid.is_nil and not bid.blind:
        is_word = rules.nil_allowed and rules.zero_is_nil and rules.variant != "mirror"
        return "nil" if is_word else "0"
    return str(bid)


def told_by(sheet):
    """Say all that a table tells of a hand: the tricks of a side are not parted by seat."""
    return (sheet.dealer, sheet.bids, sheet.facts, sheet.spades, sheet.void)


def answers(sheet, rules):
    """Give every field that the page asks for after a hand."""
    told = {f"tricks_{side}": sheet.facts[side].total for side in rules.side_names[:-1]}
    for side in rules.sides:
        nils = [seat for seat in side if seat in sheet.bids and sheet.bids[seat].is_nil]
        for seat in nils if len(side) > 1 else ():
            took = sheet.tricks[seat]
            told |= {f"nil_{seat}": took} if took < MORE_FROM else _many(seat, took)
    held = [name for name in bidding_order(sheet.dealer, rules) if name in untold(sheet)]
    if len(held) > 1:
        told |= {f"spades_{seat}": sheet.spades[seat] for seat in held[:-1]}
    return {name: str(value) for name, value in told.items()}


def _many(seat, took):
    return {f"nil_{seat}": "5+", f"more_{seat}": took}

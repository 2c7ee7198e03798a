"""One made-up hand, scored under any rules: what a change of the rules does, seen at once."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from django.utils import translation
from django.utils.translation import gettext as _

from engine.faults import RuleError
from engine.phrases import NAMES
from engine.spades.bidding import Context, legal_bids
from engine.spades.bids import Bid
from engine.spades.games import explain, replay
from engine.spades.hands import HandSheet
from engine.spades.rules import RuleSet
from engine.spades.targets import spades_in_deck
from engine.spades.variants import TARGETS_HELD

WISHES: Final = {1: (5, 8), 2: (6, 7), 3: (6, 0, 8), 4: (4, 4, 0, 5)}
"""What the players would like to bid, by how many bid: among them a nil where there is room."""
ABOVE: Final = 2
"""The first takes so many more than bid, and the last so many fewer."""


class SampleSide(NamedTuple):
    """What one side bid and took in the sample, and what that was worth."""

    name: str
    bid: str
    tricks: int
    points: int
    lines: tuple[str, ...]


class Sample(NamedTuple):
    """The sample hand under one set of rules; ``faults`` say why it cannot be scored."""

    sides: tuple[SampleSide, ...]
    faults: tuple[str, ...] = ()


def sample_of(rules: RuleSet) -> Sample:
    """Score the sample hand: the first side is above its bid, the last is below."""
    try:
        sheet = _sheet(rules)
    except RuleError as refusal:
        return Sample((), tuple(fault.say(translation) for fault in refusal.faults))
    state = replay([sheet], rules)
    told = explain(state, rules)[0]
    hand = state.hands[0]
    return Sample(
        tuple(
            SampleSide(
                name=_name(side),
                bid=_bids(sheet, rules, side),
                tricks=_taken(sheet, rules, side),
                points=result.points,
                lines=tuple(line.say(translation) for line in told[side]),
            )
            for side, result in hand.sides.items()
        )
    )


def _sheet(rules: RuleSet) -> HandSheet:
    spades = _spades(rules)
    bids = _bids_made(rules, spades)
    return HandSheet(rules.seats[-1], bids, _tricks(rules, bids), rules=rules, spades=spades or {})


def _spades(rules: RuleSet) -> dict[str, int] | None:
    """Deal the spades in the games that look at them: one player holds none."""
    if rules.variant not in TARGETS_HELD:
        return None
    dealt = dict(zip(rules.seats, WISHES[len(rules.seats)], strict=True))
    last = rules.seats[-1]
    dealt[last] += spades_in_deck(rules) - sum(dealt.values())
    return dealt


def _bids_made(rules: RuleSet, spades: Mapping[str, int] | None) -> dict[str, Bid]:
    """Let everybody bid what is legal and nearest to the wish."""
    wishes = WISHES.get(len(rules.bidders), ())
    context = Context(spades=spades)
    bids: dict[str, Bid] = {}
    for bidder, wish in zip(rules.bidders, wishes, strict=bool(rules.bidders)):
        legal = [it for it in legal_bids(bidder, bids, rules, context) if not it.blind]
        if legal:
            bids[bidder] = _nearest(legal, wish)
    return bids


def _nearest(legal: list[Bid], wish: int) -> Bid:
    return min(legal, key=lambda it: abs(it.tricks - wish))


def _tricks(rules: RuleSet, bids: Mapping[str, Bid]) -> dict[str, int]:
    """Give everybody what was bid, more to the first and fewer to the last; a last nil fails."""
    takers = [*(rules.bidders or rules.seats)]
    share = {it: bids[it].tricks if it in bids else 0 for it in takers}
    eager = [it for it in takers if share[it] or it not in bids] or takers
    share[takers[0]] += ABOVE
    if bids:
        share[takers[-1]] = share[takers[-1]] - ABOVE if share[takers[-1]] > ABOVE else 1
    turn = 0
    while (missing := rules.hand_size - sum(share.values())) > 0:
        share[eager[turn % len(eager)]] += 1
        turn += 1
    for _each in range(-missing):
        share[max(share, key=share.__getitem__)] -= 1
    return share


def _name(side: str) -> str:
    return "–".join(_(NAMES[seat]) for seat in side)


def _bids(sheet: HandSheet, rules: RuleSet, side: str) -> str:
    names = [it for it in sheet.bids if it == side or it in rules.seats_of(side)]
    return " + ".join(str(sheet.bids[it]) for it in names)


def _taken(sheet: HandSheet, rules: RuleSet, side: str) -> int:
    if side in sheet.tricks:
        return sheet.tricks[side]
    return sum(sheet.tricks.get(seat, 0) for seat in rules.seats_of(side))

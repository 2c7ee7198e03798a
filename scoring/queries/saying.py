"""What one version of a hand says, in words: a sentence for whatever stands on its paper."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils import translation
from django.utils.translation import gettext as _

from engine.faults import Phrase
from engine.spades.bids import Bid
from engine.spades.hands import HandSheet, Ruling
from engine.spades.rules import RuleSet
from engine.spades.rulings import RENEGE
from engine.spades.variants import TARGETS_HELD
from scoring.queries.rule_words import ruling_words

Names = Mapping[str, str]


def bid_words(bid: Bid) -> str:
    """Say a bid as the table does.

    >>> bid_words(Bid(4)), bid_words(Bid(0, blind=True)), bid_words(Bid(6, blind=True))
    ('4', 'Blind nil', 'Blind 6')
    """
    if bid.is_nil:
        return _("Blind nil") if bid.blind else _("Nil")
    return _("Blind %(bid)d") % {"bid": bid.tricks} if bid.blind else str(bid.tricks)


def paper_words(paper: Mapping[str, Any], rules: RuleSet, names: Names) -> str:
    """Say all that one version of a hand says, in any game."""
    parts = (
        _bids(paper, rules, names),
        _held(paper, rules, names),
        _void(paper, rules),
        _tricks(paper, rules, names),
        *(ruling_words(it, rules, names) for it in rulings_on(paper)),
        _("time was called") if paper.get("time_called") else "",
    )
    return "; ".join(part for part in parts if part)


def rulings_on(paper: Mapping[str, Any]) -> Iterator[Ruling]:
    """Read every ruling from the paper of a hand, first reneges first."""
    for seat in paper.get("renege") or ():
        yield Ruling(offence=RENEGE, seat=seat)
    for given in paper.get("rulings") or ():
        yield Ruling(**given)


def _bids(paper: Mapping[str, Any], rules: RuleSet, names: Names) -> str:
    numbers = paper["bids"] or {}
    bids = {
        name: Bid(numbers[name], blind=name in paper["blind"])
        for name in rules.bidders
        if name in numbers
    }
    return ", ".join(f"{names.get(it, it)} {bid_words(bid).lower()}" for it, bid in bids.items())


def _held(paper: Mapping[str, Any], rules: RuleSet, names: Names) -> str:
    """Say the spades that the bids do not tell, and who held the ace."""
    bids = paper["bids"] or {}
    spades = paper.get("spades") or {}
    held = {
        seat: spades[seat]
        for seat in rules.seats
        if rules.variant in TARGETS_HELD and seat in spades and bids.get(seat) != spades[seat]
    }
    told = [
        _("%(who)s held spades: %(n)d") % {"who": names.get(seat, seat), "n": count}
        for seat, count in held.items()
    ]
    ace = paper.get("ace")
    if ace:
        told.append(_("%(who)s held the ace of spades") % {"who": names.get(ace, ace)})
    return ", ".join(told)


def _void(paper: Mapping[str, Any], rules: RuleSet) -> str:
    """Say why the hand counts for nothing, and what made a deal void."""
    if paper["tricks"] is None:
        return ""
    void = HandSheet.from_json(paper, rules).void
    if not void:
        return ""
    said = Phrase(f"line.void_{void}").say(translation)
    cause = paper.get("misdeal")
    return f"{said} ({Phrase(f'choice.{cause}').say(translation)})" if cause else said


def _tricks(paper: Mapping[str, Any], rules: RuleSet, names: Names) -> str:
    tricks = paper["tricks"]
    if not tricks:
        return ""
    return ", ".join(
        _("%(who)s took %(n)d") % {"who": names.get(key, key), "n": count}
        for key, count in _shown_tricks(tricks, paper["bids"] or {}, rules).items()
    )


def _shown_tricks(
    tricks: Mapping[str, int], bids: Mapping[str, int], rules: RuleSet
) -> dict[str, int]:
    """Add up what partners took, and keep apart what a nil bidder took."""
    shown: dict[str, int] = {}
    for side in rules.side_names:
        seats = rules.seats_of(side)
        shown[side] = tricks.get(side, sum(tricks.get(seat, 0) for seat in seats))
        shown.update(
            {seat: tricks[seat] for seat in seats if bids.get(seat) == 0 and tricks.get(seat)}
        )
    return shown

"""The keys of the bid pad: what each sends and what it says."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.spades.hands import Bid
from engine.spades.rules import RuleSet
from scoring.queries.seats import call_of, is_nil_call


@dataclass(frozen=True, slots=True, kw_only=True)
class BidKey:
    """One key: ``value`` is what it sends, ``small`` what stands under its words."""

    value: str
    words: str
    small: str = ""
    is_word: bool = False

    @property
    def slug(self) -> str:
        """The value as part of an element's name."""
        return self.value.replace(" ", "-")


def keys_of(bids: Iterable[Bid], rules: RuleSet) -> tuple[BidKey, ...]:
    """Make the keys of the bids that may be made: those in words first, then the numbers.

    >>> from engine.spades.rules import STANDARD
    >>> [key.slug for key in keys_of([Bid(0), Bid(3), Bid(6, blind=True)], STANDARD)]
    ['nil', 'blind-6', '3']
    """
    keys = [_key(bid, rules) for bid in bids]
    return (*(key for key in keys if key.is_word), *(key for key in keys if not key.is_word))


def _key(bid: Bid, rules: RuleSet) -> BidKey:
    words = call_of(bid, rules)
    if bid.blind:
        small = _("said before looking")
        return BidKey(value=str(bid), words=words, small=small, is_word=True)
    if bid.is_nil and rules.variant == "mirror":
        small = words if is_nil_call(bid, rules) else ""
        return BidKey(value="0", words="0", small=small.lower())
    if bid.is_nil and not is_nil_call(bid, rules):
        return BidKey(value="0", words="0")
    return BidKey(value=str(bid), words=words, is_word=bid.is_nil)

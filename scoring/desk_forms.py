"""The form that corrects a hand: prefilled with what it says, judged by the engine."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from django import forms
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _l

from engine.faults import RuleError
from engine.spades.bidding import bidding_order
from engine.spades.rules import RuleSet
from scoring.models import Hand
from tournament.forms import KeyField
from tournament.refusals import Refusal

NIL, BLIND = "nil", "blind"
ZERO_BIDS = frozenset({NIL, BLIND, "0"})


class CorrectionForm(forms.Form):
    """One hand anew: a bid for each seat, tricks for each side, and why."""

    reason = forms.CharField(
        label=_l("Reason"),
        required=False,
        strip=False,
        help_text=_l("Shown in the public log, beside both versions."),
    )
    version = forms.IntegerField(widget=forms.HiddenInput, required=False)
    entry_key = KeyField(initial=uuid4)

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, hand: Hand, names: Mapping[str, str]
    ) -> None:
        """Lay out the seats in bidding order and the sides, with what the hand says now."""
        super().__init__(data, initial=_written(hand))
        self.names = names
        self.rules: RuleSet = hand.game.rule_set
        self.seats = bidding_order(hand.dealer, self.rules)
        for seat in self.seats:
            self.fields[f"bid_{seat}"] = forms.CharField(
                label=_("Bid of %(name)s") % {"name": names[seat]},
                required=False,
                widget=forms.Select(choices=_bid_choices(self.rules)),
            )
        for side in self.rules.side_names:
            self.fields[f"tricks_{side}"] = _count(
                _("Tricks of %(team)s") % {"team": names[side]},
                _("Both partners together."),
            )
        for seat in self.seats:
            self.fields[f"own_{seat}"] = _count(
                _("Of these, taken by %(name)s") % {"name": names[seat]}, _("Only after a nil.")
            )

    @property
    def bids(self) -> dict[str, str]:
        """Seat to bid, as typed."""
        return {seat: self.cleaned_data[f"bid_{seat}"] for seat in self.seats}

    @property
    def tricks(self) -> dict[str, str]:
        """Side to count, and each nil bidder's own."""
        counts = {side: self.cleaned_data[f"tricks_{side}"] for side in self.rules.side_names}
        for seat, bid in self.bids.items():
            if bid in ZERO_BIDS:
                counts[seat] = self.cleaned_data[f"own_{seat}"]
        return counts

    @property
    def bid_fields(self) -> list[forms.BoundField]:
        """The bids, in bidding order."""
        return [self[f"bid_{seat}"] for seat in self.seats]

    @property
    def trick_fields(self) -> list[forms.BoundField]:
        """The tricks of each side."""
        return [self[f"tricks_{side}"] for side in self.rules.side_names]

    @property
    def own_fields(self) -> list[forms.BoundField]:
        """What each player took alone: asked only after a nil."""
        return [self[f"own_{seat}"] for seat in self.seats]

    @property
    def has_nil(self) -> bool:
        """Whether a nil was bid, or something is wrong with what a player took alone."""
        bid = any(str(field.value()) in ZERO_BIDS for field in self.bid_fields)
        return bid or any(field.errors for field in self.own_fields)

    def refuse(self, refusal: Refusal | RuleError) -> None:
        """Put every sentence beside its field; what has no field goes above the form."""
        if isinstance(refusal, RuleError):
            for fault in refusal.faults:
                self._blame(self._field_of(fault.where), fault.say(translation, self.names))
            return
        for name, sentence in refusal.fields.items():
            self._blame(name, sentence)

    def _field_of(self, where: str) -> str:
        part, _dot, place = where.partition(".")
        if part in {"bids", "blind"}:
            return f"bid_{place}"
        return f"own_{place}" if place in self.seats else f"tricks_{place}"

    def _blame(self, name: str, sentence: str) -> None:
        self.add_error(name if name in self.fields else None, sentence)


def _count(label: str, hint: str) -> forms.CharField:
    return forms.CharField(
        label=label,
        required=False,
        help_text=hint,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )


def _bid_choices(rules: RuleSet) -> list[tuple[str, str]]:
    numbers = [(str(number), str(number)) for number in range(1, rules.hand_size + 1)]
    return [("", _("Choose")), (NIL, _("Nil")), (BLIND, _("Blind nil")), *numbers]


def _written(hand: Hand) -> dict[str, Any]:
    """Say what the hand says, in the words of the form's fields."""
    paper: dict[str, Any] = {"version": hand.version}
    for seat, bid in hand.bids.items():
        nil = BLIND if seat in hand.blind else NIL
        paper[f"bid_{seat}"] = nil if bid == 0 else str(bid)
    tricks = hand.tricks or {}
    rules = hand.game.rule_set
    for side in rules.side_names:
        seats = rules.seats_of(side)
        paper[f"tricks_{side}"] = tricks.get(side, sum(tricks.get(seat, 0) for seat in seats))
    for seat, bid in hand.bids.items():
        if bid == 0:
            paper[f"own_{seat}"] = tricks.get(seat, 0)
    return paper

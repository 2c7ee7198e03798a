"""The form that corrects a hand: prefilled with what it says, judged by the engine.

It asks only what the rules of the game need: bids of seats or of sides, spades held, causes of a
misdeal, the clock.
"""

from collections.abc import Iterator, Mapping
from typing import Any
from uuid import uuid4

from django import forms
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _l

from engine.faults import Phrase, RuleError
from engine.spades.bidding import bidding_order
from engine.spades.bids import Bid
from engine.spades.entry import highest_bid
from engine.spades.rules import RuleSet
from scoring.models import Hand
from scoring.queries.sheets import bid_words
from scoring.ruling_rows import RulingRows
from scoring.services.sheets import paper_of
from tournament.forms import KeyField
from tournament.refusals import Refusal

ZERO_BIDS = frozenset({"nil", "blind", "0"})


class CorrectionForm(forms.Form):
    """One hand anew: bids, tricks, whatever else its game asks, and why."""

    reason = forms.CharField(
        label=_l("Reason"),
        required=False,
        strip=False,
        help_text=_l("Shown in the public log, beside both versions."),
    )
    version = forms.IntegerField(widget=forms.HiddenInput, required=False)
    entry_key = KeyField(initial=uuid4)

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        hand: Hand,
        names: Mapping[str, str],
        may_rule: bool = False,
    ) -> None:
        """Lay out what the rules ask, in bidding order, with what the hand says now."""
        super().__init__(data, initial={"version": hand.version})
        self.hand, self.names = hand, names
        self.rules: RuleSet = hand.game.rule_set
        asks_bids = paper_of(hand).asks_bids or bool(hand.bids)
        order = bidding_order(hand.dealer, self.rules)
        self.bidders = order if asks_bids else ()
        self.held = tuple(it for it in order if it in self.rules.seats and self._hides_spades)
        alone = self.rules.bid_mode == "team" or not asks_bids or len(self.rules.sides[0]) == 1
        self.own = () if alone else order
        self._add_counts()
        self._add_marks()
        self.rows = RulingRows(self, hand, names) if may_rule else None
        if self.rows:
            self.rows.add()

    @property
    def _hides_spades(self) -> bool:
        """Whether a nil leaves open how many spades its player held."""
        return self.rules.variant == "whiz"

    def _add_counts(self) -> None:
        hand, tricks = self.hand, self.hand.tricks or {}
        for name in self.bidders:
            said = _said_bid(hand, name)
            self.fields[f"bid_{name}"] = forms.CharField(
                label=_("Bid of %(name)s") % {"name": self.names[name]},
                required=False,
                initial=said,
                widget=forms.Select(choices=_bid_choices(self.rules, said)),
            )
        for side in self.rules.side_names:
            seats = self.rules.seats_of(side)
            told = tricks.get(side, sum(tricks.get(seat, 0) for seat in seats))
            self.fields[f"tricks_{side}"] = _count(
                _("Tricks of %(team)s") % {"team": self.names[side]},
                _("Both partners together.") if len(seats) > 1 else "",
                told if tricks else None,
            )
        for seat in self.own:
            self.fields[f"own_{seat}"] = _count(
                _("Of these, taken by %(name)s") % {"name": self.names[seat]},
                _("Only after a nil."),
                tricks.get(seat, 0) if hand.bids.get(seat) == 0 and tricks else None,
            )
        for seat in self.held:
            self.fields[f"spades_{seat}"] = _count(
                _("Spades held by %(name)s") % {"name": self.names[seat]},
                _("Only after a nil."),
                hand.spades.get(seat) if hand.bids.get(seat) == 0 else None,
            )

    def _add_marks(self) -> None:
        rules, hand = self.rules, self.hand
        if self.held and not rules.whiz_nil_with_ace:
            seats = [("", _("Not known")), *((it, self.names[it]) for it in rules.seats)]
            self.fields["ace"] = _choice(_("Who held the ace of spades"), seats, hand.ace)
        causes = dict.fromkeys([*rules.misdeal_causes, *([hand.misdeal] if hand.misdeal else [])])
        if causes:
            words = [(it, Phrase(f"choice.{it}").say(translation)) for it in causes]
            choices = [("", _("The deal was good")), *words]
            self.fields["misdeal"] = _choice(_("Misdeal"), choices, hand.misdeal)
        if rules.minutes or hand.time_called:
            self.fields["time_called"] = forms.BooleanField(
                label=_("Time was called during this hand"),
                required=False,
                initial=hand.time_called,
            )

    @property
    def said(self) -> dict[str, Any]:
        """The hand as it was typed, in the shape the service takes."""
        typed: dict[str, Any] = {"bids": self._said("bid", self.bidders)}
        tricks = self._said("tricks", self.rules.side_names)
        zeros = [seat for seat in self.own if typed["bids"].get(seat) in ZERO_BIDS]
        if tricks:
            tricks |= {seat: self.cleaned_data[f"own_{seat}"] for seat in zeros}
        typed["tricks"] = tricks
        if self.held:
            spades = self._said("spades", self.held).items()
            nils = {seat for seat in self.held if typed["bids"].get(seat) in ZERO_BIDS}
            typed["spades"] = {seat: it for seat, it in spades if it and seat in nils}
        marks = ("ace", "misdeal", "time_called")
        typed |= {name: self.cleaned_data[name] for name in marks if name in self.fields}
        return typed | (self.rows.said if self.rows else {})

    def _said(self, part: str, names: tuple[str, ...]) -> dict[str, Any]:
        """Give the fields of one part by name; a part left empty as a whole says nothing."""
        typed = {name: self.cleaned_data[f"{part}_{name}"] for name in names}
        return typed if any(str(it).strip() for it in typed.values()) else {}

    def _bound(self, part: str, names: tuple[str, ...]) -> list[forms.BoundField]:
        return [self[f"{part}_{name}"] for name in names]

    @property
    def bid_fields(self) -> list[forms.BoundField]:
        """The bids, in bidding order."""
        return self._bound("bid", self.bidders)

    @property
    def trick_fields(self) -> list[forms.BoundField]:
        """The tricks of each side."""
        return self._bound("tricks", self.rules.side_names)

    @property
    def own_fields(self) -> list[forms.BoundField]:
        """What each player took and held alone: asked only after a nil."""
        return [*self._bound("own", self.own), *self._bound("spades", self.held)]

    @property
    def mark_fields(self) -> list[forms.BoundField]:
        """What few hands carry."""
        return [self[it] for it in ("ace", "misdeal", "time_called") if it in self.fields]

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
        """Find the field a fault is about, the nearest first."""
        return next((name for name in self._near(where) if name in self.fields), "")

    def _near(self, where: str) -> Iterator[str]:
        part, _dot, place = where.partition(".")
        if part == "rulings" and self.rows:
            yield self.rows.field_of(place)
        if part in {"bids", "blind"}:
            yield f"bid_{place}"
        if part == "spades":
            yield f"spades_{place}"
            yield f"bid_{place}"
        if part == "tricks":
            nil = place in self.own and str(self[f"bid_{place}"].value()) in ZERO_BIDS
            yield f"own_{place}" if nil else f"tricks_{place}"
            if place in self.rules.seats:
                yield f"tricks_{self.rules.side_of(place)}"
        yield part

    def _blame(self, name: str, sentence: str) -> None:
        self.add_error(name if name in self.fields else None, sentence)


def _count(label: str, hint: str, initial: object) -> forms.CharField:
    return forms.CharField(
        label=label,
        required=False,
        help_text=hint,
        initial=initial,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )


def _choice(label: str, choices: list[tuple[str, str]], initial: str) -> forms.CharField:
    return forms.CharField(
        label=label, required=False, initial=initial, widget=forms.Select(choices=choices)
    )


def _bid_choices(rules: RuleSet, now: str) -> list[tuple[str, str]]:
    """Offer what may be bid under the rules, and what was bid, whatever that is."""
    nil = rules.nil_allowed and rules.zero_is_nil and rules.variant != "mirror"
    zero = ["nil"] if nil else ["0"] if not rules.zero_is_nil or rules.variant == "mirror" else []
    blind = ["blind"] if nil and rules.blind_nil_allowed else []
    numbers = [str(it) for it in range(1, highest_bid(rules) + 1)]
    rows = [f"blind {it}" for row in rules.contracts if row.blind for it in row.bids]
    every = dict.fromkeys([*zero, *blind, *numbers, *rows, *([now] if now else [])])
    return [("", _("Choose")), *((it, _bid_said(it)) for it in every)]


def _bid_said(bid: str) -> str:
    return bid if bid == "0" else bid_words(Bid.parse(bid))


def _said_bid(hand: Hand, name: str) -> str:
    """Say what was bid in the words of the choices; nothing where nothing was."""
    if name not in hand.bids:
        return ""
    rules, bid = hand.game.rule_set, hand.bids[name]
    if not bid and name not in hand.blind and (not rules.zero_is_nil or rules.variant == "mirror"):
        return "0"
    return str(Bid(bid, blind=name in hand.blind))

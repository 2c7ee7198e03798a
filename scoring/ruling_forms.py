"""The forms in which a director rules on a hand, decides a claim, or takes a ruling back."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _l

from engine.spades.rows import OFFENCES, PHASES
from engine.spades.rules import RuleSet
from engine.spades.rulings import MOST_TIMES
from scoring.queries.rule_words import offence_words
from tournament.forms import KeyField
from tournament.rule_fields import effects, number_field

Choices = list[tuple[str, str]]
PHASE_WORDS = {
    "any": _l("It makes no difference"),
    "before_bid": _l("Before the bids"),
    "after_bid": _l("After the bids"),
}


class NotedForm(forms.Form):
    """What every ruling needs: a note why, and a key so that a double tap is one ruling."""

    note = forms.CharField(
        label=_l("What happened"),
        required=False,
        strip=False,
        help_text=_l("Shown with the ruling. Name nobody who is not concerned."),
    )
    entry_key = KeyField(initial=uuid4)

    def renew(self) -> None:
        """Take a new key, so that what is sent next is another ruling."""
        self.data = {name: self.data[name] for name in self.data} | {"entry_key": str(uuid4())}


class RulingForm(NotedForm):
    """An offence, by whom, and what it costs: as the rules say, or as the director says."""

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, rules: RuleSet, names: Mapping[str, str]
    ) -> None:
        """Offer the offences, and everybody at the table."""
        super().__init__(data)
        self.fields |= ruling_fields(rules, names)
        self.order_fields(["offence", "seat", "effect", "nth", "phase", "note"])

    @property
    def said(self) -> dict[str, Any]:
        """What was ruled, as the service takes it."""
        cleaned = self.cleaned_data
        return {
            name: cleaned[name] for name in ("offence", "seat", "nth", "phase", "note", "entry_key")
        } | {"effect": cleaned["effect"] or None}


def ruling_fields(
    rules: RuleSet, names: Mapping[str, str], *, effect: str | None = None
) -> dict[str, forms.Field]:
    """Make the fields of one ruling. The engine judges what is chosen."""
    return {
        "offence": forms.CharField(
            label=_("Offence"), required=False, widget=forms.Select(choices=offence_choices())
        ),
        "seat": forms.CharField(
            label=_("By whom"), required=False, widget=forms.Select(choices=whom(rules, names))
        ),
        "effect": forms.CharField(
            label=_("What it costs"),
            required=False,
            widget=forms.Select(choices=[("", _("What the rules say")), *effects(effect)]),
        ),
        "nth": number_field(
            1,
            MOST_TIMES,
            required=False,
            label=_("Which time"),
            help_text=_("Left empty, it is counted from this match."),
        ),
        "phase": forms.CharField(
            label=_("When"),
            required=False,
            initial="any",
            widget=forms.Select(choices=[(it, PHASE_WORDS[it]) for it in PHASES]),
        ),
    }


def offence_choices() -> Choices:
    """List every offence a ruling can be about."""
    return [("", _("Choose")), *((it, offence_words(it)) for it in OFFENCES)]


def players(rules: RuleSet, names: Mapping[str, str]) -> Choices:
    """List who sits at the table."""
    return [(seat, names.get(seat, seat)) for seat in rules.seats]


def whom(rules: RuleSet, names: Mapping[str, str]) -> Choices:
    """List everybody a ruling can be against: players, then sides of several."""
    sides = [(it, names.get(it, it)) for it in rules.side_names if it not in rules.seats]
    return [("", _("Choose")), *players(rules, names), *sides]


class ClaimForm(NotedForm):
    """Who says that whom reneged, and whether it stood."""

    stood = forms.ChoiceField(
        label=_l("The claim"),
        choices=[("yes", _l("stands: there was a renege")), ("no", _l("does not stand"))],
        widget=forms.RadioSelect,
        error_messages={"required": _l("Say whether the claim stands.")},
    )

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, rules: RuleSet, names: Mapping[str, str]
    ) -> None:
        """Offer everybody at the table, twice."""
        super().__init__(data)
        seats = forms.Select(choices=[("", _("Choose")), *players(rules, names)])
        self.fields |= {
            "claimant": forms.CharField(label=_("Who claims"), required=False, widget=seats),
            "accused": forms.CharField(label=_("Against whom"), required=False, widget=seats),
        }
        self.order_fields(["claimant", "accused", "stood", "note"])

    @property
    def said(self) -> dict[str, Any]:
        """What was decided, as the service takes it."""
        named = {it: self.cleaned_data[it] for it in ("claimant", "accused", "note", "entry_key")}
        return named | {"stood": self.cleaned_data["stood"] == "yes"}

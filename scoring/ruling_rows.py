"""The rulings of a hand as rows of its correction form: those there are, and one more."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from engine.spades.rulings import RENEGE
from scoring.models import Hand
from scoring.ruling_forms import players, ruling_fields

PARTS = ("offence", "seat", "effect", "nth", "phase")


class RulingRows:
    """What a director may change about what was ruled. A row without an offence is none."""

    def __init__(self, form: forms.Form, hand: Hand, names: Mapping[str, str]) -> None:
        """Remember whose fields these are."""
        self.form, self.hand, self.names = form, hand, names
        self.numbers = range(len(hand.rulings) + 1)

    def add(self) -> None:
        """Add the fields to the form, with what the hand says now."""
        rules = self.hand.game.rule_set
        self.form.fields["renege"] = forms.MultipleChoiceField(
            label=_("Reneged, for the first time"),
            required=False,
            choices=players(rules, self.names),
            initial=self.hand.renege,
            widget=forms.CheckboxSelectMultiple,
        )
        for number in self.numbers:
            row = self.hand.rulings[number] if number < len(self.hand.rulings) else {}
            for part, field in ruling_fields(rules, self.names, effect=row.get("effect")).items():
                field.initial = row.get(part, field.initial)
                field.help_text = ""
                self.form.fields[self._name(number, part)] = field

    @staticmethod
    def _name(number: int, part: str) -> str:
        return f"ruling_{number}_{part}"

    @property
    def groups(self) -> list[list[forms.BoundField]]:
        """The fields, ruling by ruling."""
        return [[self.form[self._name(it, part)] for part in PARTS] for it in self.numbers]

    @property
    def _filled(self) -> list[int]:
        return [it for it in self.numbers if self.form[self._name(it, "offence")].value()]

    @property
    def said(self) -> dict[str, Any]:
        """What was ruled, as the service takes it."""
        cleaned = self.form.cleaned_data
        rows = [
            {part: cleaned[self._name(number, part)] for part in PARTS} for number in self._filled
        ]
        rulings = [
            {name: it for name, it in (row | {"nth": row["nth"] or 1}).items() if it}
            for row in rows
        ]
        return {RENEGE: cleaned.get("renege", []), "rulings": rulings}

    def field_of(self, place: str) -> str:
        """Find the field that a fault of one ruling is about."""
        number, _dot, part = place.partition(".")
        return self._name(self._filled[int(number)], part)

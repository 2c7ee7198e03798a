"""The form of one round: what it plays differently. What is left empty is as in the event."""

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.utils import translation
from django.utils.translation import gettext as _

from engine.spades.option_kinds import choice_label, label
from engine.spades.options import OPTIONS
from engine.spades.rules import RuleSet

ASKED: Final = ("best_of", "target_score", "max_hands", "minutes", "time_up")
"""What rounds of an evening differ in; other options come by way of the program."""
NONE: Final = "0"
"""How a person says that a round has no such limit."""


class RoundForm(forms.Form):
    """A few options of one round; ``patch`` is what the engine judges."""

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        rules: RuleSet,
        patch: Mapping[str, Any],
        number: int,
    ) -> None:
        self.kept = {name: it for name, it in patch.items() if name not in ASKED}
        initial = {
            name: NONE if patch[name] is None else patch[name] for name in ASKED & patch.keys()
        }
        super().__init__(data, initial=initial, auto_id=f"id_{number}_%s")
        for name in ASKED:
            self.fields[name] = self._field(name, getattr(rules, name))

    def _field(self, name: str, usual: object) -> forms.Field:
        option, words = OPTIONS[name], label(name).say(translation)
        as_usual = _("as in the event: %(value)s") % {"value": _words(usual)}
        if option.kind == "choice":
            choices = [(str(it), _words(it)) for it in option.choices]
            return forms.CharField(
                label=words,
                required=False,
                widget=forms.Select(choices=[("", as_usual), *choices]),
            )
        hint = _("Empty: %(usual)s.") % {"usual": as_usual}
        if option.nullable:
            hint += " " + _("0: no limit.")
        return forms.CharField(
            label=words,
            required=False,
            max_length=20,
            widget=forms.TextInput(attrs={"inputmode": "numeric"}),
            help_text=hint,
        )

    @property
    def patch(self) -> dict[str, Any]:
        """What the round changes: what is filled in, and what this form does not ask."""
        said = {name: it.strip() for name, it in self.cleaned_data.items() if it.strip()}
        return self.kept | {name: _read(name, text) for name, text in said.items()}


def _read(name: str, text: str) -> object:
    if OPTIONS[name].nullable and text == NONE:
        return None
    if text.isascii() and text.removeprefix("-").isdecimal():
        return int(text)
    return text


def _words(value: object) -> str:
    if value is None:
        return _("no limit")
    told = choice_label(value) if isinstance(value, str) else str(value)
    return told if isinstance(told, str) else told.say(translation)

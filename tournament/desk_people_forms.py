"""What staff type about people who leave or come: counts of a list, and who takes whose seat."""

from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _l

from tournament.desk_forms import ReasonForm, offer
from tournament.forms import KeyField


class CountForm(forms.Form):
    """How many stand on the list: proof that it was read."""

    count = forms.IntegerField(
        label=_l("How many are they?"),
        min_value=0,
        max_value=9999,
        help_text=_l("Type the number."),
    )
    entry_key = KeyField(initial=uuid4)


class WithdrawalsForm(ReasonForm, CountForm):
    """The same, with a reason for the log."""

    field_order = ("reason", "count", "entry_key")


class SubstituteForm(forms.Form):
    """Who leaves the seat, and who takes it."""

    leaves = forms.TypedChoiceField(label=_l("Who leaves"), coerce=int, widget=forms.RadioSelect)
    comes = forms.CharField(
        label=_l("Name of the substitute"),
        required=False,
        strip=False,
        help_text=_l("Somebody who looks for a partner, or anybody who is not playing here."),
    )
    entry_key = KeyField(initial=uuid4)

    def __init__(self, *args: Any, players: list[tuple[int, str]], **options: Any) -> None:  # noqa: ANN401
        super().__init__(*args, **options)
        offer(self, "leaves", players)
        self.fields["leaves"].error_messages["required"] = _("Choose who leaves.")


class ReserveForm(forms.Form):
    """Who may take a seat of an entry later, where only named ones may."""

    reserve = forms.CharField(
        label=_l("Substitute"),
        required=False,
        strip=False,
        help_text=_l("One person who does not play in this event. May be left empty."),
    )

"""What staff type: read here, judged by the services, every fault beside its field."""

from collections.abc import Sequence
from typing import Any, cast
from uuid import uuid4

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _l

from tournament.forms import EntryForm, KeyField
from tournament.models import Incident
from tournament.refusals import Refusal
from tournament.services.event_details import NO_SOURCE


def blame(form: forms.Form, refusal: Refusal) -> None:
    """Put each sentence of a refusal beside its field; what has no field goes above the form."""
    if isinstance(form, EntryForm):
        form.refuse(refusal)
        return
    for name, sentence in refusal.fields.items():
        form.add_error(name if name in form.fields else None, sentence)


def offer(form: forms.Form, name: str, choices: Sequence[tuple[Any, Any]]) -> None:
    """Set what a select of a form offers."""
    cast("forms.ChoiceField", form.fields[name]).choices = list(choices)


class ReasonForm(forms.Form):
    """Why something is done, for the log."""

    reason = forms.CharField(
        label=_l("Reason"),
        required=False,
        max_length=200,
        help_text=_l("Stands in the public log. May be left empty."),
    )


class PublicValueForm(forms.Form):
    """The value that everybody sees come about; there is no field where none was promised."""

    public_value = forms.CharField(label=_l("Public value"), required=False, strip=False)

    def __init__(self, *args: Any, source: str, **options: Any) -> None:  # noqa: ANN401
        super().__init__(*args, **options)
        if source == NO_SOURCE:
            del self.fields["public_value"]
        else:
            promised = _("As promised: %(source)s.") % {"source": source}
            self.fields["public_value"].help_text = promised


class DrawForm(PublicValueForm):
    """What the draw wants to know."""

    everyone = forms.BooleanField(
        label=_l("Draw those who have not checked in as well"), required=False
    )


class PartnersForm(forms.Form):
    """Two who came alone, and the name of their team."""

    first = forms.TypedChoiceField(label=_l("First"), coerce=int)
    second = forms.TypedChoiceField(label=_l("Second"), coerce=int)
    name = forms.CharField(
        label=_l("Team name"),
        required=False,
        strip=False,
        help_text=_l("May be left empty; then the team is called after the two."),
    )

    def __init__(self, *args: Any, singles: list[tuple[int, str]], **options: Any) -> None:  # noqa: ANN401
        super().__init__(*args, **options)
        for place in ("first", "second"):
            offer(self, place, [("", _("Choose")), *singles])


class IncidentForm(forms.Form):
    """What was seen, whom it concerns, and the ruling."""

    FORFEIT, SUBSTITUTE = "forfeit", "substitute"

    person = forms.TypedChoiceField(label=_l("Who"), coerce=int)
    kind = forms.ChoiceField(
        label=_l("What happened"), choices=Incident.Kind.choices, widget=forms.RadioSelect
    )
    ruling = forms.ChoiceField(
        label=_l("Ruling"), choices=Incident.Ruling.choices, widget=forms.RadioSelect
    )
    pair = forms.ChoiceField(
        label=_l("On a removal, the side"),
        choices=[(FORFEIT, _l("forfeits")), (SUBSTITUTE, _l("goes on with a substitute"))],
        widget=forms.RadioSelect,
        initial=FORFEIT,
        required=False,
        help_text=_l("Not asked for a warning."),
    )
    substitute = forms.CharField(label=_l("Name of the substitute"), required=False, strip=False)
    note = forms.CharField(
        label=_l("Note"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_l("For the staff; never public."),
    )
    entry_key = KeyField(initial=uuid4)

    def __init__(self, *args: Any, people: list[tuple[int, str]], **options: Any) -> None:  # noqa: ANN401
        super().__init__(*args, **options)
        offer(self, "person", [("", _("Choose")), *people])

    def clean(self) -> dict[str, Any]:
        """Ask for the substitute exactly where there is to be one."""
        removal = self.cleaned_data.get("ruling") == Incident.Ruling.REMOVAL
        goes_on = removal and self.cleaned_data.get("pair") == self.SUBSTITUTE
        if goes_on and not self.cleaned_data.get("substitute", "").strip():
            self.add_error("substitute", _("Say who takes the seat."))
        if not goes_on:
            self.cleaned_data["substitute"] = ""
        return self.cleaned_data


class UploadForm(forms.Form):
    """A file of entries, as a form tool or a spreadsheet exports it."""

    file = forms.FileField(
        label=_l("File of entries (CSV)"),
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".csv,text/csv,text/plain"}),
        error_messages={"required": _l("Choose a file.")},
        help_text=_l("A heading, then one line an entry. The columns may stand in any order."),
    )


class CallForm(forms.Form):
    """A match, and the table it is called to."""

    match = forms.TypedChoiceField(label=_l("Match"), coerce=int)
    table = forms.TypedChoiceField(label=_l("Table"), coerce=int)

    def __init__(
        self,
        *args: Any,  # noqa: ANN401
        matches: list[tuple[int, str]],
        tables: list[tuple[int, str]],
        **options: Any,  # noqa: ANN401
    ) -> None:
        super().__init__(*args, **options)
        offer(self, "match", matches)
        offer(self, "table", tables)

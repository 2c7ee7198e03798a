"""What staff type: read here, judged by the services, every fault beside its field."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import cache
from typing import Any, Final, cast
from uuid import uuid4
from zoneinfo import ZoneInfo, available_timezones

from django import forms
from django.core.exceptions import ValidationError
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _l

from tournament.forms import EntryForm, KeyField
from tournament.models import Event, Incident
from tournament.refusals import Refusal
from tournament.services.event_details import NO_SOURCE, EventDetails, check_details
from tournament.services.events import TABLES_MOST

BEST_OF: Final = [(1, _l("1 game")), (3, _l("3 games")), (5, _l("5 games"))]
MOMENT: Final = "%Y-%m-%dT%H:%M"
TARGET_MOST: Final = 100_000
MATCH_RULES: Final = ("best_of", "target_score")


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


class Moment(forms.DateTimeField):
    """A date and a time as the clock in the hall shows them; the form knows the zone."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format=MOMENT)
    default_error_messages = {"invalid": _l("Write a date and a time, such as 2026-11-14 18:30.")}

    def to_python(self, value: object) -> datetime | None:
        """Read the time without a zone."""
        if value in self.empty_values:
            return None
        try:
            return datetime.fromisoformat(str(value).strip()).replace(tzinfo=None)
        except ValueError as error:
            raise ValidationError(self.error_messages["invalid"], code="invalid") from error


class EventForm(forms.Form):
    """Everything that is said of an event before it begins."""

    name = forms.CharField(label=_l("Name"), max_length=80)
    venue = forms.CharField(label=_l("Where"), required=False, max_length=120)
    about = forms.CharField(
        label=_l("About"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_l("Shown on the public page, under the name."),
    )
    zone = forms.ChoiceField(
        label=_l("Time zone"), initial="UTC", help_text=_l("All times are told in this zone.")
    )
    starts_at = Moment(label=_l("First deal"))
    check_in_from = Moment(label=_l("Check-in opens"), required=False)
    check_in_until = Moment(label=_l("Check-in closes"), required=False)
    places = forms.IntegerField(
        label=_l("Places for pairs"),
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "numeric"}),
        help_text=_l("Leave it empty for no limit."),
    )
    best_of = forms.TypedChoiceField(
        label=_l("A match is the best of"), coerce=int, choices=BEST_OF, initial=3
    )
    target_score = forms.IntegerField(
        label=_l("A game is played to"),
        min_value=1,
        max_value=TARGET_MOST,
        initial=500,
        widget=forms.TextInput(attrs={"inputmode": "numeric"}),
    )
    public_source = forms.CharField(
        label=_l("Public value of the draw"),
        required=False,
        max_length=120,
        initial="none",
        help_text=_l(
            "Promised before anyone enters, and mixed into the draw. “none”, or for example "
            "“twenty ten-sided dice rolled in the hall”."
        ),
    )
    auto_call = forms.BooleanField(
        label=_l("Free tables call the longest-waiting match by themselves"),
        required=False,
        initial=True,
    )
    tables = forms.IntegerField(
        label=_l("Number of tables"),
        min_value=0,
        max_value=TABLES_MOST,
        initial=4,
        widget=forms.TextInput(attrs={"inputmode": "numeric"}),
    )

    def __init__(self, *args: Any, event: Event | None = None, **options: Any) -> None:  # noqa: ANN401
        if event is not None:
            options["initial"] = _told(event)
        super().__init__(*args, **options)
        offer(self, "zone", [(name, name) for name in _zones()])
        if event is not None:
            del self.fields["tables"]
            if event.status != Event.Status.DRAFT:
                for name in (*MATCH_RULES, "public_source"):
                    self.fields[name].disabled = True
                    self.fields[name].help_text = _("Fixed since registration opened.")

    def clean(self) -> dict[str, Any]:
        """Place the times in the event's zone, then have everything judged at once."""
        zone = self.cleaned_data.get("zone")
        for name in ("starts_at", "check_in_from", "check_in_until"):
            moment = self.cleaned_data.get(name)
            try:
                if moment:
                    self.cleaned_data[name] = _placed(moment, ZoneInfo(zone or "UTC"))
            except ValidationError as fault:
                self.add_error(name, fault)
        read = {name: value for name, value in self.cleaned_data.items() if name not in MATCH_RULES}
        faults = check_details(cast("EventDetails", read))
        for name, sentence in faults.items():
            if name in self.fields and name not in self.errors:
                self.add_error(name, sentence)
        return self.cleaned_data

    def details(self, old: Mapping[str, Any]) -> dict[str, Any]:
        """Give what the services take: the fields, with two options folded into the rules."""
        details = dict(self.cleaned_data)
        details["rules"] = {
            **old,
            "best_of": details.pop("best_of"),
            "target_score": details.pop("target_score"),
        }
        return details


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
        label=_l("Draw the pairs that have not checked in as well"), required=False
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
        label=_l("On a removal, the pair"),
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
    """A file of pairs, as a form tool or a spreadsheet exports it."""

    file = forms.FileField(
        label=_l("File of pairs (CSV)"),
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".csv,text/csv,text/plain"}),
        error_messages={"required": _l("Choose a file.")},
        help_text=_l("A heading, then one line a pair. The columns may stand in any order."),
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


@cache
def _zones() -> list[str]:
    """All places of the world, without the abbreviations that only confuse."""
    return sorted(name for name in available_timezones() if "/" in name or name == "UTC")


def _told(event: Event) -> dict[str, Any]:
    rules = event.rule_set
    told = {name: getattr(event, name) for name in EventForm.base_fields if hasattr(event, name)}
    for name in ("starts_at", "check_in_from", "check_in_until"):
        moment = told[name]
        told[name] = localtime(moment, event.tz).replace(tzinfo=None) if moment else None
    told.pop("tables", None)
    return told | {"best_of": rules.best_of, "target_score": rules.target_score}


def _placed(moment: datetime, zone: ZoneInfo) -> datetime:
    """Place a wall-clock time in a zone; a clock that is put forward leaves a gap."""
    placed = moment.replace(tzinfo=zone)
    there_and_back = localtime(placed, ZoneInfo("UTC")).astimezone(zone).replace(tzinfo=None)
    if there_and_back != moment:
        later = (moment + timedelta(hours=1)).strftime("%H:%M")
        raise ValidationError(
            _("The clock jumps over this time that night. Did you mean %(later)s?"),
            params={"later": later},
        )
    return placed

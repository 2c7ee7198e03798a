"""The form of an event: every field, times told in its own zone, every fault at once."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import cache
from typing import Any, Final, cast
from zoneinfo import ZoneInfo, available_timezones

from django import forms
from django.core.exceptions import ValidationError
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _l

from engine.spades.pairs import PLACES
from tournament.desk_forms import offer
from tournament.models import Event
from tournament.services.event_details import EventDetails, check_details
from tournament.services.events import TABLES_MOST

BEST_OF: Final = [(1, _l("1 game")), (3, _l("3 games")), (5, _l("5 games"))]
MOMENT: Final = "%Y-%m-%dT%H:%M"
TARGET_MOST: Final = 100_000
YEARS: Final = range(2000, 2200)
MOMENTS: Final = ("starts_at", "check_in_from", "check_in_until", "ends_by")
MATCH_RULES: Final = ("best_of", "target_score")


class Moment(forms.DateTimeField):
    """A date and a time as the clock in the hall shows them; the form knows the zone."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format=MOMENT)
    default_error_messages = {"invalid": _l("Write a date and a time, such as 2026-11-14 18:30.")}

    def to_python(self, value: object) -> datetime | None:
        """Read the time without a zone."""
        if value in self.empty_values:
            return None
        try:
            moment = datetime.fromisoformat(str(value).strip()).replace(tzinfo=None)
        except ValueError as error:
            raise ValidationError(self.error_messages["invalid"], code="invalid") from error
        if moment.year not in YEARS:  # at the ends of the calendar no other zone has such a time
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        return moment


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
        label=_l("Places"),
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
    ends_by = Moment(
        label=_l("The hall closes"),
        required=False,
        help_text=_l("Then the desk warns when the event may not fit."),
    )
    third_place = forms.BooleanField(
        label=_l("The losers of the semi-finals play for third place"),
        required=False,
        help_text=_l("Where two sides meet in a match, from four entries on. Fixed at the draw."),
    )
    no_show_minutes = forms.IntegerField(
        label=_l("Minutes to come to a called table"),
        required=False,
        initial=10,
        widget=forms.TextInput(attrs={"inputmode": "numeric"}),
        help_text=_l("Who is later is proposed for a walkover. Leave it empty for no clock."),
    )
    substitutes = forms.ChoiceField(
        label=_l("Substitutes"),
        required=False,
        choices=Event.Substitutes.choices,
        initial=Event.Substitutes.FREE,
    )
    substitutes_until = forms.IntegerField(
        label=_l("No substitutes from round"),
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "numeric"}),
        help_text=_l("The number of a round. Leave it empty for all rounds."),
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
        self.event = event
        offer(self, "zone", [(name, name) for name in _zones()])
        if event is not None:
            del self.fields["tables"]
            self._fix(event)

    def _fix(self, event: Event) -> None:
        """Close the fields that the life of the event has fixed, each with the reason."""
        fixed: dict[str, str] = {}
        if event.status != Event.Status.DRAFT:
            elsewhere = _("Changed on the page Rules, where you see who is told of it.")
            fixed = dict.fromkeys(MATCH_RULES, elsewhere)
            fixed["public_source"] = _("Fixed since registration opened.")
        if event.is_drawn:
            fixed["third_place"] = _("Fixed since the draw.")
        for name, why in fixed.items():
            self.fields[name].disabled = True
            self.fields[name].help_text = why

    def clean_substitutes(self) -> str:
        """Leave it as it is where a program sends no choice."""
        usual = self.event.substitutes if self.event else Event.Substitutes.FREE
        return str(self.cleaned_data["substitutes"] or usual)

    def clean(self) -> dict[str, Any]:
        """Place the times in the event's zone, then have everything judged at once."""
        zone = self.cleaned_data.get("zone")
        for name in MOMENTS:
            moment = self.cleaned_data.get(name)
            try:
                if moment:
                    self.cleaned_data[name] = _placed(moment, ZoneInfo(zone or "UTC"))
            except ValidationError as fault:
                self.add_error(name, fault)
        read = {name: value for name, value in self.cleaned_data.items() if name not in MATCH_RULES}
        if self.event is not None:
            read["rules"] = self.event.rules
        faults = check_details(cast("EventDetails", read))
        for name, sentence in faults.items():
            if name in self.fields and name not in self.errors:
                self.add_error(name, sentence)
        return self.cleaned_data

    def details(self, old: Mapping[str, Any]) -> dict[str, Any]:
        """Give what the services take: the fields, with two options folded into the rules.

        An event of single players has the games of a match with each of its two rule sets.
        """
        details = dict(self.cleaned_data)
        said = {name: details.pop(name) for name in MATCH_RULES}
        if self.fields["best_of"].disabled:
            return details
        tables = {it: {**old[it], "best_of": said["best_of"]} for it in PLACES if it in old}
        if tables:
            del said["best_of"]
        details["rules"] = {**old, **said, **tables}
        return details


@cache
def _zones() -> list[str]:
    """All places of the world, without the abbreviations that only confuse."""
    return sorted(name for name in available_timezones() if "/" in name or name == "UTC")


def _told(event: Event) -> dict[str, Any]:
    rules = event.rule_set
    told = {name: getattr(event, name) for name in EventForm.base_fields if hasattr(event, name)}
    for name in MOMENTS:
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

"""What is said of an event: every field of its form, judged all at once."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final, TypedDict, cast
from zoneinfo import available_timezones

from django.utils import translation
from django.utils.timezone import is_naive
from django.utils.translation import gettext as _

from engine.faults import RuleError
from tournament.models import Event
from tournament.rule_books import read_rule_book
from tournament.services.event_play import play_faults
from tournament.services.names import name_fault, text_fault, tidy

PLACES_LEAST: Final = 2
PLACES_MOST: Final = 1_000_000
NO_SOURCE: Final = "none"
LIMITS: Final = {"venue": 120, "about": 2000, "public_source": 120}


class EventDetails(TypedDict, total=False):
    """The fields of an event that staff may set."""

    name: str
    starts_at: datetime
    zone: str
    venue: str
    about: str
    rules: Mapping[str, Any]
    places: int | None
    public_source: str
    auto_call: bool
    check_in_from: datetime | None
    check_in_until: datetime | None
    third_place: bool
    no_show_minutes: int | None
    substitutes: str
    substitutes_until: int | None
    ends_by: datetime | None


def check_details(
    details: EventDetails, *, new: bool = False, old: Event | None = None
) -> dict[str, str]:
    """Say what is wrong, by field. A new event needs a name and a time; an old one fills gaps."""
    faults: dict[str, str | None] = {}
    if new or "name" in details:
        faults["name"] = name_fault(details.get("name", ""))
    if new and details.get("starts_at") is None:
        faults["starts_at"] = _("Say when the first hand is dealt.")
    if "zone" in details and details["zone"] not in available_timezones():
        faults["zone"] = _("Choose a time zone from the list, such as Europe/Berlin.")
    for field, limit in LIMITS.items():
        text = str(details.get(field, ""))
        faults[field] = text_fault(text, limit=limit, lines=field == "about")
    faults["places"] = _places_fault(details.get("places"))
    faults["rules"] = _rules_fault(details.get("rules", {}))
    faults |= _time_faults(details, old)
    for field, fault in play_faults(details, old).items():
        faults[field] = faults.get(field) or fault
    return {field: fault for field, fault in faults.items() if fault}


def read_details(details: EventDetails) -> dict[str, Any]:
    """Write the details as they are stored: text tidied, the rules with every option spelled out.

    A rule set that cannot be read is passed over; ``check_details`` has named it.
    """
    values = dict(cast("dict[str, Any]", details))
    for field in ("name", "venue", "public_source"):
        if field in values:
            values[field] = tidy(values[field])
    if "about" in values:
        values["about"] = values["about"].strip()
    if "public_source" in values:
        values["public_source"] = values["public_source"] or NO_SOURCE
    if "rules" in values:
        values["rules"] = _spelled_out(values["rules"])
    return values


def _spelled_out(rules: Mapping[str, Any]) -> dict[str, Any]:
    try:
        return read_rule_book(dict(rules)).to_json()
    except RuleError:
        return dict(rules)


def _rules_fault(rules: Mapping[str, Any]) -> str | None:
    try:
        read_rule_book(dict(rules))
    except RuleError as refusal:
        # Both games of a pair may have one fault; it is said once.
        return " ".join(dict.fromkeys(fault.say(translation) for fault in refusal.faults))
    return None


def _places_fault(places: int | None) -> str | None:
    if places is None or PLACES_LEAST <= places <= PLACES_MOST:
        return None
    return _("Give a number of places of 2 or more, or none for no limit.")


def _time_faults(details: EventDetails, old: Event | None) -> dict[str, str | None]:
    def moment(field: str) -> datetime | None:
        value = cast("dict[str, Any]", details).get(field, getattr(old, field, None))
        return cast("datetime | None", value)

    opens, closes, starts = (moment(f) for f in ("check_in_from", "check_in_until", "starts_at"))
    naive = {
        field: _("This time has no time zone.")
        for field, value in (
            ("check_in_from", opens),
            ("check_in_until", closes),
            ("starts_at", starts),
        )
        if value is not None and is_naive(value)
    }
    if naive:
        return dict(naive)
    if opens and closes and closes <= opens:
        return {"check_in_until": _("Check-in closes before it opens.")}
    if opens and starts and opens >= starts:
        return {"check_in_from": _("Check-in opens after the first deal.")}
    return {}

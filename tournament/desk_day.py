"""The plan of a day read from the form of an event, as it is typed or as it stands."""

from collections.abc import Mapping
from typing import Any, Final
from zoneinfo import ZoneInfo

from engine.faults import RuleError
from tournament.day_plan import DayPlan
from tournament.desk_event_form import EventForm
from tournament.models import Entry, Event, Table
from tournament.rule_books import RuleBook, read_rule_book

BEFORE: Final = (Event.Status.DRAFT, Event.Status.REGISTRATION, Event.Status.CHECK_IN)
ASKED: Final = ("starts_at", "ends_by", "places", "tables", "third_place", "zone")


def day_of(form: EventForm, event: Event | None) -> DayPlan | None:
    """Plan an event that is not drawn yet: at most 2 queries; None where nobody can say.

    What was typed speaks before what is stored, as far as it can be read.
    """
    if event is not None and event.status not in BEFORE:
        return None
    told = _told(form, event)
    book = _book(form, event)
    entries = _entries(event, told.get("places"))
    if not told.get("starts_at") or book is None or not entries:
        return None
    return DayPlan(
        book=book,
        entries=entries,
        tables=_tables(event, told.get("tables")),
        starts_at=told["starts_at"],
        tz=ZoneInfo(told.get("zone") or "UTC"),
        ends_by=told.get("ends_by"),
        third_place=bool(told.get("third_place")),
        round_rules=event.round_rules if event else {},
    )


def _told(form: EventForm, event: Event | None) -> dict[str, Any]:
    """Read the fields the plan asks for; a form with faults has those that are without."""
    stored = {name: getattr(event, name, None) for name in ASKED if event and name != "tables"}
    if not form.is_bound:
        return stored
    form.is_valid()
    return stored | {name: form.cleaned_data[name] for name in ASKED if name in form.cleaned_data}


def _book(form: EventForm, event: Event | None) -> RuleBook | None:
    rules: Mapping[str, Any] = event.rules if event else {}
    if form.is_bound and {"best_of", "target_score"} <= form.cleaned_data.keys():
        rules = form.details(rules).get("rules", rules)
    try:
        return read_rule_book(dict(rules))
    except RuleError:
        return None


def _entries(event: Event | None, places: int | None) -> int:
    """Count on a full house as long as people enter; then on those who did."""
    if event is None:
        return places or 0
    if places and event.status != Event.Status.CHECK_IN:
        return places
    return event.entries.filter(state=Entry.State.ENTERED).count()


def _tables(event: Event | None, tables: int | None) -> int:
    if event is None:
        return tables or 0
    return event.tables.filter(state=Table.State.OPEN).count()

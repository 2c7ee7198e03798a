"""Zero tolerance: incidents, removals, substitutes, and who is barred for good."""

from dataclasses import dataclass, replace
from typing import NotRequired, TypedDict, Unpack
from uuid import UUID

from django.db import transaction
from django.utils.timezone import now
from django.utils.translation import gettext as _

from tournament import log
from tournament.actors import Actor
from tournament.models import Entry, Event, Incident, Person, Player
from tournament.refusals import Refusal
from tournament.services import acts, departures
from tournament.services.closed_lists import refuse_on_closed_lot
from tournament.services.entries import leave_list
from tournament.services.locks import lock_event
from tournament.services.names import text_fault, tidy
from tournament.services.news import event_changed
from tournament.services.register import IN_THE_EVENT
from tournament.services.substitutes import (
    Chosen,
    choose_substitute,
    moment_fault,
    named_fault,
    take_seat,
)

NOTE_LENGTH = 1000
REMOVALS_THAT_BAR = 2
BEFORE_ENTRIES = frozenset({Event.Status.DRAFT, Event.Status.CANCELLED})


class IncidentForm(TypedDict):
    """What staff write down. A substitute is a known person, or a name as typed."""

    person: Person
    kind: str
    ruling: str
    note: str
    substitute: NotRequired[Person | str | None]


@dataclass(slots=True)
class _Case:
    """An incident that has been looked at and found in order."""

    player: Player
    substitute: Chosen | None


@transaction.atomic
def record_incident(
    event: Event, *, entry_key: UUID, by: Actor, **form: Unpack[IncidentForm]
) -> Incident:
    """Write down what somebody did and what staff ruled, and carry the ruling out.

    A removal takes the pair out of the event, unless a substitute takes the seat. A second removal,
    in another event, bars the person for good. Safe to call twice with one ``entry_key``.

    Raises:
        Refusal: every fault at once, keyed by ``person``, ``kind``, ``ruling``, ``note`` or
            ``substitute``.
        Stale: a single is on the closed list of a lot of partners; draw it first.
    """
    if by.user is None:
        raise ValueError("only staff record an incident")
    event = lock_event(event.pk)
    if known := _recorded_with(event, entry_key):
        if (known.person_id, known.ruling) != (form["person"].pk, form["ruling"]):
            raise acts.key_used()
        return known
    case = _judged(event, form, by)
    if case.substitute and not case.substitute.person.pk:
        case.substitute.person.save()
    incident = Incident.objects.create(
        event=event,
        person=form["person"],
        entry=case.player.entry,
        kind=form["kind"],
        ruling=form["ruling"],
        note=form["note"].strip(),
        substitute=case.substitute.person if case.substitute else None,
        entry_key=entry_key,
        by=by.user,
    )
    log.write(
        event,
        f"incident_{incident.ruling}",
        by,
        public=False,
        person=incident.person.name,
        kind=incident.get_kind_display(),
    )
    if incident.ruling == Incident.Ruling.REMOVAL:
        _remove(event, incident, case, by)
    event_changed(event)
    return incident


def _recorded_with(event: Event, entry_key: UUID) -> Incident | None:
    """Find the incident that a form has already recorded; a form of another event is refused."""
    known = Incident.objects.filter(entry_key=entry_key).first()
    if known and known.event_id != event.pk:
        raise Refusal.because(
            "form_of_another_event", _("This form belongs to another event. Open it again.")
        )
    return known


def removals(person: Person) -> int:
    """Count the events a person was removed from."""
    ruled = person.incidents.filter(ruling=Incident.Ruling.REMOVAL)
    return ruled.values("event").distinct().count()


def removal_bars(event: Event, person: Person) -> bool:
    """Whether removing this person from this event would bar them for good."""
    ruled = person.incidents.filter(ruling=Incident.Ruling.REMOVAL).exclude(event=event)
    return ruled.values("event").distinct().count() + 1 >= REMOVALS_THAT_BAR


def _judged(event: Event, form: IncidentForm, by: Actor) -> _Case:
    """Look at the whole form; refuse with all its faults, or say who leaves and who comes."""
    removal = form["ruling"] == Incident.Ruling.REMOVAL
    player = _player(event, form["person"], still_in=removal)
    substitute = _substitute(event, form, player, by)
    faults = {
        "person": None if player else _not_in(form["person"], removal=removal),
        "kind": None if form["kind"] in Incident.Kind.values else _("Say what happened."),
        "ruling": None if form["ruling"] in Incident.Ruling.values else _("Choose the ruling."),
        "note": text_fault(form["note"], limit=NOTE_LENGTH, lines=True),
        "substitute": substitute.fault if substitute else None,
    }
    if event.status in BEFORE_ENTRIES:
        faults[""] = _("Nobody plays in this event now.")
    found = {field: fault for field, fault in faults.items() if fault}
    if found or player is None:
        raise Refusal("incident_details", found)
    if removal:
        refuse_on_closed_lot(event, player.entry)
    return _Case(player, substitute)


def _player(event: Event, person: Person, *, still_in: bool) -> Player | None:
    players = event.players.filter(person=person).select_related("entry", "person")
    if still_in:
        players = players.filter(active=True, entry__state__in=IN_THE_EVENT)
    return players.order_by("-active", "-pk").first()


def _not_in(person: Person, *, removal: bool) -> str:
    if removal:
        return _("%(person)s is not playing in this event any more.") % {"person": person.name}
    return _("%(person)s does not play in this event.") % {"person": person.name}


def _substitute(
    event: Event, form: IncidentForm, player: Player | None, by: Actor
) -> Chosen | None:
    """Find who takes the seat of the one removed, where somebody is to."""
    wanted = form.get("substitute")
    name = wanted.name if isinstance(wanted, Person) else wanted or ""
    if not wanted or not tidy(name):
        return None
    chosen = choose_substitute(event, wanted, by)
    fault = chosen.fault
    if form["ruling"] != Incident.Ruling.REMOVAL:
        fault = fault or _("Only who is removed has a substitute.")
    elif chosen.person.pk and chosen.person == form["person"]:
        fault = _("Nobody is a substitute for themselves.")
    elif player and not player.entry.is_in:
        fault = _("Somebody without a partner has no substitute.")
    elif player and not fault:
        fault = moment_fault(event, player.entry) or named_fault(player.entry, chosen.person)
    return replace(chosen, fault=fault)


def _remove(event: Event, incident: Incident, case: _Case, by: Actor) -> None:
    entry = case.player.entry
    if case.substitute:
        leaves, comes = incident.person.name, case.substitute.person.name
        with acts.recorded(event, "substitute", by, entry=entry, leaves=leaves, comes=comes):
            take_seat(event, case.player, case.substitute, by=by)
    elif not event.is_drawn or not entry.is_in:
        leave_list(entry, Entry.State.REMOVED)
    elif event.status != Event.Status.FINISHED:
        departures.remove_team(entry, by=by, reason=incident.get_kind_display())
    person = Person.objects.select_for_update().get(pk=incident.person_id)
    if not person.is_barred and removals(person) >= REMOVALS_THAT_BAR:
        person.barred_at = now()
        person.save(update_fields=["barred_at"])
        log.write(event, "person_barred", by, public=False, person=person.name)

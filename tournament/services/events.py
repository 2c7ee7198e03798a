"""The life of an event before the draw: set up, registration, check-in, or cancelled."""

from collections.abc import Mapping
from typing import Any, Unpack
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils.text import slugify
from django.utils.timezone import now
from django.utils.translation import gettext as _

from engine import draws
from tournament import log
from tournament.actors import Actor
from tournament.models import Club, Draw, Event, Table
from tournament.models.draws import LIST_CLOSED
from tournament.refusals import Refusal, Stale
from tournament.services.event_details import EventDetails, check_details, read_details
from tournament.services.locks import lock_event
from tournament.services.names import REASON_LENGTH, text_fault, tidy
from tournament.services.news import event_changed
from tournament.services.rules_versions import (
    first_version,
    fixed_faults,
    next_version,
    refuse_rules_changed_meanwhile,
)

ATTEMPTS = 8
TABLES_MOST = 500


@transaction.atomic
def create_event(
    club: Club,
    *,
    by: Actor,
    tables: int = 1,
    entry_key: UUID | None = None,
    **details: Unpack[EventDetails],
) -> Event:
    """Set up an event as a draft, with its tables and an address of its own.

    Called twice, it makes two events, unless ``entry_key`` says that it is the same form; one that
    was brought back and changed is another event. Raises ``Refusal`` with every fault by field.
    """
    details.setdefault("rules", {})
    faults = check_details(details, new=True)
    if not 0 <= tables <= TABLES_MOST:
        faults["tables"] = _("Give a number of tables from 0 to %(most)d.") % {"most": TABLES_MOST}
    if faults:
        raise Refusal("event_details", faults)
    values = read_details(details)
    if entry_key and (made := _made_with(club, entry_key, values)):
        return made
    event = _saved_under_a_free_address(Event(club=club, **values))
    moment = now()
    Table.objects.bulk_create(
        Table(event=event, number=number, free_since=moment) for number in range(1, tables + 1)
    )
    log.write(event, "event_created", by, public=False, form=str(entry_key or ""))
    return event


@transaction.atomic
def edit_event(
    event: Event, *, by: Actor, rules_seen: int | None = None, **changes: Unpack[EventDetails]
) -> Event:
    """Change what is said of an event. The address stays; called twice, it changes nothing more.

    Rules that change once people may enter are a new version, and everybody in gets a letter.
    ``rules_seen`` is the version the change was made from.

    Raises:
        Refusal: every fault, keyed by field; among them the public value, which is fixed from the
            moment registration opens, the rules, from the moment the list is closed for the draw,
            other seats than those who entered have, and places below the pairs already entered.
        Stale: the event is over or cancelled, or the rules were changed meanwhile.
    """
    event = lock_event(event.pk)
    if event.status in {Event.Status.FINISHED, Event.Status.CANCELLED}:
        raise Stale("event_is_over", _("This event is over and is not changed any more."))
    faults = check_details(changes, old=event)
    values = read_details(changes)
    old = {name: getattr(event, name) for name, it in values.items() if getattr(event, name) != it}
    if "rules" in old:
        refuse_rules_changed_meanwhile(event, rules_seen)
    for name, fault in fixed_faults(event, {name: values[name] for name in old}).items():
        faults.setdefault(name, fault)
    faults |= _places_fault(event, values.get("places"))
    if faults:
        raise Refusal("event_details", faults)
    if old:
        for name in old:
            setattr(event, name, values[name])
        event.save(update_fields=list(old))
        if "rules" in old and event.status != Event.Status.DRAFT:
            next_version(event, old=old["rules"], by=by)
        if told := [name for name in old if name != "rules" or event.status == Event.Status.DRAFT]:
            log.write(event, "event_edited", by, fields=told)
        event_changed(event)
    return event


@transaction.atomic
def open_registration(event: Event, *, by: Actor) -> Event:
    """Let people enter, and commit to the secrets of eight draws of each kind before they do.

    The rules they enter under are written down as the first version.

    Called twice, it changes nothing. Raises ``Stale`` when the event has moved on.
    """
    event = lock_event(event.pk)
    if event.status == Event.Status.REGISTRATION:
        return event
    _require(event, Event.Status.DRAFT)
    Draw.objects.bulk_create(
        _committed(event, kind, attempt) for kind in Draw.Kind for attempt in range(1, ATTEMPTS + 1)
    )
    first_version(event, by=by)
    return _move(event, Event.Status.REGISTRATION, "registration_opened", by)


@transaction.atomic
def open_check_in(event: Event, *, by: Actor) -> Event:
    """Close registration to the public and begin to check pairs in.

    Called twice, it changes nothing. Raises ``Stale`` when the event has moved on.
    """
    event = lock_event(event.pk)
    if event.status == Event.Status.CHECK_IN:
        return event
    _require(event, Event.Status.REGISTRATION)
    return _move(event, Event.Status.CHECK_IN, "check_in_opened", by)


@transaction.atomic
def reopen_registration(event: Event, *, by: Actor) -> Event:
    """Take the opening of check-in back. Whoever has checked in stays checked in.

    Called twice, it changes nothing. Raises ``Stale`` once the list is closed for the draw.
    """
    event = lock_event(event.pk)
    if event.status == Event.Status.REGISTRATION:
        return event
    _require(event, Event.Status.CHECK_IN)
    if event.draws.filter(kind=Draw.Kind.BRACKET, state__in=LIST_CLOSED).exists():
        raise Stale("list_is_closed", _("The list is already closed for the draw."))
    return _move(event, Event.Status.REGISTRATION, "registration_reopened", by)


@transaction.atomic
def cancel_event(event: Event, *, by: Actor, reason: str = "") -> Event:
    """Call the event off. Nothing is deleted; called twice, it changes nothing.

    Raises ``Stale`` when the event is finished, ``Refusal`` when the reason is too long.
    """
    event = lock_event(event.pk)
    if event.status == Event.Status.CANCELLED:
        return event
    if event.status == Event.Status.FINISHED:
        raise Stale("event_is_over", _("This event is already finished."))
    if fault := text_fault(reason, limit=REASON_LENGTH):
        raise Refusal("event_details", {"reason": fault})
    return _move(event, Event.Status.CANCELLED, "event_cancelled", by, reason=tidy(reason))


def _committed(event: Event, kind: str, attempt: int) -> Draw:
    draw = Draw(
        event=event,
        kind=kind,
        attempt=attempt,
        algorithm=draws.ALGORITHM,
        public_source=event.public_source,
    )
    named = event.ref + (draws.PARTNERS if kind == Draw.Kind.PARTNERS else "")
    draw.commitment = draws.commitment(
        named, attempt, bytes.fromhex(draw.secret), event.public_source
    )
    return draw


def _require(event: Event, status: str) -> None:
    if event.status != status:
        raise Stale(
            "event_has_moved_on",
            _("This is not possible now. State of the event: %(status)s.")
            % {"status": event.get_status_display()},
        )


def _move(event: Event, status: str, key: str, by: Actor, *, reason: str = "") -> Event:
    event.status = status
    event.save(update_fields=["status"])
    log.write(event, key, by, reason=reason)
    event_changed(event)
    return event


def _places_fault(event: Event, places: object) -> dict[str, str]:
    taken = event.entries.filter(state="entered").count()
    if isinstance(places, int) and places < taken:
        return {
            "places": _("%(count)d places are taken already; there cannot be fewer.")
            % {"count": taken}
        }
    return {}


def _made_with(club: Club, entry_key: UUID, values: Mapping[str, Any]) -> Event | None:
    """Find the event this very form has made already; the lock lets one tap after the other in."""
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    made = Event.objects.filter(
        club=club, log__key="event_created", log__params__form=str(entry_key)
    )
    return made.filter(name=values["name"], starts_at=values["starts_at"]).first()


def _saved_under_a_free_address(event: Event) -> Event:
    """Save a new event under an address made of its name, with a number where that is taken."""
    stem = slugify(event.name)[:70].strip("-") or "event"
    taken = set(Event.objects.filter(slug__startswith=stem).values_list("slug", flat=True))
    number = 1
    while True:
        event.slug = stem if number == 1 else f"{stem}-{number}"
        number += 1
        if event.slug in taken:
            continue
        try:
            with transaction.atomic():  # somebody may take the address between look and save
                event.save(force_insert=True)
        except IntegrityError:
            taken.add(event.slug)
            if not Event.objects.filter(slug=event.slug).exists():
                raise
        else:
            return event

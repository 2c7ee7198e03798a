"""The way into an event and out of it before the draw: entering, checking in, withdrawing."""

from typing import NotRequired, TypedDict, Unpack
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils.timezone import now
from django.utils.translation import gettext as _

from tournament import log, notifications
from tournament.actors import Actor
from tournament.models import CheckIn, Entry, Event, Person
from tournament.models.people import name_key
from tournament.refusals import Refusal, Stale
from tournament.services import departures
from tournament.services.closed_lists import (
    is_on_closed_list,
    refuse_closed_list,
    refuse_on_closed_lot,
)
from tournament.services.entry_faults import barred_sentence, company_sentence
from tournament.services.locks import lock_event
from tournament.services.names import REASON_LENGTH, text_fault, tidy
from tournament.services.news import event_changed
from tournament.services.register import Line, Register

KEY_USED = "key_used"


class PairForm(TypedDict):
    """A pair as it was typed. ``another_person``: a known name belongs to somebody else."""

    name: str
    first: str
    second: str
    email: str
    another_person: NotRequired[bool]


class PersonForm(TypedDict):
    """Somebody who enters alone, as typed: in need of a partner, or to play alone."""

    person_name: str
    email: str
    another_person: NotRequired[bool]


@transaction.atomic
def enter_pair(event: Event, *, entry_key: UUID, by: Actor, **form: Unpack[PairForm]) -> Entry:
    """Enter two people as a team, and give them a place.

    Safe to call twice, late or in parallel with one ``entry_key``: it is one entry.

    Raises:
        Refusal: every fault at once, keyed by ``name``, ``first``, ``second`` or ``email``; under
            the empty key when registration is closed, all places are taken, or the event is not
            played in pairs.
        Stale: the key has entered somebody else, or has entered them in another way.
    """
    line = Line(
        name=form["name"],
        first=form["first"],
        second=form["second"],
        email=form["email"],
        entry_key=entry_key,
        another_person=form.get("another_person", False),
    )
    return _enter(event, line, by=by, key="pair_entered")


@transaction.atomic
def enter_single(event: Event, *, entry_key: UUID, by: Actor, **form: Unpack[PersonForm]) -> Entry:
    """Enter one person who needs a partner. It holds no place until there is a pair.

    Safe to call twice, late or in parallel with one ``entry_key``: it is one entry.

    Raises:
        Refusal: every fault at once, keyed by ``person_name`` or ``email``; under the empty key
            when registration is closed, or nobody has a partner in this event.
        Stale: as for a pair.
    """
    return _enter_person(event, form, entry_key, by=by, key="single_entered")


@transaction.atomic
def enter_player(event: Event, *, entry_key: UUID, by: Actor, **form: Unpack[PersonForm]) -> Entry:
    """Enter one person who plays alone, under the own name, and give them a place.

    Safe to call twice, late or in parallel with one ``entry_key``: it is one entry.

    Raises:
        Refusal: every fault at once, keyed by ``person_name`` or ``email``; under the empty key
            when registration is closed, all places are taken, or the event is played in pairs.
        Stale: as for a pair.
    """
    return _enter_person(event, form, entry_key, by=by, key="player_entered")


@transaction.atomic
def withdraw_entry(entry: Entry, *, by: Actor, reason: str = "") -> Entry:
    """Take an entry out at its own wish; after the draw its open match goes to the other side.

    Between the closing of the list and the draw its name is struck: it stays numbered on the list
    and is drawn, and whoever meets it goes on. Called twice, it changes nothing.

    Raises:
        Refusal: the reason is too long.
        Stale: the event is over, a single is on the closed list of the lot, or plays in a pair.
    """
    if fault := text_fault(reason, limit=REASON_LENGTH):
        raise Refusal("entry_details", {"reason": fault})
    event = lock_event(entry.event_id)
    entry = event.entries.select_related("joined_as").get(pk=entry.pk)
    if entry.state in {Entry.State.WITHDRAWN, Entry.State.REMOVED}:
        return entry
    if entry.joined_as:
        raise Stale(
            "found_a_partner",
            _("%(person)s now plays in %(team)s. Withdraw that pair.")
            % {"person": entry.name, "team": entry.joined_as.name},
        )
    if event.status in {Event.Status.FINISHED, Event.Status.CANCELLED}:
        raise Stale("event_is_over", _("This event is over and is not changed any more."))
    if event.is_drawn and entry.is_in:
        return departures.withdraw_team(entry, by=by, reason=reason)
    strike_from_list(event, entry, by=by)
    return entry


def strike_from_list(event: Event, entry: Entry, *, by: Actor) -> None:
    """Take an entry off the list of a locked event at its own wish. Raises ``Stale`` as above."""
    refuse_on_closed_lot(event, entry)
    leave_list(entry, Entry.State.WITHDRAWN)
    key = "entry_struck" if is_on_closed_list(entry) else "entry_withdrawn"
    log.write(event, key, by, team=entry.name)
    event_changed(event)


@transaction.atomic
def check_in(entry: Entry, *, by: Actor) -> Entry:
    """Note that an entry has come. Called twice, it changes nothing.

    Raises:
        Refusal: one of its people may no longer play.
        Stale: check-in is not open, or the entry has left.
    """
    event, entry = _at_the_desk(entry)
    if entry.state not in {Entry.State.ENTERED, Entry.State.SINGLE}:
        raise Stale(
            "entry_has_left",
            _("%(team)s cannot be checked in: %(state)s.")
            % {"team": entry.name, "state": entry.get_state_display()},
        )
    refuse_barred(event, people_of(entry))
    _arrival, is_new = CheckIn.objects.get_or_create(entry=entry, defaults={"by": by.user})
    if is_new:
        log.write(event, "checked_in", by, public=False, team=entry.name)
        event_changed(event)
    return entry


@transaction.atomic
def undo_check_in(entry: Entry, *, by: Actor) -> Entry:
    """Take a check-in back. Called twice, it changes nothing.

    Raises ``Stale`` when check-in is not open.
    """
    event, entry = _at_the_desk(entry)
    deleted, _rows = CheckIn.objects.filter(entry=entry).delete()
    if deleted:
        log.write(event, "check_in_undone", by, public=False, team=entry.name)
        event_changed(event)
    return entry


def people_of(entry: Entry) -> list[Person]:
    """List the people who play in an entry now, in order."""
    return [player.person for player in entry.players.filter(active=True).select_related("person")]


def refuse_barred(event: Event, people: list[Person], field: str = "") -> None:
    """Refuse when one of these people was removed for the second time."""
    barred = [barred_sentence(each.name, event.club) for each in people if each.is_barred]
    if barred:
        raise Refusal("barred", {field: " ".join(barred)})


def refuse_closed_door(event: Event, by: Actor) -> None:
    """Refuse an entry that comes too early or too late; staff may enter during check-in."""
    if event.takes_entries:
        return
    if event.status != Event.Status.CHECK_IN or by.user is None:
        raise Refusal.because("registration_closed", _("Registration is not open."))
    refuse_closed_list(event)


def leave_list(entry: Entry, state: Entry.State) -> None:
    """Take an entry off the list of an event that is not drawn yet, with its people."""
    entry.state, entry.left_at = state, now()
    entry.save(update_fields=["state", "left_at"])
    entry.players.update(active=False)
    CheckIn.objects.filter(entry=entry).delete()


def _entered_with(event: Event, line: Line) -> Entry | None:
    """Find the entry that a form has already made.

    The browser's back button brings an old form back, and with it the key of an entry made: nobody
    is to be thanked for an entry that is not there. And a form of another event is refused.
    """
    entry = Entry.objects.filter(entry_key=line.entry_key).first()
    if entry and entry.event_id != event.pk:
        raise Refusal.because(
            "form_of_another_event", _("This form belongs to another event. Open it again.")
        )
    if entry and not _is_of(entry, line):
        raise Stale(
            KEY_USED,
            _("This form has already entered %(team)s. Send it again to enter this one as well.")
            % {"team": entry.name},
        )
    return entry


def _is_of(entry: Entry, line: Line) -> bool:
    """Whether an entry says what a line says. Its people may have left or been replaced since."""
    typed = enumerate([line.first] if line.second is None else [line.first, line.second], start=1)
    people = {(place, name_key(tidy(name))) for place, name in typed}
    known = set(entry.players.values_list("place", "person__name_key"))
    return (
        people <= known
        and len(people) == len({place for place, _name in known})
        and (line.second is None or entry.name == tidy(line.name))
        and entry.email.lower() == line.address
    )


def _enter_person(event: Event, form: PersonForm, entry_key: UUID, *, by: Actor, key: str) -> Entry:
    line = Line(
        name="",
        first=form["person_name"],
        second=None,
        email=form["email"],
        entry_key=entry_key,
        another_person=form.get("another_person", False),
    )
    try:
        return _enter(event, line, by=by, key=key)
    except Refusal as refusal:
        fields = {("person_name" if f == "first" else f): s for f, s in refusal.fields.items()}
        raise Refusal(refusal.code, fields) from refusal


def _enter(event: Event, line: Line, *, by: Actor, key: str) -> Entry:
    event = lock_event(event.pk)
    if known := _entered_with(event, line):
        return known
    refuse_closed_door(event, by)
    if (key == "player_entered") != (event.players_each == 1):
        raise Refusal.because("players_each", company_sentence(event))
    try:
        with transaction.atomic():
            [entry] = _booked(event, line, by=by).write()
    except IntegrityError:
        # A race past the lock: by the constraints one has won. Be that entry, or say what clashes.
        if known := _entered_with(event, line):
            return known
        _booked(event, line, by=by)
        raise
    log.write(event, key, by, team=entry.name)
    notifications.entry_confirmed(entry)
    event_changed(event)
    return entry


def _booked(event: Event, line: Line, *, by: Actor) -> Register:
    register = Register.of(event, [line], by=by)
    if faults := register.book(line):
        raise Refusal("entry_details", faults)
    return register


def _at_the_desk(entry: Entry) -> tuple[Event, Entry]:
    event = lock_event(entry.event_id)
    if event.status != Event.Status.CHECK_IN:
        raise Stale("check_in_is_closed", _("Check-in is not open."))
    refuse_closed_list(event)
    return event, event.entries.get(pk=entry.pk)

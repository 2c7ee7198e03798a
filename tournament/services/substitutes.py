"""Substitutes: somebody takes the seat of a player, for as long as the event allows it.

Between games only: who has begun a game ends it. A ruling that removes a player is the exception;
the seat is then given away at once (``conduct``).
"""

from dataclasses import dataclass
from uuid import UUID, uuid4

from django.db import transaction
from django.utils.translation import gettext as _

from tournament import log, notifications
from tournament.actors import Actor
from tournament.models import Entry, Event, Incident, Match, Person, Player
from tournament.models.people import name_key
from tournament.refusals import Refusal, Stale
from tournament.services import acts
from tournament.services.closed_lists import refuse_on_closed_lot
from tournament.services.entry_faults import barred_sentence, removed_sentence
from tournament.services.locks import lock_event, lock_matches
from tournament.services.names import name_fault, tidy, without_none
from tournament.services.news import event_changed, match_changed
from tournament.services.register import IN_THE_EVENT, Line, Register

BEFORE_ENTRIES = frozenset({Event.Status.DRAFT, Event.Status.CANCELLED, Event.Status.FINISHED})


@dataclass(frozen=True, slots=True)
class Chosen:
    """Who was meant to take a seat: a person, the single entry they leave for it, and a fault."""

    person: Person
    single: Entry | None = None
    fault: str | None = None


@transaction.atomic
def seat_substitute(
    entry: Entry, *, leaves: Player, comes: Person | str, by: Actor, entry_key: UUID
) -> Entry:
    """Give the seat of one player of an entry to somebody else, before the draw or after it.

    One recorded act, safe to call twice with one ``entry_key``. The entry is told by letter.

    Raises:
        Refusal: every fault at once, keyed by ``leaves`` or ``comes``; under the empty key when the
            event or the moment allows no substitute.
        Stale: the entry is out or over, or a game of it is being played.
    """
    event = lock_event(entry.event_id)
    if _is_seated(event, entry, comes, entry_key):
        return event.entries.get(pk=entry.pk)
    entry = event.entries.get(pk=entry.pk)
    _refuse_not_now(event, entry)
    leaving = entry.players.filter(pk=leaves.pk, active=True).select_related("person").first()
    chosen = choose_substitute(event, comes, by)
    faults = {
        "leaves": None if leaving else _("Choose who leaves: one who plays in this entry now."),
        "comes": chosen.fault or named_fault(entry, chosen.person),
        "": moment_fault(event, entry),
    }
    if leaving is None or any(faults.values()):
        raise Refusal("substitute", without_none(**faults))
    with acts.recorded(
        event,
        "substitute",
        by,
        entry=entry,
        entry_key=entry_key,
        leaves=leaving.person.name,
        comes=chosen.person.name,
    ):
        take_seat(event, leaving, chosen, by=by)
        event_changed(event)
    act = event.acts.get(entry_key=entry_key)
    notifications.substitute_seated(entry, act, leaves=leaving.person, comes=chosen.person)
    return entry


@transaction.atomic
def name_reserve(entry: Entry, *, name: str, by: Actor) -> Entry:
    """Name the one person who may take a seat of this entry later; an empty name takes it back.

    Called twice, it changes nothing. Whoever is named plays for nobody else.

    Raises:
        Refusal: keyed by ``reserve``: the name is no name, or somebody who plays or may not.
        Stale: the event is drawn, or the entry is out: then the substitute stays as named.
    """
    event = lock_event(entry.event_id)
    entry = event.entries.select_related("reserve").get(pk=entry.pk)
    if event.is_drawn or event.status in BEFORE_ENTRIES or not entry.is_in:
        raise Stale("too_late", _("A substitute is named before the draw."))
    if not tidy(name):
        Entry.objects.filter(pk=entry.pk).update(reserve=None)
        return event.entries.get(pk=entry.pk)
    if entry.reserve and entry.reserve.name_key == name_key(tidy(name)):
        return entry
    chosen = choose_substitute(event, name, by)
    fault = chosen.fault or _reserved_fault(event, entry, chosen.person)
    if fault:
        raise Refusal("substitute", {"reserve": fault})
    if not chosen.person.pk:
        chosen.person.save()
    entry.reserve = chosen.person
    entry.save(update_fields=["reserve"])
    log.write(event, "reserve_named", by, team=entry.name, person=chosen.person.name)
    return entry


def choose_substitute(event: Event, wanted: Person | str, by: Actor) -> Chosen:
    """Find who is meant to take a seat; nobody who plays, was removed, or is barred may."""
    name = wanted.name if isinstance(wanted, Person) else wanted
    if fault := name_fault(name):
        return Chosen(Person(name=tidy(name)), fault=fault)
    seats = event.players.filter(active=True, person__name_key=name_key(tidy(name)))
    if isinstance(wanted, Person):
        seats = event.players.filter(active=True, person=wanted)
    single = seats.filter(entry__state=Entry.State.SINGLE).select_related("entry", "person").first()
    person, fault = (single.person, None) if single else _found(event, wanted, name, by)
    if person.is_barred:
        fault = barred_sentence(person.name, event.club)
    elif not single and seats.exists():
        fault = _("%(person)s already plays in this event.") % {"person": person.name}
    return Chosen(person, single.entry if single else None, fault)


def named_fault(entry: Entry, person: Person) -> str | None:
    """Say that an event takes only the substitute whom the entry named, where that is so."""
    if entry.event.substitutes != Event.Substitutes.NAMED:
        return None
    if entry.reserve is None:
        return _("Only a substitute named before the draw may play, and %(team)s named none.") % {
            "team": entry.name
        }
    if entry.reserve == person:
        return None
    return _("Only the substitute that %(team)s named may play: %(person)s.") % {
        "team": entry.name,
        "person": entry.reserve.name,
    }


def moment_fault(event: Event, entry: Entry) -> str | None:
    """Say that an event has no substitutes, or none any more in the round an entry is in."""
    if event.substitutes == Event.Substitutes.NONE:
        return _("There are no substitutes in this event.")
    if event.players_each == 1:
        return _("In this event everybody plays alone, and nobody takes another's place.")
    slot = entry.sides.exclude(match__state=Match.State.FINISHED).order_by("round").first()
    until = event.substitutes_until
    if until is not None and slot is not None and slot.round >= until:
        told = {"from": until, "team": entry.name, "round": slot.round}
        return _("No substitutes from round %(from)d on: %(team)s play round %(round)d now.") % told
    return None


def take_seat(event: Event, leaving: Player, chosen: Chosen, *, by: Actor) -> None:
    """Give a seat away, and show it wherever the entry plays. The event is locked."""
    if not chosen.person.pk:
        chosen.person.save()
    Player.objects.filter(pk=leaving.pk).update(active=False)
    if chosen.single:
        chosen.single.players.update(active=False)
        chosen.single.state, chosen.single.joined_as = Entry.State.JOINED, leaving.entry
        chosen.single.save(update_fields=["state", "joined_as"])
    Player.objects.create(
        entry=leaving.entry, event=event, person=chosen.person, place=leaving.place
    )
    log.write(
        event,
        "substitute_seated",
        by,
        substitute=chosen.person.name,
        person=leaving.person.name,
        team=leaving.entry.name,
    )
    open_matches = event.matches.exclude(state=Match.State.FINISHED)
    ids = open_matches.filter(sides__entry=leaving.entry).values_list("pk", flat=True)
    for match in lock_matches(ids):
        match_changed(match)


def _is_seated(event: Event, entry: Entry, comes: Person | str, entry_key: UUID) -> bool:
    """Whether the form has done this already; with another name in it, it is refused."""
    known = acts.done_so(event, entry_key, "substitute", entry_id=entry.pk)
    name = comes.name if isinstance(comes, Person) else tidy(comes)
    if known and name_key(known.params["comes"]) != name_key(name):
        raise acts.key_used()
    return known is not None


def _found(event: Event, wanted: Person | str, name: str, by: Actor) -> tuple[Person, str | None]:
    if isinstance(wanted, Person):
        gone = wanted.incidents.filter(event=event, ruling=Incident.Ruling.REMOVAL).exists()
        return wanted, removed_sentence(wanted.name, event.club) if gone else None
    line = Line(name="", first=name, second=None, email="", entry_key=uuid4())
    known, fault = Register.of(event, [line], by=by).choose(wanted, line)
    return known.person, fault


def _reserved_fault(event: Event, entry: Entry, person: Person) -> str | None:
    if not person.pk:
        return None
    others = event.entries.filter(reserve=person, state__in=IN_THE_EVENT).exclude(pk=entry.pk)
    if other := others.first():
        return _("%(person)s is already the substitute of %(team)s.") % {
            "person": person.name,
            "team": other.name,
        }
    return None


def _refuse_not_now(event: Event, entry: Entry) -> None:
    """Refuse for an entry that plays no more, is on a closed list, or is in the midst of a game."""
    if event.status in BEFORE_ENTRIES or not entry.is_in:
        raise Stale("not_in", _("%(team)s: not playing in this event now.") % {"team": entry.name})
    refuse_on_closed_lot(event, entry)
    slot = entry.sides.filter(match__state=Match.State.PLAYING, gone=False).first()
    if slot is None:
        return
    [match] = lock_matches([slot.match_id])
    ended = sum(side.games for side in match.sides.all())
    if match.state == Match.State.PLAYING and ended < match.game_number:
        raise Stale(
            "in_mid_game",
            _(
                "Match %(number)d is in the midst of game %(game)d. A substitute comes between "
                "games: let them end this one first."
            )
            % {"number": match.number, "game": match.game_number},
        )

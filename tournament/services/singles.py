"""Those who came alone: paired by hand, or all who are left by lot."""

from collections.abc import Collection
from uuid import uuid4

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine import draws
from tournament import log, notifications
from tournament.actors import Actor
from tournament.models import CheckIn, Draw, Entry, Event, Person, Player
from tournament.models.people import name_key
from tournament.refusals import Refusal, Stale
from tournament.services import lots
from tournament.services.closed_lists import refuse_closed_list
from tournament.services.entries import people_of, refuse_barred, refuse_closed_door
from tournament.services.entry_faults import (
    barred_sentence,
    company_sentence,
    full_fault,
    team_fault,
)
from tournament.services.event_details import NO_SOURCE
from tournament.services.locks import lock_event
from tournament.services.names import tidy
from tournament.services.news import event_changed
from tournament.services.register import free_name, places_left, team_keys

PAIR = 2


@transaction.atomic
def pair_singles(first: Entry, second: Entry, *, name: str = "", by: Actor) -> Entry:
    """Make a pair of two who came alone. Without a name the team is called after the two.

    Called twice for the same two, it is one pair.

    Raises:
        Refusal: every fault at once, keyed by ``name``, ``first`` or ``second``; under the empty
            key when all places are taken.
        Stale: one of them has left or plays with somebody else, or the list is closed.
    """
    event = lock_event(first.event_id)
    _refuse_alone(event)
    ids = [first.pk, second.pk]
    found = {one.pk: one for one in event.entries.filter(pk__in=ids).select_related("joined_as")}
    if first.pk == second.pk or len(found) != PAIR:
        raise Refusal("two_singles", {"second": _("A pair needs two different people.")})
    first, second = (found[pk] for pk in ids)
    if first.joined_as and first.joined_as_id == second.joined_as_id:
        return first.joined_as
    _refuse_unless_single(event, [first, second], by)
    taken = team_keys(event)
    faults = {
        "name": team_fault(name, taken) if tidy(name) else None,
        "first": _barred_fault(event, first),
        "second": _barred_fault(event, second),
        "": full_fault(event, places_left(event)),
    }
    if any(faults.values()):
        raise Refusal("entry_details", {f: fault for f, fault in faults.items() if fault})
    pair = _join(event, first, second, tidy(name) or _both(first, second, taken), by=by)
    log.write(event, "partners_paired", by, first=first.name, second=second.name, team=pair.name)
    event_changed(event)
    return pair


@transaction.atomic
def close_singles(event: Event, *, by: Actor) -> Draw:
    """Close the list of those without a partner, before the public value of its lot comes about.

    Called twice, the list that is closed stays.

    Raises:
        Refusal: fewer than two are left, there are too few places, or somebody may not play.
        Stale: the event is past its entries, or all attempts are used up.
    """
    event = lock_event(event.pk)
    _refuse_alone(event)
    return _frozen(event) or _close(event, by)


@transaction.atomic
def pair_by_lot(event: Event, *, by: Actor, public_value: str = "") -> Draw:
    """Pair all who are left by lot, from a committed secret of its own; tell the odd one out.

    Where no public value is mixed in, the list is closed in the same step. Called twice, the second
    call finds nobody left to pair and is refused.

    Raises:
        Refusal: as ``close_singles``; or the public value is missing, too long or not wanted.
        Stale: the event is past its entries, or the list must be closed first.
    """
    event = lock_event(event.pk)
    _refuse_alone(event)
    draw = _frozen(event)
    source = lots.source_of(event, draw)
    public_value = lots.read_public_value(source, public_value)
    if draw is None and source != NO_SOURCE:
        raise Stale(
            "list_is_open",
            _("Close the list first. Only then comes the public value: %(source)s.")
            % {"source": source},
        )
    draw = draw or _close(event, by)
    singles = {entry.ref: entry for entry in lots.listed(draw)}
    result = draws.pair_up(**lots.inputs(draw, public_value))
    draw.slots = [list(pair) for pair in result.pairs]
    lots.keep(draw, result, public_value=public_value)
    lots.publish(draw, by=by)
    for pair in result.pairs:
        first, second = (singles[ref] for ref in pair)
        _join(event, first, second, _both(first, second, team_keys(event)), by=by)
    if result.odd_one_out:
        notifications.odd_one_out(singles[result.odd_one_out], draw)
    log.write(event, "partners_drawn", by, count=len(result.pairs), attempt=draw.attempt)
    event_changed(event)
    return draw


def _refuse_alone(event: Event) -> None:
    """Refuse to look for partners where nobody has one."""
    if event.players_each == 1:
        raise Refusal.because("players_each", company_sentence(event))


def _frozen(event: Event) -> Draw | None:
    return event.draws.filter(kind=Draw.Kind.PARTNERS, state=Draw.State.FROZEN).first()


def _close(event: Event, by: Actor) -> Draw:
    refuse_closed_door(event, by)
    singles = list(event.entries.filter(state=Entry.State.SINGLE))
    people = Person.objects.filter(played__entry__in=singles, played__active=True)
    refuse_barred(event, list(people))
    if len(singles) < PAIR:
        raise Refusal.because("too_few_singles", _("There are no two people to pair."))
    left, pairs = places_left(event), len(singles) // PAIR
    if left is not None and left < pairs:
        raise Refusal.because(
            "places",
            ngettext(
                "There is %(left)d place left, and the lot would make %(pairs)d pairs.",
                "There are %(left)d places left, and the lot would make %(pairs)d pairs.",
                left,
            )
            % {"left": left, "pairs": pairs},
        )
    draw = lots.next_attempt(event, Draw.Kind.PARTNERS)
    lots.close_list(draw, singles)
    log.write(event, "singles_frozen", by, count=len(singles))
    event_changed(event)
    return draw


def _refuse_unless_single(event: Event, entries: Collection[Entry], by: Actor) -> None:
    refuse_closed_door(event, by)
    refuse_closed_list(event, *entries)
    for entry in entries:
        if entry.state != Entry.State.SINGLE:
            raise Stale(
                "not_single",
                _("%(person)s is no longer looking for a partner: %(state)s.")
                % {"person": entry.name, "state": entry.get_state_display()},
            )


def _barred_fault(event: Event, single: Entry) -> str | None:
    barred = [person.name for person in people_of(single) if person.is_barred]
    return barred_sentence(barred[0], event.club) if barred else None


def _both(first: Entry, second: Entry, taken: Collection[str]) -> str:
    return free_name(f"{first.name} & {second.name}", taken)


def _join(event: Event, first: Entry, second: Entry, name: str, *, by: Actor) -> Entry:
    """Write the pair. Each person leaves the single entry before entering the pair."""
    singles = [first, second]
    people = [person for single in singles for person in people_of(single)]
    Player.objects.filter(entry__in=singles).update(active=False)
    pair = Entry.objects.create(
        event=event,
        name=name,
        name_key=name_key(name),
        email=first.email or second.email,
        entry_key=uuid4(),
        entered_by=by.user,
    )
    Player.objects.bulk_create(
        Player(entry=pair, event=event, person=person, place=place)
        for place, person in enumerate(people, start=1)
    )
    event.entries.filter(pk__in=[single.pk for single in singles]).update(
        state=Entry.State.JOINED, joined_as=pair
    )
    if CheckIn.objects.filter(entry__in=singles).count() == PAIR:
        CheckIn.objects.create(entry=pair, by=by.user)  # both have come already
    for single in singles:
        notifications.partner_found(single, pair)
    return pair

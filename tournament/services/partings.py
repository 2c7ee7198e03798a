"""Leaving before the draw without staff: a team withdraws itself, or one of two leaves it."""

from uuid import uuid4

from django.db import transaction
from django.utils.timezone import now
from django.utils.translation import gettext as _

from tournament import log, notifications
from tournament.actors import SYSTEM, Actor
from tournament.models import CheckIn, Entry, Event, Player
from tournament.models.people import name_key
from tournament.refusals import Refusal, Stale
from tournament.services.closed_lists import refuse_closed_list, refuse_on_closed_lot
from tournament.services.entries import withdraw_entry
from tournament.services.locks import lock_event
from tournament.services.news import event_changed
from tournament.services.register import free_name, team_keys

BEFORE_THE_DRAW = frozenset({Event.Status.REGISTRATION, Event.Status.CHECK_IN})


@transaction.atomic
def withdraw_themselves(entry: Entry) -> Entry:
    """Let an entry out at its own wish, without staff, and confirm it by letter.

    Called twice, it changes nothing.

    Raises ``Stale`` once the bracket is drawn or its list is closed: then the desk is to be told.
    """
    event = lock_event(entry.event_id)
    entry = event.entries.get(pk=entry.pk)
    if entry.state in {Entry.State.WITHDRAWN, Entry.State.REMOVED}:
        return entry
    _refuse_after_the_draw(event, entry)
    entry = withdraw_entry(entry, by=SYSTEM)
    notifications.you_left(entry, entry)
    return entry


@transaction.atomic
def leave_pair(entry: Entry, *, player: Player, by: Actor) -> Entry:
    """Let one of two leave a pair before the draw; the other looks for a partner again.

    Whoever came alone is back on the list as who they were; others get an entry of their own. Both
    are told. Gives back the entry of the one who stays. A second call finds no pair any more.

    Raises:
        Refusal: the player does not play in this pair.
        Stale: the pair is not in any more, or the bracket is drawn or its list is closed.
    """
    event = lock_event(entry.event_id)
    pair = event.entries.get(pk=entry.pk)
    _refuse_after_the_draw(event, pair)
    players = {it.pk: it for it in pair.players.select_related("person").order_by("-active", "pk")}
    leaver = players.pop(player.pk, None)
    if leaver is None or event.players_each == 1:
        raise Refusal("no_player", {"player": _("Choose who leaves.")})
    if not pair.is_in:
        raise Stale("not_in", _("%(team)s: not playing in this event now.") % {"team": pair.name})
    stayer = next(it for it in players.values() if it.active)
    pair.players.update(active=False)
    CheckIn.objects.filter(entry=pair).delete()
    pair.state, pair.left_at = Entry.State.WITHDRAWN, now()
    pair.save(update_fields=["state", "left_at"])
    single = _single_again(event, pair, stayer, by)
    gone = _leave_alone(pair, leaver)
    log.write(
        event,
        "partner_left",
        by,
        person=leaver.person.name,
        team=pair.name,
        partner=stayer.person.name,
    )
    notifications.partner_left(single, pair, leaver=leaver.person)
    notifications.you_left(gone, pair)
    event_changed(event)
    return single


def may_leave_alone(entry: Entry) -> bool:
    """Whether an event is at a stage at which a team leaves without staff."""
    return entry.event.status in BEFORE_THE_DRAW


def _single_again(event: Event, pair: Entry, stayer: Player, by: Actor) -> Entry:
    """Put the one who stays back on the list of those who look for a partner."""
    came_alone = pair.made_of.filter(players__person=stayer.person).first()
    if came_alone:
        came_alone.state, came_alone.joined_as = Entry.State.SINGLE, None
        came_alone.save(update_fields=["state", "joined_as"])
        came_alone.players.filter(person=stayer.person).update(active=True)
        return came_alone
    name = free_name(stayer.person.name, team_keys(event))
    single = Entry.objects.create(
        event=event,
        name=name,
        name_key=name_key(name),
        email=pair.email,
        state=Entry.State.SINGLE,
        entry_key=uuid4(),
        entered_by=by.user,
    )
    Player.objects.create(entry=single, event=event, person=stayer.person, place=1)
    return single


def _leave_alone(pair: Entry, leaver: Player) -> Entry:
    """Take the one who leaves off the list; say by which entry they can be reached."""
    came_alone = pair.made_of.filter(players__person=leaver.person).first()
    if came_alone is None:
        return pair
    came_alone.state, came_alone.joined_as, came_alone.left_at = Entry.State.WITHDRAWN, None, now()
    came_alone.save(update_fields=["state", "joined_as", "left_at"])
    return came_alone


def _refuse_after_the_draw(event: Event, entry: Entry) -> None:
    if event.status not in BEFORE_THE_DRAW:
        raise Stale("too_late", _("Teams leave by themselves before the draw only. Tell the desk."))
    refuse_closed_list(event, entry)
    refuse_on_closed_lot(event, entry)

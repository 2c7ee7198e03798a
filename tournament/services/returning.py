"""People who come back when an act is taken back: what may have been given away meanwhile."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from tournament.models import Act, Entry, Event, Player
from tournament.refusals import Stale
from tournament.services.closed_lists import refuse_closed_list
from tournament.services.entry_faults import barred_sentence
from tournament.services.register import IN_THE_EVENT

Rows = Mapping[str, Mapping[str, Any]]
WITH_A_LIST = frozenset({Event.Status.REGISTRATION, Event.Status.CHECK_IN})


def refuse_without_bracket(event: Event, act: Act) -> None:
    """Refuse to take an act back before the draw, unless it was about the list that is open still.

    Raises ``Stale``.
    """
    if event.status not in WITH_A_LIST or act.after.keys() & {"match", "side"}:
        raise Stale("event_is_over", _("This event has no bracket any more."))
    refuse_closed_list(event)


def dropped_fault(event: Event, act: Act) -> str:
    """Say that the matches of an act went when the draw was made anew; "" where they are there."""
    for kind, rows in (("match", event.matches), ("side", event.sides)):
        ids = [int(pk) for pk in act.after.get(kind, {})]
        if rows.filter(pk__in=ids).count() < len(ids):
            return _(
                "The draw was made anew since, and the match is no more. Whoever left may be "
                "entered again before the list is closed."
            )
    return ""


def return_fault(event: Event, players: Rows, entries: Rows) -> str:
    """Say who cannot come back: somebody barred or seated elsewhere, or a team out for good."""
    back = [pk for pk, columns in players.items() if columns.get("active")]
    leaving = [pk for pk, columns in players.items() if columns.get("active") is False]
    people = Player.objects.filter(pk__in=back).values("person")
    elsewhere = event.players.filter(active=True, person__in=people).exclude(pk__in=leaving)
    if seat := elsewhere.exclude(pk__in=back).select_related("person", "entry").first():
        return _("%(person)s plays in %(team)s now. Take that back first.") % {
            "person": seat.person.name,
            "team": seat.entry.name,
        }
    returning = [pk for pk, columns in entries.items() if columns.get("state") in IN_THE_EVENT]
    seated = Q(pk__in=back) | Q(active=True, entry__in=returning)
    barred = event.players.filter(seated, person__barred_at__isnull=False)
    if player := barred.select_related("person").first():
        return barred_sentence(player.person.name, event.club)
    names = Entry.objects.filter(pk__in=returning).values("name_key")
    taken = event.entries.filter(state__in=IN_THE_EVENT, name_key__in=names)
    if entry := taken.exclude(pk__in=list(entries)).first():
        return _("There is another %(team)s in the event now.") % {"team": entry.name}
    return _undrawn_fault(event, entries)


def _undrawn_fault(event: Event, entries: Rows) -> str:
    """Say which team left before the draw: it has no slot, and would wait for ever."""
    playing = [pk for pk, it in entries.items() if it.get("state") == Entry.State.ENTERED]
    if not playing or not event.is_drawn:
        return ""
    if entry := event.entries.filter(pk__in=playing, sides=None).first():
        return _("The bracket was drawn without %(team)s. Nobody comes into it any more.") % {
            "team": entry.name
        }
    return ""

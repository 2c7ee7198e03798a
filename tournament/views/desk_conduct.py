"""Incidents: written down, looked at once more with what they do, then ruled."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament.desk_forms import IncidentForm, blame
from tournament.models import Incident, Person, Player
from tournament.models.people import name_key
from tournament.permissions import DIRECT
from tournament.queries.desk_entries import incidents_of, players_of
from tournament.refusals import Refusal, Stale
from tournament.services.conduct import record_incident, removal_bars
from tournament.views.desk_doors import Desk, desk, done, page, sent
from tournament.views.desk_entries import withdrawal_consequences


@desk()
@require_safe
def incidents(request: HttpRequest, staff: Desk) -> HttpResponse:
    """List what was seen and ruled, newest first."""
    context = {"incidents": incidents_of(staff.event), "here": "conduct"}
    return page(request, staff, "desk/incidents.html", context)


@desk(looks=DIRECT)
def new_incident(request: HttpRequest, staff: Desk) -> HttpResponse:
    """Take an incident down; name what the ruling does; on the second yes carry it out."""
    players = {player.person_id: player for player in players_of(staff.event)}
    form = IncidentForm(sent(request), people=_choices(players))
    refused, status = "", 422 if form.errors else 200
    if request.method == "POST" and form.is_valid():
        player = players[form.cleaned_data["person"]]
        if "confirmed" not in request.POST:
            return _look_again(request, staff, form, player)
        try:
            record_incident(staff.event, by=staff.actor, **_details(form, player.person))
        except Stale as stale:
            refused, status = str(stale), 409
        except Refusal as refusal:
            blame(form, refusal)
            status = 422
        else:
            return done(request, _("The incident is recorded."), _address(staff))
    context = {"form": form, "refused": refused, "here": "conduct"}
    return page(request, staff, "desk/incident_new.html", context, status)


def _choices(players: Mapping[int, Player]) -> list[tuple[int, str]]:
    named = ((pk, f"{player.person.name} ({player.entry.name})") for pk, player in players.items())
    return sorted(named, key=lambda choice: name_key(choice[1]))


def _look_again(
    request: HttpRequest, staff: Desk, form: IncidentForm, player: Player
) -> HttpResponse:
    """Show what the ruling will do, with everything typed carried along."""
    context = {
        "form": form,
        "player": player,
        "consequences": _consequences(staff, form.cleaned_data, player),
        "ruling": Incident.Ruling(form.cleaned_data["ruling"]).label,
        "kind": Incident.Kind(form.cleaned_data["kind"]).label,
        "typed": [(name, request.POST.get(name, "")) for name in form.fields],
        "here": "conduct",
    }
    return page(request, staff, "desk/incident_confirm.html", context)


def _consequences(staff: Desk, typed: dict[str, Any], player: Player) -> list[str]:
    """Say what a ruling will do to the person, to the pair and to the bracket."""
    person, team = player.person.name, player.entry.name
    if typed["ruling"] == Incident.Ruling.WARNING:
        return [_("%(person)s is warned. Nothing else happens.") % {"person": person}]
    told = [_("%(person)s is removed from this event.") % {"person": person}]
    if typed["substitute"]:
        names = {"substitute": typed["substitute"], "team": team}
        told.append(_("%(substitute)s takes the seat, and %(team)s go on.") % names)
    else:
        told += withdrawal_consequences(staff.event, player.entry)
    if removal_bars(staff.event, player.person):
        barred = _("It is the second removal: %(person)s is barred from all events for good.")
        told.append(barred % {"person": person})
    return told


def _details(form: IncidentForm, person: Person) -> dict[str, Any]:
    names = ("kind", "ruling", "note", "substitute", "entry_key")
    return {name: form.cleaned_data[name] for name in names} | {"person": person}


def _address(staff: Desk) -> str:
    return reverse("desk:incidents", args=[staff.event.slug])

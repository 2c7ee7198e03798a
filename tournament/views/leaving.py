"""Leaving an event before the draw, by the link that came with the entry and without staff."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournament.actors import SYSTEM
from tournament.leave_keys import opens
from tournament.models import Entry, Event, Player
from tournament.refusals import Refusal, Stale
from tournament.services.partings import leave_pair, may_leave_alone, withdraw_themselves
from tournament.views.doors import event_or_404

WHOLE = "all"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: HttpRequest, slug: str, ref: str, key: str) -> HttpResponse:
    """Ask who leaves, then let them; the page says what follows, and afterwards what was done."""
    event = event_or_404(request, slug)
    entry = _entry(event, ref, key)
    done, refused, status = "", "", 200
    if request.method == "POST":
        try:
            done = _leave(entry, request.POST.get("who", ""))
        except (Refusal, Stale) as fault:
            refused, status = str(fault), 409 if isinstance(fault, Stale) else 422
        entry = _entry(event, ref, key)
    context = {
        "event": event,
        "entry": entry,
        "pair": entry.joined_as or entry,
        "players": _players(entry),
        "open": may_leave_alone(entry) and entry.state in _IN,
        "done": done,
        "refused": refused,
    }
    return _private(render(request, "tournament/leave.html", context, status=status))


_IN = frozenset({Entry.State.SINGLE, Entry.State.ENTERED, Entry.State.JOINED})


def _leave(entry: Entry, who: str) -> str:
    """Let out whoever was chosen: all of an entry, or one of a pair."""
    if entry.joined_as:
        player = entry.joined_as.players.filter(person__played__entry=entry, active=True).first()
        return _part(entry.joined_as, player)
    if who == WHOLE or entry.state not in _IN:
        withdraw_themselves(entry)
        return _("%(team)s: the entry is withdrawn.") % {"team": entry.name}
    chosen = next((it for it in _players(entry) if str(it.place) == who), None)
    return _part(entry, chosen)


def _part(pair: Entry, player: Player | None) -> str:
    if player is None:
        raise Refusal.because("no_player", _("Choose who leaves."))
    stays = leave_pair(pair, player=player, by=SYSTEM)
    told = {"person": player.person.name, "partner": stays.name}
    return _("%(person)s has left. %(partner)s looks for a partner again.") % told


def _players(entry: Entry) -> list[Player]:
    players = entry.players.filter(active=True).select_related("person").order_by("place")
    return list(players) if entry.state == Entry.State.ENTERED else []


def _entry(event: Event, ref: str, key: str) -> Entry:
    entry = get_object_or_404(event.entries.select_related("joined_as"), ref=ref)
    if not opens(entry, key):
        raise Http404
    entry.event = event
    return entry


def _private(response: HttpResponse) -> HttpResponse:
    """Keep the key of an entry between its holder and us."""
    response["Referrer-Policy"] = "same-origin"
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response

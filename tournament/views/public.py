"""The list of events, and the page of one event."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.timezone import now
from django.views.decorators.http import require_safe

from tournament.company import company_of
from tournament.forms import form_of
from tournament.models import Event
from tournament.queries.activity import public_log
from tournament.queries.events import at_tables, entries_of, public_events
from tournament.queries.places import results_of
from tournament.rule_words import wall_of
from tournament.slips import Slip
from tournament.views.doors import event_or_404


@require_safe
def events(request: HttpRequest) -> HttpResponse:
    """List every event: running, upcoming, past."""
    return render(request, "tournament/events.html", {"events": public_events()})


@require_safe
def event(request: HttpRequest, slug: str) -> HttpResponse:
    """Show one event: where, when, by which rules, who plays, and how to enter."""
    event = event_or_404(request, slug)
    running = event.status in {Event.Status.DRAWN, Event.Status.RUNNING}
    context = {
        "event": event,
        "here": "event",
        "words": company_of(event),
        "rules": event.rule_set,
        "sections": wall_of(event),
        "entries": entries_of(event),
        "log": public_log(event),
        "results": results_of(event) if event.status == Event.Status.FINISHED else None,
        "playing": [Slip(m, tuple(m.sides.all())) for m in at_tables(event)] if running else [],
        "form": form_of(event)() if event.takes_entries else None,
        "now": now(),
    }
    return render(request, "tournament/event.html", context)

"""How an event ended: the podium, the final places, and every team's path."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament.queries.places import results_of
from tournament.views.doors import event_or_404


@require_safe
def results(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the places settled by now, and who is still in; before the draw there is nothing."""
    event = event_or_404(request, slug)
    found = results_of(event)
    if not found.standings:
        raise Http404
    context = {"event": event, "here": "results", "results": found}
    return render(request, "tournament/results.html", context)

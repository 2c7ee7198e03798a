"""The draw on the big screen: step by step, at the pace the desk keeps."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournament.models import Event
from tournament.queries.reveals import reveal_of
from tournament.views.doors import event_or_404


@require_safe
@never_cache
def reveal(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what is out of the draw so far: the newest large, all else in a list that grows."""
    return render(request, "tournament/reveal.html", _seen(event_or_404(request, slug)))


@require_safe
@never_cache
def part(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what changes of it; fetched when the stream says that there is more to see."""
    return render(request, "tournament/_reveal_part.html", _seen(event_or_404(request, slug)))


def _seen(event: Event) -> dict[str, object]:
    shown = reveal_of(event)
    return {"event": event, "here": "reveal", "shown": shown, "draw": shown.draw, "now": now()}

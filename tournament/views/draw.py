"""The draw: what is locked away before it, and the proof after it."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from engine.draws import verify
from tournament.models import Draw
from tournament.queries.draw_facts import draw_facts
from tournament.queries.draws import draw_page, drawn_attempt, last_drawn
from tournament.views.doors import event_or_404


@require_safe
def draw(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what was promised, what happened and what came out."""
    event = event_or_404(request, slug)
    page = draw_page(event)
    facts = draw_facts(page.used) if page.used else {}
    context = {
        "event": event,
        "here": "draw",
        "page": page,
        "facts": facts,
        "lots": [(lot, draw_facts(lot.draw)) for lot in page.lots],
        "differs": verify(facts, facts) if facts else (),
    }
    return render(request, "tournament/draw.html", context)


@require_safe
def facts(request: HttpRequest, slug: str) -> HttpResponse:
    """Give all facts of the draw as a file that ``python -m engine verify`` reads."""
    event = event_or_404(request, slug)
    return _file(last_drawn(event), f"{event.slug}-draw.json")


@require_safe
def attempt_facts(request: HttpRequest, slug: str, attempt: int) -> HttpResponse:
    """Give all facts of one attempt at the bracket, also of one that was set aside later."""
    event = event_or_404(request, slug)
    drawn = drawn_attempt(event, Draw.Kind.BRACKET, attempt)
    return _file(drawn, f"{event.slug}-draw-{attempt}.json")


@require_safe
def partner_facts(request: HttpRequest, slug: str, attempt: int) -> HttpResponse:
    """Give all facts of one lot of partners, in the same form."""
    event = event_or_404(request, slug)
    drawn = drawn_attempt(event, Draw.Kind.PARTNERS, attempt)
    return _file(drawn, f"{event.slug}-partners-{attempt}.json")


def _file(drawn: Draw | None, name: str) -> HttpResponse:
    if drawn is None:
        raise Http404
    answer = JsonResponse(draw_facts(drawn), json_dumps_params={"indent": 2})
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer

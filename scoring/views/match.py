"""The public page of one match: every game, every hand, and why it scored what it scored."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring.queries.match import MatchPage, match_page
from tournament.models import Match
from tournament.queries.activity import activity_of


@require_safe
def show(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the whole page."""
    context = _context(_find(slug, number)) | {"here": "match", "now": now()}
    return render(request, "scoring/match.html", context)


@require_safe
def part(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the live part alone; fetched again at every ping."""
    page = _find(slug, number)
    if request.GET.get("v") == str(page.match.version):
        return HttpResponse(status=204)
    return render(request, "scoring/_match.html", _context(page))


def _context(page: MatchPage) -> dict[str, object]:
    match = page.match
    activity = activity_of(match)
    return {"page": page, "match": match, "event": match.event, "activity": activity}


def _find(slug: str, number: int) -> MatchPage:
    try:
        return match_page(slug, number)
    except Match.DoesNotExist:
        raise Http404(_("There is no such match.")) from None

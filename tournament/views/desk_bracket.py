"""The bracket as the console of the desk: every match leads to what may be done with it."""

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.timezone import now
from django.views.decorators.http import require_safe

from tournament.queries.bracket import bracket_of, slip_of
from tournament.views.desk_doors import Desk, desk, page


@desk()
@require_safe
def bracket(request: HttpRequest, staff: Desk) -> HttpResponse:
    """Show the bracket as everybody sees it, and on each match what holds it up."""
    return page(request, staff, "desk/bracket.html", _sheet(staff) | {"here": "bracket"})


@desk()
@require_safe
def part(request: HttpRequest, staff: Desk) -> HttpResponse:
    """Show what changes of it; fetched on connecting and by those who poll."""
    return page(request, staff, "tournament/_bracket_part.html", _sheet(staff))


@desk()
@require_safe
def card(request: HttpRequest, staff: Desk, number: int) -> HttpResponse:
    """Show one match in the tree and in the list, after a ping."""
    slip = slip_of(staff.event, number)
    if slip is None:
        raise Http404
    return page(request, staff, "tournament/_card.html", _parts() | {"slip": slip, "now": now()})


def _sheet(staff: Desk) -> dict[str, object]:
    return _parts() | {"bracket": bracket_of(staff.event), "now": now()}


def _parts() -> dict[str, object]:
    """Name the fragments that stand where the public page has its own."""
    return {"slip_part": "desk/_slip.html", "line_part": "desk/_slip_line.html"}

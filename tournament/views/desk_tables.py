"""The overview of an event: every table at a glance, and calling matches to them by hand."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.desk_forms import CallForm
from tournament.models import Table
from tournament.permissions import SCORE
from tournament.queries.desk import Board, board_of, meeting
from tournament.services.calls import call_match
from tournament.services.events import edit_event
from tournament.views.desk_doors import Desk, attempt, chosen_number, desk, page
from tournament.wording import match_title


@desk()
@require_safe
def tables(request: HttpRequest, staff: Desk) -> HttpResponse:
    """Show every table at a glance, what blocks the round, what comes next and who did what."""
    return _overview(request, staff)


@desk()
@require_safe
def tables_part(request: HttpRequest, staff: Desk) -> HttpResponse:
    """Show the live part alone. It holds no form: a ping must not wipe what is half chosen."""
    return page(request, staff, "desk/_part.html", {"board": board_of(staff.event, now())})


@desk(acts=SCORE)
@require_POST
def call(request: HttpRequest, staff: Desk) -> HttpResponse:
    """Call a waiting match to a free table by hand."""
    match = get_object_or_404(staff.event.matches, pk=chosen_number(request, "match"))
    table = get_object_or_404(staff.event.tables, pk=chosen_number(request, "table"))

    def act() -> str:
        call_match(match, table, by=staff.actor)
        told = {"match": match_title(match), "table": table.number}
        return _("%(match)s is called to table %(table)d.") % told

    return attempt(
        request,
        act,
        then=reverse("desk:tables", args=[staff.event.slug]),
        again=lambda said, status: _overview(request, staff, said, status),
    )


@desk()
@require_POST
def auto_call(request: HttpRequest, staff: Desk) -> HttpResponse:
    """Turn the switch: do free tables call by themselves? The button says which way."""
    on = request.POST.get("auto_call") == "on"

    def act() -> str:
        edit_event(staff.event, by=staff.actor, auto_call=on)
        return _("Free tables call by themselves now.") if on else _("You call by hand now.")

    return attempt(
        request,
        act,
        then=reverse("desk:tables", args=[staff.event.slug]),
        again=lambda said, status: _overview(request, staff, said, status),
    )


def _overview(
    request: HttpRequest, staff: Desk, refused: str = "", status: int = 200
) -> HttpResponse:
    board = board_of(staff.event, now())
    context = {"board": board, "refused": refused, "here": "tables", "form": _call_form(board)}
    return page(request, staff, "desk/tables.html", context, status)


def _call_form(board: Board) -> CallForm:
    free: list[Table] = sorted(board.free, key=lambda table: table.number)
    return CallForm(
        matches=[(match.pk, meeting(match)) for match in board.ready],
        tables=[(table.pk, str(table)) for table in free],
    )

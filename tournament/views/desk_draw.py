"""The draw at the desk: who is in, what drawing will do, closing the list, and drawing."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.desk_forms import DrawForm, blame
from tournament.forecasts import Forecast
from tournament.models import Draw
from tournament.permissions import DIRECT
from tournament.queries.desk_entries import drawn_or_closed, has_come, roll_of
from tournament.refusals import Refusal, Stale
from tournament.rule_books import draw_algorithm
from tournament.services.draw import draw_bracket, freeze_list
from tournament.services.event_details import NO_SOURCE
from tournament.views.desk_doors import Desk, attempt, desk, done, page


@desk()
@require_safe
def draw(request: HttpRequest, staff: Desk) -> HttpResponse:
    """Show who is in, who is not, and what drawing will do."""
    return _draw(request, staff, DrawForm(source=staff.event.public_source))


@desk(acts=DIRECT)
@require_POST
def freeze(request: HttpRequest, staff: Desk) -> HttpResponse:
    """Close the list, so that the public value can come about."""
    form = DrawForm(request.POST, source=NO_SOURCE)
    everyone = form.is_valid() and form.cleaned_data["everyone"]

    def act() -> str:
        freeze_list(staff.event, by=staff.actor, everyone=everyone)
        return _("The list is closed. Now the public value can come about.")

    return attempt(
        request,
        act,
        then=_address(staff),
        again=lambda *said: _draw(request, staff, _blank(staff), *said),
    )


@desk(acts=DIRECT)
@require_POST
def make(request: HttpRequest, staff: Desk) -> HttpResponse:
    """Draw the bracket. Sent twice, there is one draw."""
    form = DrawForm(request.POST, source=staff.event.public_source)
    refused, status = "", HTTPStatus.UNPROCESSABLE_ENTITY
    if form.is_valid():
        try:
            draw_bracket(staff.event, by=staff.actor, **form.cleaned_data)
        except Stale as stale:
            refused, status = str(stale), HTTPStatus.CONFLICT
        except Refusal as refusal:
            blame(form, refusal)
        else:
            return done(request, _("The bracket is drawn."), _address(staff))
    return _draw(request, staff, form, refused, status)


def _draw(
    request: HttpRequest, staff: Desk, form: DrawForm, refused: str = "", status: int = 200
) -> HttpResponse:
    entries = roll_of(staff.event)
    closed = drawn_or_closed(staff.event)
    context = {
        "roll": entries,
        "arrived": [entry for entry in entries.pairs if has_come(entry)],
        "missing": [entry for entry in entries.pairs if not has_come(entry)],
        "closed": closed,
        "forecast": _forecast(staff, len(closed.entries) if closed else entries.arrived, closed),
        "whole": _forecast(staff, len(entries.pairs), closed),
        "form": form,
        "promised": staff.event.public_source != NO_SOURCE,
        "refused": refused,
        "here": "draw",
    }
    return page(request, staff, "desk/draw.html", context, status)


def _forecast(staff: Desk, count: int, closed: Draw | None) -> Forecast:
    algorithm = closed.algorithm if closed else draw_algorithm(staff.event.rule_book)
    return Forecast(algorithm, count, staff.event.players_each)


def _blank(staff: Desk) -> DrawForm:
    return DrawForm(source=staff.event.public_source)


def _address(staff: Desk) -> str:
    return reverse("desk:draw", args=[staff.event.slug])

"""The draw at the desk: how far it is, what comes next, closing the list, and drawing at once."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.desk_draw_forms import DrawOptionsForm
from tournament.desk_forms import DrawForm, blame
from tournament.draw_words import options_words
from tournament.forecasts import Forecast
from tournament.models import Draw
from tournament.permissions import DIRECT
from tournament.queries.ceremony import Ceremony, ceremony_of, contradictions
from tournament.queries.desk_entries import has_come, roll_of
from tournament.queries.reveals import reveal_of
from tournament.refusals import Refusal, Stale
from tournament.rule_books import draw_algorithm
from tournament.services.draw import draw_bracket, freeze_list
from tournament.services.draw_options import options_are_open
from tournament.services.event_details import NO_SOURCE
from tournament.views.desk_doors import Desk, attempt, desk, done, page

PACES = (0, 3, 6, 10)
"""Seconds between two steps of a draw that goes on by itself; 0: somebody presses the button."""


@desk()
@require_safe
def draw(request: HttpRequest, staff: Desk) -> HttpResponse:
    """Show how far the draw is, and what the next act will do."""
    return show_draw(request, staff)


@desk(acts=DIRECT)
@require_POST
def freeze(request: HttpRequest, staff: Desk) -> HttpResponse:
    """Close the list, so that the draw can begin in front of everybody."""
    form = DrawForm(request.POST, source=NO_SOURCE)
    everyone = form.is_valid() and form.cleaned_data["everyone"]

    def act() -> str:
        freeze_list(staff.event, by=staff.actor, everyone=everyone)
        if staff.event.public_source == NO_SOURCE:
            return _("The list is closed. Now the draw can begin.")
        return _("The list is closed. Now the public value can come about.")

    return attempt(
        request,
        act,
        then=draw_address(staff),
        again=lambda said, status: show_draw(request, staff, refused=said, status=status),
    )


@desk(acts=DIRECT)
@require_POST
def make(request: HttpRequest, staff: Desk) -> HttpResponse:
    """Draw the bracket at once, without the show. Sent twice, there is one draw."""
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
            return done(request, _("The bracket is drawn."), draw_address(staff))
    return show_draw(request, staff, form=form, refused=refused, status=status)


def show_draw(
    request: HttpRequest,
    staff: Desk,
    *,
    form: DrawForm | None = None,
    options: DrawOptionsForm | None = None,
    refused: str = "",
    status: int = 200,
) -> HttpResponse:
    """Draw the page of the draw, with the forms as they were typed where something was wrong."""
    staff.event.refresh_from_db()
    entries, ceremony = roll_of(staff.event), ceremony_of(staff.event)
    arrived = [entry for entry in entries.pairs if has_come(entry)]
    closed = ceremony.draw if ceremony.draw and ceremony.draw.entries else None
    context = {
        "roll": entries,
        "arrived": arrived,
        "missing": [entry for entry in entries.pairs if not has_come(entry)],
        "ceremony": ceremony,
        "closed": closed,
        "shown": reveal_of(staff.event),
        "forecast": _forecast(staff, len(closed.entries) if closed else entries.arrived, closed),
        "whole": _forecast(staff, len(entries.pairs), closed),
        "form": form or DrawForm(source=staff.event.public_source),
        "options": options or DrawOptionsForm.of(staff.event),
        "options_open": options_are_open(staff.event),
        "options_words": _options(ceremony, closed),
        "contradictions": [] if closed else contradictions(staff.event, arrived or entries.pairs),
        "pace": request.GET.get("pace", ""),
        "paces": [str(seconds) for seconds in PACES if seconds],
        "refused": refused,
        "here": "draw",
    }
    return page(request, staff, "desk/draw.html", context, status)


def draw_address(staff: Desk) -> str:
    """Say where the page of the draw is."""
    return reverse("desk:draw", args=[staff.event.slug])


def _options(ceremony: Ceremony, closed: Draw | None) -> str:
    if ceremony.at_tables:
        return options_words({})
    return options_words(closed.options if closed else ceremony.event.draw_options)


def _forecast(staff: Desk, count: int, closed: Draw | None) -> Forecast:
    algorithm = closed.algorithm if closed else draw_algorithm(staff.event.rule_book)
    return Forecast(algorithm, count, staff.event.players_each)

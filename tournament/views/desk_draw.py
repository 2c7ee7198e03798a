"""The draw at the desk: who is in, what drawing will do, closing the list, and drawing."""

from dataclasses import dataclass
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from tournament.desk_forms import DrawForm, blame
from tournament.models import Draw
from tournament.permissions import DIRECT
from tournament.queries.desk_entries import Roll, drawn_or_closed, has_come, roll_of
from tournament.refusals import Refusal, Stale
from tournament.services.draw import draw_bracket, freeze_list
from tournament.services.event_details import NO_SOURCE
from tournament.views.desk_doors import Desk, attempt, desk, done, page


@dataclass(frozen=True, slots=True)
class Forecast:
    """What a draw of so many pairs makes: slots, byes in round 1, and rounds."""

    pairs: int

    @property
    def rounds(self) -> int:
        """How many rounds there will be."""
        return (self.pairs - 1).bit_length()

    @property
    def slots(self) -> int:
        """How many places the first round has."""
        return 1 << self.rounds

    @property
    def byes(self) -> int:
        """How many of them are byes."""
        return self.slots - self.pairs

    def __str__(self) -> str:
        pairs = ngettext("%(n)d pair", "%(n)d pairs", self.pairs) % {"n": self.pairs}
        byes = ngettext("%(n)d bye", "%(n)d byes", self.byes) % {"n": self.byes}
        rounds = ngettext("%(n)d round", "%(n)d rounds", self.rounds) % {"n": self.rounds}
        return _("%(pairs)s in %(slots)d places: %(byes)s in round 1, %(rounds)s.") % {
            "pairs": pairs,
            "slots": self.slots,
            "byes": byes,
            "rounds": rounds,
        }


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
        "forecast": _forecast(entries, closed),
        "whole": Forecast(len(entries.pairs)),
        "form": form,
        "promised": staff.event.public_source != NO_SOURCE,
        "refused": refused,
        "here": "draw",
    }
    return page(request, staff, "desk/draw.html", context, status)


def _forecast(entries: Roll, closed: Draw | None) -> Forecast:
    return Forecast(len(closed.entries) if closed else entries.arrived)


def _blank(staff: Desk) -> DrawForm:
    return DrawForm(source=staff.event.public_source)


def _address(staff: Desk) -> str:
    return reverse("desk:draw", args=[staff.event.slug])

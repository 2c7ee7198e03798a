"""What was done and what was told: the log of all acts, and the letters."""

from django.core.paginator import Paginator
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from relay.letters import resend_letter
from relay.queries import letters_about, troubled_letters
from tournament.permissions import SCORE
from tournament.queries.deeds import lines_of
from tournament.queries.desk import letter_counts, letters_topic
from tournament.refusals import Stale
from tournament.views.desk_doors import DIGITS_MOST, Desk, attempt, desk, page

LINES_ON_A_PAGE = 50


@desk()
@require_safe
def log(request: HttpRequest, staff: Desk) -> HttpResponse:
    """List all acts, or those on one match, newest first, with who did them and when."""
    found, number = lines_of(staff.event), _number(request.GET.get("match", ""))
    if number:
        found = found.filter(Q(match__number=number) | Q(act__match__number=number))
    lines = Paginator(found, LINES_ON_A_PAGE).get_page(request.GET.get("page"))
    return page(request, staff, "desk/log.html", {"lines": lines, "number": number, "here": "log"})


@desk()
@require_safe
def letters(request: HttpRequest, staff: Desk) -> HttpResponse:
    """Show the letters that did not, or may not have, arrived, and how many went well."""
    return _letters(request, staff)


@desk(acts=SCORE)
@require_POST
def resend(request: HttpRequest, staff: Desk, letter: int) -> HttpResponse:
    """Send a letter again, because a person says so."""
    found = get_object_or_404(letters_about(letters_topic(staff.event)), pk=letter)

    def act() -> str:
        if not resend_letter(found):
            raise Stale("letter_moved_on", _("This letter is already on its way, or has arrived."))
        return _("The letter to %(to)s is sent again.") % {"to": found.to}

    return attempt(
        request,
        act,
        then=reverse("desk:letters", args=[staff.event.slug]),
        again=lambda *said: _letters(request, staff, *said),
    )


def _number(text: str) -> int:
    """Read the number of a match; what is none chooses all."""
    is_number = text.isascii() and text.isdecimal() and len(text) <= DIGITS_MOST
    return int(text) if is_number else 0


def _letters(
    request: HttpRequest, staff: Desk, refused: str = "", status: int = 200
) -> HttpResponse:
    context = {
        "troubled": troubled_letters(letters_topic(staff.event)),
        "counts": letter_counts(staff.event),
        "refused": refused,
        "here": "letters",
    }
    return page(request, staff, "desk/letters.html", context, status)

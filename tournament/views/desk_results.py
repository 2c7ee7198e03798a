"""Correcting how a match ended: what follows is shown first wherever play would be undone."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.desk_forms import blame
from tournament.models import Act, Match
from tournament.permissions import DIRECT
from tournament.queries.desk import with_sides
from tournament.refusals import ChoiceNeeded, ChoiceOutdated, Refusal, Stale
from tournament.result_form import ResultForm
from tournament.services.result_corrections import (
    correct_result,
    preview,
    replay_match,
    why_not,
)
from tournament.views.desk_doors import Desk, desk, done, page, sent
from tournament.wording import match_title

Tried = tuple[str, dict[str, Any], int]
"""What was done, in a sentence; or else what the page shows beside the form, and its status."""


@desk(looks=DIRECT)
def correct(request: HttpRequest, staff: Desk, number: int) -> HttpResponse:
    """Show how a match ended and what may be set; change it, or show first what would follow."""
    match = get_object_or_404(with_sides(staff.event.matches.all()), number=number)
    match.event = staff.event
    form = ResultForm(sent(request), match=match, sides=list(match.sides.all()))
    closed = why_not(match)
    tried: Tried = ("", {}, 200)
    if request.method == "POST":
        tried = ("", {"refused": closed}, 409) if closed else _tried(request, staff, match, form)
    said, told, status = tried
    if said:
        return done(request, said, reverse("desk:match", args=[staff.event.slug, number]))
    context = {"match": match, "form": form, "closed": closed, "here": "matches"}
    return page(request, staff, "desk/result.html", context | told, status)


def _tried(request: HttpRequest, staff: Desk, match: Match, form: ResultForm) -> Tried:
    if not form.is_valid():
        return "", {}, 422
    try:
        if "look" in request.POST and form.says_who:
            return "", {"follows": preview(match, **form.ending)}, 200
        return _said(_corrected(request, staff, match, form), match), {}, 200
    except ChoiceNeeded as needed:
        return "", {"follows": needed.follows}, 422
    except Stale as stale:
        newer = stale.follows if isinstance(stale, ChoiceOutdated) else None
        return "", {"refused": str(stale), "follows": newer}, 409
    except Refusal as refusal:
        blame(form, refusal)
        return "", {}, 422


def _corrected(request: HttpRequest, staff: Desk, match: Match, form: ResultForm) -> Act:
    words: dict[str, Any] = {
        "why": form.cleaned_data["why"],
        "entry_key": form.cleaned_data["entry_key"],
        "by": staff.actor,
        "choice": request.POST.get("choice", ""),
        "seen": request.POST.get("seen", ""),
    }
    if form.is_again:
        return replay_match(match, **words)
    return correct_result(match, **form.ending, **words)


def _said(act: Act, match: Match) -> str:
    told = {"match": match_title(match)}
    if act.key == "result_stands":
        return _("%(match)s: the result stands by ruling. This can be taken back.") % told
    if act.key == "match_replayed":
        return _("%(match)s is played again. This can be taken back.") % told
    return _("%(match)s: the result is corrected. This can be taken back.") % told

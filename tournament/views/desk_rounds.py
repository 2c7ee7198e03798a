"""Rounds with rules of their own, at the desk: the final first, each open until its first call."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.day_plan import length_words
from tournament.desk_forms import blame
from tournament.desk_rounds_form import RoundForm
from tournament.models import Event
from tournament.permissions import DIRECT
from tournament.queries.rules import fixed_since
from tournament.refusals import Refusal, Stale
from tournament.round_words import round_name
from tournament.rule_words import round_sentences
from tournament.services.round_rules import ROUNDS_MOST, set_round_rules
from tournament.views.desk_doors import Desk, desk, done, page, sent

USUALLY = 5
"""So many rounds are offered while nobody knows how many there will be."""
OVER = (Event.Status.FINISHED, Event.Status.CANCELLED)


@dataclass(frozen=True, slots=True)
class RoundCard:
    """One round on the page: how it is called, what differs, and the form while it is open."""

    number: int
    title: str
    sentences: list[str]
    takes: str
    form: RoundForm
    fixed: datetime | None


@desk(looks=DIRECT)
@require_safe
def rounds(request: HttpRequest, staff: Desk) -> HttpResponse:
    """Show every round that is there or may be, from the final back."""
    return _page(request, staff)


@desk()
@require_POST
def change_round(request: HttpRequest, staff: Desk, to_go: int) -> HttpResponse:
    """Save what one round plays differently; a round that is not there is not found."""
    if not 1 <= to_go <= (staff.event.rounds or ROUNDS_MOST):
        raise Http404
    form = _form(request, staff.event, to_go)
    if not form.is_valid():
        return _page(request, staff, {to_go: form}, status=422)
    patch = {} if "as_all" in request.POST else form.patch
    try:
        set_round_rules(staff.event, rounds_to_go=to_go, patch=patch, by=staff.actor)
    except Stale as stale:
        staff.event.refresh_from_db()
        return _page(request, staff, refused=str(stale), status=HTTPStatus.CONFLICT)
    except Refusal as refusal:
        blame(form, refusal)
        return _page(request, staff, {to_go: form}, status=422)
    said = _("%(round)s: saved.") % {"round": round_name(staff.event, to_go)}
    return done(request, said, reverse("desk:rounds", args=[staff.event.slug]))


def _page(
    request: HttpRequest,
    staff: Desk,
    forms: Mapping[int, RoundForm] | None = None,
    *,
    refused: str = "",
    status: int = 200,
) -> HttpResponse:
    context = {
        "here": "rules",
        "refused": refused,
        "rounds": _cards(staff.event, forms or {}),
        "over": staff.event.status in OVER,
        "form": next(iter((forms or {}).values()), None),
    }
    return page(request, staff, "desk/rounds.html", context, status)


def _cards(event: Event, forms: Mapping[int, RoundForm]) -> list[RoundCard]:
    fixed = fixed_since(event)
    named = max(map(int, event.round_rules), default=0)
    count = event.rounds or max([USUALLY, named, *forms])
    return [
        RoundCard(
            number=number,
            title=round_name(event, number),
            sentences=round_sentences(event.rule_book, event.round_rules.get(str(number), {})),
            takes=length_words(event.rules_at(sides=0, rounds_to_go=number)),
            form=forms.get(number) or _form(None, event, number),
            fixed=fixed.get(number),
        )
        for number in range(1, count + 1)
    ]


def _form(request: HttpRequest | None, event: Event, number: int) -> RoundForm:
    patch = event.round_rules.get(str(number), {})
    data = sent(request) if request else None
    return RoundForm(data, rules=event.rule_set, patch=patch, number=number)

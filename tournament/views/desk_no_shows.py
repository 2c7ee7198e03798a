"""The clocks of called matches at the desk: who is there, who is late, and waiting longer."""

from collections.abc import Mapping, Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from tournament.desk_acts import places_of
from tournament.desk_people_forms import CountForm
from tournament.models import Match
from tournament.permissions import SCORE
from tournament.queries.deadlines import Deadline, deadlines_of
from tournament.queries.desk import with_sides
from tournament.services.bulk import award_walkovers
from tournament.services.catch_up import catch_up
from tournament.services.departures import consequence
from tournament.services.no_shows import extend, mark_here
from tournament.views.desk_doors import (
    DIGITS_MOST,
    Act,
    Desk,
    Question,
    ask,
    attempt,
    chosen_number,
    desk,
    page,
    sent,
)
from tournament.way_back import with_way_back
from tournament.wording import match_title, side_words

STEP = 5
"""So many minutes longer by one tap."""


@desk()
@require_safe
def late(request: HttpRequest, staff: Desk) -> HttpResponse:
    """Show every clock that runs, the next deadline first, and propose what is due."""
    return _late(request, staff)


@desk(acts=SCORE)
@require_POST
def here(request: HttpRequest, staff: Desk, number: int, who: str) -> HttpResponse:
    """Note that a side is at its table, or take that back; the button says which."""
    match = _found(staff, number)
    places = places_of(match, who) or []
    if len(places) != 1:
        raise Http404
    is_here = request.POST.get("here") != "no"

    def act() -> str:
        side = mark_here(match, places[0], by=staff.actor, here=is_here)
        told = {"team": side_words(side), "match": match_title(match)}
        if is_here:
            return _("%(match)s: %(team)s came to the table.") % told
        return _("%(match)s: %(team)s did not come to the table after all.") % told

    return _attempt(request, staff, act)


@desk(acts=SCORE)
@require_POST
def wait(request: HttpRequest, staff: Desk, number: int) -> HttpResponse:
    """Wait some minutes longer for who is missing."""
    match = _found(staff, number)
    minutes = chosen_number(request, "minutes") or STEP

    def act() -> str:
        extend(match, minutes=minutes, by=staff.actor, seen=request.POST.get("seen", ""))
        told = ngettext(
            "%(match)s waits %(minutes)d minute longer.",
            "%(match)s waits %(minutes)d minutes longer.",
            minutes,
        )
        return told % {"match": match_title(match), "minutes": minutes}

    return _attempt(request, staff, act)


@desk(looks=SCORE, acts=SCORE)
def walkovers(request: HttpRequest, staff: Desk) -> HttpResponse:
    """Ask with the whole list, then give the walkover in several overdue matches at once."""
    chosen = _chosen(request)
    overdue = [
        clock
        for clock in deadlines_of(staff.event, now())
        if clock.is_overdue and clock.match.number in chosen
    ]
    form = CountForm(sent(request))
    question = Question(
        heading=_("Walkovers in several matches"),
        consequences=[_told(clock) for clock in overdue],
        act=_("Give these walkovers"),
        back=_address(staff),
        form=form,
        hidden={"list": ",".join(f"{it.match.number}:{it.missing_word}" for it in overdue)},
        closed="" if overdue or request.method == "POST" else _("Nothing is ticked."),
    )

    def act() -> str:
        found = with_sides(staff.event.matches.filter(number__in=list(chosen)))
        absent = {it.number: places_of(it, chosen[it.number]) or [] for it in found}
        count, key = form.cleaned_data["count"], form.cleaned_data["entry_key"]
        award_walkovers(staff.event, absent, count=count, by=staff.actor, entry_key=key)
        told = ngettext("%(n)d walkover is given.", "%(n)d walkovers are given.", count)
        return with_way_back(told % {"n": count}, staff.event, staff.actor, "bulk_walkover")

    return ask(request, staff, question, act=act, then=_address(staff))


@desk(looks=SCORE, acts=SCORE)
def carry_up(request: HttpRequest, staff: Desk) -> HttpResponse:
    """Ask, then do what the worker has left lying."""
    back = reverse("desk:tables", args=[staff.event.slug])
    question = Question(
        heading=_("Carry the results up now?"),
        consequences=[
            _("Whoever has won is seated in the next match, and free tables are called."),
            _("The worker does this by itself as a rule. If it stays behind, tell the operator."),
        ],
        act=_("Carry up now"),
        back=back,
    )

    def act() -> str:
        carried = catch_up(staff.event)
        told = ngettext("%(n)d result is carried up.", "%(n)d results are carried up.", carried)
        return told % {"n": carried}

    return ask(request, staff, question, act=act, then=back)


def _chosen(request: HttpRequest) -> Mapping[int, str]:
    """Read which matches are meant, and on the second look who is missing in each."""
    posted = request.POST.get("list", "").split(",")
    listed = posted if request.method == "POST" else request.GET.getlist("match")
    pairs = (it.partition(":") for it in listed)
    return {int(number): who for number, _colon, who in pairs if _is_number(number)}


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= DIGITS_MOST


def _told(clock: Deadline) -> str:
    """Say of one match who is missing, and what follows."""
    follows = consequence(clock.match, [side.place for side in clock.missing])
    return f"{match_title(clock.match)}: {follows}"


def _attempt(request: HttpRequest, staff: Desk, act: Act) -> HttpResponse:
    return attempt(
        request,
        act,
        then=_address(staff),
        again=lambda *said: _late(request, staff, *said),
    )


def _late(request: HttpRequest, staff: Desk, refused: str = "", status: int = 200) -> HttpResponse:
    clocks: Sequence[Deadline] = deadlines_of(staff.event, now())
    context = {
        "clocks": clocks,
        "overdue": [clock for clock in clocks if clock.is_overdue],
        "step": STEP,
        "refused": refused,
        "here": "tables",
    }
    return page(request, staff, "desk/late.html", context, status)


def _found(staff: Desk, number: int) -> Match:
    return get_object_or_404(with_sides(staff.event.matches.all()), number=number)


def _address(staff: Desk) -> str:
    return reverse("desk:late", args=[staff.event.slug])

"""Matches at the desk: round by round, and one with everything that may be done with it."""

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.desk_acts import (
    ENDINGS,
    consequences_of,
    is_done_so,
    places_of,
    why_not,
)
from tournament.match_acts import back_of, groups_of
from tournament.models import Match
from tournament.permissions import SCORE
from tournament.queries.deeds import Deed, history_of
from tournament.queries.desk import with_sides
from tournament.queries.desk_matches import Round, matches_in, rounds_of
from tournament.refusals import Stale
from tournament.services.calls import call_match, free_tables, uncall_match
from tournament.services.departures import plays_on
from tournament.services.undo import undo_fault
from tournament.slips import Slip
from tournament.views.desk_doors import (
    Desk,
    Question,
    ask,
    attempt,
    chosen_number,
    desk,
    done,
    page,
)
from tournament.way_back import with_way_back
from tournament.wording import listed, match_title, side_words

State = Match.State


@desk()
@require_safe
def matches(request: HttpRequest, staff: Desk) -> HttpResponse:
    """List one round; without a choice, the lowest that is still open."""
    rounds = rounds_of(staff.event)
    number = _round(rounds, request.GET.get("round", ""))
    context = {
        "rounds": rounds,
        "number": number,
        "matches": matches_in(staff.event, number),
        "here": "matches",
    }
    return page(request, staff, "desk/matches.html", context)


@desk()
@require_safe
def match(request: HttpRequest, staff: Desk, number: int) -> HttpResponse:
    """Show one match: where it stands, what was done with it, and what may be done now."""
    return _match(request, staff, number)


@desk(acts=SCORE)
@require_POST
def call(request: HttpRequest, staff: Desk, number: int) -> HttpResponse:
    """Call this match to a free table by hand."""
    called = _found(staff, number)
    table = get_object_or_404(staff.event.tables, number=chosen_number(request, "table"))

    def act() -> str:
        if called.state not in {State.READY, State.CALLED}:
            raise Stale("not_callable", why_not(called, {State.READY}))
        call_match(called, table, by=staff.actor)
        told = {"match": match_title(called), "table": table.number}
        return _("%(match)s is called to table %(table)d.") % told

    return attempt(
        request,
        act,
        then=_address(staff, number),
        again=lambda *said: _match(request, staff, number, *said),
    )


@desk(looks=SCORE, acts=SCORE)
def uncall(request: HttpRequest, staff: Desk, number: int) -> HttpResponse:
    """Ask, then take a call back."""
    called = _found(staff, number)
    question = Question(
        heading=_("Take match %(number)d back from its table?") % {"number": number},
        consequences=[
            _("The table is free again, and the match keeps its place in line."),
            _("Where free tables call by themselves, it may be called again at once."),
        ],
        act=_("Take the call back"),
        back=_address(staff, number),
        closed=why_not(called, {State.CALLED, State.READY}),
    )

    def act() -> str:
        uncall_match(called, by=staff.actor)
        return _("%(match)s waits for a table again.") % {"match": match_title(called)}

    return ask(request, staff, question, act=act, then=_address(staff, number))


@desk(looks=SCORE, acts=SCORE)
def end(request: HttpRequest, staff: Desk, number: int, key: str, who: str) -> HttpResponse:
    """Ask, then go on without a side that is absent or gives up. What follows is named before."""
    ending, closing = ENDINGS.get(key), _found(staff, number)
    places = places_of(closing, who)
    if ending is None or places is None:
        raise Http404
    if request.method == "POST" and is_done_so(closing, ending, places):
        return done(request, _said(closing), _address(staff, number))
    possible = not why_not(closing, ending.states)
    stays_open = possible and plays_on(closing, places)
    question = Question(
        heading=str(ending.heading) % {"number": number},
        consequences=consequences_of(closing, places) if possible else [],
        act=_("Let the others play on") if stays_open else str(ending.act),
        back=_address(staff, number),
        closed=why_not(closing, ending.states),
    )

    def act() -> str:
        ended = ending.service(closing, by=staff.actor, **{ending.sides_are: places})
        return with_way_back(_said(ended), staff.event, staff.actor, ending.key)

    return ask(request, staff, question, act=act, then=_address(staff, number))


def _round(rounds: Sequence[Round], chosen: str) -> int:
    """Find the round that was asked for, or else the lowest that is open, or else the last."""
    numbers = {str(each.number): each.number for each in rounds}
    still_open = [each.number for each in rounds if each.still_open]
    return numbers.get(chosen) or next(
        iter([*still_open, *sorted(numbers.values(), reverse=True)]), 0
    )


def _match(
    request: HttpRequest, staff: Desk, number: int, refused: str = "", status: int = 200
) -> HttpResponse:
    shown = _found(staff, number)
    context = {
        "match": shown,
        "slip": Slip(shown, tuple(shown.sides.all())),
        "now": now(),
        "groups": groups_of(shown, may_score=staff.may_score, may_direct=staff.may_direct),
        "free": sorted(free_tables(staff.event), key=lambda table: table.number),
        "deeds": [_with_way_back(deed, staff.role) for deed in history_of(shown)],
        "refused": refused,
        "here": "matches",
    }
    return page(request, staff, "desk/match.html", context, status)


def _with_way_back(deed: Deed, role: str) -> tuple[Deed, str, str]:
    """Give an act with the address that takes it back, or with the reason why nothing does."""
    back = back_of(deed, role)
    fault = undo_fault(deed.act) if back and deed.act and deed.is_last else ""
    return deed, "" if fault else back, fault


def _found(staff: Desk, number: int) -> Match:
    found = get_object_or_404(with_sides(staff.event.matches.all()), number=number)
    found.event = staff.event
    return found


def _said(match: Match) -> str:
    if match.is_open:
        playing = [side_words(side) for side in match.sides.select_related("entry") if side.plays]
        still = {"match": match_title(match), "teams": listed(playing)}
        return _("%(match)s goes on. Who plays it: %(teams)s.") % still
    if match.winner is None:
        return _("%(match)s is closed. Nobody goes on.") % {"match": match_title(match)}
    told = {"match": match_title(match), "team": match.winner}
    return _("%(match)s is closed. %(team)s went on.") % told


def _address(staff: Desk, number: int) -> str:
    return reverse("desk:match", args=[staff.event.slug, number])

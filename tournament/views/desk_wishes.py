"""What staff wish of the tables: one table for a match, to pass it by, or to swap two."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.desk_wishes_forms import PinForm, SwapForm
from tournament.models import Match, Table
from tournament.permissions import SCORE
from tournament.queries.desk import with_sides
from tournament.services.table_wishes import CALLABLE, hold_match, pin_match, swap_tables
from tournament.views.desk_doors import Desk, Question, ask, chosen_number, desk, sent
from tournament.wording import match_title

PLAYABLE = frozenset({*CALLABLE, Match.State.PLAYING})


@desk(looks=SCORE, acts=SCORE)
def pin(request: HttpRequest, staff: Desk, number: int) -> HttpResponse:
    """Ask for the one table a match is called to, or for any."""
    match = _found(staff, number)
    tables = list(staff.event.tables.filter(state=Table.State.OPEN))
    form = PinForm(sent(request), tables=tables, initial={"table": match.pinned_id or ""})
    question = Question(
        heading=_("At which table is match %(number)d to be played?") % {"number": number},
        consequences=[
            _("It is called to this table only, before all others."),
            _("While the match is ready and waits for it, the table is given to no other match."),
        ],
        act=_("Keep it so"),
        back=_address(staff, number),
        form=form,
        closed=_closed(match),
    )

    def act() -> str:
        chosen = {table.pk: table for table in tables}.get(form.cleaned_data["table"])
        pin_match(match, chosen, by=staff.actor)
        told = {"match": match_title(match), "table": chosen.number if chosen else ""}
        if chosen is None:
            return _("%(match)s may be called to any table.") % told
        return _("%(match)s is called to table %(table)d only.") % told

    return ask(request, staff, question, act=act, then=_address(staff, number))


@desk(looks=SCORE, acts=SCORE)
def skip(request: HttpRequest, staff: Desk, number: int) -> HttpResponse:
    """Ask, then let free tables pass a match by, or call it in its turn again."""
    match = _found(staff, number)
    holds = request.POST.get("held", "no" if match.held else "yes") == "yes"
    question = _skip_question(staff, match, holds=holds)

    def act() -> str:
        hold_match(match, by=staff.actor, held=holds)
        if holds:
            return _("%(match)s is passed by.") % {"match": match_title(match)}
        return _("%(match)s is called in its turn again.") % {"match": match_title(match)}

    return ask(request, staff, question, act=act, then=_address(staff, number))


@desk(looks=SCORE, acts=SCORE)
def swap(request: HttpRequest, staff: Desk, number: int) -> HttpResponse:
    """Ask for another match, then let it have the table of this one."""
    match = _found(staff, number)
    others = with_sides(staff.event.matches.filter(state__in=CALLABLE).exclude(pk=match.pk))
    offered = list(others.order_by("-state", "ready_at", "number"))
    form = SwapForm(sent(request), matches=offered)
    table = match.table if match.state == Match.State.CALLED else None
    tapped_twice = request.method == "POST" and match.state in PLAYABLE
    question = Question(
        heading=_("Which match is to have the table of match %(number)d?") % {"number": number},
        consequences=[
            _("A match that was called to another table goes the other way: the two swap."),
            _("If it waits for a table, match %(number)d waits in its place.") % {"number": number},
            _("Everybody is called anew and has the full time to come."),
        ],
        act=_("Swap"),
        back=_address(staff, number),
        form=form,
        hidden={"seen": str(table.number) if table else ""},
        closed="" if table or tapped_twice else _not_called(match),
    )

    def act() -> str:
        other = get_object_or_404(staff.event.matches, pk=form.cleaned_data["other"])
        seen = chosen_number(request, "seen") if "seen" in request.POST else None
        swap_tables(match, other, by=staff.actor, table_seen=seen)
        told = {"match": match.number, "other": other.number}
        return _("Match %(other)d has the table of match %(match)d now.") % told

    return ask(request, staff, question, act=act, then=_address(staff, number))


def _skip_question(staff: Desk, match: Match, *, holds: bool) -> Question:
    number = {"number": match.number}
    if holds:
        heading, act = _("Pass match %(number)d by?"), _("Pass it by")
        what = _("Free tables call the matches after it, until you release it. By hand you may.")
    else:
        heading, act = _("Call match %(number)d in its turn again?"), _("Release it")
        what = _("It keeps the place in line it had.")
    return Question(
        heading=heading % number,
        consequences=[what],
        act=act,
        back=_address(staff, match.number),
        hidden={"held": "yes" if holds else "no"},
        closed=_closed(match),
    )


def _closed(match: Match) -> str:
    """Say why nothing is wished of a match any more; empty while it waits."""
    if match.is_at_table and match.table:
        told = _("Match %(match)d is at table %(table)d already. Take the call back first.")
        return told % {"match": match.number, "table": match.table.number}
    return "" if match.is_open else _("This match is already over.")


def _not_called(match: Match) -> str:
    if match.state == Match.State.PLAYING:
        return _("Play has begun. The match stays at its table.")
    return _("This match is not waiting at a table.")


def _found(staff: Desk, number: int) -> Match:
    return get_object_or_404(with_sides(staff.event.matches.all()), number=number)


def _address(staff: Desk, number: int) -> str:
    return reverse("desk:match", args=[staff.event.slug, number])

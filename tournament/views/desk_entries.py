"""The entry list: who has come, who is added by hand, who leaves."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.company import company_of
from tournament.desk_forms import ReasonForm
from tournament.forms import EntryForm, PairForm, PlayerAtDeskForm, SingleForm
from tournament.models import Entry, Event
from tournament.permissions import DIRECT, SCORE
from tournament.queries.desk_entries import found, open_sides, roll_of, with_people
from tournament.services import departures, entries
from tournament.views.desk_doors import Desk, Question, ask, attempt, desk, done, page, sent
from tournament.views.entering import enter_by
from tournament.way_back import with_way_back


@desk()
@require_safe
def roll(request: HttpRequest, staff: Desk) -> HttpResponse:
    """Show the entry list with a check-in button on every line."""
    return _roll(request, staff)


@desk(acts=SCORE)
@require_POST
def check_in(request: HttpRequest, staff: Desk, entry: int) -> HttpResponse:
    """Check an entry in, by one tap."""
    come = _entry(staff, entry)

    def act() -> str:
        entries.check_in(come, by=staff.actor)
        return _("%(team)s checked in.") % {"team": come.name}

    return attempt(
        request,
        act,
        then=_line(request, staff, come),
        again=lambda *said: _roll(request, staff, *said),
    )


@desk(acts=SCORE)
@require_POST
def undo_check_in(request: HttpRequest, staff: Desk, entry: int) -> HttpResponse:
    """Take a check-in back, by one tap."""
    gone = _entry(staff, entry)

    def act() -> str:
        entries.undo_check_in(gone, by=staff.actor)
        return _("The check-in of %(team)s is taken back.") % {"team": gone.name}

    return attempt(
        request,
        act,
        then=_line(request, staff, gone),
        again=lambda *said: _roll(request, staff, *said),
    )


@desk(looks=SCORE, acts=SCORE)
def new_entry(request: HttpRequest, staff: Desk) -> HttpResponse:
    """Enter a pair by hand, or a player where everybody plays alone."""
    form = PlayerAtDeskForm if staff.event.players_each == 1 else PairForm
    heading = str(company_of(staff.event).enter_one)
    return _new(request, staff, form(sent(request)), heading, told=_("%(team)s entered."))


@desk(looks=SCORE, acts=SCORE)
def new_single(request: HttpRequest, staff: Desk) -> HttpResponse:
    """Enter somebody who needs a partner."""
    if staff.event.players_each == 1 and request.method != "POST":
        return redirect("desk:new-entry", staff.event.slug)
    told = _("%(team)s is in and needs a partner.")
    return _new(request, staff, SingleForm(sent(request)), _("Enter a single"), told=told)


def _new(
    request: HttpRequest, staff: Desk, form: EntryForm, heading: str, *, told: str
) -> HttpResponse:
    status = 200
    if request.method == "POST":
        entry, form, status = enter_by(form, staff.event, by=staff.actor)
        if entry:
            return done(request, told % {"team": entry.name}, _list(staff))
    context = {"form": form, "heading": heading, "here": "entries"}
    return page(request, staff, "desk/entry_new.html", context, status)


@desk(looks=DIRECT)
def withdraw(request: HttpRequest, staff: Desk, entry: int) -> HttpResponse:
    """Ask, then take an entry out. Who gains by it is named before."""
    leaving = _entry(staff, entry)
    form = ReasonForm(sent(request))
    question = Question(
        heading=_("Withdraw %(team)s?") % {"team": leaving.name},
        consequences=withdrawal_consequences(staff.event, leaving),
        act=_("Withdraw %(team)s") % {"team": leaving.name},
        back=_list(staff),
        form=form,
    )

    def act() -> str:
        entries.withdraw_entry(leaving, by=staff.actor, reason=form.cleaned_data["reason"])
        said = _("%(team)s withdrew.") % {"team": leaving.name}
        return with_way_back(said, staff.event, staff.actor, "withdrawal")

    return ask(request, staff, question, act=act, then=_list(staff))


def withdrawal_consequences(event: Event, entry: Entry) -> list[str]:
    """Say what happens when an entry leaves now: on the list, or in the bracket."""
    if not entry.is_in:
        return [_("The list goes on without %(team)s.") % {"team": entry.name}]
    if not event.is_drawn:
        return [
            _("The list goes on without %(team)s, and the place is free again.")
            % {"team": entry.name},
            _("They may enter again as long as registration is open."),
        ]
    sides = open_sides(entry)
    if not sides:
        return [
            _("No match is to come for %(team)s. The bracket stays as it is.")
            % {"team": entry.name}
        ]
    return [told for side in sides for told in departures.consequences(side.match, [side.place])]


def _roll(request: HttpRequest, staff: Desk, refused: str = "", status: int = 200) -> HttpResponse:
    wanted = (request.POST if request.method == "POST" else request.GET).get("q", "").strip()
    entry_list = roll_of(staff.event)
    context = {
        "words": company_of(staff.event),
        "roll": entry_list,
        "pairs": found(entry_list.pairs, wanted),
        "q": wanted,
        "refused": refused,
        "here": "entries",
    }
    return page(request, staff, "desk/entries.html", context, status)


def _entry(staff: Desk, number: int) -> Entry:
    return get_object_or_404(with_people(staff.event.entries.all()), pk=number)


def _list(staff: Desk) -> str:
    return reverse("desk:entries", args=[staff.event.slug])


def _line(request: HttpRequest, staff: Desk, entry: Entry) -> str:
    """Lead back to the line that was tapped, in the list as it was searched."""
    query = {"q": request.POST["q"]} if request.POST.get("q") else {}
    return f"{_list(staff)}?{urlencode(query)}#entry-{entry.pk}".replace("?#", "#")

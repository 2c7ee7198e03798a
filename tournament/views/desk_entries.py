"""The entry list: who has come, who is added by hand, who leaves."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.desk_forms import ReasonForm
from tournament.forms import PairForm, SingleForm
from tournament.models import Entry, Event, Match
from tournament.permissions import DIRECT, SCORE
from tournament.queries.desk_entries import found, open_side, roll_of, with_people
from tournament.refusals import Refusal, Stale
from tournament.services import departures, entries
from tournament.views.desk_doors import Desk, Question, ask, attempt, desk, done, page, sent
from tournament.views.entering import enter_pair_once, enter_single_once


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
        return _("%(team)s are checked in.") % {"team": come.name}

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
def new_pair(request: HttpRequest, staff: Desk) -> HttpResponse:
    """Enter a pair by hand."""
    form, status = PairForm(sent(request)), 422
    if request.method == "POST" and form.is_valid():
        try:
            entry = enter_pair_once(staff.event, form.cleaned_data, by=staff.actor)
        except Refusal as refusal:
            form.refuse(refusal)
        except Stale as stale:
            form, status = form.renewed(), 409
            form.refuse(Refusal.because(stale.code, str(stale)))
        else:
            return done(request, _("%(team)s are in.") % {"team": entry.name}, _list(staff))
    context = {"form": form, "heading": _("Enter a pair"), "here": "entries"}
    return page(request, staff, "desk/entry_new.html", context, status if form.errors else 200)


@desk(looks=SCORE, acts=SCORE)
def new_single(request: HttpRequest, staff: Desk) -> HttpResponse:
    """Enter somebody who needs a partner."""
    form, status = SingleForm(sent(request)), 422
    if request.method == "POST" and form.is_valid():
        try:
            entry = enter_single_once(staff.event, form.cleaned_data, by=staff.actor)
        except Refusal as refusal:
            form.refuse(refusal)
        except Stale as stale:
            form, status = form.renewed(), 409
            form.refuse(Refusal.because(stale.code, str(stale)))
        else:
            told = _("%(person)s is in and needs a partner.") % {"person": entry.name}
            return done(request, told, _list(staff))
    context = {"form": form, "heading": _("Enter a single"), "here": "entries"}
    return page(request, staff, "desk/entry_new.html", context, status if form.errors else 200)


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
        return _("%(team)s are withdrawn.") % {"team": leaving.name}

    return ask(request, staff, question, act=act, then=_list(staff))


def withdrawal_consequences(event: Event, entry: Entry) -> list[str]:
    """Say what happens when an entry leaves now: on the list, or in the bracket."""
    if not entry.is_in:
        return [_("%(team)s leave the list.") % {"team": entry.name}]
    if not event.is_drawn:
        return [
            _("%(team)s leave the list, and their place is free again.") % {"team": entry.name},
            _("They may enter again as long as registration is open."),
        ]
    side = open_side(entry)
    if side is None:
        return [
            _("%(team)s have no match to come. The bracket stays as it is.") % {"team": entry.name}
        ]
    if side.match.state == Match.State.WAITING:
        told = {"team": entry.name, "number": side.match.number}
        return [
            _("Whoever comes to match %(number)d goes on without playing. %(team)s are out.") % told
        ]
    return [departures.consequence(side.match, [side.place])]


def _roll(request: HttpRequest, staff: Desk, refused: str = "", status: int = 200) -> HttpResponse:
    wanted = (request.POST if request.method == "POST" else request.GET).get("q", "").strip()
    entry_list = roll_of(staff.event)
    context = {
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

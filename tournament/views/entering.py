"""Entering an event: as a pair, alone and in need of a partner, or to play alone."""

from collections.abc import Callable, Mapping

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournament.actors import SYSTEM, Actor
from tournament.company import company_of
from tournament.forms import (
    EntryForm,
    PairForm,
    PlayerAtDeskForm,
    PlayerForm,
    SingleForm,
    form_of,
)
from tournament.leave_keys import leave_key, opens
from tournament.models import Entry, Event
from tournament.refusals import Refusal, Stale
from tournament.services.entries import enter_pair, enter_player, enter_single
from tournament.views.doors import event_or_404, seconds_to_wait

LISTED = (Entry.State.ENTERED, Entry.State.SINGLE, Entry.State.JOINED)
ACTS: Mapping[type[EntryForm], Callable[..., Entry]] = {
    PairForm: enter_pair,
    SingleForm: enter_single,
    PlayerForm: enter_player,
    PlayerAtDeskForm: enter_player,
}


@require_http_methods(["GET", "HEAD", "POST"])
def enter(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the form by which a place is taken, or take it."""
    event = event_or_404(request, slug)
    return _take(request, event, form_of(event)(_typed(request)))


@require_http_methods(["GET", "HEAD", "POST"])
def partner(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the form for somebody who needs a partner, or take it."""
    event = event_or_404(request, slug)
    if event.players_each == 1 and request.method != "POST":
        return redirect("tournament:enter", slug=event.slug)
    return _take(request, event, SingleForm(_typed(request)))


@require_safe
def entered(request: HttpRequest, slug: str, ref: str) -> HttpResponse:
    """Thank for an entry and say what happens next."""
    event = event_or_404(request, slug)
    entry = get_object_or_404(event.entries, ref=ref, state__in=LISTED)
    key = request.GET.get("key", "")
    context = {
        # Only whoever entered comes with the key: the ref stands on the list of the draw.
        "key": key if opens(entry, key) else "",
        "event": event,
        "words": company_of(event),
        "entry": entry,
        "single": entry.state != Entry.State.ENTERED,
    }
    return render(request, "tournament/entered.html", context)


def enter_by(form: EntryForm, event: Event, *, by: Actor) -> tuple[Entry | None, EntryForm, int]:
    """Enter what a form holds; or give the form back with all that is wrong, and the status."""
    try:
        if form.is_valid():
            return ACTS[type(form)](event, by=by, **form.cleaned_data), form, 200
    except Refusal as refusal:
        form.refuse(refusal)
    except Stale as stale:
        form = form.renewed()
        form.refuse(Refusal.because(stale.code, str(stale)))
        return None, form, 409
    return None, form, 422


def _typed(request: HttpRequest) -> QueryDict | None:
    """Give what was sent, were it nothing at all; None where nothing has been sent yet."""
    return request.POST if request.method == "POST" else None


def _take(request: HttpRequest, event: Event, form: EntryForm) -> HttpResponse:
    """Enter what a form holds, or show it again with all that is wrong; what was typed stays."""
    status, seconds = 200, 0
    if request.method == "POST":
        if seconds := seconds_to_wait(request):
            status = 429
            form.refuse(Refusal.because("too_often", _too_often()))
        else:
            entry, form, status = enter_by(form, event, by=SYSTEM)
            if entry:
                thanks = reverse("tournament:entered", args=[event.slug, entry.ref])
                return redirect(f"{thanks}?key={leave_key(entry)}")
    context = {
        "event": event,
        "words": company_of(event),
        "form": form,
        "single": isinstance(form, SingleForm) and not isinstance(form, PlayerForm),
    }
    answer = render(request, "tournament/enter.html", context, status=status)
    if seconds:
        answer["Retry-After"] = str(seconds)
    return answer


def _too_often() -> str:
    return _(
        "Too many entries have come from your network in the last minute. Nothing was entered yet: "
        "send this form again in a minute."
    )

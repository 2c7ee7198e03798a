"""Entering an event: as a pair, or alone and in need of a partner."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournament.actors import SYSTEM
from tournament.forms import EntryForm, PairForm, SingleForm
from tournament.models import Entry, Event
from tournament.refusals import Refusal, Stale
from tournament.services.entries import enter_pair, enter_single
from tournament.services.names import tidy
from tournament.views.doors import event_or_404

LISTED = (Entry.State.ENTERED, Entry.State.SINGLE, Entry.State.JOINED)


@require_http_methods(["GET", "HEAD", "POST"])
def enter(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the form for a pair, or take it."""
    event = event_or_404(request, slug)
    return _take(request, event, PairForm(_typed(request)), _enter_pair)


@require_http_methods(["GET", "HEAD", "POST"])
def partner(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the form for somebody who needs a partner, or take it."""
    event = event_or_404(request, slug)
    return _take(request, event, SingleForm(_typed(request)), _enter_single)


@require_safe
def entered(request: HttpRequest, slug: str, ref: str) -> HttpResponse:
    """Thank for an entry and say what happens next."""
    event = event_or_404(request, slug)
    entry = get_object_or_404(event.entries, ref=ref, state__in=LISTED)
    context = {"event": event, "entry": entry, "single": entry.state != Entry.State.ENTERED}
    return render(request, "tournament/entered.html", context)


def _typed(request: HttpRequest) -> QueryDict | None:
    """Give what was sent, were it nothing at all; None where nothing has been sent yet."""
    return request.POST if request.method == "POST" else None


def _take(
    request: HttpRequest,
    event: Event,
    form: EntryForm,
    act: Callable[[Event, dict[str, Any]], Entry],
) -> HttpResponse:
    """Enter what a form holds, or show the form with all that is wrong; what was typed stays."""
    status = 200
    if request.method == "POST":
        status = 422
        try:
            if form.is_valid():
                entry = act(event, form.cleaned_data)
                return redirect("tournament:entered", slug=event.slug, ref=entry.ref)
        except Refusal as refusal:
            form.refuse(refusal)
        except Stale as stale:
            status = 409
            form = form.renewed()
            form.refuse(Refusal.because(stale.code, str(stale)))
    context = {"event": event, "form": form, "single": isinstance(form, SingleForm)}
    return render(request, "tournament/enter.html", context, status=status)


def _enter_pair(event: Event, data: dict[str, Any]) -> Entry:
    entry = enter_pair(event, by=SYSTEM, **data)
    if entry.name != tidy(data["name"]):
        # The browser's back button brings an old form back, and with it the key of an entry made.
        raise Stale(
            "form_used",
            _(
                "This form has already entered {team}. Send it again to enter this pair as well."
            ).format(team=entry.name),
        )
    return entry


def _enter_single(event: Event, data: dict[str, Any]) -> Entry:
    return enter_single(event, by=SYSTEM, **data)

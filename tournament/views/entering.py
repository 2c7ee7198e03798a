"""Entering an event: as a pair, or alone and in need of a partner."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournament.actors import SYSTEM, Actor
from tournament.forms import EntryForm, PairForm, SingleForm
from tournament.models import Entry, Event
from tournament.models.people import name_key
from tournament.refusals import Refusal, Stale
from tournament.services.entries import enter_pair, enter_single
from tournament.services.names import tidy
from tournament.views.doors import event_or_404

LISTED = (Entry.State.ENTERED, Entry.State.SINGLE, Entry.State.JOINED)


@require_http_methods(["GET", "HEAD", "POST"])
def enter(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the form for a pair, or take it."""
    event = event_or_404(request, slug)
    return _take(request, event, PairForm(_typed(request)), enter_pair_once)


@require_http_methods(["GET", "HEAD", "POST"])
def partner(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the form for somebody who needs a partner, or take it."""
    event = event_or_404(request, slug)
    return _take(request, event, SingleForm(_typed(request)), enter_single_once)


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


def enter_pair_once(event: Event, data: dict[str, Any], *, by: Actor = SYSTEM) -> Entry:
    """Enter the pair of a form.

    The browser's back button brings an old form back, and with it the key of an entry made: then
    ``Stale`` is raised, and nobody is thanked for an entry that is not there.
    """
    entry = enter_pair(event, by=by, **data)
    if entry.name != tidy(data["name"]) or not _has(entry, data["first"], data["second"]):
        raise Stale(
            "form_used",
            _(
                "This form has already entered {team}. Send it again to enter this pair as well."
            ).format(team=entry.name),
        )
    return entry


def enter_single_once(event: Event, data: dict[str, Any], *, by: Actor = SYSTEM) -> Entry:
    """Enter the single of a form; ``Stale`` when its key has entered somebody else."""
    entry = enter_single(event, by=by, **data)
    if not _has(entry, data["person_name"]):
        raise Stale(
            "form_used",
            _(
                "This form has already entered {person}. Send it again to enter this person as "
                "well."
            ).format(person=entry.name),
        )
    return entry


def _has(entry: Entry, *names: str) -> bool:
    """Whether these people are, or once were, the people of an entry."""
    known = set(entry.players.values_list("person__name_key", flat=True))
    return known.issuperset(name_key(tidy(name)) for name in names)

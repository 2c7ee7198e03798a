"""The desk's front door, the form of an event, and the steps of its life."""

from http import HTTPStatus
from typing import cast

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournament.actors import Actor
from tournament.desk_day import BEFORE, day_of
from tournament.desk_event_form import EventForm
from tournament.desk_forms import blame
from tournament.forms import KeyField
from tournament.models import Club
from tournament.permissions import DIRECT, role_of
from tournament.queries.desk import clubs_of, directed_clubs, events_of
from tournament.refusals import Refusal, Stale
from tournament.services.events import create_event, edit_event
from tournament.views.desk_doors import Desk, desk, done, page, sent
from tournament.views.desk_steps import steps_of

RECKON = "reckon"
"""The button that asks how long it will take, and saves nothing."""


@never_cache
@login_required
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """List the events of every club whose staff you belong to."""
    user = _user(request)
    clubs = clubs_of(user)
    context = {"clubs": clubs, "events": events_of(clubs), "directed": directed_clubs(user)}
    return render(request, "desk/home.html", context)


@never_cache
@login_required
def new_event(request: HttpRequest, club: str) -> HttpResponse:
    """Set an event up: a form, and on POST a draft that nobody sees before registration opens."""
    owner = _directed(_user(request), club)
    form = EventForm(sent(request))
    key = KeyField().clean(request.POST.get("entry_key"))
    if request.method == "POST" and form.is_valid() and RECKON not in request.POST:
        details = form.details({})
        try:
            event = create_event(owner, by=Actor(user=_user(request)), entry_key=key, **details)
        except Refusal as refusal:
            blame(form, _on_the_form(refusal))
        else:
            told = _("%(event)s is set up. Nobody sees it before you open registration.")
            return done(request, told % {"event": event}, reverse("desk:setup", args=[event.slug]))
    status = 422 if form.errors else 200
    context = {"club": owner, "form": form, "key": key, "plan": day_of(form, None)}
    return render(request, "desk/event_new.html", context, status=status)


@desk(looks=DIRECT)
def setup(request: HttpRequest, staff: Desk) -> HttpResponse:
    """Change what is said of the event, and take it to its next step."""
    form = EventForm(sent(request), event=staff.event)
    refused, status = "", 200
    if RECKON in request.POST:
        status = 200 if form.is_valid() else 422
    elif request.method == "POST":
        refused, status = _save(staff, form)
        if status == HTTPStatus.OK:
            return done(request, _("Saved."), reverse("desk:setup", args=[staff.event.slug]))
    context = {
        "form": form,
        "refused": refused,
        "steps": steps_of(staff.event),
        "plan": day_of(form, staff.event),
        "plans": staff.event.status in BEFORE,
        "here": "setup",
    }
    return page(request, staff, "desk/setup.html", context, status)


def _save(staff: Desk, form: EventForm) -> tuple[str, int]:
    """Save what the form says; tell why not, and with which status, if it cannot be."""
    if not form.is_valid():
        return "", 422
    try:
        edit_event(staff.event, by=staff.actor, **form.details(staff.event.rules))
    except Stale as stale:
        return str(stale), 409
    except Refusal as refusal:
        blame(form, _on_the_form(refusal))
        return "", 422
    return "", 200


def _on_the_form(refusal: Refusal) -> Refusal:
    """Move a fault in the rules beside the target: the form has no field of that name."""
    fields = {("target_score" if f == "rules" else f): said for f, said in refusal.fields.items()}
    return Refusal(refusal.code, fields)


def _directed(user: User, slug: str) -> Club:
    """Find a club whose events this user may set up; a stranger does not learn that it exists."""
    club = get_object_or_404(Club, slug=slug)
    role = role_of(user, club)
    if role is None:
        raise Http404
    if role not in DIRECT:
        raise PermissionDenied(_("Only a director of the club sets events up."))
    return club


def _user(request: HttpRequest) -> User:
    return cast("User", request.user)

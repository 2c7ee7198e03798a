"""What a table's phone is answered: the page as it is now, as a whole or as its live part."""

from typing import Any
from uuid import uuid4

from django import forms
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.forms import SeatsForm, ThrowInForm
from scoring.queries.state import Stage, TableState
from scoring.queries.table import table_state
from scoring.tricks_form import TricksForm
from tournament.models import Table


def refused(request: HttpRequest, table: Table, form: forms.Form) -> HttpResponse:
    """Give the form back as it was filled in, unless the table has moved past it."""
    state = table_state(table)
    if state.stage == (Stage.TRICKS if isinstance(form, TricksForm) else Stage.SEATS):
        return page(request, state, form=form, status=422)
    return lost(request, table, _("The table has moved on. Nothing was changed."))


def lost(request: HttpRequest, table: Table, sentence: str) -> HttpResponse:
    """Answer a stale post: the newer state, with a sentence."""
    return page(request, table_state(table), notice=sentence, status=409)


def done(request: HttpRequest, table: Table) -> HttpResponse:
    """Show the new state: as a part, or by way of a redirect that makes reloading harmless."""
    return page(request, table_state(table)) if is_part(request) else home(table)


def home(table: Table) -> HttpResponse:
    """Lead a browser to the table's page."""
    response = HttpResponseRedirect(reverse("scoring:table", args=[table.token]))
    response.status_code = 303
    return response


def page(
    request: HttpRequest,
    state: TableState,
    *,
    status: int = 200,
    form: forms.Form | None = None,
    shown: dict[str, Any] | None = None,
    notice: str = "",
) -> HttpResponse:
    """Show a state of the table: whole, or only its part to a phone that swaps it in."""
    template = "scoring/_table.html" if is_part(request) else "scoring/table.html"
    context = {**context_of(state, form), **(shown or {}), "notice": notice}
    return render(request, template, context, status=status)


def context_of(state: TableState, form: forms.Form | None = None) -> dict[str, Any]:
    """Give the templates what they all need; a form that was not sent is a blank one."""
    return {"state": state, "event": state.event, "form": form or _blank_form(state)}


def _blank_form(state: TableState) -> forms.Form | None:
    if state.stage == Stage.TRICKS and state.deal:
        return TricksForm(pad=state.deal.pad())
    if state.stage == Stage.THROWN_IN:
        return ThrowInForm(initial={"entry_key": uuid4()})
    if state.stage == Stage.SEATS:
        return SeatsForm(sides=state.seat_sides, initial=state.usual_seats)
    return None


def is_part(request: HttpRequest) -> bool:
    """Whether only the live part was asked for."""
    return request.headers.get("HX-Request") == "true"


def is_of_another_match(request: HttpRequest, state: TableState) -> bool:
    """Whether a form was made for a match, or an attempt, that is not at the table any more."""
    return request.POST.get("match", state.sheet_of) != state.sheet_of


def another_match() -> str:
    """Say that a form came too late for its match."""
    return _("Another match is at this table now. Nothing was changed.")

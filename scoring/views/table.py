"""The phone at a table: opened by its link, used by all four players, no login.

Every answer to a post is the page as it is now. A stale post (409) or a refused one (422) comes
with a sentence, and nothing of it is applied.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec
from uuid import uuid4

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engine.faults import RuleError
from scoring.forms import BidForm, MisdealForm, SeatsForm, ThrowInForm
from scoring.models import Game, Hand
from scoring.queries.finding import find_hand, saved_hand
from scoring.queries.remarks import misdeal_causes, misdeal_words
from scoring.queries.sheets import doubts, preview
from scoring.queries.state import TableState
from scoring.queries.table import game_at, table_by_token, table_state
from scoring.services import (
    open_game,
    record_bid,
    record_misdeal,
    record_tricks,
    take_back_bid,
    throw_in,
)
from scoring.tricks_form import TricksForm
from scoring.views.answers import (
    another_match,
    context_of,
    done,
    home,
    is_of_another_match,
    is_part,
    lost,
    page,
    refused,
)
from tournament.actors import Actor
from tournament.models import Table
from tournament.refusals import Refusal, Stale

P = ParamSpec("P")
TableView = Callable[Concatenate[HttpRequest, Table, P], HttpResponse]


def at_table(view: TableView[P]) -> Callable[..., HttpResponse]:
    """Let in whoever holds a table's link. Unknown and revoked links get one and the same answer.

    The link stays between the phone and us: it is not indexed, not stored, and sent to no other
    site. ``no-referrer`` would be no better and would make browsers send plain forms with
    ``Origin: null``, which the check against forged posts refuses.
    """

    @wraps(view)
    def door(request: HttpRequest, token: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            table = table_by_token(token)
        except Table.DoesNotExist:
            response = render(request, "scoring/no_table.html", status=404)
            response["HX-Refresh"] = "true"
        else:
            response = view(request, table, *args, **kwargs)
        response["Referrer-Policy"] = "same-origin"
        response["X-Robots-Tag"] = "noindex, nofollow"
        response["Cache-Control"] = "no-store"
        return response

    return door


@require_safe
@at_table
def show(request: HttpRequest, table: Table) -> HttpResponse:
    """Show the table: what it waits for, the score, and all hands so far."""
    return page(request, table_state(table))


@require_safe
@at_table
def part(request: HttpRequest, table: Table) -> HttpResponse:
    """Answer a phone that asks for news: nothing, the page anew, or only a sentence.

    ``typing`` names the game and hand of a form that somebody is filling in; it is left alone.
    """
    state = table_state(table)
    if request.GET.get("seen") == state.stamp:
        return HttpResponse(status=204)
    if "typing" not in request.GET:
        return render(request, "scoring/_table.html", context_of(state))
    moved = {"state": state, "saved": saved_hand(state, request.GET["typing"])}
    return render(request, "scoring/_moved.html", moved)


@require_POST
@at_table
def open_next(request: HttpRequest, table: Table, game: int) -> HttpResponse:
    """Open the next game with the seats and the dealer that were chosen."""
    state = table_state(table)
    if state.match is None or is_of_another_match(request, state):
        return lost(request, table, another_match())
    form = SeatsForm(request.POST, sides=state.seat_sides)
    if form.is_valid():
        try:
            open_game(
                state.match,
                game_number=game,
                seating=form.seating,
                first_dealer=form.cleaned_data["first_dealer"],
                by=Actor(table=table),
            )
        except Stale as stale:
            return lost(request, table, str(stale))
        except Refusal as refusal:
            for field, sentence in refusal.fields.items():
                form.add_error(field if field in form.fields else None, sentence)
    return done(request, table) if not form.errors else refused(request, table, form)


@require_POST
@at_table
def bid(request: HttpRequest, table: Table, game: int, number: int) -> HttpResponse:
    """Write one seat's bid. The post names the seat, so a double tap is not the next seat's bid."""
    form = BidForm(request.POST)

    def write(found: Game) -> None:
        if not form.is_valid():
            raise Refusal.because("unreadable_bid", _("Tap one of the bids."))
        record_bid(found, number=number, **form.cleaned_data)

    return _act(request, table, game, write)


@require_POST
@at_table
def take_back(request: HttpRequest, table: Table, game: int, number: int) -> HttpResponse:
    """Take a mistyped bid back, as long as the hand is not saved."""

    def write(found: Game) -> None:
        seat = request.POST.get("back", "")
        take_back_bid(found, number=number, seat=seat, by=Actor(table=table))

    return _act(request, table, game, write)


@require_http_methods(["GET", "HEAD", "POST"])
@at_table
def deal_again(request: HttpRequest, table: Table, game: int, number: int) -> HttpResponse:
    """Ask why the deal is void; a post with the cause saves it as that."""
    if request.method == "POST":
        form = MisdealForm(request.POST)

        def write(found: Game) -> None:
            if not form.is_valid():
                raise Refusal.because("unreadable_misdeal", _("Tap one of the causes."))
            record_misdeal(found, number=number, by=Actor(table=table), **form.cleaned_data)

        return _act(request, table, game, write)
    state = table_state(table)
    here = (state.game.number, state.number) if state.game else None
    if state.play is None or here != (game, number) or not state.can_be_void:
        return home(table)
    asked = {
        "causes": misdeal_causes(state.rules),
        "sentences": misdeal_words(state.play, state.names),
        "key": uuid4(),
    }
    return render(request, "scoring/misdeal.html", context_of(state) | asked)


@require_POST
@at_table
def thrown_in(request: HttpRequest, table: Table, game: int, number: int) -> HttpResponse:
    """Save a hand as not played: all have bid, and together too little."""
    form = ThrowInForm(request.POST)

    def write(found: Game) -> None:
        if not form.is_valid():
            raise Refusal.because("unreadable_form", _("Reload this page and try again."))
        throw_in(found, number=number, by=Actor(table=table), **form.cleaned_data)

    return _act(request, table, game, write)


@require_POST
@at_table
def tricks(request: HttpRequest, table: Table, game: int, number: int) -> HttpResponse:
    """Take the tricks of a hand, or say what they would score without writing anything."""
    state = table_state(table)
    found = None if is_of_another_match(request, state) else find_hand(state, game, number)
    if found is None:
        return lost(request, table, _("The table has moved on. Nothing was changed."))
    played, hand = found
    form = TricksForm(request.POST, pad=state.deal_of(played, hand).pad())
    if "preview" in request.POST:
        return _preview(request, state, form, played, hand)
    if form.is_valid():
        try:
            record_tricks(
                played,
                number=number,
                tricks=form.tricks,
                spades=form.spades,
                ace=form.ace,
                entry_key=form.cleaned_data["entry_key"],
                by=Actor(table=table),
            )
        except Stale as stale:
            return lost(request, table, str(stale))
        except RuleError as broken:
            _mark(form, broken, state)
    return done(request, table) if not form.errors else refused(request, table, form)


def _act(
    request: HttpRequest, table: Table, number: int, write: Callable[[Game], object]
) -> HttpResponse:
    """Do something to a game at this table and answer with the page as it is afterwards."""
    game = game_at(table, number, request.POST.get("match", ""))
    if game is None:
        return lost(request, table, another_match())
    try:
        write(game)
    except Stale as stale:
        return lost(request, table, str(stale))
    except Refusal as refusal:
        return page(request, table_state(table), notice=str(refusal), status=422)
    except RuleError as broken:
        state = table_state(table)
        notice = " ".join(fault.say(translation, state.names) for fault in broken.faults)
        return page(request, state, notice=notice, status=422)
    return done(request, table)


def _preview(
    request: HttpRequest, state: TableState, form: TricksForm, game: Game, hand: Hand
) -> HttpResponse:
    shown: dict[str, Any] = {}
    if form.is_valid():
        counts = form.tricks
        try:
            shown["says"] = preview(game, hand, counts, state.names)
            shown["doubts"] = doubts(game, hand, counts, state.names)
        except RuleError as broken:
            _mark(form, broken, state)
    if is_part(request):
        return render(request, "scoring/_says.html", {"state": state, "form": form, **shown})
    return page(request, state, form=form, shown=shown, status=200 if shown else 422)


def _mark(form: forms.Form, broken: RuleError, state: TableState) -> None:
    """Put each fault the engine found next to the keys it is about."""
    for fault in broken.faults:
        field = fault.where.replace(".", "_", 1)
        form.add_error(field if field in form.fields else None, fault.say(translation, state.names))

"""Desk pages that judge a disputed hand from its cards. They only read: nothing is written."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse

from engine.spades.play import review
from engine.spades.rules import RuleSet
from scoring.examine_forms import ExamineForm
from scoring.models import Hand
from scoring.queries.desk import seat_names
from scoring.queries.play import called, examined
from tournament.models import Match
from tournament.permissions import VIEW
from tournament.queries.desk import with_sides
from tournament.views.desk_doors import Desk, desk, page, sent


@dataclass(frozen=True, slots=True)
class Dispute:
    """What is known of the hand before anybody writes a card."""

    rules: RuleSet
    names: Mapping[str, str]
    match: Match | None = None
    hand: Hand | None = None
    counts: Mapping[str, int] | None = None
    initial: Mapping[str, Any] = field(default_factory=dict)


@desk(acts=VIEW, even_archived=True)
def free(request: HttpRequest, staff: Desk) -> HttpResponse:
    """Examine any hand under the rules of the event."""
    return _page(request, staff, Dispute(staff.event.rule_set, {}))


@desk(acts=VIEW, even_archived=True)
def of_match(request: HttpRequest, staff: Desk, number: int) -> HttpResponse:
    """Examine a hand of a match, in the names of those who sit in its newest game."""
    match = _match(staff, number)
    game = match.games.filter(attempt=match.attempt).order_by("-number").first()
    if game is None:
        sides = sum(side.plays for side in match.sides.all())
        return _page(request, staff, Dispute(match.rules_at(sides=sides), {}, match))
    game.match = match
    return _page(request, staff, Dispute(game.rule_set, seat_names(game), match))


@desk(acts=VIEW, even_archived=True)
def of_hand(request: HttpRequest, staff: Desk, number: int, game: int, hand: int) -> HttpResponse:
    """Examine one scored hand: its dealer is known, and its tricks are held against the play."""
    match = _match(staff, number)
    found = get_object_or_404(
        Hand.objects.select_related("game").filter(tricks__isnull=False),
        game__match=match,
        game__attempt=match.attempt,
        game__number=game,
        number=hand,
    )
    found.game.match = match
    dispute = Dispute(
        found.game.rule_set,
        seat_names(found.game),
        match,
        found,
        counts=found.tricks,
        initial={"dealer": found.dealer},
    )
    return _page(request, staff, dispute)


def _page(request: HttpRequest, staff: Desk, dispute: Dispute) -> HttpResponse:
    """Show the form, and below its head what the cards show once they can be read."""
    rules, names = dispute.rules, called(dispute.rules, dispute.names)
    form = ExamineForm(sent(request), rules=rules, names=names, initial=dispute.initial)
    shown, key = None, request.POST.get("tap", "")
    if key:
        form = ExamineForm(rules=rules, names=names, initial=form.tapped(key))
    elif form.is_valid():
        record = replace(form.record, recorded_tricks=dispute.counts)
        shown = examined(record, review(record, rules), rules, names)
    match = dispute.match
    back = reverse("desk:matches", args=[staff.event.slug])
    if match is not None:
        back = reverse("desk:match", args=[staff.event.slug, match.number])
    context = {"form": form, "shown": shown, "match": match, "hand": dispute.hand, "back": back}
    status = 422 if form.errors else 200
    return page(request, staff, "desk/examine.html", context | {"here": "matches"}, status)


def _match(staff: Desk, number: int) -> Match:
    match = get_object_or_404(with_sides(staff.event.matches.all()), number=number)
    match.event = staff.event
    return match

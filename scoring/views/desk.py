"""Desk pages that show hands: every hand of a match, and the form that corrects one."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from engine.faults import RuleError
from scoring.desk_forms import CorrectionForm
from scoring.models import Hand
from scoring.queries.desk import games_of, seat_names
from scoring.services import correct_hand
from tournament.models import Match
from tournament.permissions import SCORE
from tournament.queries.desk import with_sides
from tournament.refusals import Refusal, Stale
from tournament.views.desk_doors import Desk, desk, done, page, sent
from tournament.wording import match_title


@desk()
@require_safe
def hands(request: HttpRequest, staff: Desk, number: int) -> HttpResponse:
    """List every hand of a match with all its versions: who, when and why."""
    match = _match(staff, number)
    context = {"match": match, "games": games_of(match), "here": "matches"}
    return page(request, staff, "desk/hands.html", context)


@desk(looks=SCORE, acts=SCORE)
def correct(request: HttpRequest, staff: Desk, number: int, game: int, hand: int) -> HttpResponse:
    """Correct one hand. Opening the form writes nothing; the old version is always kept."""
    match = _match(staff, number)
    found = _hand(match, game, hand)
    form = CorrectionForm(sent(request), hand=found, names=seat_names(found.game))
    refused, status = "", 200
    if request.method == "POST":
        status = 422
        try:
            if form.is_valid() and _save(staff, form, found):
                told = _("Hand %(hand)d of game %(game)d is corrected.")
                back = reverse("hands:match", args=[staff.event.slug, number])
                return done(request, told % {"hand": hand, "game": game}, back)
        except Stale as lost:
            refused, status = str(lost), 409
            found = _hand(match, game, hand)
            form = CorrectionForm(hand=found, names=seat_names(found.game))
    context = {
        "match": match,
        "hand": found,
        "form": form,
        "refused": refused,
        "title": match_title(match),
        "here": "matches",
    }
    return page(request, staff, "desk/correct.html", context, status)


def _save(staff: Desk, form: CorrectionForm, hand: Hand) -> bool:
    """Save the correction; what keeps it from being saved is told on the form."""
    try:
        correct_hand(
            hand,
            bids=form.bids,
            tricks=form.tricks,
            reason=form.cleaned_data["reason"],
            entry_key=form.cleaned_data["entry_key"],
            seen=form.cleaned_data["version"],
            by=staff.user,
        )
    except (Refusal, RuleError) as refusal:
        form.refuse(refusal)
        return False
    return True


def _match(staff: Desk, number: int) -> Match:
    match = get_object_or_404(with_sides(staff.event.matches.all()), number=number)
    match.event = staff.event
    return match


def _hand(match: Match, game: int, number: int) -> Hand:
    """Find a scored hand of the attempt that counts."""
    hands = Hand.objects.select_related("game").filter(tricks__isnull=False)
    found = get_object_or_404(
        hands, game__match=match, game__attempt=match.attempt, game__number=game, number=number
    )
    found.game.match = match
    return found

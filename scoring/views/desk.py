"""Desk pages that show hands: every hand of a match, and the form that corrects one."""

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from engine.faults import RuleError
from scoring.desk_forms import CorrectionForm
from scoring.models import Hand
from scoring.queries.desk import Draft, draft_of, games_of, seat_names
from scoring.services import correct_hand
from scoring.services.drafts import draft_correction
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
    context = {"match": match, "games": games_of(match, now()), "here": "matches"}
    return page(request, staff, "desk/hands.html", context)


@desk(looks=SCORE, acts=SCORE)
def correct(request: HttpRequest, staff: Desk, number: int, game: int, hand: int) -> HttpResponse:
    """Correct one hand. Opening or trying the form writes nothing; the old version is kept."""
    match = _match(staff, number)
    found = _hand(match, game, hand)
    form = _form(staff, found, sent(request))
    refused, status, draft = "", 200, None
    if request.method == "POST":
        status = 422
        try:
            if form.is_valid() and "preview" in request.POST:
                draft = _draft(form, found)
                status = 200 if draft else 422
            elif form.is_valid() and _save(staff, form, found):
                told = _("Hand %(hand)d of game %(game)d is corrected.")
                back = reverse("hands:match", args=[staff.event.slug, number])
                return done(request, told % {"hand": hand, "game": game}, back)
        except Stale as lost:
            refused, status = str(lost), 409
            found = _hand(match, game, hand)
            form = _form(staff, found, None)
    context = {
        "match": match,
        "hand": found,
        "form": form,
        "draft": draft,
        "refused": refused,
        "title": match_title(match),
        "here": "matches",
    }
    return page(request, staff, "desk/correct.html", context, status)


def _form(staff: Desk, hand: Hand, data: QueryDict | None) -> CorrectionForm:
    """Make the form; rulings are in it for those who may rule."""
    return CorrectionForm(data, hand=hand, names=seat_names(hand.game), may_rule=staff.may_direct)


def _draft(form: CorrectionForm, hand: Hand) -> Draft | None:
    """Try the correction; what is wrong with it is told on the form."""
    try:
        state = draft_correction(hand, **form.said)
    except RuleError as refusal:
        form.refuse(refusal)
        return None
    return draft_of(hand, state, form.names)


def _save(staff: Desk, form: CorrectionForm, hand: Hand) -> bool:
    """Save the correction; what keeps it from being saved is told on the form."""
    try:
        correct_hand(
            hand,
            **form.said,
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

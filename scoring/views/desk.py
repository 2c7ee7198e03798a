"""Desk pages that show hands: every hand of a match, and the form that corrects one."""

from collections.abc import Sequence
from dataclasses import dataclass, field

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
from scoring.queries.voided import VoidHands, hands_void
from scoring.services import correct_hand
from scoring.services.drafts import draft_correction, follow_correction
from scoring.services.outcomes import Chosen, chosen_by
from tournament.models import Match
from tournament.permissions import SCORE
from tournament.queries.consequences import Consequences
from tournament.queries.desk import with_sides
from tournament.refusals import ChoiceNeeded, ChoiceOutdated, Refusal, Stale
from tournament.views.desk_doors import Desk, desk, done, page, sent
from tournament.wording import match_title


@desk()
@require_safe
def hands(request: HttpRequest, staff: Desk, number: int) -> HttpResponse:
    """List every hand of a match with all its versions: who, when and why."""
    match = _match(staff, number)
    context = {"match": match, "games": games_of(match, now()), "here": "matches"}
    return page(request, staff, "desk/hands.html", context)


@dataclass(frozen=True, slots=True)
class Tried:
    """A correction that was tried: the new score, and what becomes of later matches."""

    draft: Draft | None = None
    follows: Consequences | None = None

    @property
    def void(self) -> Sequence[VoidHands]:
        """The hands of later matches that would be void."""
        return hands_void(self.follows) if self.follows else ()


@dataclass(frozen=True, slots=True)
class Answer:
    """What a form that was not saved is answered with."""

    form: CorrectionForm
    status: int = 200
    refused: str = ""
    tried: Tried = field(default_factory=Tried)


@desk(looks=SCORE, acts=SCORE)
def correct(request: HttpRequest, staff: Desk, number: int, game: int, hand: int) -> HttpResponse:
    """Correct one hand. Opening or trying the form writes nothing; the old version is kept."""
    match = _match(staff, number)
    found = _hand(match, game, hand)
    back = reverse("hands:match", args=[staff.event.slug, number])
    form = _form(staff, found, sent(request))
    answer: Answer | None = Answer(form)
    if request.method == "POST":
        try:
            answer = _answer(request, staff, form, found)
        except Stale as lost:
            found = _hand(match, game, hand)
            answer = Answer(_form(staff, found, None), 409, str(lost))
    if answer is None:
        told = _("Hand %(hand)d of game %(game)d is corrected.")
        return done(request, told % {"hand": hand, "game": game}, back)
    context = {
        "match": match,
        "hand": found,
        "form": answer.form,
        "draft": answer.tried.draft,
        "follows": answer.tried.follows,
        "void": answer.tried.void,
        "refused": answer.refused,
        "back": back,
        "title": match_title(match),
        "here": "matches",
    }
    return page(request, staff, "desk/correct.html", context, answer.status)


def _answer(request: HttpRequest, staff: Desk, form: CorrectionForm, hand: Hand) -> Answer | None:
    """Save or try a correction; nothing comes back once it is saved.

    Raises:
        Stale: the hand says something else by now than when the form was opened.
    """
    if not form.is_valid():
        return Answer(form, 422)
    if "preview" in request.POST:
        tried = _try(form, hand)
        return Answer(form, 200 if tried.draft else 422, tried=tried)
    try:
        if _save(staff, form, hand, chosen_by(request.POST)):
            return None
    except ChoiceNeeded:
        return Answer(form, 422, tried=_try(form, hand))
    except Stale as lost:
        if lost.code != "nothing_follows" and not isinstance(lost, ChoiceOutdated):
            raise
        return Answer(form, 409, str(lost), _try(form, hand))
    asks_again = "choice" in request.POST and set(form.errors) <= {"reason"}
    return Answer(form, 422, tried=_try(form, hand) if asks_again else Tried())


def _form(staff: Desk, hand: Hand, data: QueryDict | None) -> CorrectionForm:
    """Make the form; rulings are in it for those who may rule."""
    return CorrectionForm(data, hand=hand, names=seat_names(hand.game), may_rule=staff.may_direct)


def _try(form: CorrectionForm, hand: Hand) -> Tried:
    """Try the correction; what is wrong with it is told on the form."""
    try:
        state = draft_correction(hand, **form.said)
        return Tried(draft_of(hand, state, form.names), follow_correction(hand, state))
    except (Refusal, RuleError) as refusal:
        form.refuse(refusal)
        return Tried()


def _save(staff: Desk, form: CorrectionForm, hand: Hand, choice: Chosen) -> bool:
    """Save the correction; what keeps it from being saved is told on the form."""
    try:
        correct_hand(
            hand,
            **form.said,
            **choice,
            reason=form.cleaned_data["reason"],
            entry_key=form.cleaned_data["entry_key"],
            seen=form.cleaned_data["version"],
            by=staff.user,
        )
    except ChoiceNeeded:
        raise
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

"""Desk pages on which a director rules on a hand, and on which time is called."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import translation
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from engine.spades.hands import Ruling
from engine.spades.rulings import ruling_faults
from engine.spades.sheet import rule_sheet
from scoring.models import Game
from scoring.queries.clock import clocks_of
from scoring.queries.desk import seat_names
from scoring.queries.rule_words import ruling_words
from scoring.queries.voided import hands_void
from scoring.ruling_forms import ClaimForm, NotedForm, RulingForm
from scoring.services.clock import call_time, call_time_everywhere
from scoring.services.outcomes import chosen_by
from scoring.services.rulings import rule_on, rule_on_claim, take_back_ruling
from tournament.desk_forms import blame
from tournament.models import Match
from tournament.permissions import DIRECT, SCORE
from tournament.queries.consequences import Consequences
from tournament.queries.desk import with_sides
from tournament.refusals import ChoiceNeeded, ChoiceOutdated, Refusal, Stale
from tournament.views.desk_doors import Desk, Question, ask, attempt, desk, done, page, sent
from tournament.wording import match_title


@dataclass(frozen=True, slots=True)
class Sheet:
    """A hand that is ruled on: of which match and game, and who sits there."""

    match: Match
    game: Game
    number: int
    names: Mapping[str, str]

    @property
    def back(self) -> str:
        """The page with the hands of the match."""
        return reverse("hands:match", args=[self.match.event.slug, self.match.number])


@desk(looks=DIRECT)
def rule(request: HttpRequest, staff: Desk, number: int, game: int, hand: int) -> HttpResponse:
    """Rule on a hand, open or saved."""
    sheet = _sheet(staff, number, game, hand)
    form = RulingForm(sent(request), rules=sheet.game.rule_set, names=sheet.names)

    def act() -> str:
        rule_on(sheet.game, number=hand, by=staff.user, **form.said, **chosen_by(request.POST))
        return _("The ruling on hand %(hand)d is written down.") % {"hand": hand}

    heading = _("Rule on hand %(hand)d") % {"hand": hand}
    return _page(request, staff, sheet, form, act, heading)


@desk(looks=DIRECT)
def claim(request: HttpRequest, staff: Desk, number: int, game: int, hand: int) -> HttpResponse:
    """Decide a claim of a renege: it stands, or it is ruled against whoever made it."""
    sheet = _sheet(staff, number, game, hand)
    form = ClaimForm(sent(request), rules=sheet.game.rule_set, names=sheet.names)

    def act() -> str:
        decided: dict[str, Any] = {**form.said, **chosen_by(request.POST)}
        rule_on_claim(sheet.game, number=hand, by=staff.user, **decided)
        return _("The claim about hand %(hand)d is decided.") % {"hand": hand}

    heading = _("Decide a claim about hand %(hand)d") % {"hand": hand}
    return _page(request, staff, sheet, form, act, heading)


@desk(looks=DIRECT)
def take_back(request: HttpRequest, staff: Desk, number: int, game: int, hand: int) -> HttpResponse:
    """Ask before a ruling is taken back, and why it is."""
    sheet = _sheet(staff, number, game, hand)
    key = (request.POST if request.method == "POST" else request.GET).get("ruling", "")
    ruling = _ruling(key, sheet)
    form = NotedForm(sent(request))

    def act() -> str:
        said = {name: form.cleaned_data[name] for name in ("note", "entry_key")}
        said |= chosen_by(request.POST)
        take_back_ruling(sheet.game, number=hand, ruling=ruling, by=staff.user, **said)
        return _("The ruling on hand %(hand)d is taken back.") % {"hand": hand}

    question = Question(
        heading=_("Take a ruling on hand %(hand)d back") % {"hand": hand},
        consequences=[
            ruling_words(ruling, sheet.game.rule_set, sheet.names),
            _("The game is scored anew. The log keeps the ruling, and that it was taken back."),
        ],
        act=_("Take the ruling back"),
        back=sheet.back,
        form=form,
        hidden={"ruling": key},
    )
    return ask(request, staff, question, act=act, then=sheet.back)


@desk(acts=SCORE)
def clock(request: HttpRequest, staff: Desk) -> HttpResponse:
    """Show how long every game has run; on a tap, call time at all tables."""
    again = reverse("hands:clock", args=[staff.event.slug])
    if request.method == "POST":
        called = call_time_everywhere(staff.event, by=staff.user)
        told = ngettext(
            "Time was called at %(n)d table.", "Time was called at %(n)d tables.", called
        )
        return done(request, told % {"n": called}, again)
    return _clock(request, staff)


@desk(acts=SCORE)
@require_POST
def call(request: HttpRequest, staff: Desk, number: int, game: int) -> HttpResponse:
    """Call time in one game."""
    match = _match(staff, number)
    found = get_object_or_404(match.games.filter(attempt=match.attempt), number=game)
    found.match = match

    def act() -> str:
        call_time(found, by=staff.user)
        told = {"match": match_title(match), "game": game}
        return _("%(match)s, game %(game)d: time is called.") % told

    there = reverse("hands:match", args=[staff.event.slug, number])
    return attempt(
        request, act, then=there, again=lambda said, status: _clock(request, staff, said, status)
    )


def _clock(request: HttpRequest, staff: Desk, refused: str = "", status: int = 200) -> HttpResponse:
    clocks = clocks_of(staff.event, now())
    context = {"clocks": clocks, "refused": refused, "here": "tables"}
    return page(request, staff, "desk/clock.html", context, status)


def _page(
    request: HttpRequest,
    staff: Desk,
    sheet: Sheet,
    form: NotedForm,
    act: Callable[[], str],
    heading: str,
) -> HttpResponse:
    """Show a form of a ruling; sent, write it down or say beside each field why not."""
    refused, status = "", 200
    follows: Consequences | None = None
    if request.method == "POST":
        status = 422
        try:
            if form.is_valid():
                return done(request, act(), sheet.back)
        except ChoiceNeeded as needed:
            follows = cast("Consequences", needed.follows)
        except ChoiceOutdated as lost:
            refused, status = str(lost), 409
            follows = cast("Consequences", lost.follows)
        except Stale as lost:
            refused, status = str(lost), 409
            form.renew()
        except Refusal as refusal:
            blame(form, refusal)
    context: dict[str, Any] = {
        "form": form,
        "sheet": sheet,
        "heading": heading,
        "refused": refused,
        "follows": follows,
        "void": hands_void(follows) if follows else (),
        "penalties": _penalties(sheet.game),
        "match": sheet.match,
        "here": "matches",
    }
    return page(request, staff, "desk/ruling.html", context, status)


def _penalties(game: Game) -> list[str]:
    """Say what the rules of the game have on penalties, as it hangs on the wall."""
    sections = (it.sentences for it in rule_sheet(game.rule_set) if it.key == "penalties")
    return [sentence.say(translation) for sentence in next(sections, ())]


def _ruling(key: str, sheet: Sheet) -> Ruling:
    """Read which ruling an address names; one that never was is not found."""
    parts = dict(zip(("offence", "seat", "nth", "phase", "effect"), key.split(","), strict=False))
    said: dict[str, Any] = {name: it for name, it in parts.items() if it}
    nth = said.get("nth", "")
    said["nth"] = int(nth) if nth.isascii() and nth.isdecimal() and len(nth) == 1 else 0
    if any(ruling_faults([said], sheet.game.rule_set)):
        raise Http404
    return Ruling(**said)


def _sheet(staff: Desk, number: int, game: int, hand: int) -> Sheet:
    """Find a hand that was saved, or the next one of a game in play."""
    match = _match(staff, number)
    found = get_object_or_404(match.games.filter(attempt=match.attempt), number=game)
    found.match = match
    if not 1 <= hand <= found.hands_played + (not found.winner):
        raise Http404
    return Sheet(match, found, hand, seat_names(found))


def _match(staff: Desk, number: int) -> Match:
    match = get_object_or_404(with_sides(staff.event.matches.all()), number=number)
    match.event = staff.event
    return match

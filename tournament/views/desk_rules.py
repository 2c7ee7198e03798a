"""The rules of an event at the desk: chosen from presets, changed, looked at, saved."""

from http import HTTPStatus
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from engine.spades.presets import find_preset, presets
from engine.spades.rules import PRESETS, RuleSet
from tournament.desk_forms import blame
from tournament.desk_rules_form import BASIC, EVERYTHING, MORE, RulesForm
from tournament.models import Event
from tournament.permissions import DIRECT
from tournament.refusals import Refusal, Stale
from tournament.rule_words import sections_of
from tournament.sample_hands import sample_of
from tournament.services.events import edit_event
from tournament.views.desk_doors import Desk, chosen_number, desk, done, page

DEPTHS = (BASIC, MORE, EVERYTHING)


class Start(NamedTuple):
    """A rule set to start from, as the page offers it."""

    key: str
    title: str


@desk(looks=DIRECT)
def rules(request: HttpRequest, staff: Desk) -> HttpResponse:
    """Choose the rules of a draft; once registration is open, read them."""
    if staff.event.status != Event.Status.DRAFT:
        return _frozen(request, staff)
    if request.method != "POST":
        return _form(request, staff, RulesForm(start=_start(request, staff.event)))
    form = RulesForm(request.POST, start=staff.event.rule_set)
    if "preview" in request.POST:
        return _shown(request, staff, form)
    if not form.is_valid():
        return _form(request, staff, form, status=422)
    moved = form.seated
    if moved.notice is not None:
        turned = RulesForm(start=moved.rules)
        return _form(request, staff, turned, moved.notice.say(translation), 422)
    return _save(request, staff, form) if "save" in request.POST else _form(request, staff, form)


def _save(request: HttpRequest, staff: Desk, form: RulesForm) -> HttpResponse:
    """Save the rules, or say why not beside what was typed. Sent twice, they are saved once."""
    try:
        edit_event(staff.event, by=staff.actor, rules=form.seated.rules.to_json())
    except Stale as stale:
        return _form(request, staff, form, str(stale), HTTPStatus.CONFLICT)
    except Refusal as refusal:
        blame(form, refusal)
        return _form(request, staff, form, status=422)
    return done(request, _("The rules are saved."), reverse("desk:rules", args=[staff.event.slug]))


def _start(request: HttpRequest, event: Event) -> RuleSet:
    """Find what the form starts from: the preset that was asked for, or the event's own rules."""
    key = request.GET.get("start")
    if key is None:
        return event.rule_set
    found = find_preset(key)
    if found is None:
        raise Http404
    return found.rules


def _form(
    request: HttpRequest, staff: Desk, form: RulesForm, refused: str = "", status: int = 200
) -> HttpResponse:
    games = [it.title.say(translation) for it in presets() if it.key == form.base.variant]
    context = {
        "form": form,
        "refused": refused,
        "here": "rules",
        "game": games[0],
        "depth": _depth(request),
        "depths": [(BASIC, _("Basic")), (MORE, _("More")), (EVERYTHING, _("Everything"))],
        "games": [it for it in _starts() if it.key in PRESETS],
        "sheets": [it for it in _starts() if it.key not in PRESETS],
        **_looked_at(form),
    }
    return page(request, staff, "desk/rules.html", context, status)


def _shown(request: HttpRequest, staff: Desk, form: RulesForm) -> HttpResponse:
    """Show what the rules would do, and nothing else of the page."""
    context = _looked_at(form)
    status = 422 if form.errors else 200
    return page(request, staff, "desk/_rules_shown.html", context | {"form": form}, status)


def _looked_at(form: RulesForm) -> dict[str, object]:
    """Say what a sample hand scores, and what the sheet says; nothing of rules with faults."""
    if form.errors:
        return {}
    said = form.seated.rules if form.is_bound else form.base
    return {"sample": sample_of(said), "sections": sections_of(said)}


def _starts() -> list[Start]:
    return [Start(it.key, it.title.say(translation)) for it in presets()]


def _depth(request: HttpRequest) -> int:
    """Read how much the form shows at once; the rest is folded away."""
    if request.method == "POST":
        asked = chosen_number(request, "depth") or chosen_number(request, "shown_depth")
    else:
        given = request.GET.get("depth", "")
        asked = int(given) if given in {"1", "2", "3"} else BASIC
    return asked if asked in DEPTHS else BASIC


def _frozen(request: HttpRequest, staff: Desk) -> HttpResponse:
    """Show the rules as they stand; whoever wants to change them is told that it is too late."""
    late = request.method == "POST"
    refused = _("Nothing was saved: the rules are fixed since registration opened.")
    context = {
        "here": "rules",
        "refused": refused if late else "",
        "sections": sections_of(staff.event.rule_set),
        "sample": sample_of(staff.event.rule_set),
    }
    status = HTTPStatus.CONFLICT if late else HTTPStatus.OK
    return page(request, staff, "desk/rules_fixed.html", context, status)

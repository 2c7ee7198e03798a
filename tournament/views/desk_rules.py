"""The rules of an event at the desk: chosen from presets, changed, looked at, saved."""

from http import HTTPStatus
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from engine.spades.presets import find_preset, presets
from engine.spades.rules import PRESETS
from tournament.desk_forms import blame
from tournament.desk_rules_form import BASIC, EVERYTHING, MORE, RulesForm
from tournament.models import Event
from tournament.permissions import DIRECT
from tournament.queries.rules import letters_due, rules_are_open, versions_of
from tournament.refusals import Refusal, Stale
from tournament.rule_books import RuleBook, read_rule_book, rules_for
from tournament.rule_words import changes_between, sections_of, wall_of
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
    """Choose the rules, until the list is closed for the draw; from then on, read them."""
    if not rules_are_open(staff.event):
        return _fixed(request, staff)
    if request.method != "POST":
        return _form(request, staff, RulesForm(start=_start(request, staff.event)))
    form = RulesForm(request.POST, start=staff.event.rule_book)
    if "preview" in request.POST:
        return _shown(request, staff, form)
    if not form.is_valid():
        return _form(request, staff, form, status=422)
    moved = form.seated
    if moved.notice is not None:
        turned = RulesForm(start=read_rule_book(moved.rules.to_json()))
        return _form(request, staff, turned, moved.notice.say(translation), 422)
    return _save(request, staff, form) if "save" in request.POST else _form(request, staff, form)


def _save(request: HttpRequest, staff: Desk, form: RulesForm) -> HttpResponse:
    """Save the rules, or say why not beside what was typed. Sent twice, they are saved once."""
    if form.book is None:
        raise ValueError("rules with faults are not saved")
    try:
        edit_event(
            staff.event,
            by=staff.actor,
            rules=form.book.to_json(),
            rules_seen=chosen_number(request, "seen") if "seen" in request.POST else None,
        )
    except Stale as stale:
        staff.event.refresh_from_db()
        newer = RulesForm(start=staff.event.rule_book)
        return _form(request, staff, newer, str(stale), HTTPStatus.CONFLICT)
    except Refusal as refusal:
        blame(form, refusal)
        return _form(request, staff, form, status=422)
    return done(request, _("The rules are saved."), reverse("desk:rules", args=[staff.event.slug]))


def _start(request: HttpRequest, event: Event) -> RuleBook:
    """Find what the form starts from: the preset that was asked for, or the event's own rules."""
    key = request.GET.get("start")
    if key is None:
        return event.rule_book
    found = find_preset(key)
    if found is None:
        raise Http404
    return read_rule_book(found.rules.to_json())


def _form(
    request: HttpRequest, staff: Desk, form: RulesForm, refused: str = "", status: int = 200
) -> HttpResponse:
    games = [it.title.say(translation) for it in presets() if it.key == form.base.variant]
    versions = versions_of(staff.event)
    context = {
        "form": form,
        "refused": refused,
        "here": "rules",
        "game": games[0],
        "started": next((it.title for it in _starts() if it.key == request.GET.get("start")), ""),
        "depth": _depth(request),
        "depths": [(BASIC, _("Basic")), (MORE, _("More")), (EVERYTHING, _("Everything"))],
        "games": [it for it in _starts() if it.key in PRESETS],
        "sheets": [it for it in _starts() if it.key not in PRESETS],
        "versions": versions,
        "seen": versions[0].number if versions else 0,
        "letters": letters_due(staff.event),
        **_looked_at(staff.event, form),
    }
    return page(request, staff, "desk/rules.html", context, status)


def _shown(request: HttpRequest, staff: Desk, form: RulesForm) -> HttpResponse:
    """Show what the rules would do, and nothing else of the page."""
    context = _looked_at(staff.event, form)
    status = 422 if form.errors else 200
    return page(request, staff, "desk/_rules_shown.html", context | {"form": form}, status)


def _looked_at(event: Event, form: RulesForm) -> dict[str, object]:
    """Say what a sample hand scores, what the sheet says and what is new; nothing with faults."""
    if form.errors:
        return {}
    said = form.shown
    context: dict[str, object] = {
        "sample": sample_of(rules_for(said, sides=0)),
        "sections": sections_of(said),
    }
    if event.status != Event.Status.DRAFT:
        context["changes"] = changes_between(event.rule_book, said)
    return context


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


def _fixed(request: HttpRequest, staff: Desk) -> HttpResponse:
    """Show the rules as they stand; whoever wants to change them is told that it is too late."""
    late = request.method == "POST"
    refused = _("Nothing was saved: the rules are fixed since the list was closed for the draw.")
    event = staff.event
    context = {
        "here": "rules",
        "refused": refused if late else "",
        "sections": wall_of(event),
        "sample": sample_of(event.rule_set),
        "versions": versions_of(event),
    }
    status = HTTPStatus.CONFLICT if late else HTTPStatus.OK
    return page(request, staff, "desk/rules_fixed.html", context, status)

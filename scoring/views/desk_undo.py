"""The page of the desk on which an act is taken back: what it was, and what is restored."""

from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.queries.desk import seat_names
from scoring.queries.sheets import paper_words
from scoring.services.outcomes import chosen_by
from scoring.services.undo import act_fault, take_back_act, version_of
from scoring.undo_form import TakeBackForm
from tournament import log
from tournament.models import Act
from tournament.permissions import SCORE, who_takes_back
from tournament.views.desk_doors import Desk, Question, ask, desk, require, sent


@desk(looks=SCORE, acts=SCORE)
def take_back(request: HttpRequest, staff: Desk, number: int) -> HttpResponse:
    """Ask before an act is taken back; one that cannot be says why, and what to do instead."""
    acts = staff.event.acts.select_related("match", "by", "undoes")
    act = standing(acts, get_object_or_404(acts, number=number))
    act.event = staff.event
    require(staff, who_takes_back(act))
    form = TakeBackForm(sent(request))
    slug = staff.event.slug
    back = reverse("desk:match", args=[slug, act.match.number]) if act.match else ""
    back = back or reverse("desk:log", args=[slug])

    def do() -> str:
        key = form.cleaned_data["entry_key"]
        take_back_act(act, entry_key=key, by=staff.actor, **chosen_by(request.POST))
        return _("Act %(act)d is taken back.") % {"act": act.number}

    question = Question(
        heading=_("Take back act %(act)d") % {"act": act.number},
        consequences=[*_told(act), *_restores(act)],
        act=_("Take it back"),
        back=back,
        form=form,
        closed="" if _is_done(act, request) else act_fault(act),
    )
    return ask(request, staff, question, act=do, then=back)


def standing(acts: QuerySet[Act], act: Act) -> Act:
    """Find the act by which one stands: the last that did it again, else itself."""
    undone = acts.filter(undoes=act).first()
    again = acts.filter(undoes=undone).first() if undone else None
    return standing(acts, again) if again else act


def _is_done(act: Act, request: HttpRequest) -> bool:
    """Whether this very form has taken the act back: a second tap is told the same."""
    key = TakeBackForm(sent(request))
    sent_again = key.is_bound and key.is_valid()
    return (
        sent_again
        and Act.objects.filter(undoes=act, entry_key=key.cleaned_data["entry_key"]).exists()
    )


def _told(act: Act) -> list[str]:
    """Say what was done, in the sentences of the log, and by whom."""
    lines = [log.sentence(line) for line in act.lines.order_by("pk")]
    who = act.by.get_full_name() or act.by.get_username()
    return [*lines, _("Done by %(who)s.") % {"who": who}]


def _restores(act: Act) -> list[str]:
    """Say what goes back to what it was."""
    changed = Q(pk__in=act.before.get("match", {})) | Q(sides__in=act.before.get("side", {}))
    found = act.event.matches.filter(changed).order_by("number").distinct()
    numbers = ", ".join(str(number) for number in found.values_list("number", flat=True))
    entries = act.event.entries.filter(pk__in=act.before.get("entry", {})).order_by("name")
    told = ngettext(
        "Back to what it was: match %(n)s.", "Back to what they were: matches %(n)s.", len(found)
    )
    said = [told % {"n": numbers}] if numbers else []
    said += [_("Back to what it was: %(team)s.") % {"team": entry} for entry in entries]
    return [*said, *_hand_says(act), _("The log keeps the act, and that it was taken back.")]


def _hand_says(act: Act) -> list[str]:
    """Say what a corrected hand says again then."""
    written = version_of(act)
    if written is None:
        return []
    hand, game = written.hand, written.hand.game
    old = hand.versions.get(number=written.number - 1)
    words = paper_words(old.paper, game.rule_set, seat_names(game))
    told = _("Hand %(hand)d of game %(game)d gets a new version that says again: %(words)s.")
    return [told % {"hand": hand.number, "game": game.number, "words": words}]

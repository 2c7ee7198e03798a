"""The draw shown from the desk, step by step, and an attempt that is set aside."""

from http import HTTPStatus
from urllib.parse import urlencode

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _l
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from tournament.desk_forms import DrawForm, blame
from tournament.models import Draw
from tournament.permissions import DIRECT
from tournament.queries.ceremony import ceremony_of
from tournament.queries.redraws import Redraw, redraw_of
from tournament.refusals import Refusal, Stale
from tournament.services.redraw import redraw, set_aside
from tournament.services.reveal import begin_reveal, reveal_next, reveal_rest
from tournament.views.desk_doors import Act, Desk, Question, ask, attempt, chosen_number, desk, sent
from tournament.views.desk_doors import done as go_on
from tournament.views.desk_draw import draw_address, show_draw
from tournament.wording import listed


class WhyForm(forms.Form):
    """Why an attempt at the draw is given up; everybody may read it."""

    reason = forms.CharField(
        label=_l("Reason"),
        required=False,
        strip=False,
        help_text=_l("Stands beside the attempt on the page of the draw, for everybody to read."),
    )


@desk(acts=DIRECT)
@require_POST
def begin(request: HttpRequest, staff: Desk) -> HttpResponse:
    """Take the public value and open the attempt; nothing is shown yet."""
    form = DrawForm(request.POST, source=staff.event.public_source)
    refused, status = "", HTTPStatus.UNPROCESSABLE_ENTITY
    if form.is_valid():
        value = form.cleaned_data.get("public_value", "")
        try:
            begin_reveal(staff.event, public_value=value, by=staff.actor)
        except Stale as stale:
            refused, status = str(stale), HTTPStatus.CONFLICT
        except Refusal as refusal:
            blame(form, refusal)
        else:
            return go_on(
                request, _("The draw has begun. Show the first step."), draw_address(staff)
            )
    return show_draw(request, staff, form=form, refused=refused, status=status)


@desk(acts=DIRECT)
@require_POST
def step(request: HttpRequest, staff: Desk) -> HttpResponse:
    """Show one step more. A double tap, or the tap of another director, is one step."""
    draw, seen = _attempt(request, staff), chosen_number(request, "seen")

    def act() -> str:
        shown = reveal_next(draw, seen=seen, by=staff.actor)
        if shown.state == Draw.State.DRAWN:
            return _("That was the last step: the bracket is drawn.")
        return _("Shown: %(n)d.") % {"n": shown.revealed}

    return _shown(request, staff, act)


@desk(acts=DIRECT)
@require_POST
def rest(request: HttpRequest, staff: Desk) -> HttpResponse:
    """Show all that is left at once."""
    draw = _attempt(request, staff)

    def act() -> str:
        reveal_rest(draw, by=staff.actor)
        return _("Everything is shown: the bracket is drawn.")

    return _shown(request, staff, act)


@desk(acts=DIRECT)
def aside(request: HttpRequest, staff: Desk) -> HttpResponse:
    """Give up the attempt whose list is closed, and open the list again."""
    form, post = WhyForm(sent(request)), request.method == "POST"
    draw = _attempt(request, staff) if post else ceremony_of(staff.event).draw
    is_closed = draw is not None and draw.state == Draw.State.FROZEN
    question = Question(
        heading=_("Open the list again?"),
        consequences=[
            _("This attempt at the draw is set aside for good, with your reason beside it."),
            _("Its secret is published, so that everybody can see what it would have given."),
            _("Entries can come and go again. The next draw takes the next secret."),
        ],
        act=_("Set the attempt aside"),
        back=draw_address(staff),
        form=form,
        hidden={"attempt": str(draw.attempt if draw else 0)},
        closed="" if is_closed or post else _("No list is closed that could be opened again."),
    )

    def act() -> str:
        if draw is None:
            raise Http404
        set_aside(draw, reason=form.cleaned_data["reason"], by=staff.actor)
        return _("The attempt is set aside and the list is open again.")

    return ask(request, staff, question, act=act, then=draw_address(staff))


@desk(acts=DIRECT)
def again(request: HttpRequest, staff: Desk) -> HttpResponse:
    """Make the draw anew, as long as nothing was played."""
    found, form = redraw_of(staff.event), WhyForm(sent(request))
    number = chosen_number(request, "attempt") or (found.draw.attempt if found.draw else 0)
    question = Question(
        heading=_("Make the draw anew?"),
        consequences=_consequences(found),
        act=_("Make it anew"),
        back=draw_address(staff),
        form=form,
        hidden={"attempt": str(number)},
        closed=found.fault if request.method != "POST" else "",
    )

    def act() -> str:
        redraw(staff.event, attempt=number, reason=form.cleaned_data["reason"], by=staff.actor)
        return _("The bracket is taken back, and the list is open again.")

    return ask(request, staff, question, act=act, then=draw_address(staff))


def _consequences(found: Redraw) -> list[str]:
    """Name all that goes with the bracket."""
    said = [
        _("The whole bracket goes. The attempt and your reason stay public for everybody."),
        _("Entries can come and go again. The next draw takes the next secret."),
    ]
    if found.called:
        names = listed([str(match.number) for match in found.called])
        said.append(_("Called back from their tables: match %(numbers)s.") % {"numbers": names})
    dropped = _("Dropped: match %(number)d (%(reason)s), which %(team)s had won.")
    for match in found.decided:
        told = {"number": match.number, "reason": match.get_reason_display()}
        said += [dropped % (told | {"team": match.winner or _("nobody")})]
    said.append(
        ngettext(
            "%(n)d letter says that the draw is made anew.",
            "%(n)d letters say that the draw is made anew.",
            found.letters,
        )
        % {"n": found.letters}
    )
    return said


def _attempt(request: HttpRequest, staff: Desk) -> Draw:
    number = chosen_number(request, "attempt")
    return get_object_or_404(staff.event.draws, kind=Draw.Kind.BRACKET, attempt=number)


def _shown(request: HttpRequest, staff: Desk, act: Act) -> HttpResponse:
    pace = chosen_number(request, "pace")
    query = f"?{urlencode({'pace': pace})}" if pace else ""
    return attempt(
        request,
        act,
        then=draw_address(staff) + query,
        again=lambda said, status: show_draw(request, staff, refused=said, status=status),
    )

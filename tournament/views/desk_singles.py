"""Those who came alone: two paired by hand, or all who are left by lot."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from tournament.desk_forms import PartnersForm, PublicValueForm, blame
from tournament.permissions import DIRECT
from tournament.queries.desk_entries import partner_lot, singles_of
from tournament.refusals import Refusal, Stale
from tournament.services.event_details import NO_SOURCE
from tournament.services.singles import close_singles, pair_by_lot, pair_singles
from tournament.views.desk_doors import Desk, Question, ask, attempt, desk, done, page, sent


@desk()
@require_safe
def singles(request: HttpRequest, staff: Desk) -> HttpResponse:
    """List those who look for a partner, with the two ways to find one."""
    if staff.event.players_each == 1:
        return redirect("desk:entries", staff.event.slug)
    return _singles(request, staff)


@desk(acts=DIRECT)
@require_POST
def pair(request: HttpRequest, staff: Desk) -> HttpResponse:
    """Make a pair of two by hand."""
    everyone = staff.event.entries.all()
    # Whoever was paired a moment ago is still a choice: the service says what became of them.
    form = PartnersForm(request.POST, singles=[(entry.pk, entry.name) for entry in everyone])
    refused, status = "", 422
    if form.is_valid():
        first, second = (
            get_object_or_404(everyone, pk=form.cleaned_data[place])
            for place in ("first", "second")
        )
        try:
            made = pair_singles(first, second, name=form.cleaned_data["name"], by=staff.actor)
        except Stale as stale:
            refused, status = str(stale), 409
        except Refusal as refusal:
            blame(form, refusal)
        else:
            told = _("%(first)s and %(second)s play as %(team)s.")
            names = {"first": first.name, "second": second.name, "team": made.name}
            return done(request, told % names, _address(staff))
    return _singles(request, staff, refused, status, form=form)


@desk(acts=DIRECT)
@require_POST
def close(request: HttpRequest, staff: Desk) -> HttpResponse:
    """Close the list of singles, so that the public value of their lot can come about."""

    def act() -> str:
        close_singles(staff.event, by=staff.actor)
        return _("The list of singles is closed. Now the public value can come about.")

    return attempt(
        request, act, then=_address(staff), again=lambda *said: _singles(request, staff, *said)
    )


@desk(looks=DIRECT)
def lot(request: HttpRequest, staff: Desk) -> HttpResponse:
    """Ask, then pair all who are left by lot."""
    source = staff.event.public_source
    form = PublicValueForm(sent(request), source=source)
    count = singles_of(staff.event).count()
    question = Question(
        heading=_("Pair all who are left by lot?"),
        consequences=_lot_consequences(count),
        act=_("Draw the partners"),
        back=_address(staff),
        form=form,
    )

    def act() -> str:
        pair_by_lot(staff.event, by=staff.actor, **form.cleaned_data)
        return _("The partners are drawn.")

    return ask(request, staff, question, act=act, then=_address(staff))


def _lot_consequences(count: int) -> list[str]:
    pairs = count // 2
    told = [
        ngettext(
            "%(people)d people become %(pairs)d pair.",
            "%(people)d people become %(pairs)d pairs.",
            pairs,
        )
        % {"people": pairs * 2, "pairs": pairs}
    ]
    if count % 2:
        told.append(_("One is left without a partner and is told by letter."))
    told.append(_("The lot is drawn from a secret locked away before; its proof is published."))
    return told


def _singles(
    request: HttpRequest,
    staff: Desk,
    refused: str = "",
    status: int = 200,
    *,
    form: PartnersForm | None = None,
) -> HttpResponse:
    alone = list(singles_of(staff.event))
    context = {
        "singles": alone,
        "form": form or PartnersForm(singles=[(entry.pk, entry.name) for entry in alone]),
        "lot": partner_lot(staff.event),
        "promised": staff.event.public_source != NO_SOURCE,
        "refused": refused,
        "here": "entries",
    }
    return page(request, staff, "desk/singles.html", context, status)


def _address(staff: Desk) -> str:
    return reverse("desk:singles", args=[staff.event.slug])

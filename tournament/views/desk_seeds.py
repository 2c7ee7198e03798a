"""What the draw goes by besides chance: its options, the seeds, and who is kept apart."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from tournament.desk_draw_forms import DrawOptionsForm, SeedsForm
from tournament.desk_forms import blame
from tournament.permissions import DIRECT
from tournament.queries.ceremony import contradictions
from tournament.queries.desk_entries import roll_of
from tournament.refusals import Refusal, Stale
from tournament.services.draw_options import change_draw_options, options_are_open, write_seeds
from tournament.views.desk_doors import Desk, desk, done, page, sent
from tournament.views.desk_draw import draw_address, show_draw


@desk(acts=DIRECT)
@require_POST
def options(request: HttpRequest, staff: Desk) -> HttpResponse:
    """Set the options of the draw, until the list is closed."""
    form, refused, status = DrawOptionsForm(request.POST), "", 422
    if form.is_valid():
        try:
            change_draw_options(staff.event, by=staff.actor, **form.cleaned_data)
        except Stale as stale:
            refused, status = str(stale), 409
        except Refusal as refusal:
            blame(form, refusal)
        else:
            return done(request, _("The options of the draw are saved."), draw_address(staff))
    return show_draw(request, staff, options=form, refused=refused, status=status)


@desk(acts=DIRECT)
def seeds(request: HttpRequest, staff: Desk) -> HttpResponse:
    """Write down seeds, and clubs or families, for all entries at once."""
    entries = roll_of(staff.event).pairs
    form = SeedsForm(sent(request), entries=entries)
    refused, status = "", 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                changed = write_seeds(staff.event, lines=form.typed, by=staff.actor)
            except Stale as stale:
                refused, status = str(stale), 409
            except Refusal as refusal:
                blame(form, refusal)
            else:
                said = ngettext("%(n)d entry was changed.", "%(n)d entries were changed.", changed)
                address = reverse("desk:seeds", args=[staff.event.slug])
                return done(request, said % {"n": changed}, address)
    context = {
        "form": form,
        "open": options_are_open(staff.event),
        "contradictions": contradictions(staff.event, entries),
        "refused": refused,
        "here": "entries",
    }
    return page(request, staff, "desk/seeds.html", context, status)

"""Who is at the table already, said by the table itself before a called match begins."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scoring.queries.table import table_state
from scoring.views.answers import another_match, done, is_of_another_match, lost
from scoring.views.table import at_table
from tournament.actors import Actor
from tournament.models import Table
from tournament.refusals import Refusal, Stale
from tournament.services.no_shows import mark_here


@require_POST
@at_table
def here(request: HttpRequest, table: Table, letter: str) -> HttpResponse:
    """Note that a side has sat down, or take that back; the button says which."""
    state = table_state(table)
    side = next((it for it in state.playing if it.letter.lower() == letter), None)
    if state.match is None or is_of_another_match(request, state) or side is None:
        return lost(request, table, another_match())
    is_here = request.POST.get("here") != "no"
    try:
        mark_here(state.match, side.place, by=Actor(table=table), here=is_here)
    except Stale as stale:
        return lost(request, table, str(stale))
    except Refusal:
        return lost(request, table, _("The table has moved on. Nothing was changed."))
    return done(request, table)

"""What is not possible any more once a list is closed for a draw, and what still is."""

from django.utils.translation import gettext as _

from tournament.models import Draw, Entry, Event
from tournament.models.draws import LIST_CLOSED
from tournament.refusals import Stale


def refuse_closed_list(event: Event, *entries: Entry) -> None:
    """Refuse to touch a list, or entries on it, between its closing for a draw and the draw."""
    if event.draws.filter(kind=Draw.Kind.BRACKET, state__in=LIST_CLOSED).exists():
        raise Stale(
            "list_is_closed",
            _(
                "The list is closed for the draw. Draw first; or set this attempt at the draw "
                "aside, and the list is open again."
            ),
        )
    refuse_on_closed_lot(event, *entries)


def refuse_on_closed_lot(event: Event, *entries: Entry) -> None:
    """Refuse to touch those on a list that was closed for a lot of partners, until it is drawn."""
    refs = {entry.ref for entry in entries}
    for draw in event.draws.filter(kind=Draw.Kind.PARTNERS, state=Draw.State.FROZEN):
        if refs & {line["id"] for line in draw.entries}:
            raise Stale(
                "list_is_closed",
                _("The list is closed for the lot of partners. Draw first; then this can be done."),
            )


def is_on_closed_list(entry: Entry) -> bool:
    """Whether an entry stands on the closed list of a bracket that is still to be drawn."""
    closed = Draw.objects.filter(
        event=entry.event_id, kind=Draw.Kind.BRACKET, state__in=LIST_CLOSED
    )
    return any(line["id"] == entry.ref for draw in closed for line in draw.entries)

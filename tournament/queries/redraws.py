"""Whether a draw can still be made anew, and what is dropped with its bracket."""

from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import gettext as _

from tournament.models import Draw, Event, Match

BEGUN = Q(state=Match.State.PLAYING) | Q(game_number__gt=0) | Q(attempt__gt=1) | Q(reason="played")


@dataclass(frozen=True, slots=True)
class Redraw:
    """What making the draw anew would do; ``fault`` says why it cannot be done."""

    draw: Draw | None
    called: tuple[Match, ...]
    decided: tuple[Match, ...]
    letters: int
    fault: str


def redraw_of(event: Event) -> Redraw:
    """Look at the bracket of an event, with the matches called and those decided without play."""
    drawn = event.draws.filter(kind=Draw.Kind.BRACKET, state=Draw.State.DRAWN)
    draw = drawn.order_by("-attempt").first()
    matches = event.matches.select_related("table", "winner").order_by("number")
    decided = matches.filter(state=Match.State.FINISHED).exclude(reason=Match.Reason.BYE)
    addressed = event.entries.filter(state="entered").exclude(email="")
    return Redraw(
        draw=draw,
        called=tuple(matches.filter(state=Match.State.CALLED)),
        decided=tuple(decided),
        letters=addressed.count(),
        fault=_fault(event, draw),
    )


def attempts_left(event: Event) -> int:
    """Count the attempts at the bracket whose secrets are still locked away: 1 query."""
    locked = event.draws.filter(kind=Draw.Kind.BRACKET, state=Draw.State.COMMITTED)
    return locked.exclude(secret="").count()  # a replayed event came without its secrets


def no_attempt_left() -> str:
    """Say that there is no further draw, and what can be done instead."""
    return _(
        "This is the last of the attempts that were locked away, so there is none to go on with. "
        "The draw stands; whoever cannot play is withdrawn."
    )


def _fault(event: Event, draw: Draw | None) -> str:
    if draw is None or event.status not in {Event.Status.DRAWN, Event.Status.RUNNING}:
        return _("There is no draw to be made anew. State of the event: %(status)s.") % {
            "status": event.get_status_display()
        }
    begun = event.matches.filter(BEGUN).order_by("number").first()
    if begun:
        return _(
            "Match %(number)d has begun, so the draw stands. Whoever cannot play is withdrawn, and "
            "a result that is wrong is corrected."
        ) % {"number": begun.number}
    return "" if attempts_left(event) else no_attempt_left()

"""The clock of a called match: until when a side has to be at the table, and who is there.

Nothing happens by itself at the deadline. The desk proposes a walkover; staff give it or wait.
"""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils.formats import date_format
from django.utils.timezone import localtime, now
from django.utils.translation import gettext as _

from tournament import log
from tournament.actors import Actor
from tournament.models import Match, Side
from tournament.refusals import Refusal, Stale
from tournament.services.locks import lock_match
from tournament.services.news import match_changed

LONGEST: Final = 60
"""Nobody waits longer than so many minutes more by one act."""


def due_at(match: Match) -> datetime | None:
    """Say until when the sides of a match that is called now have to be there; None: no clock.

    Those who have played already are at the table: for them no clock runs.
    """
    minutes = match.event.no_show_minutes
    if minutes is None or match.called_at is None or match.game_number:
        return None
    return match.called_at + timedelta(minutes=minutes)


def stop_clock(match: Match) -> None:
    """Take the clock off a locked match, with what was noted beside it. The caller saves."""
    match.due_at = None
    match.sides.update(here_at=None)


@transaction.atomic
def mark_here(match: Match, place: int, *, by: Actor, here: bool = True) -> Side:
    """Note that a side sits at its table, or take that back. Called twice, it changes nothing.

    Raises:
        Refusal: no such side plays this match.
        Stale: the match is not waiting at a table any more, or it is at another one.
    """
    match = _called(match, by)
    side = match.sides.select_related("entry").filter(place=place).first()
    if side is None or not side.plays:
        raise Refusal("no_side", {"sides": _("Say who it is.")})
    if (side.here_at is not None) == here:
        return side
    side.here_at = now() if here else None
    side.save(update_fields=["here_at"])
    key = "side_here" if here else "side_not_here"
    log.write(
        match.event,
        key,
        by,
        match=match,
        public=False,
        number=match.number,
        team=str(side.entry),
    )
    match_changed(match)
    return side


@transaction.atomic
def extend(match: Match, *, minutes: int, by: Actor, seen: str = "") -> Match:
    """Wait longer for the sides of a called match; once the time is up, from now on.

    Args:
        match: called to a table, with a clock.
        minutes: how much longer, 1 to 60.
        by: who decided so.
        seen: the deadline that the form knew, in ISO form: a second tap of it changes nothing.

    Raises:
        Refusal: the match has no clock, or the minutes are no such number.
        Stale: the match is not waiting at a table any more.
    """
    match = _called(match, by)
    if match.due_at is None:
        raise Refusal.because("no_clock", _("No clock runs for this match."))
    if not 1 <= minutes <= LONGEST:
        told = _("Choose from 1 to %(most)d minutes.") % {"most": LONGEST}
        raise Refusal("minutes", {"minutes": told})
    if seen and seen != match.due_at.isoformat():
        return match
    match.due_at = max(match.due_at, now()) + timedelta(minutes=minutes)
    time = date_format(localtime(match.due_at, match.event.tz), "H:i")
    log.write(match.event, "clock_extended", by, match=match, number=match.number, time=time)
    match_changed(match)
    return match


def _called(match: Match, by: Actor) -> Match:
    """Lock a match that waits at a table; a table may only speak of the match it holds."""
    match = lock_match(match.pk)
    if match.state != Match.State.CALLED:
        raise Stale("not_called", _("This match is not waiting at a table any more."))
    if by.table and match.table_id != by.table.pk:
        raise Stale("another_match", _("This match is at another table now."))
    return match

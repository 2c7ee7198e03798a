"""An attempt at the draw is set aside: before anything is drawn, or after it and before play.

What was set aside stays public with its reason and its secret, so that everybody can work out what
it gave or would have given. The next attempt has a secret of its own that was locked away with it.
"""

from django.db import transaction
from django.utils.timezone import now
from django.utils.translation import gettext as _

from tournament import log, notifications
from tournament.actors import Actor
from tournament.models import Draw, Event, Match, Side, Table
from tournament.queries.redraws import attempts_left, no_attempt_left, redraw_of
from tournament.refusals import Refusal, Stale
from tournament.services.locks import lock_event
from tournament.services.names import REASON_LENGTH, text_fault, tidy
from tournament.services.news import event_changed


@transaction.atomic
def set_aside(draw: Draw, *, reason: str, by: Actor) -> Draw:
    """Give up an attempt whose list is closed and open the list again, say for a late entry.

    Called twice, it changes nothing.

    Raises:
        Refusal: no reason, or one that is too long.
        Stale: the attempt is being revealed or drawn, its list is open, or there is no other.
    """
    event = lock_event(draw.event_id)
    draw = event.draws.get(pk=draw.pk)
    if draw.state == Draw.State.SPENT:
        return draw
    reason = _read(reason)
    if draw.kind != Draw.Kind.BRACKET or draw.state != Draw.State.FROZEN:
        raise Stale("not_set_aside", _why_not(draw))
    if not attempts_left(event):
        raise Stale("no_attempt_left", no_attempt_left())
    _spend(draw, reason)
    log.write(event, "attempt_set_aside", by, attempt=draw.attempt, reason=reason)
    event_changed(event)
    return draw


@transaction.atomic
def redraw(event: Event, *, attempt: int, reason: str, by: Actor) -> Draw:
    """Set a drawn attempt aside before anything was played; the list is open again at check-in.

    The bracket goes with all calls and walkovers. Whoever left the event stays out of it. Called
    twice for one attempt, it changes nothing.

    Args:
        event: one that is drawn.
        attempt: the number of the attempt that is given up.
        reason: why; it is public.
        by: the director.

    Raises:
        Refusal: no reason, or one that is too long.
        Stale: play has begun, another attempt made the bracket, or there is no other to go on with.
    """
    event = lock_event(event.pk)
    given_up = event.draws.filter(
        kind=Draw.Kind.BRACKET, attempt=attempt, state=Draw.State.SPENT
    ).first()
    if given_up:
        return given_up
    reason = _read(reason)
    list(event.matches.select_for_update(of=("self",), no_key=True).order_by("round", "position"))
    found = redraw_of(event)
    if found.fault or found.draw is None:
        raise Stale("draw_stands", found.fault)
    if found.draw.attempt != attempt:
        raise Stale("drawn_meanwhile", _("Another attempt has made the bracket. Look at it first."))
    _drop_bracket(event)
    _spend(found.draw, reason)
    log.write(event, "drawn_anew", by, attempt=attempt, reason=reason)
    notifications.drawn_anew(found.draw)
    event_changed(event)
    return found.draw


def _read(reason: str) -> str:
    """Read the reason, which is public and therefore never empty."""
    said, fault = tidy(reason), text_fault(reason, limit=REASON_LENGTH)
    if not said and not fault:
        fault = _("Say why. The reason stands beside the attempt for everybody to read.")
    if fault:
        raise Refusal("reason", {"reason": fault})
    return said


def _why_not(draw: Draw) -> str:
    if draw.state == Draw.State.REVEALING:
        return _("The draw is being revealed. Show it to its end; then it can be made anew.")
    if draw.state == Draw.State.DRAWN:
        return _("The bracket is drawn. Until the first hand, the draw can be made anew.")
    return _("The list of this attempt is not closed.")


def _spend(draw: Draw, reason: str) -> None:
    draw.state, draw.reason, draw.spent_at = Draw.State.SPENT, reason, now()
    draw.save(update_fields=["state", "reason", "spent_at"])


def _drop_bracket(event: Event) -> None:
    """Delete the rows of a bracket in which nothing was played, and go back to check-in."""
    called = event.matches.filter(state=Match.State.CALLED).values("table")
    Table.objects.filter(pk__in=called).update(free_since=now())
    event.sides.update(source=None)
    event.matches.update(above=None, above_place=None)
    Side.objects.filter(event=event).delete()
    event.matches.all().delete()
    event.status, event.rounds = Event.Status.CHECK_IN, 0
    event.champion = event.finished_at = None
    event.save(update_fields=["status", "rounds", "champion", "finished_at"])

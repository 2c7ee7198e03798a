"""The draw before everybody's eyes: opened once, then shown step by step or all at once.

The result is worked out and kept when the draw begins, so that whatever happens in between, it
goes on with the same one. Nothing of it is public before its step.
"""

from typing import Any

from django.db import transaction
from django.utils.timezone import now
from django.utils.translation import gettext as _

from engine import draws
from engine.draws import DrawOptions
from relay import outbox
from tournament import log, notifications
from tournament.actors import Actor
from tournament.models import Draw, Entry, Event, Player
from tournament.queries.reveals import in_order
from tournament.refusals import Stale
from tournament.services import lots
from tournament.services.bracket import write_bracket
from tournament.services.leaving import leave_bracket
from tournament.services.locks import lock_event
from tournament.services.news import event_changed


@transaction.atomic
def begin_reveal(event: Event, *, by: Actor, public_value: str = "") -> Draw:
    """Open the attempt whose list is closed; from here on its steps can be shown.

    Called twice, or by two directors at once, the first public value counts.

    Raises:
        Refusal: the public value is missing, too long or not wanted.
        Stale: no list is closed, or the draw has begun with another public value.
    """
    event = lock_event(event.pk)
    draw = newest_attempt(event)
    if draw is None or draw.state == Draw.State.SPENT:
        raise Stale("list_is_open", _("Close the list first. Then the draw can begin."))
    public_value = lots.read_public_value(draw.public_source, public_value)
    if draw.state == Draw.State.FROZEN:
        require_check_in(event)
        open_attempt(draw, public_value, by=by)
        draw.state, draw.revealed = Draw.State.REVEALING, 0
        draw.save()
        log.write(event, "draw_begun", by, steps=len(in_order(draw)))
        event_changed(event)
    elif public_value != draw.public_value:
        raise Stale(
            "drawn_with_another_value",
            _("The draw has begun with the public value %(value)s.") % {"value": draw.public_value},
        )
    return draw


@transaction.atomic
def reveal_next(draw: Draw, *, seen: int, by: Actor) -> Draw:
    """Show one step more to everybody; the last one makes the draw.

    Args:
        draw: an attempt that is being revealed.
        seen: how many steps the caller has seen. Whoever has seen another number only gets the
            newer state, so that a double tap, or a tap of two directors, is one step.
        by: who shows it.

    Raises:
        Stale: the attempt is not being revealed.
    """
    event, draw = _shown(draw)
    if draw.state == Draw.State.DRAWN or seen != draw.revealed:
        return draw
    draw.revealed += 1
    if draw.revealed >= len(in_order(draw)):
        finish(event, draw, by=by)
    else:
        draw.save(update_fields=["revealed"])
        outbox.ping(event.topic, "reveal", steps=draw.revealed)
    return draw


@transaction.atomic
def reveal_rest(draw: Draw, *, by: Actor) -> Draw:
    """Show all that is left at once. Called twice, it changes nothing.

    Raises ``Stale`` when the attempt is not being revealed.
    """
    event, draw = _shown(draw)
    if draw.state == Draw.State.REVEALING:
        finish(event, draw, by=by)
    return draw


def newest_attempt(event: Event) -> Draw | None:
    """Find the newest attempt at the bracket that has begun: its list was closed, or more."""
    begun = event.draws.filter(kind=Draw.Kind.BRACKET).exclude(state=Draw.State.COMMITTED)
    draw = begun.order_by("-attempt").first()
    if draw:
        draw.event = event
    return draw


def require_check_in(event: Event) -> None:
    """Refuse to draw outside check-in. Raises ``Stale``."""
    if event.status != Event.Status.CHECK_IN:
        raise Stale(
            "check_in_is_closed",
            _("The draw is made during check-in. State of the event: %(status)s.")
            % {"status": event.get_status_display()},
        )


def open_attempt(draw: Draw, public_value: str, *, by: Actor) -> None:
    """Draw by the algorithm that was fixed when the list was closed, and keep what came out.

    The caller saves. The value is told to everybody, the result to nobody.
    """
    given: dict[str, Any] = lots.inputs(draw, public_value)
    result: draws.DrawResult | draws.TablesResult
    if draw.algorithm in draws.TABLES:
        result = draws.draw_tables(algorithm=draw.algorithm, **given)
        draw.slots = [list(table) for table in result.tables]
    else:
        result = draws.draw(**given, options=DrawOptions.from_json(draw.options))
        draw.slots = list(result.slots)
    lots.keep(draw, result, public_value=public_value)
    if public_value:
        log.write(draw.event, "public_value_typed", by, value=public_value)


def finish(event: Event, draw: Draw, *, by: Actor) -> None:
    """Publish an opened attempt, write its bracket and tell everybody."""
    draw.revealed = len(in_order(draw))
    lots.publish(draw, by=by)
    entries = lots.listed(draw)
    _leave_out_the_rest(event, entries)
    write_bracket(draw, entries)
    event.status = Event.Status.DRAWN
    event.save(update_fields=["status"])
    log.write(event, "draw_made", by, count=len(entries), attempt=draw.attempt)
    leave_bracket([entry for entry in entries if not entry.is_in], by=by)
    notifications.draw_published(draw)
    outbox.task("tournament.call_tables", event_id=event.pk)
    event_changed(event)


def _shown(draw: Draw) -> tuple[Event, Draw]:
    """Lock the event and read an attempt that is being revealed, or was."""
    event = lock_event(draw.event_id)
    draw = event.draws.get(pk=draw.pk)
    draw.event = event
    if draw.state not in {Draw.State.REVEALING, Draw.State.DRAWN}:
        raise Stale(
            "not_being_revealed",
            _("This attempt is not being revealed. It is: %(state)s.")
            % {"state": draw.get_state_display()},
        )
    if draw.state == Draw.State.REVEALING:
        require_check_in(event)
    return event, draw


def _leave_out_the_rest(event: Event, entries: list[Entry]) -> None:
    """Withdraw the pairs that did not check in, so that whoever is in the event is drawn."""
    left = event.entries.filter(state=Entry.State.ENTERED).exclude(pk__in=[e.pk for e in entries])
    gone = list(left.values_list("pk", flat=True))
    Player.objects.filter(entry__in=gone).update(active=False)
    event.entries.filter(pk__in=gone).update(state=Entry.State.WITHDRAWN, left_at=now())

"""The draw: the list is closed, a committed secret is opened, and the bracket is written."""

from collections.abc import Collection
from typing import Any

from django.db import transaction
from django.utils.timezone import now
from django.utils.translation import gettext as _

from engine import draws
from engine.brackets import single, tables
from relay import outbox
from tournament import log, notifications
from tournament.actors import Actor
from tournament.models import Draw, Entry, Event, Player
from tournament.refusals import Refusal, Stale
from tournament.rule_books import draw_algorithm
from tournament.services import lots
from tournament.services.bracket import write_bracket
from tournament.services.entry_faults import barred_sentence
from tournament.services.event_details import NO_SOURCE
from tournament.services.locks import lock_event
from tournament.services.news import event_changed


@transaction.atomic
def freeze_list(event: Event, *, by: Actor, everyone: bool = False) -> Draw:
    """Close the list for the draw: all checked-in pairs, or with ``everyone`` all that entered.

    From here to the draw nobody comes or goes. Called twice, the list that is closed stays.

    Raises:
        Refusal: fewer than two pairs, or a pair with somebody in it who may no longer play.
        Stale: check-in is not open.
    """
    event = lock_event(event.pk)
    draw = _find(event, Draw.State.FROZEN) or _find(event, Draw.State.DRAWN)
    return draw or _freeze(event, everyone=everyone, by=by)


@transaction.atomic
def draw_bracket(
    event: Event, *, by: Actor, public_value: str = "", everyone: bool = False
) -> Draw:
    """Draw the bracket from the closed list, the committed secret and the public value.

    Where no public value is mixed in, an open list is closed in the same step. Called twice, or by
    two directors at once, there is one draw and both get it.

    Raises:
        Refusal: as ``freeze_list``; or the public value is missing, too long or not wanted.
        Stale: check-in is not open, or the list must be closed first.
    """
    event = lock_event(event.pk)
    if drawn := _find(event, Draw.State.DRAWN):
        return drawn
    draw = _find(event, Draw.State.FROZEN)
    source = lots.source_of(event, draw)
    public_value = lots.read_public_value(source, public_value)
    if draw is None and source != NO_SOURCE:
        raise Stale(
            "list_is_open",
            _("Close the list first. Only then comes the public value: %(source)s.")
            % {"source": source},
        )
    draw = draw or _freeze(event, everyone=everyone, by=by)
    entries = lots.listed(draw)
    _open(draw, lots.inputs(draw, entries, public_value), by=by)
    _write(event, draw, entries, by=by)
    return draw


def _open(draw: Draw, given: dict[str, Any], *, by: Actor) -> None:
    """Draw by the algorithm that was fixed when the list was closed, and store what came out."""
    result: draws.DrawResult | draws.TablesResult
    if draw.algorithm in draws.TABLES:
        result = draws.draw_tables(algorithm=draw.algorithm, **given)
        draw.slots = [list(table) for table in result.tables]
    else:
        result = draws.draw(**given)
        draw.slots = list(result.slots)
    lots.publish(draw, result, public_value=given["public"], by=by)


def _find(event: Event, state: Draw.State) -> Draw | None:
    return event.draws.filter(kind=Draw.Kind.BRACKET, state=state).first()


def _freeze(event: Event, *, everyone: bool, by: Actor) -> Draw:
    if event.status != Event.Status.CHECK_IN:
        raise Stale("check_in_is_closed", _("The list is closed for the draw during check-in."))
    pairs = event.entries.filter(state=Entry.State.ENTERED)
    if not everyone:
        pairs = pairs.filter(check_in__isnull=False)
    entries = list(pairs)
    _refuse_barred(event, entries)
    draw = lots.next_attempt(event, Draw.Kind.BRACKET)
    draw.algorithm = draw_algorithm(event.rule_book)
    _refuse_too_few(draw, len(entries))
    lots.close_list(draw, entries)
    log.write(event, "list_frozen", by, count=len(entries))
    event_changed(event)
    return draw


def _refuse_too_few(draw: Draw, count: int) -> None:
    if draw.algorithm in draws.TABLES:
        code, least = "too_few_players", tables.FEWEST
        said = _("A draw needs three players who have checked in; there are %(count)d.")
    elif draw.event.players_each == 1:
        code, least = "too_few_players", single.PLACES
        said = _("A draw needs two players who have checked in; there are %(count)d.")
    else:
        code, least = "too_few_pairs", single.PLACES
        said = _("A draw needs two pairs that have checked in; there are %(count)d.")
    if count < least:
        raise Refusal.because(code, said % {"count": count})


def _refuse_barred(event: Event, entries: Collection[Entry]) -> None:
    """Refuse to draw a pair somebody of which was barred after check-in: staff withdraw it."""
    players = Player.objects.filter(
        event=event, active=True, entry__in=[e.pk for e in entries], person__barred_at__isnull=False
    )
    names = list(players.values_list("person__name", flat=True))
    if names:
        raise Refusal.because("barred", barred_sentence(", ".join(names), event.club))


def _write(event: Event, draw: Draw, entries: Collection[Entry], *, by: Actor) -> None:
    """Write the bracket and tell everybody, now that the draw is made."""
    _leave_out_the_rest(event, entries)
    write_bracket(draw, entries)
    event.status = Event.Status.DRAWN
    event.save(update_fields=["status"])
    log.write(event, "draw_made", by, count=len(entries), attempt=draw.attempt)
    notifications.draw_published(draw)
    outbox.task("tournament.call_tables", event_id=event.pk)
    event_changed(event)


def _leave_out_the_rest(event: Event, entries: Collection[Entry]) -> None:
    """Withdraw the pairs that did not check in, so that whoever is in the event is drawn."""
    left = event.entries.filter(state=Entry.State.ENTERED).exclude(pk__in=[e.pk for e in entries])
    gone = list(left.values_list("pk", flat=True))
    Player.objects.filter(entry__in=gone).update(active=False)
    event.entries.filter(pk__in=gone).update(state=Entry.State.WITHDRAWN, left_at=now())

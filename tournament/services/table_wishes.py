"""What staff wish of the tables: a match pinned to one, passed by for a while, or two swapped.

None of these is more than the order and the place of play. Each has its opposite.
"""

from django.db import transaction
from django.utils.translation import gettext as _

from relay import outbox
from tournament import log
from tournament.actors import Actor
from tournament.models import Event, Match, Table
from tournament.refusals import Refusal, Stale
from tournament.services.calls import put_at_table
from tournament.services.locks import lock_event, lock_match, lock_matches, require_running
from tournament.services.news import match_changed
from tournament.services.no_shows import stop_clock
from tournament.services.table_choice import lock_people, refuse_call

CALLABLE = frozenset({Match.State.CALLED, Match.State.READY})


@transaction.atomic
def pin_match(match: Match, table: Table | None, *, by: Actor) -> Match:
    """Let a match be called to one table only, kept for it once it is ready; None: to any again.

    Called twice, it changes nothing.

    Raises:
        Refusal: the table is not in use, or of another event.
        Stale: the match is at a table or over.
    """
    event, match = _waiting(match)
    if match.pinned_id == (table.pk if table else None):
        return match
    if table and not event.tables.filter(pk=table.pk, state=Table.State.OPEN).exists():
        raise Refusal("table_off", {"table": _("This table is not in use. Choose another one.")})
    old, match.pinned = match.pinned, table
    key, shown = ("pinned", table) if table else ("unpinned", old)
    _write(event, key, match, by, table=shown.number if shown else "")
    return match


@transaction.atomic
def hold_match(match: Match, *, by: Actor, held: bool = True) -> Match:
    """Let free tables pass a match by until it is released. Called twice, it changes nothing.

    Raises ``Stale`` when the match is at a table or over.
    """
    event, match = _waiting(match)
    if match.held != held:
        match.held = held
        _write(event, "held" if held else "released", match, by)
    return match


@transaction.atomic
def swap_tables(match: Match, other: Match, *, by: Actor, table_seen: int | None = None) -> Match:
    """Let two called matches change tables; or let one that is ready have the other's table.

    Nobody has begun to play, and both get the full time to come. ``table_seen`` is the number of
    the table at which the page showed the match: a second tap changes nothing.

    Args:
        match: called to a table.
        other: called to another one, or ready.
        by: who wishes so.
        table_seen: where the first match was when it was asked for.

    Raises:
        Refusal: the second match is still to be decided, or one is pinned to another table.
        Stale: play has begun at one of the tables, or somebody sits at a table of another event.
    """
    event = lock_event(match.event_id)
    require_running(event)
    lock_people(event)
    lock_matches([match.pk, other.pk])
    match, other = lock_match(match.pk), lock_match(other.pk)
    if table_seen is not None and table_seen != (match.table.number if match.table else None):
        return match
    first = _called_table(match)
    if other.pk == match.pk or other.event_id != event.pk or other.state not in CALLABLE:
        raise Refusal("other", {"other": _("Choose a match that is called or waits for a table.")})
    second = other.table
    refuse_call(event, other, first, leaving=(match, other))
    if second:
        refuse_call(event, match, second, leaving=(match, other))
        _leave(other)
    _leave(match)
    put_at_table(event, other, first, by=by)
    if second:
        put_at_table(event, match, second, by=by)
    told = {"number": match.number, "other": other.number, "table": first.number}
    key = "tables_swapped" if second else "table_given"
    log.write(event, key, by, match=match, public=False, **told)
    outbox.task("tournament.call_tables", event_id=event.pk)
    return match


def _waiting(match: Match) -> tuple[Event, Match]:
    """Lock a match that is not at a table yet, or refuse."""
    event = lock_event(match.event_id)
    require_running(event)
    match = lock_match(match.pk)
    if match.is_at_table and match.table:
        told = _("Match %(match)d is at table %(table)d already. Take the call back first.")
        words = {"match": match.number, "table": match.table.number}
        raise Stale("already_called", told % words)
    if not match.is_open:
        raise Stale("match_is_over", _("This match is already over."))
    return event, match


def _called_table(match: Match) -> Table:
    if match.state != Match.State.CALLED or match.table is None:
        raise Stale("play_has_begun", _("This match is not waiting at a table any more."))
    return match.table


def _leave(match: Match) -> None:
    """Take a called match from its table, so that another can have it."""
    match.state, match.table, match.called_at = Match.State.READY, None, None
    stop_clock(match)
    match_changed(match)


def _write(event: Event, key: str, match: Match, by: Actor, **words: object) -> None:
    """Save a wish, write it down for the desk, and let the free tables look again."""
    match_changed(match)
    log.write(event, key, by, match=match, public=False, number=match.number, **words)
    outbox.task("tournament.call_tables", event_id=event.pk)

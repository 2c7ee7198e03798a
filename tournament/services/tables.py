"""The tables of an event: how many there are, which are in use, and the links that open them."""

from django.db import transaction
from django.db.models import Max
from django.utils.timezone import now
from django.utils.translation import gettext as _

from relay import outbox
from tournament import log
from tournament.actors import Actor
from tournament.models import Event, Match, Table
from tournament.models.tables import new_token
from tournament.refusals import Refusal, Stale
from tournament.services.locks import lock_event, lock_matches
from tournament.services.news import event_changed, match_changed

TABLES_MOST = 500
AT_TABLE = [Match.State.CALLED, Match.State.PLAYING]


@transaction.atomic
def add_table(event: Event, *, by: Actor, after: int | None = None) -> Table:
    """Put one more table into the hall; a waiting match may be called to it at once.

    Called twice, it adds two tables, unless ``after`` names the last one its caller knew of: then
    the one that has come meanwhile is it. Raises ``Refusal`` when there are too many already.
    """
    event = lock_event(event.pk)
    last = event.tables.aggregate(last=Max("number"))["last"] or 0
    if after is not None and (added := event.tables.filter(number=after + 1).first()):
        return added
    if last >= TABLES_MOST:
        raise Refusal.because(
            "too_many_tables", _("An event has at most %(most)d tables.") % {"most": TABLES_MOST}
        )
    table = Table.objects.create(event=event, number=last + 1, free_since=now())
    log.write(event, "table_added", by, public=False, table=table.number)
    _tell(event)
    return table


@transaction.atomic
def revoke_table_link(table: Table, *, by: Actor) -> Table:
    """Give a table a new link; whoever holds the old one is out. Called twice, it does so twice."""
    event, table = _locked(table)
    table.token = new_token()
    table.save(update_fields=["token"])
    log.write(event, "table_link_revoked", by, public=False, table=table.number)
    event_changed(event)
    return table


@transaction.atomic
def set_table_state(table: Table, *, state: str, by: Actor) -> Table:
    """Take a table out of use, or back into use. Called twice, it changes nothing.

    Raises ``Stale`` when a match is at the table that would be taken away.
    """
    event, table = _locked(table)
    if table.state == state:
        return table
    held = event.matches.filter(table=table, state__in=AT_TABLE).first()
    if held:
        raise Stale(
            "table_in_play",
            _("Match %(match)d is at table %(table)d. Move it or finish it first.")
            % {"match": held.number, "table": table.number},
        )
    table.state, table.free_since = Table.State(state), now()
    table.save(update_fields=["state", "free_since"])
    if table.state == Table.State.OFF:
        _unpin(event, table, by)
    log.write(event, f"table_{table.state}", by, public=False, table=table.number)
    _tell(event)
    return table


def _unpin(event: Event, table: Table, by: Actor) -> None:
    """Let the matches that were pinned to a table be called to any other."""
    pinned = event.matches.filter(pinned=table).exclude(state=Match.State.FINISHED)
    for match in lock_matches(pinned.values_list("pk", flat=True)):
        match.pinned = None
        match_changed(match)
        told = {"number": match.number, "table": table.number}
        log.write(event, "unpinned", by, match=match, public=False, **told)


def _locked(table: Table) -> tuple[Event, Table]:
    event = lock_event(table.event_id)
    return event, Table.objects.select_for_update().get(pk=table.pk)


def _tell(event: Event) -> None:
    event_changed(event)
    if event.is_drawn:
        outbox.task("tournament.call_tables", event_id=event.pk)

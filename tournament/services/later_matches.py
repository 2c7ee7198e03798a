"""Writing what a changed result makes of later matches: rows and slots in a few statements."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from django.utils.timezone import now

from engine.brackets.cascade import Node
from relay import outbox
from tournament import log
from tournament.actors import Actor
from tournament.models import Entry, Event, Match, Side, Table
from tournament.queries.consequences import Change, Sheet
from tournament.refusals import Refusal, Stale
from tournament.services.calls import call_match
from tournament.services.news import event_changed
from tournament.services.progress import advance

FIELDS: Final = (
    "state",
    "reason",
    "winner",
    "by_ruling",
    "ruling",
    "table",
    "attempt",
    "version",
    "game_number",
    "hand_number",
    "hand_at",
    "due_at",
    "ready_at",
    "called_at",
    "started_at",
    "finished_at",
    "advanced_at",
)
SIDE_FIELDS: Final = ("kind", "entry", "gone", "gone_for", "here_at", "games", "points", "bags")


def rewrite(sheet: Sheet, changes: Sequence[Change], *, by: Actor) -> dict[int, Table]:
    """Write later matches and their slots, with a line each; say which tables they have left."""
    tables = {
        it.match.pk: it.match.table for it in changes if it.match.table and it.match.is_at_table
    }
    Table.objects.filter(pk__in=[it.pk for it in tables.values()]).update(free_since=now())
    for change in changes:
        _rewrite(change)
    rows = [change.match for change in changes]
    Match.objects.bulk_update(rows, FIELDS)
    for row in rows:
        outbox.ping(row.event.topic, "match", match=row.pk, number=row.number, version=row.version)
    seat(sheet, [change.node for change in changes])
    for change in changes:
        _write_lines(sheet.event, change, by)
    return tables


def seat(sheet: Sheet, nodes: Sequence[Node], *, reason: str = "") -> None:
    """Write who stands in some matches; ``reason`` says why those are gone who were not before.

    The slots are cleared first, so that nobody is in two of one round for a moment.
    """
    rows, moved = [], []
    for node in nodes:
        for side, slot in zip(sheet.sides[node.key], node.slots, strict=True):
            stays = (side.kind, side.entry_id) == (slot.kind, slot.team)
            if not stays:
                moved.append(side.pk)
            side.kind, side.entry = Side.Kind(slot.kind), sheet.entries.get(slot.team or 0)
            if side.gone != slot.gone or not stays:
                side.gone_for = _gone_for(sheet, side, reason) if slot.gone else ""
            side.gone, side.here_at = slot.gone, None
            if node.voids:
                side.games = side.points = side.bags = 0
            rows.append(side)
    Side.objects.filter(pk__in=moved).update(kind=Side.Kind.TO_BE_DECIDED, entry=None)
    Side.objects.bulk_update(rows, SIDE_FIELDS)


def end_again(event: Event, ends: Sequence[Match]) -> list[Match]:
    """Take the end of a finished event back, and end it anew where its last matches are over.

    ``ends`` are the changed matches that nothing comes after; given back are those that are over.
    """
    if event.status == Event.Status.FINISHED and ends:
        event.status = Event.Status.RUNNING
        event.finished_at = event.champion = None
        event.save(update_fields=["status", "finished_at", "champion"])
        event_changed(event)
    ended = [end for end in ends if not end.is_open]
    for end in ended:
        advance(end.pk)
    return ended


def call_again(
    event: Event, changes: Sequence[Change], tables: dict[int, Table], *, by: Actor
) -> None:
    """Call those matches anew that were at a table and can be played; free tables call the rest.

    One whose table is kept for another match, or whose team sits elsewhere, waits in line.
    """
    for change in changes:
        if change.match.pk in tables and change.then == "ready":
            with suppress(Refusal, Stale):
                call_match(change.match, tables[change.match.pk], by=by)
    outbox.task("tournament.call_tables", event_id=event.pk)


def settled_reason(winner: Entry | None) -> Match.Reason:
    """Say for what reason a match is over for which too few are left."""
    return Match.Reason.WALKOVER if winner else Match.Reason.NO_ONE


def _rewrite(change: Change) -> None:
    """Bring one later match to what it will be."""
    match, moment = change.match, now()
    match.version += 1
    if change.voids:
        match.attempt += 1
        match.game_number = match.hand_number = 0
        match.hand_at = None
    match.by_ruling, match.ruling = False, ""
    match.winner, match.reason, match.table = change.winner, "", None
    match.due_at = match.called_at = match.started_at = None
    match.finished_at = match.advanced_at = None
    if change.then == "settled":
        match.state, match.finished_at = Match.State.FINISHED, moment
        match.reason = settled_reason(change.winner)
        match.advanced_at = None if match.above_id is None else moment
    elif change.then == "ready":
        match.state, match.ready_at = Match.State.READY, match.ready_at or moment
    else:
        match.state, match.ready_at = Match.State.WAITING, None


def _gone_for(sheet: Sheet, side: Side, reason: str) -> str:
    """Say why a team does not play: it has left, it was ruled so, or it was out a round before."""
    if side.entry and not side.entry.is_in:
        removed = side.entry.state == Entry.State.REMOVED
        return Match.Reason.REMOVAL if removed else Match.Reason.WITHDRAWAL
    below = sheet.sides[side.source_id] if side.source_id else []
    return reason or next((it.gone_for for it in below if it.entry_id == side.entry_id), "")


def _write_lines(event: Event, change: Change, by: Actor) -> None:
    if change.voids:
        _line(event, "match_void", by, change.match)
    if change.coming:
        _line(event, "team_comes", by, change.match, change.coming)
    elif change.leaving:
        _line(event, "team_goes", by, change.match, change.leaving)
    if change.then == "settled":
        key = "settled" if change.winner else "settled_nobody"
        _line(event, key, by, change.match, change.winner)


def _line(event: Event, key: str, by: Actor, match: Match, team: Entry | None = None) -> None:
    log.write(event, key, by, match=match, number=match.number, team=str(team or ""))

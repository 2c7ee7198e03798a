"""A changed result and all that follows from it, done in one go, or left as it stands by ruling.

``choose`` is the one way in. What follows is worked out by ``tournament.queries.consequences``.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from django.utils.timezone import now
from django.utils.translation import gettext as _

from relay import outbox
from tournament import log, notifications
from tournament.actors import Actor
from tournament.models import Entry, Event, Match, Side, Table
from tournament.queries.consequences import (
    Change,
    Consequences,
    Outcome,
    consequences,
    is_final,
)
from tournament.refusals import ChoiceNeeded, ChoiceOutdated, Refusal
from tournament.services.calls import call_match
from tournament.services.locks import lock_matches
from tournament.services.news import event_changed, match_changed
from tournament.services.progress import advance
from tournament.services.results import begin_anew

__all__ = ["Change", "Consequences", "Outcome", "apply", "choose", "consequences", "lock_above"]

REPLAY: Final = "replay"
STAND: Final = "stand"
CHOICES: Final = frozenset({"", REPLAY, STAND})
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


def choose(
    match: Match, outcome: Outcome, *, choice: str, seen: str, by: Actor, why: str = ""
) -> str:
    """Give a match another outcome, with all that follows, or let the old one stand by ruling.

    The caller holds the locks of the event and of the match, and records the act.

    Args:
        match: locked; what the caller has set on it is saved with it.
        outcome: what it is to end with.
        choice: "replay" or "stand"; "" while nobody has been asked.
        seen: the stamp of the preview that the choice was made from.
        by: who chose.
        why: the reason of a ruling, shown to everybody.

    Returns:
        "applied" or "stands".

    Raises:
        ChoiceNeeded: later matches have begun or are over, and no choice was made yet.
        Stale: something concerned has changed since the preview; ``follows`` is the newer one.
    """
    if choice not in CHOICES:
        raise Refusal("choice", {"choice": _("Choose one of the three.")})
    lock_above(match)
    follows = consequences(match, outcome)
    if choice and seen != follows.stamp:
        raise ChoiceOutdated(
            follows,
            _("Something concerned has changed in the meantime. Look at what would follow now."),
        )
    if choice == STAND:
        match.by_ruling, match.ruling = True, why
        match_changed(match)
        return "stands"
    if follows.needs_choice and not choice:
        raise ChoiceNeeded(follows, _("Later matches have begun. Choose what becomes of them."))
    apply(follows, by=by, why=why)
    return "applied"


def apply(follows: Consequences, *, by: Actor, why: str = "") -> None:
    """Write a new result and everything that follows from it. The caller holds the event's lock."""
    match, event = follows.match, follows.sheet.event
    ends = follows.ends
    _put_down(follows)
    match_changed(match)
    tables = _write_matches(follows.changes)
    _write_sides(follows)
    _write_lines(event, follows.changes, by)
    _reopen(event, ends)
    ended = [end for end in ends if not end.is_open]
    for end in ended:
        advance(end.pk)
    _write_letters(follows, ended, why)
    for change in follows.changes:
        if change.match.pk in tables and change.then == "ready":
            call_match(change.match, tables[change.match.pk], by=by)
    outbox.task("tournament.call_tables", event_id=event.pk)


def lock_above(match: Match) -> None:
    """Lock every match that a result may reach, lower rounds first."""
    found, edge = set[int](), {match.pk}
    while edge:
        fed = Side.objects.filter(source__in=edge).values_list("match_id", flat=True)
        edge = set(fed) - found
        found |= edge
    lock_matches(found)


def put_back(match: Match) -> None:
    """Let a match go on where it was: at its table, or, where that is taken, at the next one."""
    match.winner, match.reason = None, ""
    match.finished_at = match.advanced_at = None
    if match.game_number and _is_free(match):
        match.state = Match.State.PLAYING
        return
    match.state, match.table = Match.State.READY, None
    match.called_at = match.due_at = None
    match.ready_at = match.ready_at or now()


def _is_free(match: Match) -> bool:
    table = match.table
    at_it = [Match.State.CALLED, Match.State.PLAYING]
    return (
        table is not None
        and table.state == Table.State.OPEN
        and not Match.objects.filter(table=table, state__in=at_it).exclude(pk=match.pk).exists()
    )


def _put_down(follows: Consequences) -> None:
    """Write an outcome onto its own match."""
    match, outcome = follows.match, follows.outcome
    if match.is_at_table and match.table_id:
        Table.objects.filter(pk=match.table_id).update(free_since=now())
    if outcome.voids:
        begin_anew(match)
    if outcome.goes_on:
        match.by_ruling, match.ruling = False, ""
    if follows.node.stage != "over":
        put_back(match)
        return
    if follows.differs:
        match.finished_at = match.finished_at or now()
        match.advanced_at = None if match.above_id is None else now()
    match.state, match.reason, match.winner = _ending(follows)


def _ending(follows: Consequences) -> tuple[Match.State, str, Entry | None]:
    """Say with what a match ends: as was asked for, or as those who are left make it."""
    if not follows.outcome.goes_on:
        return Match.State.FINISHED, follows.outcome.reason, follows.outcome.winner
    winner = follows.sheet.entries[follows.node.winner] if follows.node.winner else None
    return Match.State.FINISHED, _settled_reason(winner), winner


def _settled_reason(winner: Entry | None) -> Match.Reason:
    return Match.Reason.WALKOVER if winner else Match.Reason.NO_ONE


def _write_matches(changes: Sequence[Change]) -> dict[int, Table]:
    """Write the later matches; give back which table each of them was at."""
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
    return tables


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
        match.reason = _settled_reason(change.winner)
        match.advanced_at = None if match.above_id is None else moment
    elif change.then == "ready":
        match.state, match.ready_at = Match.State.READY, match.ready_at or moment
    else:
        match.state, match.ready_at = Match.State.WAITING, None


def _write_sides(follows: Consequences) -> None:
    """Seat who comes. The slots are cleared first: nobody is in two of one round for a moment."""
    sheet, rows, moved = follows.sheet, [], []
    for node in (follows.node, *(change.node for change in follows.changes)):
        for side, slot in zip(sheet.sides[node.key], node.slots, strict=True):
            stays = (side.kind, side.entry_id) == (slot.kind, slot.team)
            if not stays:
                moved.append(side.pk)
            side.kind, side.entry = Side.Kind(slot.kind), sheet.entries.get(slot.team or 0)
            if side.gone != slot.gone or not stays:
                side.gone_for = _gone_for(follows, side) if slot.gone else ""
            side.gone = slot.gone
            if node.key != follows.match.pk:
                side.here_at = None
            if node.voids:
                side.games = side.points = side.bags = 0
            rows.append(side)
    Side.objects.filter(pk__in=moved).update(kind=Side.Kind.TO_BE_DECIDED, entry=None)
    Side.objects.bulk_update(rows, SIDE_FIELDS)


def _gone_for(follows: Consequences, side: Side) -> str:
    """Say why a team does not play: it has left, it was ruled so, or it was out a round before."""
    if side.entry and not side.entry.is_in:
        removed = side.entry.state == Entry.State.REMOVED
        return Match.Reason.REMOVAL if removed else Match.Reason.WITHDRAWAL
    if side.match_id == follows.match.pk:
        return str(follows.outcome.reason)
    below = follows.sheet.sides[side.source_id] if side.source_id else []
    return next((it.gone_for for it in below if it.entry_id == side.entry_id), "")


def _write_lines(event: Event, changes: Iterable[Change], by: Actor) -> None:
    for change in changes:
        if change.voids:
            _line(event, "match_void", by, change.match)
        if change.coming:
            _line(event, "team_comes", by, change.match, change.coming)
        elif change.leaving:
            _line(event, "team_goes", by, change.match, change.leaving)
        if change.then == "settled":
            _line(event, "settled", by, change.match, change.winner)


def _line(event: Event, key: str, by: Actor, match: Match, team: Entry | None = None) -> None:
    log.write(event, key, by, match=match, number=match.number, team=str(team or ""))


def _reopen(event: Event, ends: Sequence[Match]) -> None:
    """Take the end of a finished event back; who has won it is said anew when that is known."""
    if event.status != Event.Status.FINISHED or not ends:
        return
    event.status, event.finished_at = Event.Status.RUNNING, None
    if any(is_final(end) for end in ends):
        event.champion = None
    event.save(update_fields=["status", "finished_at", "champion"])
    event_changed(event)


def _write_letters(follows: Consequences, ended: Sequence[Match], why: str) -> None:
    """Write to all concerned but those whom the end of the event writes to anyway."""
    told = {side.entry_id for end in ended for side in follows.sheet.sides[end.pk]}
    for entry, kind in follows.letters:
        if entry.pk not in told:
            notifications.result_corrected(follows.match, entry, kind, why=why)

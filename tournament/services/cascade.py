"""A changed result and all that follows from it, done in one go, or left as it stands by ruling.

``choose`` is the one way in. What follows is worked out by ``tournament.queries.consequences``.
"""

from collections.abc import Sequence
from typing import Final

from django.utils.timezone import now
from django.utils.translation import gettext as _

from tournament import notifications
from tournament.actors import Actor
from tournament.models import Entry, Match, Side, Table
from tournament.queries.consequences import Change, Consequences, Outcome, consequences
from tournament.refusals import ChoiceNeeded, ChoiceOutdated, Refusal
from tournament.services.later_matches import (
    call_again,
    end_again,
    rewrite,
    seat,
    settled_reason,
)
from tournament.services.locks import lock_matches
from tournament.services.news import match_changed
from tournament.services.results import begin_anew

__all__ = ["Change", "Consequences", "Outcome", "apply", "choose", "consequences", "lock_above"]

REPLAY: Final = "replay"
STAND: Final = "stand"
CHOICES: Final = frozenset({"", REPLAY, STAND})


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
    match, sheet = follows.match, follows.sheet
    ends = follows.ends
    _put_down(follows)
    match_changed(match)
    seat(sheet, [follows.node], reason=follows.outcome.reason)
    tables = rewrite(sheet, follows.changes, by=by)
    ended = end_again(sheet.event, ends)
    _write_letters(follows, ended, why)
    call_again(sheet.event, follows.changes, tables, by=by)


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
    return Match.State.FINISHED, settled_reason(winner), winner


def _write_letters(follows: Consequences, ended: Sequence[Match], why: str) -> None:
    """Write to all concerned but those whom the end of the event writes to anyway."""
    told = {side.entry_id for end in ended for side in follows.sheet.sides[end.pk]}
    for entry, standing in follows.letters:
        if entry.pk not in told:
            notifications.result_corrected(follows.match, entry, standing, why=why)

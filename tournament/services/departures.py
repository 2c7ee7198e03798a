"""Pairs that do not come, give up, withdraw or are removed. The bracket goes on without them."""

from collections.abc import Collection

from django.db import transaction
from django.utils.timezone import now
from django.utils.translation import gettext as _

from tournament import log
from tournament.actors import Actor
from tournament.models import Entry, Match, Side
from tournament.refusals import Refusal, Stale
from tournament.services.locks import lock_event, lock_match, require_running
from tournament.services.news import match_changed
from tournament.services.results import close

BEGUN = frozenset({Match.State.PLAYING})


@transaction.atomic
def award_walkover(match: Match, *, absent: Collection[int], by: Actor) -> Match:
    """Close a match whose pair has not come: one side absent, or both.

    Args:
        match: ready or called; one in play is forfeited instead.
        absent: places (0, 1) of the sides that are not there.
        by: who ruled so.

    Raises:
        Refusal: no side named, or the match is still to be decided.
        Stale: the match has begun or is over.
    """
    match = _open_match(match)
    if match.state in BEGUN:
        raise Stale("play_has_begun", _("Play has begun. Enter a forfeit instead."))
    return _close_without(match, gone=absent, reason=Match.Reason.WALKOVER, by=by)


@transaction.atomic
def forfeit(match: Match, *, sides: Collection[int], by: Actor) -> Match:
    """Close a match that one side, or both, has given up, before or during play.

    What was played stays on record under the attempt it belongs to; it decides nothing any more.

    Raises:
        Refusal: no side named, or the match is still to be decided.
        Stale: the match is over.
    """
    return _close_without(_open_match(match), gone=sides, reason=Match.Reason.FORFEIT, by=by)


@transaction.atomic
def withdraw_team(entry: Entry, *, by: Actor, reason: str = "") -> Entry:
    """Take a pair out of a drawn event at its own wish: its open match goes to the other side.

    A pair that still waits for its opponent leaves its slot marked; whoever comes there has a
    walkover. Called twice, it changes nothing. Raises ``Stale`` when the event is over.
    """
    return _leave(entry, state=Entry.State.WITHDRAWN, by=by, reason=reason)


@transaction.atomic
def remove_team(entry: Entry, *, by: Actor, reason: str = "") -> Entry:
    """Take a pair out of a drawn event by ruling. Removing is not banning."""
    return _leave(entry, state=Entry.State.REMOVED, by=by, reason=reason)


def consequence(match: Match, gone: Collection[int]) -> str:
    """Say in one sentence what closing a match without these sides will do."""
    sides = list(match.sides.select_related("entry"))
    staying = [side for side in sides if side.place not in gone and side.entry]
    leaving = [str(side.entry) for side in sides if side.place in gone and side.entry]
    if not staying and match.above_id is None:
        return _("Both pairs are out. The event ends without a champion.")
    if not staying:
        return _("Both pairs are out. Whoever waits in the next round goes on without playing.")
    if match.above_id is None:
        return _("%(winner)s win the event. %(loser)s are out.") % {
            "winner": staying[0].entry,
            "loser": ", ".join(leaving),
        }
    return _("%(winner)s go on to match %(number)d. %(loser)s are out.") % {
        "winner": staying[0].entry,
        "loser": ", ".join(leaving),
        "number": match.above.number if match.above else 0,
    }


def _leave(entry: Entry, *, state: str, by: Actor, reason: str) -> Entry:
    event = lock_event(entry.event_id)
    entry = Entry.objects.get(pk=entry.pk)
    if entry.state != Entry.State.ENTERED:
        return entry
    if state == Entry.State.WITHDRAWN:
        require_running(event)
    if event.matches.filter(above=None, state=Match.State.FINISHED).exists():
        return _stay(entry, state)
    entry.state, entry.left_at = state, now()
    entry.save(update_fields=["state", "left_at"])
    log.write(event, f"team_{state}", by=by, team=entry.name, reason=reason)
    open_side = entry.sides.exclude(match__state=Match.State.FINISHED).order_by("-round").first()
    if open_side:
        _leave_match(open_side, state=state, by=by)
    return entry


def _stay(entry: Entry, state: str) -> Entry:
    """Let nobody leave once the final is decided, though the event may not be closed yet."""
    if state == Entry.State.WITHDRAWN:
        raise Stale("event_is_over", _("The final is decided. Nobody withdraws any more."))
    return entry


def _leave_match(side: Side, *, state: str, by: Actor) -> None:
    match = lock_match(side.match_id)
    if not match.is_open:
        return
    if match.state == Match.State.WAITING:
        Side.objects.filter(pk=side.pk).update(gone=True)
        match_changed(match)
        return
    removed = state == Entry.State.REMOVED
    reason = Match.Reason.REMOVAL if removed else Match.Reason.WITHDRAWAL
    _close_without(match, gone=[side.place], reason=reason, by=by)


def _open_match(match: Match) -> Match:
    event = lock_event(match.event_id)
    match = lock_match(match.pk)
    if not match.is_open:
        raise Stale("match_is_over", _("This match is already over."))
    require_running(event)
    if match.state == Match.State.WAITING:
        raise Refusal.because("not_ready", _("This match still waits for a pair."))
    return match


def _close_without(match: Match, *, gone: Collection[int], reason: str, by: Actor) -> Match:
    sides = list(match.sides.select_related("entry"))
    places = set(gone) & {side.place for side in sides}
    if not places:
        raise Refusal("no_side", {"sides": _("Say which pair it is.")})
    staying = [side for side in sides if side.place not in places]
    if not staying:
        reason = Match.Reason.DOUBLE_FORFEIT
    if match.state in BEGUN:
        match.attempt += 1
        match.game_number = match.hand_number = 0
    for side in sides:
        side.gone = side.place in places
        side.games = side.points = side.bags = 0
    Side.objects.bulk_update(sides, ["gone", "games", "points", "bags"])
    match.winner = staying[0].entry if staying else None
    close(match, reason=reason)
    log.write(
        match.event,
        f"closed_{reason}",
        by=by,
        match=match,
        number=match.number,
        gone=[str(side.entry) for side in sides if side.gone],
        team=str(match.winner or ""),
    )
    return match

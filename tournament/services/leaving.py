"""What becomes of a match that loses sides: the others play on, or it is closed and carried up.

Called by the acts of the staff, with the event and the match locked.
"""

from collections.abc import Collection, Sequence

from django.utils.timezone import now
from django.utils.translation import gettext as _

from tournament import log
from tournament.actors import Actor
from tournament.models import Entry, Match, Side
from tournament.refusals import Refusal
from tournament.services import progress
from tournament.services.locks import lock_match
from tournament.services.news import match_changed
from tournament.services.results import LEAST_SIDES, begin_anew, close
from tournament.wording import listed

BEGUN = frozenset({Match.State.PLAYING})
OF_STATE = {
    Entry.State.WITHDRAWN: Match.Reason.WITHDRAWAL,
    Entry.State.REMOVED: Match.Reason.REMOVAL,
}


def named_sides(match: Match, gone: Collection[int]) -> list[Side]:
    """Find those who leave and have not left yet; refuse when these places name nobody."""
    sides = match.sides.select_related("entry")
    named = [side for side in sides if side.place in gone and side.entry]
    if not named:
        raise Refusal("no_side", {"sides": _("Say who it is.")})
    return [side for side in named if side.plays]


def go_on_without(match: Match, leaving: Sequence[Side], *, reason: str, by: Actor) -> None:
    """Mark those who leave; let the others play, or close the match with who is left."""
    _mark(leaving, reason)
    staying = [side for side in match.sides.select_related("entry") if side.plays]
    if len(staying) >= LEAST_SIDES:
        _play_on(match, leaving, staying, reason=reason, by=by)
        return
    if not staying:
        reason = Match.Reason.DOUBLE_FORFEIT
    if match.state in BEGUN:
        begin_anew(match)
    match.winner = staying[0].entry if staying else None
    close(match, reason=reason)
    _write(match, f"closed_{reason}", by, leaving, team=str(match.winner or ""))
    carry_up(match)


def leave_bracket(entries: Sequence[Entry], *, by: Actor) -> None:
    """Resolve every slot of teams that have left: where they play, and where they wait to play.

    Those who leave the same match at once leave it together: none of them goes on for a moment.
    """
    reasons = {entry.pk: OF_STATE[Entry.State(entry.state)] for entry in entries}
    slots = Side.objects.filter(entry__in=list(reasons))
    still_open = slots.exclude(match__state=Match.State.FINISHED).order_by("round", "pk")
    for pk in dict.fromkeys(still_open.values_list("match_id", flat=True)):
        match = lock_match(pk)
        if not match.is_open:  # closing another one has settled it
            continue
        sides = list(match.sides.select_related("entry").filter(entry__in=list(reasons)))
        leaving = [side for side in sides if not side.gone]
        if match.state == Match.State.WAITING or not leaving:
            for side in leaving:
                _mark([side], reasons[side.entry_id or 0])
            match_changed(match)
        else:
            go_on_without(match, leaving, reason=reasons[leaving[0].entry_id or 0], by=by)


def carry_up(match: Match) -> None:
    """Advance a closed match at once, and all that is settled by it, up to where play goes on."""
    progress.advance(match.pk)
    settled = Match.objects.filter(
        sides__source=match, state=Match.State.FINISHED, advanced_at=None
    )
    for above in settled.order_by("round", "position").distinct():
        carry_up(above)


def _mark(leaving: Sequence[Side], reason: str) -> None:
    """Mark sides as gone, with why. Nobody else's side is touched."""
    Side.objects.filter(pk__in=[side.pk for side in leaving]).update(gone=True, gone_for=reason)


def _play_on(
    match: Match, leaving: Sequence[Side], staying: Sequence[Side], *, reason: str, by: Actor
) -> None:
    """Leave the match to those who are left; in play, they begin anew at the same table."""
    _write(match, f"left_{reason}", by, leaving, teams=listed([str(it.entry) for it in staying]))
    if match.state in BEGUN:
        begin_anew(match)
        match.state, match.called_at, match.started_at = Match.State.CALLED, now(), None
        match.due_at = None  # they sit there
        log.write(match.event, "begun_anew", by=by, match=match, number=match.number)
    match_changed(match)


def _write(
    match: Match, key: str, by: Actor, leaving: Sequence[Side], *, team: str = "", teams: str = ""
) -> None:
    gone = [str(side.entry) for side in leaving]
    told = {"number": match.number, "gone": gone, "team": team, "teams": teams}
    log.write(match.event, key, by, match=match, public=True, **told)

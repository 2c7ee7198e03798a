"""Those who do not come, give up, withdraw or are removed. The bracket goes on without them.

A match that loses sides is played by those who are left, as long as there are two of them.
"""

from collections.abc import Collection, Sequence

from django.db import transaction
from django.utils import translation
from django.utils.timezone import now
from django.utils.translation import gettext as _

from engine.faults import Phrase
from tournament import log
from tournament.actors import Actor
from tournament.models import Entry, Match, Side
from tournament.refusals import Refusal, Stale
from tournament.services.locks import lock_event, lock_match, require_running
from tournament.services.news import match_changed
from tournament.services.results import LEAST_SIDES, begin_anew, close
from tournament.wording import listed

BEGUN = frozenset({Match.State.PLAYING})


@transaction.atomic
def award_walkover(match: Match, *, absent: Collection[int], by: Actor) -> Match:
    """Go on without those who have not come: one side, several, or all of them.

    Two or more that are left play the match; one that is left has a walkover.

    Args:
        match: ready or called; one in play is forfeited instead.
        absent: places (0, 1 ...) of the sides that are not there.
        by: who ruled so.

    Raises:
        Refusal: no side named, or the match is still to be decided.
        Stale: the match has begun or is over.
    """
    match = _open_match(match)
    if match.state in BEGUN:
        raise Stale("play_has_begun", _("Play has begun. Enter a forfeit instead."))
    return _go_on_without(match, gone=absent, reason=Match.Reason.WALKOVER, by=by)


@transaction.atomic
def forfeit(match: Match, *, sides: Collection[int], by: Actor) -> Match:
    """Go on without the sides that have given up, before or during play.

    What was played stays on record under the attempt it belongs to; it decides nothing any more.

    Raises:
        Refusal: no side named, or the match is still to be decided.
        Stale: the match is over.
    """
    return _go_on_without(_open_match(match), gone=sides, reason=Match.Reason.FORFEIT, by=by)


@transaction.atomic
def withdraw_team(entry: Entry, *, by: Actor, reason: str = "") -> Entry:
    """Take a team out of a drawn event at its own wish; the others of its open match go on.

    A team that still waits for its opponents leaves its slot marked. Called twice, it changes
    nothing. Raises ``Stale`` when the event is over.
    """
    return _leave(entry, state=Entry.State.WITHDRAWN, by=by, reason=reason)


@transaction.atomic
def remove_team(entry: Entry, *, by: Actor, reason: str = "") -> Entry:
    """Take a team out of a drawn event by ruling. Removing is not banning."""
    return _leave(entry, state=Entry.State.REMOVED, by=by, reason=reason)


def left_of(match: Match, gone: Collection[int]) -> list[Side]:
    """List the sides that would still play a match without these."""
    return [side for side in match.sides.all() if side.plays and side.place not in gone]


def plays_on(match: Match, gone: Collection[int]) -> bool:
    """Whether a match without these sides would still be played."""
    return match.state == Match.State.WAITING or len(left_of(match, gone)) >= LEAST_SIDES


def consequence(match: Match, gone: Collection[int]) -> str:
    """Say in one sentence what going on without these sides will do."""
    sides = list(match.sides.select_related("entry"))
    staying = [str(side.entry) for side in left_of(match, gone)]
    told: dict[str, object] = {
        "gone": listed([str(side.entry) for side in sides if side.place in gone and side.plays]),
        "staying": listed(staying),
        "number": match.number,
        "above": match.above.number if match.above else "",
    }
    if match.state == Match.State.WAITING:
        return _waiting(sides) % told
    if len(staying) >= LEAST_SIDES:
        game = Phrase(f"game.{match.rules_at(sides=len(staying)).variant}")
        return _playing_on(match) % (told | {"game": game.say(translation)})
    if not staying and match.above is None:
        return _("Nobody is left. The event will end without a champion.")
    if not staying:
        return _nobody(match) % told
    if match.above is None:
        return _("%(staying)s will win the event. %(gone)s will be out.") % told
    return _("%(staying)s will go on to match %(above)d. %(gone)s will be out.") % told


def _waiting(sides: Sequence[Side]) -> str:
    if len(sides) == LEAST_SIDES:
        return _("Whoever comes to match %(number)d goes on without playing, and without %(gone)s.")
    return _("Match %(number)d will be played without %(gone)s.")


def _playing_on(match: Match) -> str:
    if match.state in BEGUN:
        return _(
            "%(gone)s will be out. The match begins anew: %(staying)s play it, by the rules of "
            "%(game)s."
        )
    return _("%(gone)s will be out. %(staying)s play it, by the rules of %(game)s.")


def _nobody(match: Match) -> str:
    if match.above and match.above.sides.count() > LEAST_SIDES:
        return _("Nobody is left. Match %(above)d will be played without a winner of this one.")
    return _("Nobody is left. Whoever waits in the next round goes on without playing.")


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
    if match.state == Match.State.WAITING or side.gone:
        Side.objects.filter(pk=side.pk).update(gone=True)
        match_changed(match)
        return
    removed = state == Entry.State.REMOVED
    reason = Match.Reason.REMOVAL if removed else Match.Reason.WITHDRAWAL
    _go_on_without(match, gone=[side.place], reason=reason, by=by)


def _open_match(match: Match) -> Match:
    event = lock_event(match.event_id)
    match = lock_match(match.pk)
    if not match.is_open:
        raise Stale("match_is_over", _("This match is already over."))
    require_running(event)
    if match.state == Match.State.WAITING:
        raise Refusal.because("not_ready", _("It is not decided yet who plays this match."))
    return match


def _go_on_without(match: Match, *, gone: Collection[int], reason: str, by: Actor) -> Match:
    """Mark those who are gone; let the others play, or close the match with who is left."""
    sides = list(match.sides.select_related("entry"))
    named = [side for side in sides if side.place in gone and side.entry]
    if not named:
        raise Refusal("no_side", {"sides": _("Say who it is.")})
    leaving = [side for side in named if side.plays]
    if not leaving:
        return match
    Side.objects.filter(pk__in=[side.pk for side in leaving]).update(gone=True)
    staying = [side for side in sides if side.plays and side not in leaving]
    if len(staying) >= LEAST_SIDES:
        _play_on(match, leaving, staying, reason=reason, by=by)
        return match
    if not staying:
        reason = Match.Reason.DOUBLE_FORFEIT
    if match.state in BEGUN:
        begin_anew(match)
    match.winner = staying[0].entry if staying else None
    close(match, reason=reason)
    _write(match, f"closed_{reason}", by, leaving, team=str(match.winner or ""))
    return match


def _play_on(
    match: Match, leaving: Sequence[Side], staying: Sequence[Side], *, reason: str, by: Actor
) -> None:
    """Leave the match to those who are left; in play, they begin anew at the same table."""
    _write(match, f"left_{reason}", by, leaving, teams=listed([str(it.entry) for it in staying]))
    if match.state in BEGUN:
        begin_anew(match)
        match.state, match.called_at, match.started_at = Match.State.CALLED, now(), None
        log.write(match.event, "begun_anew", by=by, match=match, number=match.number)
    match_changed(match)


def _write(
    match: Match, key: str, by: Actor, leaving: Sequence[Side], *, team: str = "", teams: str = ""
) -> None:
    gone = [str(side.entry) for side in leaving]
    told = {"number": match.number, "gone": gone, "team": team, "teams": teams}
    log.write(match.event, key, by, match=match, public=True, **told)

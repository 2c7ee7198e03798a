"""Those who do not come, give up, withdraw or are removed. The bracket goes on without them.

A match that loses sides is played by those who are left, as long as there are two of them. Each of
these is one recorded act, and whoever goes on is seated by it at once.
"""

from collections.abc import Collection, Sequence
from uuid import UUID

from django.db import transaction
from django.utils import translation
from django.utils.timezone import now
from django.utils.translation import gettext as _

from engine.faults import Phrase
from tournament import log
from tournament.actors import Actor
from tournament.models import Entry, Event, Match, Side
from tournament.queries.third import third_of
from tournament.refusals import Refusal, Stale
from tournament.services import acts
from tournament.services.leaving import (
    BEGUN,
    carry_up,
    go_on_without,
    leave_bracket,
    named_sides,
)
from tournament.services.locks import lock_event, lock_match, require_running
from tournament.services.results import LEAST_SIDES
from tournament.wording import listed


@transaction.atomic
def award_walkover(
    match: Match, *, absent: Collection[int], by: Actor, entry_key: UUID | None = None
) -> Match:
    """Go on without those who have not come: one side, several, or all of them.

    Two or more that are left play the match; one that is left has a walkover. Safe to call twice.

    Args:
        match: ready or called; one in play is forfeited instead.
        absent: places (0, 1 ...) of the sides that are not there.
        by: who ruled so.
        entry_key: made with the form, where there is one.

    Raises:
        Refusal: no side named, or the match is still to be decided.
        Stale: the match has begun or is over.
    """
    event = lock_event(match.event_id)
    if acts.done_so(event, entry_key, Match.Reason.WALKOVER, match_id=match.pk):
        return lock_match(match.pk)
    match = open_match(event, match)
    refuse_begun(match)
    return _ruled(event, match, absent, Match.Reason.WALKOVER, by=by, entry_key=entry_key)


@transaction.atomic
def forfeit(
    match: Match, *, sides: Collection[int], by: Actor, entry_key: UUID | None = None
) -> Match:
    """Go on without the sides that have given up, before or during play. Safe to call twice.

    What was played stays on record under the attempt it belongs to; it decides nothing any more.

    Raises:
        Refusal: no side named, or the match is still to be decided.
        Stale: the match is over.
    """
    event = lock_event(match.event_id)
    if acts.done_so(event, entry_key, Match.Reason.FORFEIT, match_id=match.pk):
        return lock_match(match.pk)
    match = open_match(event, match)
    return _ruled(event, match, sides, Match.Reason.FORFEIT, by=by, entry_key=entry_key)


@transaction.atomic
def withdraw_team(
    entry: Entry, *, by: Actor, reason: str = "", entry_key: UUID | None = None
) -> Entry:
    """Take a team out of a drawn event at its own wish, from the slot it plays in and those above.

    The others of its open match go on. A slot in which it waits for its opponents stays marked.
    Called twice, it changes nothing. Raises ``Stale`` when the event is over.
    """
    return _leave(entry, Entry.State.WITHDRAWN, by=by, reason=reason, entry_key=entry_key)


@transaction.atomic
def remove_team(
    entry: Entry, *, by: Actor, reason: str = "", entry_key: UUID | None = None
) -> Entry:
    """Take a team out of a drawn event by ruling. Removing is not banning."""
    return _leave(entry, Entry.State.REMOVED, by=by, reason=reason, entry_key=entry_key)


def open_match(event: Event, match: Match) -> Match:
    """Lock a match of a locked event that can be ruled on, or refuse."""
    match = lock_match(match.pk)
    if not match.is_open:
        raise Stale("match_is_over", _("This match is already over."))
    require_running(event)
    if match.state == Match.State.WAITING:
        raise Refusal.because("not_ready", _("It is not decided yet who plays this match."))
    return match


def refuse_begun(match: Match) -> None:
    """Refuse a walkover once play has begun. Raises ``Stale``."""
    if match.state in BEGUN:
        raise Stale("play_has_begun", _("Play has begun. Enter a forfeit instead."))


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
        return _("%(gone)s will be out. The event will end without a champion.") % told
    if not staying:
        return _nobody(match) % told
    if match.above is None:
        return _("%(staying)s will win the event. %(gone)s will be out.") % told
    return _("%(staying)s will go on to match %(above)d. %(gone)s will be out.") % told


def consequences(match: Match, gone: Collection[int]) -> list[str]:
    """Say all that going on without these sides will do: here, and in the match for third place."""
    told = [consequence(match, gone)]
    third = None if plays_on(match, gone) else third_of(match)
    out = [side for side in match.sides.all() if side.place in gone and side.plays]
    if third and len(left_of(match, gone)) == 1:
        words = {"number": third.number, "gone": listed([str(side.entry) for side in out])}
        told.append(
            _("Match %(number)d, for the third place, goes on without %(gone)s as well.") % words
        )
    return told


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
        return _(
            "%(gone)s will be out. Match %(above)d will be played without a winner of this one."
        )
    return _(
        "%(gone)s will be out, and nobody is left. Whoever waits in the next round goes on without "
        "playing."
    )


def leave_event(
    event: Event, entries: Sequence[Entry], *, state: Entry.State, by: Actor, reason: str
) -> None:
    """Take teams out of a locked, drawn event together; the caller records the act."""
    for entry in entries:
        entry.state, entry.left_at = state, now()
        entry.save(update_fields=["state", "left_at"])
        log.write(event, f"team_{state}", by=by, team=entry.name, reason=reason)
    leave_bracket(entries, by=by)


def catch_up(entry: Entry) -> None:
    """Seat a team whose match is over and that no worker has carried up yet."""
    waiting = entry.sides.filter(match__state=Match.State.FINISHED, match__advanced_at=None)
    for side in waiting.select_related("match").order_by("round"):
        carry_up(side.match)


def may_leave(event: Event, entry: Entry) -> bool:
    """Whether a team may still leave: not once the final is decided, unless it has yet to play."""
    final = event.matches.filter(above=None, for_third=False, state=Match.State.FINISHED)
    still_open = entry.sides.exclude(match__state=Match.State.FINISHED)
    return not final.exists() or still_open.exists()


def _leave(
    entry: Entry, state: Entry.State, *, by: Actor, reason: str, entry_key: UUID | None
) -> Entry:
    event = lock_event(entry.event_id)
    entry = Entry.objects.get(pk=entry.pk)
    if entry.state != Entry.State.ENTERED:
        return entry
    if state == Entry.State.WITHDRAWN:
        require_running(event)
    catch_up(entry)  # what was won before counts, whether or not a worker has been by
    if not may_leave(event, entry):
        if state == Entry.State.WITHDRAWN:
            raise Stale("event_is_over", _("The final is decided. Nobody withdraws any more."))
        return entry
    key = "withdrawal" if state == Entry.State.WITHDRAWN else "removal"
    with acts.recorded(event, key, by, entry=entry, entry_key=entry_key, reason=reason):
        leave_event(event, [entry], state=state, by=by, reason=reason)
    return entry


def _ruled(
    event: Event,
    match: Match,
    gone: Collection[int],
    reason: Match.Reason,
    *,
    by: Actor,
    entry_key: UUID | None,
) -> Match:
    """Record the ruling that a match goes on without some of its sides."""
    leaving = named_sides(match, gone)
    if not leaving:
        return match
    names = [str(side.entry) for side in leaving]
    with acts.recorded(event, reason, by, match=match, entry_key=entry_key, gone=names):
        go_on_without(match, leaving, reason=reason, by=by)
    match.refresh_from_db()
    return match

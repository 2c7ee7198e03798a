"""Correcting how a match ended, whatever it ended by: played, walkover, forfeit or by itself."""

from dataclasses import dataclass
from typing import Any, Final, TypedDict, Unpack
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from tournament import log
from tournament.actors import Actor
from tournament.models import Act, Event, Match, Side
from tournament.queries.consequences import Consequences, Outcome, consequences
from tournament.refusals import Refusal, Stale
from tournament.services.acts import done_with, recorded
from tournament.services.cascade import choose
from tournament.services.leaving import carry_up
from tournament.services.locks import lock_event, lock_match

LONGEST_WHY: Final = 200
NOBODY: Final = Match.Reason.DOUBLE_FORFEIT
REPLAY: Final = Outcome(None, "", goes_on=True, gone=frozenset(), voids=True)
"""To be played again from the beginning, by all who are still in the event."""
Reason = Match.Reason


class Chosen(TypedDict, total=False):
    """A choice, "replay" or "stand", and the stamp of the preview it was made from."""

    choice: str
    seen: str


@dataclass(frozen=True, slots=True)
class _Form:
    """What a form asks for, and its key: sent again it is the same act, or refused."""

    key: UUID
    asked: str
    why: str

    def done(self, event: Event, match: Match) -> Act | None:
        """Find what the form has done already. Raises ``Stale`` where that was something else."""
        known = done_with(event, self.key)
        if known is None:
            return None
        said = (known.match_id, known.params.get("asked"), known.params.get("why"))
        if said != (match.pk, self.asked, self.why):
            raise Stale(
                "key_used",
                _("This form has already done something else. It shows how it stands now."),
            )
        return known


@transaction.atomic
def correct_result(
    match: Match,
    *,
    winner: int | None,
    reason: str,
    why: str,
    entry_key: UUID,
    by: Actor,
    **chosen: Unpack[Chosen],
) -> Act:
    """Give a finished match another ending; what follows is done with it, as one act.

    Args:
        match: finished, and no bye.
        winner: the place (0, 1 ...) of the side that goes on; None when nobody does.
        reason: a ``Match.Reason``; "played" is a ruling over what the hands say.
        why: shown to everybody.
        entry_key: the key of the form; called twice with it, this changes nothing.
        by: the director who ruled so.
        chosen: what becomes of later matches that have begun, and the preview that was seen.

    Raises:
        Refusal: nothing to correct here, or all that is wrong with what was asked for.
        ChoiceNeeded: later matches have begun; ``follows`` says what would become of them.
        Stale: the match, or what would follow, has changed in the meantime.
    """
    event = lock_event(match.event_id)
    form = _Form(entry_key, f"{winner} {reason} {chosen.get('choice', '')}", why.strip())
    if known := form.done(event, match):
        return known
    carry_up(match)  # what a worker has left lying counts as it would have
    match = lock_match(match.pk)
    _require_correctable(event, match)
    outcome = _read(match, winner, reason, why, chosen.get("choice", ""))
    match.by_ruling, match.ruling = reason == Reason.PLAYED, why.strip()
    return _ruled(match, outcome, form, by=by, chosen=chosen)


@transaction.atomic
def replay_match(
    match: Match, *, why: str, entry_key: UUID, by: Actor, **chosen: Unpack[Chosen]
) -> Act:
    """Void a finished match and have it played again from the beginning, as one act.

    What was played stays on record under its attempt. Arguments and refusals are those of
    ``correct_result``.
    """
    event = lock_event(match.event_id)
    form = _Form(entry_key, f"again {chosen.get('choice', '')}", why.strip())
    if known := form.done(event, match):
        return known
    carry_up(match)  # what a worker has left lying counts as it would have
    match = lock_match(match.pk)
    _require_correctable(event, match)
    if faults := _why_faults(why):
        raise Refusal("not_correctable", faults)
    return _ruled(match, REPLAY, form, by=by, chosen=chosen)


def preview(match: Match, *, winner: int | None, reason: str) -> Consequences:
    """Say what another ending would lead to; the empty reason stands for playing it again.

    Raises ``Refusal`` where a correction would be refused. Reads only.
    """
    if told := why_not(match):
        raise Refusal.because("not_correctable", told)
    if not reason:
        return consequences(match, REPLAY)
    if faults := _ending_faults(match, winner, reason):
        raise Refusal("not_correctable", faults)
    return consequences(match, outcome_of(match, winner, reason))


def why_not(match: Match) -> str:
    """Say why the result of a match cannot be corrected, and what can be done; "" when it can."""
    if match.is_bye:
        told = _("Match %(number)d is a bye: nobody played it. Correct match %(above)d instead.")
        above = match.above.number if match.above else 0
        return told % {"number": match.number, "above": above}
    if match.state == Match.State.WAITING:
        told = _("It is not decided yet who plays match %(number)d. Correct a match before it.")
    elif match.is_open:
        told = _("Match %(number)d has no result yet. Play it, or give a walkover or a forfeit.")
    else:
        return ""
    return told % {"number": match.number}


def reasons_of(match: Match) -> list[Reason]:
    """List for what reasons one side may be said to have won."""
    found = [Reason.PLAYED] if match.game_number else []
    found += [Reason.WALKOVER, Reason.FORFEIT]
    if match.reason in {Reason.WITHDRAWAL, Reason.REMOVAL}:
        found.append(Reason(match.reason))
    return found


def outcome_of(match: Match, winner: int | None, reason: str) -> Outcome:
    """Turn the place of a winner and a reason into an outcome. Unplayed endings void the play."""
    sides = list(match.sides.select_related("entry"))
    teams = {side.place: side.entry for side in sides if side.entry}
    if winner is None:
        gone = frozenset(teams)
    elif reason == Reason.PLAYED:
        gone = frozenset(side.place for side in sides if side.gone) - {winner}
    else:
        gone = frozenset(teams) - {winner}
    voids = reason != Reason.PLAYED and bool(match.game_number)
    entry = None if winner is None else teams[winner]
    return Outcome(entry, reason, gone=gone, voids=voids)


def _require_correctable(event: Event, match: Match) -> None:
    if not event.is_drawn:
        raise Stale(
            "event_is_over",
            _("This is not possible now. State of the event: %(status)s.")
            % {"status": event.get_status_display()},
        )
    if told := why_not(match):
        raise Refusal.because("not_correctable", told)


def _read(match: Match, winner: int | None, reason: str, why: str, choice: str) -> Outcome:
    """Check all that was asked for, and give the outcome. All faults are told at once.

    Whoever chose from a preview is shown the newer one, even where the other did the same.
    """
    if faults := _ending_faults(match, winner, reason) | _why_faults(why):
        raise Refusal("not_correctable", faults)
    outcome = outcome_of(match, winner, reason)
    same = (match.winner, match.reason) == (outcome.winner, reason)
    if same and match.ruling == why.strip() and not choice:
        raise Refusal.because("nothing_changed", _("This is what the result already says."))
    return outcome


def _ending_faults(match: Match, winner: int | None, reason: str) -> dict[str, str]:
    faults = {}
    places = Side.objects.filter(match=match, kind="team").values_list("place", flat=True)
    if winner is not None and winner not in set(places):
        faults["winner"] = _("Choose one of the sides, or nobody.")
    if reason not in (reasons_of(match) if winner is not None else [NOBODY]):
        faults["reason"] = _("This reason does not go with it. Choose another one.")
    return faults


def _why_faults(why: str) -> dict[str, str]:
    if not why.strip():
        return {"why": _("Write why: the reason is shown to everybody.")}
    if len(why.strip()) > LONGEST_WHY:
        return {"why": _("Keep the reason under %(n)d characters.") % {"n": LONGEST_WHY + 1}}
    return {}


def _ruled(match: Match, outcome: Outcome, form: _Form, *, by: Actor, chosen: Chosen) -> Act:
    """Record the whole ruling as one act, with one public line that says what was ruled."""
    event, why = match.event, form.why
    with recorded(event, "result_corrected", by, match=match, entry_key=form.key) as act:
        choice, seen = chosen.get("choice", ""), chosen.get("seen", "")
        done = choose(match, outcome, choice=choice, seen=seen, by=by, why=why)
        act.key = _key(done, outcome)
        told: dict[str, Any] = {"number": match.number, "why": why}
        if act.key == "result_corrected":
            told |= {"team": str(outcome.winner), "how": outcome.reason}
        act.params = told | {"asked": form.asked}
        log.write(event, act.key, by, match=match, public=True, **told)
    return act


def _key(done: str, outcome: Outcome) -> str:
    if done == "stands":
        return "result_stands"
    if outcome.goes_on:
        return "match_replayed"
    return "result_corrected" if outcome.winner else "result_corrected_nobody"

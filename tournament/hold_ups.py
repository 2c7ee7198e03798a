"""What holds a match up, or how its clock stands, in the words under its slip at the desk."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from tournament.models import Match, Side
from tournament.queries.desk import LATE, QUIET
from tournament.slips import Slip
from tournament.wording import listed

State = Match.State


@dataclass(frozen=True, slots=True)
class HoldUp:
    """One sentence under a slip; ``now`` asks somebody to look there."""

    words: str
    now: bool = False


def hold_up(slip: Slip, moment: datetime) -> HoldUp | None:
    """Say what a match waits for, or since when; nothing where there is nothing to say.

    Times stand as the clock shows them, so that a page that lies open stays true.
    """
    match = slip.match
    told = {
        State.WAITING: _waits,
        State.READY: _stands_in_line,
        State.CALLED: _is_called,
        State.PLAYING: _is_quiet,
    }.get(State(match.state))
    if told:
        return told(slip, moment)
    return HoldUp(_("By ruling: {why}").format(why=match.ruling)) if match.by_ruling else None


def _waits(slip: Slip, _moment: datetime) -> HoldUp | None:
    coming = [it for it in slip.sides if it.kind == Side.Kind.TO_BE_DECIDED and it.source]
    numbers = [str(it.source.number) for it in coming if it.source]
    if not numbers:
        return None
    one = _("Waits for match {numbers}")
    told = one if len(numbers) == 1 else _("Waits for matches {numbers}")
    return HoldUp(told.format(numbers=listed(numbers)))


def _stands_in_line(slip: Slip, _moment: datetime) -> HoldUp | None:
    match = slip.match
    if match.held:
        return HoldUp(_("Free tables pass it by"))
    if match.pinned:
        return HoldUp(_("Only at table {number}").format(number=match.pinned.number))
    if match.ready_at is None:
        return None
    return HoldUp(_("Ready since {time}").format(time=_clock(match.ready_at, match)))


def _is_called(slip: Slip, moment: datetime) -> HoldUp | None:
    match = slip.match
    due = match.due_at or (match.called_at + LATE if match.called_at else None)
    if due is None:
        return None
    told = _("Late since {time}") if moment >= due else _("Due by {time}")
    return HoldUp(told.format(time=_clock(due, match)), now=moment >= due)


def _is_quiet(slip: Slip, moment: datetime) -> HoldUp | None:
    match = slip.match
    last = match.hand_at or match.started_at
    if last is None:
        return None
    quiet = moment - last >= QUIET
    told = _("No hand since {time}") if quiet else _("Last hand {time}")
    if match.hand_at is None and not quiet:
        told = _("Begun {time}")
    return HoldUp(told.format(time=_clock(last, match)), now=quiet)


def _clock(moment: datetime, match: Match) -> str:
    return date_format(localtime(moment, match.event.tz), "H:i")

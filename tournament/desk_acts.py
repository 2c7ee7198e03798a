"""What may be done with a match at the desk, and what closing it would do."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _l

from tournament.models import Match
from tournament.services import departures

State = Match.State
ALL_SIDES: Final = "all"


@dataclass(frozen=True, slots=True)
class Ending:
    """One way to close a match without a deciding hand."""

    key: str
    title: str | Promise
    heading: str | Promise
    act: str | Promise
    one: str | Promise
    everyone: str | Promise
    states: frozenset[State]
    reasons: frozenset[Match.Reason]
    service: Callable[..., Match]
    sides_are: str


ENDINGS: Final[Mapping[str, Ending]] = {
    ending.key: ending
    for ending in (
        Ending(
            "walkover",
            _l("Walkover"),
            _l("Walkover in match %(number)d"),
            _l("Give the walkover"),
            _l("%(team)s are absent"),
            _l("Both are absent"),
            frozenset({State.READY, State.CALLED}),
            frozenset({Match.Reason.WALKOVER, Match.Reason.DOUBLE_FORFEIT}),
            departures.award_walkover,
            "absent",
        ),
        Ending(
            "forfeit",
            _l("Forfeit"),
            _l("Forfeit in match %(number)d"),
            _l("Enter the forfeit"),
            _l("%(team)s forfeit"),
            _l("Both forfeit"),
            frozenset({State.CALLED, State.PLAYING}),
            frozenset({Match.Reason.FORFEIT, Match.Reason.DOUBLE_FORFEIT}),
            departures.forfeit,
            "sides",
        ),
    )
}
"""The rulings of the desk. Withdrawal and removal concern a pair, and start from the pair."""


@dataclass(frozen=True, slots=True)
class Offer:
    """An ending that is possible now, for one side or for all of them, as a link says it."""

    ending: Ending
    who: str
    words: str


def offers_of(match: Match) -> list[Offer]:
    """List the endings that are possible now. A bye and an undecided match have none."""
    sides = list(match.sides.all())
    found = []
    for ending in ENDINGS.values():
        if match.state not in ending.states:
            continue
        for side in sides:
            words = str(ending.one) % {"team": side.entry}
            found.append(Offer(ending, side.letter.lower(), words))
        found.append(Offer(ending, ALL_SIDES, str(ending.everyone)))
    return found


def places_of(match: Match, who: str) -> list[int] | None:
    """Turn the word in an address into the places it stands for; None when it stands for none."""
    sides = list(match.sides.all())
    if who == ALL_SIDES:
        return [side.place for side in sides]
    return [side.place for side in sides if side.letter.lower() == who] or None


def why_not(match: Match, states: Collection[State]) -> str:
    """Say why an act is not possible on a match as it stands; nothing when it is."""
    if match.state in states:
        return ""
    if match.is_bye:
        return _("Match %(number)d is a bye: there is nobody to rule on.") % {
            "number": match.number
        }
    if match.state == State.WAITING:
        told = _("Match %(number)d still waits for a pair. Nothing can be done with it yet.")
    elif match.state == State.FINISHED:
        told = _("Match %(number)d is already over. Nothing was changed.")
    elif match.state == State.PLAYING:
        told = _("Match %(number)d is in play. Enter a forfeit if a pair gives up.")
    elif match.state == State.CALLED:
        told = _("Match %(number)d is already called to a table.")
    else:
        told = _("Match %(number)d waits for a table.")
    return told % {"number": match.number}


def is_done_so(match: Match, ending: Ending, places: Collection[int]) -> bool:
    """Whether a match was closed in just this way already: a second tap, not a second ruling."""
    gone = {side.place for side in match.sides.all() if side.gone}
    return match.reason in ending.reasons and gone == set(places)


def consequences_of(match: Match, places: Collection[int]) -> list[str]:
    """Say what closing a match without these sides will do, and to what was played."""
    told = [departures.consequence(match, places)]
    if match.state == State.PLAYING:
        told.append(_("The hands that were played stay on record and decide nothing any more."))
    if match.is_at_table and match.table:
        told.append(_("Table %(table)d is free at once.") % {"table": match.table.number})
    return told

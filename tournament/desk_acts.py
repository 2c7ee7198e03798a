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
PAIR: Final = 2


@dataclass(frozen=True, slots=True)
class Ending:
    """One way to go on without a side: the others play, or the match is closed."""

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
            _l("Absent: %(team)s"),
            _l("Nobody has come"),
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
            _l("Forfeit by %(team)s"),
            _l("All forfeit"),
            frozenset({State.CALLED, State.PLAYING}),
            frozenset({Match.Reason.FORFEIT, Match.Reason.DOUBLE_FORFEIT}),
            departures.forfeit,
            "sides",
        ),
    )
}
"""The rulings of the desk. Withdrawal and removal concern an entry, and start from the entry."""


@dataclass(frozen=True, slots=True)
class Offer:
    """An ending that is possible now, for one side or for all of them, as a link says it."""

    ending: Ending
    who: str
    words: str


def offers_of(match: Match) -> list[Offer]:
    """List the endings that are possible now. A bye and an undecided match have none."""
    sides = [side for side in match.sides.all() if side.plays]
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
    """Turn the word in an address into the places it stands for; None when it stands for none.

    Each letter of the word is a side: ``ac`` are the first and the third.
    """
    sides = list(match.sides.all())
    if who == ALL_SIDES:
        return [side.place for side in sides if side.entry]
    letters = {side.letter.lower(): side.place for side in sides}
    return sorted({letters[it] for it in who}) if who and set(who) <= set(letters) else None


def why_not(match: Match, states: Collection[State]) -> str:
    """Say why an act is not possible on a match as it stands; nothing when it is."""
    if match.state in states:
        return ""
    if match.is_bye:
        return _("Match %(number)d is a bye: there is nobody to rule on.") % {
            "number": match.number
        }
    if match.state == State.WAITING:
        told = _("It is not decided yet who plays match %(number)d. Nothing can be done with it.")
    elif match.state == State.FINISHED:
        told = _("Match %(number)d is already over. Nothing was changed.")
    elif match.state == State.PLAYING:
        told = _("Match %(number)d is in play. Enter a forfeit if a side gives up.")
    elif match.state == State.CALLED:
        told = _("Match %(number)d is already called to a table.")
    else:
        told = _("Match %(number)d waits for a table.")
    return told % {"number": match.number}


def is_done_so(match: Match, ending: Ending, places: Collection[int]) -> bool:
    """Whether it was ruled in just this way already: a second tap, not a second ruling."""
    sides = [side for side in match.sides.all() if side.entry]
    gone = {side.place for side in sides if side.gone}
    if len(sides) > PAIR:
        ruled = match.is_open or match.reason in ending.reasons
        return ruled and bool(gone) and gone >= set(places)
    return match.reason in ending.reasons and gone == set(places)


def consequences_of(match: Match, places: Collection[int]) -> list[str]:
    """Say what going on without these sides will do, and to what was played."""
    told = departures.consequences(match, places)
    if match.state == State.PLAYING:
        told.append(_("The hands that were played stay on record and decide nothing any more."))
    if match.is_at_table and match.table and not departures.plays_on(match, places):
        told.append(_("Table %(table)d is free at once.") % {"table": match.table.number})
    return told

"""When an event that is being played will be over, from its own hands and what is still to play."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from engine.durations import MINUTES_A_HAND, Length, hands_left, match_length
from engine.forecast import Finish, Meeting, forecast
from engine.spades.rules import RuleSet
from tournament.models import Event, Match, Side

TYPICAL_WEIGHT = 120.0
"""So many minutes of play must be seen before this hall's pace counts as much as the usual one."""
PACE_LEAST, PACE_MOST = 2.0, 15.0
LEAST_SIDES = 2
STEP = timedelta(minutes=5)
"""Nobody knows the end of an evening to the minute."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """The expected end, between an early and a late one, and the match everything waits for."""

    early: datetime
    expected: datetime
    late: datetime
    closes: datetime | None = None
    holds_up: Match | None = None

    @property
    def is_too_late(self) -> bool:
        """Whether the hall will have closed by then."""
        return self.closes is not None and self.expected > self.closes

    @property
    def may_be_late(self) -> bool:
        """Whether the hall may have closed by then."""
        return self.closes is not None and not self.is_too_late and self.late > self.closes


def outlook_of(event: Event, *, tables: int, now: datetime) -> Outlook | None:
    """Expect when a drawn event ends: 2 queries, however many matches; None where nobody can say.

    Args:
        event: drawn, and not over.
        tables: in use, those that hold a match counted.
        now: the moment from which on is reckoned.
    """
    if event.status not in {Event.Status.DRAWN, Event.Status.RUNNING}:
        return None
    matches = list(event.matches.select_related("table").prefetch_related("sides"))
    rules = _rules_by_round(event)
    pace, known = _pace_of(matches, rules)
    left = [match for match in matches if match.is_open]
    numbers = {match.pk: match.number for match in left}
    meetings = [_meeting(match, numbers, rules[match.round], pace, now) for match in left]
    finish = forecast(meetings, tables, known=known)
    if finish is None:
        return None
    holds_up = next((match for match in left if match.number == finish.holds_up), None)
    return outlook_from(finish, max(now, event.starts_at), event.ends_by, holds_up)


def outlook_from(
    finish: Finish, start: datetime, closes: datetime | None, holds_up: Match | None = None
) -> Outlook:
    """Tell a forecast in hours of the day, to five minutes, from when play begins or goes on."""
    early, expected, late = (
        _rounded(start + timedelta(minutes=minutes))
        for minutes in (finish.early, finish.expected, finish.late)
    )
    return Outlook(early, expected, late, closes, holds_up)


def _rounded(moment: datetime) -> datetime:
    steps = round(moment.timestamp() / STEP.total_seconds())
    return datetime.fromtimestamp(steps * STEP.total_seconds(), tz=moment.tzinfo)


def _rules_by_round(event: Event) -> dict[int, RuleSet]:
    return {
        number: event.rules_at(sides=0, rounds_to_go=event.rounds - number + 1)
        for number in range(1, event.rounds + 1)
    }


def _pace_of(matches: Sequence[Match], rules: dict[int, RuleSet]) -> tuple[float, float]:
    """Learn the minutes a hand takes here, and say how sure that is, from 0 to 1."""
    typical = actual = 0.0
    for match in matches:
        if not match.game_number or not match.started_at or not match.hand_at:
            continue
        hands = (match.game_number - 1) * hands_left(rules[match.round]) + match.hand_number
        typical += hands * MINUTES_A_HAND
        actual += max(0.0, (match.hand_at - match.started_at).total_seconds() / 60)
    pace = MINUTES_A_HAND * (TYPICAL_WEIGHT + actual) / (TYPICAL_WEIGHT + typical)
    known = typical / (TYPICAL_WEIGHT + typical)
    return min(max(pace, PACE_LEAST), PACE_MOST), known


def _meeting(
    match: Match, numbers: dict[int, int], rules: RuleSet, pace: float, now: datetime
) -> Meeting:
    sides = list(match.sides.all())
    feeds = {numbers[side.source_id] for side in sides if side.source_id in numbers}
    return Meeting(
        number=match.number,
        length=_left_of(match, sides, rules, pace, now),
        feeds=tuple(sorted(feeds)),
        at_table=match.is_at_table,
        begun=match.state == Match.State.PLAYING,
    )


def _left_of(
    match: Match, sides: Sequence[Side], rules: RuleSet, pace: float, now: datetime
) -> Length:
    """Expect what is left of a match; the hand being played counts as far as it is."""
    playing = [side for side in sides if side.plays]
    won = tuple(side.games for side in playing)
    if len(won) < LEAST_SIDES or not match.game_number:
        return match_length(rules, won=(0,) * max(LEAST_SIDES, len(won)), pace=pace)
    points = tuple(side.points for side in playing)
    length = match_length(rules, won=won, points=points, played=match.hand_number, pace=pace)
    since = match.hand_at or match.started_at or now
    gone = min(pace, max(0.0, (now - since).total_seconds() / 60))
    left = max(1.0, length.minutes - gone)
    return Length(left, length.spread, max(left, length.most))

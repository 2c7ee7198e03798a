"""The rows of a single-elimination bracket, written in one go from the drawn slots."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby

from django.utils.timezone import now

from engine.brackets import single
from engine.brackets.single import BracketMatch, Source
from tournament.models import Entry, Event, Match, Side

Place = tuple[int, int, int]
"""Round, position and place of a side."""


def write_bracket(event: Event, slots: Sequence[str | None], entries: Mapping[str, Entry]) -> None:
    """Write every match and every side of the bracket; a team beside a bye is seated above.

    Matches are numbered round by round from the top. The number of statements grows with the
    rounds and the batches only, so that a thousand pairs take seconds.
    """
    plan = single.matches(slots)
    writer = _Writer(event, entries, _seated(plan), event.rule_set.best_of, now())
    event.rounds = single.round_count(slots)
    event.save(update_fields=["rounds"])
    writer.write_matches(plan)
    Side.objects.bulk_create(writer.sides(plan))


def _seated(plan: Sequence[BracketMatch]) -> dict[Place, str]:
    """Say which entry sits where from the start: those drawn, and those lifted by a bye."""
    seated: dict[Place, str] = {}
    for drawn in plan:
        for place, source in enumerate(drawn.sources):
            if source.entry is None:
                continue
            seated[drawn.round, drawn.position, place] = source.entry
            above = single.next_place(drawn.round, drawn.position)
            if drawn.is_bye and above:
                seated[above] = source.entry
    return seated


@dataclass(slots=True)
class _Writer:
    """One bracket on its way into the database."""

    event: Event
    entries: Mapping[str, Entry]
    seated: Mapping[Place, str]
    best_of: int
    moment: datetime
    rows: dict[tuple[int, int], Match] = field(default_factory=dict)

    def write_matches(self, plan: Sequence[BracketMatch]) -> None:
        """Write the final first, and each round before the one below: a row names the one above."""
        numbered = reversed(list(enumerate(plan, start=1)))
        for _round, drawn in groupby(numbered, key=lambda pair: pair[1].round):
            matches = [self._match(number, one) for number, one in drawn]
            Match.objects.bulk_create(matches)
            self.rows |= {(match.round, match.position): match for match in matches}

    def sides(self, plan: Sequence[BracketMatch]) -> list[Side]:
        """Make the sides of all matches; the matches are written by now."""
        return [
            self._side(drawn, place, source)
            for drawn in plan
            for place, source in enumerate(drawn.sources)
        ]

    def _match(self, number: int, drawn: BracketMatch) -> Match:
        match = Match(
            event=self.event,
            round=drawn.round,
            position=drawn.position,
            number=number,
            best_of=self.best_of,
        )
        above = single.next_place(drawn.round, drawn.position)
        if above and above[:2] in self.rows:
            match.above, match.above_place = self.rows[above[:2]], above[2]
        teams = [team for place in range(single.PLACES) if (team := self._team(drawn, place))]
        if drawn.is_bye:
            match.state, match.reason = Match.State.FINISHED, Match.Reason.BYE
            match.winner = teams[0]
            match.finished_at = match.advanced_at = self.moment
        elif len(teams) == single.PLACES:
            match.state, match.ready_at = Match.State.READY, self.moment
        return match

    def _side(self, drawn: BracketMatch, place: int, source: Source) -> Side:
        team = self._team(drawn, place)
        kind = Side.Kind.TEAM if team else Side.Kind.TO_BE_DECIDED
        return Side(
            match=self.rows[drawn.round, drawn.position],
            event=self.event,
            round=drawn.round,
            place=place,
            kind=Side.Kind.BYE if source.kind == "bye" else kind,
            entry=team,
            source=self.rows[source.match] if source.match else None,
        )

    def _team(self, drawn: BracketMatch, place: int) -> Entry | None:
        ref = self.seated.get((drawn.round, drawn.position, place))
        return self.entries[ref] if ref else None

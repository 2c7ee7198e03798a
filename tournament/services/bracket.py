"""The rows of a bracket, written in one go: matches of two, or tables of three and four."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby

from django.utils.timezone import now

from engine.brackets import single, tables
from engine.brackets.plan import BracketMatch, Plan, Source
from engine.draws import TABLES
from tournament.models import Draw, Entry, Match, Side
from tournament.services.results import LEAST_SIDES

LEAST_FOR_THIRD = 4
"""With fewer entries there are no two who lose a semi-final."""
VERSIONS_EACH = 1000
"""Cards are kept by number and version, so those of a draw made anew start far above the old."""
Place = tuple[int, int, int]
"""Round, position and place of a side."""


def write_bracket(draw: Draw, entries: Iterable[Entry]) -> None:
    """Write every match and every side of a drawn bracket; a bye's entry is seated above.

    Matches are numbered round by round from the top. The number of statements grows with the
    rounds and the batches only, so that a thousand pairs take seconds.
    """
    event, plan = draw.event, _plan_of(draw)
    event.rounds = plan.rounds
    event.save(update_fields=["rounds"])
    writer = _Writer(draw, plan, {entry.ref: entry for entry in entries}, _seated(plan), now())
    writer.write_matches()
    Side.objects.bulk_create(writer.sides())


def _plan_of(draw: Draw) -> Plan:
    """Read what was drawn: slots by twos, or tables where players sit down alone."""
    if draw.algorithm in TABLES:
        return tables.plan(draw.slots, TABLES[draw.algorithm])
    return single.plan(draw.slots)


def _seated(plan: Plan) -> dict[Place, str]:
    """Say which entry sits where from the start: those drawn, and those lifted by a bye."""
    seated: dict[Place, str] = {}
    for drawn in plan.matches:
        for place, source in enumerate(drawn.sources):
            if source.entry is None:
                continue
            seated[drawn.round, drawn.position, place] = source.entry
            above = plan.next_place(drawn.round, drawn.position)
            if drawn.is_bye and above:
                seated[above] = source.entry
    return seated


@dataclass(slots=True)
class _Writer:
    """One bracket on its way into the database."""

    draw: Draw
    plan: Plan
    entries: Mapping[str, Entry]
    seated: Mapping[Place, str]
    moment: datetime
    rows: dict[tuple[int, int], Match] = field(default_factory=dict)

    def write_matches(self) -> None:
        """Write the final first, and each round before the one below: a row names the one above."""
        numbered = reversed(list(enumerate(self.plan.matches, start=1)))
        for round_number, drawn in groupby(numbered, key=lambda pair: pair[1].round):
            best_of = self._best_of(round_number)
            matches = [self._match(number, one, best_of) for number, one in drawn]
            Match.objects.bulk_create(matches)
            self.rows |= {(match.round, match.position): match for match in matches}
        if self.plays_for_third:
            self._write_third()

    @property
    def plays_for_third(self) -> bool:
        """Whether two lose a semi-final and are to meet once more."""
        wanted = self.draw.event.third_place and self.draw.algorithm not in TABLES
        return wanted and len(self.entries) >= LEAST_FOR_THIRD

    @property
    def first_version(self) -> int:
        """The version every match begins with."""
        return 1 + VERSIONS_EACH * (self.draw.attempt - 1)

    def _write_third(self) -> None:
        """Write the match for the third place beside the final; its number is the last."""
        rounds = self.plan.rounds
        third = Match.objects.create(
            event=self.draw.event,
            round=rounds,
            position=1,
            number=len(self.plan.matches) + 1,
            best_of=self._best_of(rounds),
            for_third=True,
            version=self.first_version,
        )
        self.rows[rounds, 1] = third

    def sides(self) -> list[Side]:
        """Make the sides of all matches; the matches are written by now."""
        sides = [
            self._side(drawn, place, source)
            for drawn in self.plan.matches
            for place, source in enumerate(drawn.sources)
        ]
        return sides + self._sides_for_third() if self.plays_for_third else sides

    def _sides_for_third(self) -> list[Side]:
        rounds = self.plan.rounds
        return [
            Side(
                match=self.rows[rounds, 1],
                event=self.draw.event,
                round=rounds,
                place=place,
                source=self.rows[rounds - 1, place],
                takes=Side.Takes.LOSER,
            )
            for place in range(LEAST_SIDES)
        ]

    def _best_of(self, number: int) -> int:
        """Ask the rules how many games a round plays; all its tables play the same number."""
        to_go = self.plan.rounds - number + 1
        return self.draw.event.rules_at(sides=0, rounds_to_go=to_go).best_of

    def _match(self, number: int, drawn: BracketMatch, best_of: int) -> Match:
        match = Match(
            event=self.draw.event,
            round=drawn.round,
            position=drawn.position,
            number=number,
            best_of=best_of,
            version=self.first_version,
        )
        above = self.plan.next_place(drawn.round, drawn.position)
        if above:
            match.above, match.above_place = self.rows[above[:2]], above[2]
        places = range(len(drawn.sources))
        teams = [team for place in places if (team := self._team(drawn, place))]
        if drawn.is_bye:
            match.state, match.reason = Match.State.FINISHED, Match.Reason.BYE
            match.winner = teams[0]
            match.finished_at = match.advanced_at = self.moment
        elif len(teams) == len(places):
            match.state, match.ready_at = Match.State.READY, self.moment
        return match

    def _side(self, drawn: BracketMatch, place: int, source: Source) -> Side:
        team = self._team(drawn, place)
        kind = Side.Kind.TEAM if team else Side.Kind.TO_BE_DECIDED
        return Side(
            match=self.rows[drawn.round, drawn.position],
            event=self.draw.event,
            round=drawn.round,
            place=place,
            kind=Side.Kind.BYE if source.kind == "bye" else kind,
            entry=team,
            source=self.rows[source.match] if source.match else None,
        )

    def _team(self, drawn: BracketMatch, place: int) -> Entry | None:
        ref = self.seated.get((drawn.round, drawn.position, place))
        return self.entries[ref] if ref else None

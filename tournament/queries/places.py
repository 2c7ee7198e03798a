"""How an event ended, or stands: final places, the podium, and every team's path."""

from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext as _

from engine.brackets.places import Meeting, Place, places
from tournament.models import Entry, Event, Match
from tournament.paths import step_words
from tournament.queries.bracket import Bracket, bracket_of
from tournament.slips import Slip
from tournament.wording import round_title

PODIUM = 3
DASH = "\N{EN DASH}"


@dataclass(frozen=True, slots=True)
class Step:
    """One match on a team's path."""

    slip: Slip
    round: str
    words: str

    @property
    def code(self) -> str:
        """How it ended, in the code the API gives; nothing while it is open."""
        return self.slip.match.reason


@dataclass(frozen=True, slots=True)
class Standing:
    """One team: its place, once that is settled, and the matches it stood in."""

    entry: Entry
    place: Place | None
    steps: tuple[Step, ...]

    @property
    def place_words(self) -> str:
        """The place as it is read: "2", or "5–8" where several share it."""
        return span(self.place) if self.place else ""

    @property
    def is_in(self) -> bool:
        """Whether the team is still in the event and may yet be first."""
        return self.place is None and _goes_on(self.steps[-1].slip.match, self.entry)

    @property
    def note(self) -> str:
        """Why a team is not there any more, where that was no match."""
        return {
            Entry.State.WITHDRAWN.value: _("withdrawn"),
            Entry.State.REMOVED.value: _("removed"),
        }.get(self.entry.state, "")


@dataclass(frozen=True, slots=True)
class Results:
    """All teams of a drawn event, the settled places first."""

    standings: tuple[Standing, ...]
    bracket: Bracket

    @property
    def is_settled(self) -> bool:
        """Whether every team has its place."""
        return all(standing.place for standing in self.standings)

    @property
    def podium(self) -> tuple[tuple[str, tuple[Entry, ...]], ...]:
        """The first three places, shared ones with all who share them; the champion is apart."""
        near = [it for it in self.standings if it.place and 1 < it.place.first <= PODIUM]
        shared = groupby(near, key=lambda it: it.place_words)
        return tuple((words, tuple(it.entry for it in group)) for words, group in shared)


def results_of(event: Event) -> Results:
    """Read the places and paths of a drawn event: 2 queries, however many teams."""
    bracket = bracket_of(event)
    settled = places([_meeting(slip) for slip in bracket.slips])
    entries: dict[str, Entry] = {}
    paths: dict[str, list[Step]] = {}
    for slip in bracket.slips:
        for side in slip.sides:
            if side.entry is not None:
                entries[side.entry.ref] = side.entry
                step = Step(slip, _title(slip, bracket), step_words(slip, side.entry))
                paths.setdefault(side.entry.ref, []).append(step)
    standings = [
        Standing(entry, settled.get(ref), tuple(paths[ref])) for ref, entry in entries.items()
    ]
    return Results(tuple(sorted(standings, key=_order)), bracket)


def span(place: Place) -> str:
    """Write a place: "1", or "3–4" where it is shared."""
    if place.first == place.last:
        return str(place.first)
    return f"{place.first}{DASH}{place.last}"


def _order(standing: Standing) -> tuple[object, ...]:
    """Sort settled places first, then who is still in, then who is out; names decide the rest."""
    place = standing.place or Place(0, 0)
    latest = -len(standing.steps)
    return (standing.place is None, not standing.is_in, place, latest, standing.entry.name_key)


def _meeting(slip: Slip) -> Meeting:
    match = slip.match
    by_pk = {side.entry_id: side.entry.ref for side in slip.sides if side.entry}
    return Meeting(
        round=match.round,
        entries=tuple(by_pk.values()),
        is_over=not match.is_open,
        winner=by_pk.get(match.winner_id),
        for_third=match.for_third,
    )


def _title(slip: Slip, bracket: Bracket) -> str:
    match = slip.match
    if match.for_third:
        return _("Third place")
    matches = len(bracket.rounds[match.round - 1].slips)
    return round_title(match.round, matches, len(bracket.rounds))


def _goes_on(match: Match, entry: Entry) -> bool:
    if match.for_third:
        return False
    return (match.is_open and entry.is_in) or match.winner_id == entry.pk

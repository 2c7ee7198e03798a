"""Matches of three and four for the tests, without a draw: each plays alone."""

from engine.brackets.tables import laid_out
from engine.draws import TABLES
from engine.streams import Stream
from tests.factories import EntryFactory, EventFactory, MatchFactory, SideFactory, TableFactory
from tournament.models import Draw, Event, Match, Side
from tournament.services.bracket import write_bracket

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal", "Ida")


def alone(event, *names):
    """Enter people who play for themselves, each under their own name."""
    return [EntryFactory(event=event, name=name, people=[name]) for name in names]


def evening(variant="cutthroat", **words):
    """An event of single players that is in play."""
    rules = {"variant": variant, "target_score": 100, "best_of": 1}
    return EventFactory(**({"status": Event.Status.RUNNING, "rules": rules} | words))


def table_of(count, *, state=Match.State.READY, event=None, **words):
    """A final for so many, at a table where its state asks for one."""
    event = event or evening("solo" if count == 4 else "cutthroat", rounds=1)
    if state in {Match.State.CALLED, Match.State.PLAYING}:
        words.setdefault("table", TableFactory(event=event))
    teams = words.pop("teams", None) or alone(event, *NAMES[:count])
    return MatchFactory(event=event, teams=teams, state=state, number=1, best_of=1, **words)


def two_rounds(width=3, *, event=None):
    """A round of full tables, and the final above them that waits for all their winners."""
    event = event or evening("solo" if width == 4 else "cutthroat", rounds=2)
    final = MatchFactory(
        event=event, round=2, position=0, number=width + 1, teams=(), state="waiting", best_of=1
    )
    for position in range(width):
        names = [f"{name} {position + 1}" for name in NAMES[:width]]
        match = MatchFactory(
            event=event,
            teams=alone(event, *names),
            position=position,
            number=position + 1,
            above=final,
            above_place=position,
            best_of=1,
        )
        SideFactory(match=final, place=position, kind=Side.Kind.TO_BE_DECIDED, entry=None,
                    source=match)  # fmt: skip
    return event


def entry_at(match, place):
    """Who sits there."""
    return match.sides.get(place=place).entry


def sheet_of(count, variant="cutthroat", **words):
    """A whole bracket of tables for so many, as the draw would write it."""
    seats = 4 if variant == "solo" else 3
    event = evening(variant, status=Event.Status.DRAWN, **words)
    entries = alone(event, *(f"{NAMES[n % 9]} {n + 1}" for n in range(count)))
    left = iter(entries)
    slots = [
        [next(left).ref for _ in range(size)] for size in laid_out(count, seats, Stream(bytes(32)))
    ]
    algorithm = next(name for name, width in TABLES.items() if width == seats)
    write_bracket(Draw(event=event, attempt=1, algorithm=algorithm, slots=slots), entries)
    return event

"""A draw on the screen: what may be seen of it now, and nothing of what is still to come."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.draws import TABLES
from tournament.models import Draw, Entry, Event


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that is shown at once: a bye, a pairing or a table, at its place on the sheet."""

    number: int
    place: int
    teams: tuple[str, ...]

    @property
    def is_bye(self) -> bool:
        """Whether there is nobody to meet."""
        return len(self.teams) == 1


@dataclass(frozen=True, slots=True)
class Reveal:
    """The newest attempt that has begun, as far as everybody may see it."""

    draw: Draw | None
    steps: tuple[Step, ...]
    total: int

    @property
    def newest(self) -> Step | None:
        """What was shown last."""
        return self.steps[-1] if self.steps else None

    @property
    def earlier(self) -> tuple[Step, ...]:
        """What was shown before that, the newest first."""
        return self.steps[-2::-1]

    @property
    def byes(self) -> tuple[Step, ...]:
        """The byes that are shown so far."""
        return tuple(step for step in self.steps if step.is_bye)

    @property
    def meetings(self) -> tuple[Step, ...]:
        """The pairings or tables that are shown so far."""
        return tuple(step for step in self.steps if not step.is_bye)

    @property
    def next_number(self) -> int:
        """The number of the step that comes next."""
        return len(self.steps) + 1


def in_order(draw: Draw) -> list[tuple[int, list[str]]]:
    """Say in which order a result is shown: all byes, then all others, each from the top.

    Each step is its place on the sheet, from 1, and the ids that meet there.
    """
    tables: Sequence[Sequence[str | None]] = draw.slots
    if draw.algorithm not in TABLES:
        tables = list(zip(draw.slots[::2], draw.slots[1::2], strict=True))
    places = [(number, [ref for ref in refs if ref]) for number, refs in enumerate(tables, start=1)]
    return sorted(places, key=lambda place: (len(place[1]) > 1, place[0]))


def reveal_of(event: Event) -> Reveal:
    """Read the newest attempt that has begun, with the names that are out: at most 2 queries."""
    begun = event.draws.filter(kind=Draw.Kind.BRACKET).exclude(state=Draw.State.COMMITTED)
    draw = begun.order_by("-attempt").first()
    if draw is None or not draw.seed or draw.state == Draw.State.SPENT:
        return Reveal(draw, (), 0)
    steps = in_order(draw)
    shown = steps[: draw.revealed] if draw.state == Draw.State.REVEALING else steps
    names = _names(event, [ref for _place, refs in shown for ref in refs])
    return Reveal(
        draw=draw,
        steps=tuple(
            Step(number, place, tuple(names[ref] for ref in refs))
            for number, (place, refs) in enumerate(shown, start=1)
        ),
        total=len(steps),
    )


def _names(event: Event, refs: Sequence[str]) -> dict[str, str]:
    if not refs:
        return {}
    found = Entry.objects.filter(event=event, ref__in=refs)
    return dict(found.values_list("ref", "name"))

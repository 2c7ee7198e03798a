"""The draw as the public sees it: what was locked away, what came out, and whether it is true."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.draw_options import ALL_RANDOM
from engine.draws import TABLES, DrawOptions, meetings
from tournament.forecasts import Forecast
from tournament.models import Draw, Entry, Event
from tournament.models.draws import LIST_CLOSED
from tournament.queries.draw_facts import can_be_repeated
from tournament.rule_books import draw_algorithm


@dataclass(frozen=True, slots=True)
class Slot:
    """One match of round 1: the names of the teams that meet; one alone has a bye."""

    number: int
    teams: tuple[str, ...]

    @property
    def is_bye(self) -> bool:
        """Whether there is nobody to meet."""
        return len(self.teams) == 1


@dataclass(frozen=True, slots=True)
class Lot:
    """Partners found by lot: who plays with whom, as which team, and who was left over."""

    draw: Draw
    pairs: tuple[tuple[str, str, str], ...]
    odd_one_out: str


@dataclass(frozen=True, slots=True)
class Steering:
    """What the options went by: who was seeded, who belongs together, who of those meet."""

    seeds: tuple[tuple[int, str], ...] = ()
    groups: tuple[tuple[str, tuple[str, ...]], ...] = ()
    met: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class DrawPage:
    """All attempts of an event, and the one that made the bracket."""

    event: Event
    attempts: tuple[Draw, ...]
    partner_attempts: tuple[Draw, ...]
    used: Draw | None
    slots: tuple[Slot, ...]
    lots: tuple[Lot, ...]
    steering: Steering

    @property
    def byes(self) -> tuple[Slot, ...]:
        """The places of round 1 where somebody has a bye."""
        return tuple(slot for slot in self.slots if slot.is_bye)

    @property
    def pairings(self) -> tuple[Slot, ...]:
        """The places of round 1 where teams meet."""
        return tuple(slot for slot in self.slots if not slot.is_bye)

    @property
    def entries(self) -> int:
        """How many pairs or players were drawn."""
        return sum(len(slot.teams) for slot in self.slots)

    @property
    def algorithm(self) -> str:
        """How the bracket was drawn or, as the event is set up now, would be."""
        fixed = self.used or self.frozen
        return fixed.algorithm if fixed else planned_algorithm(self.event)

    @property
    def options(self) -> DrawOptions:
        """What was asked of the draw or, as the event is set up now, will be."""
        fixed = self.used or self.frozen
        if self.at_tables:
            return ALL_RANDOM
        return DrawOptions.from_json(fixed.options if fixed else self.event.draw_options)

    @property
    def at_tables(self) -> bool:
        """Whether three or four meet where others meet by twos."""
        return self.algorithm in TABLES

    @property
    def field(self) -> Forecast:
        """How many were drawn to what, in words."""
        return Forecast(self.algorithm, self.entries, self.event.players_each)

    @property
    def frozen(self) -> Draw | None:
        """The attempt whose list is closed but which is not drawn, or not yet shown to the end."""
        return next((draw for draw in self.attempts if draw.state in LIST_CLOSED), None)

    @property
    def set_aside(self) -> tuple[tuple[Draw, bool], ...]:
        """The attempts that were given up, and whether anything had been drawn."""
        spent = (draw for draw in self.attempts if draw.state == Draw.State.SPENT)
        return tuple((draw, can_be_repeated(draw)) for draw in spent)


def draw_page(event: Event) -> DrawPage:
    """Read every attempt at the draw, and the names that came out: 2 queries."""
    draws = list(event.draws.order_by("kind", "attempt"))
    attempts = tuple(draw for draw in draws if draw.kind == Draw.Kind.BRACKET)
    partner_attempts = tuple(draw for draw in draws if draw.kind == Draw.Kind.PARTNERS)
    for draw in attempts:
        if draw.state == Draw.State.COMMITTED:  # the set-up decides until the list is closed
            draw.algorithm = planned_algorithm(event)
    used = next((draw for draw in reversed(attempts) if draw.state == Draw.State.DRAWN), None)
    entries = {entry.ref: entry for entry in event.entries.select_related("joined_as")}
    lots = (draw for draw in partner_attempts if draw.state == Draw.State.DRAWN)
    return DrawPage(
        event=event,
        attempts=attempts,
        partner_attempts=partner_attempts,
        used=used,
        slots=_slots(used, entries) if used else (),
        lots=tuple(_lot(draw, entries) for draw in lots),
        steering=_steering(used, entries) if used else Steering(),
    )


def planned_algorithm(event: Event) -> str:
    """Name the algorithm that draws the bracket, as the event is set up now."""
    algorithm = draw_algorithm(event.rule_book)
    if algorithm in TABLES:
        return algorithm
    return DrawOptions.from_json(event.draw_options).algorithm


def drawn_attempt(event: Event, kind: str, attempt: int) -> Draw | None:
    """Find one attempt that was drawn, whether it was set aside later or not: 1 query."""
    draw = event.draws.filter(kind=kind, attempt=attempt).first()
    return draw if draw and can_be_repeated(draw) else None


def last_drawn(event: Event) -> Draw | None:
    """Find the attempt that made the bracket: 1 query."""
    drawn = event.draws.filter(kind=Draw.Kind.BRACKET, state=Draw.State.DRAWN)
    return drawn.order_by("attempt").last()


def _slots(draw: Draw, entries: Mapping[str, Entry]) -> tuple[Slot, ...]:
    tables = draw.slots
    if draw.algorithm not in TABLES:
        tables = [filter(None, pair) for pair in zip(tables[::2], tables[1::2], strict=True)]
    return tuple(
        Slot(number, tuple(entries[ref].name for ref in refs))
        for number, refs in enumerate(tables, start=1)
    )


def _steering(draw: Draw, entries: Mapping[str, Entry]) -> Steering:
    lines = [(line, entries[line["id"]].name) for line in draw.entries]
    seeds = sorted((line["seed"], name) for line, name in lines if line.get("seed"))
    groups: dict[str, list[str]] = {}
    for line, name in sorted(lines, key=lambda line: line[1]):
        if line.get("group"):
            groups.setdefault(line["group"], []).append(name)
    label = {line["id"]: line["group"] for line, _name in lines if line.get("group")}
    met = meetings(draw.slots, label) if label else ()
    return Steering(
        seeds=tuple(seeds),
        groups=tuple((name, tuple(groups[name])) for name in sorted(groups, key=_in_numbers)),
        met=tuple((entries[one].name, entries[other].name) for one, other in met),
    )


def _in_numbers(label: str) -> tuple[int, str]:
    return (len(label), label)


def _lot(draw: Draw, entries: Mapping[str, Entry]) -> Lot:
    odd = entries[draw.order[-1]].name if len(draw.order) % 2 else ""
    pairs = ((entries[first], entries[second]) for first, second in draw.slots)
    return Lot(
        draw,
        tuple((first.name, second.name, _team(first)) for first, second in pairs),
        odd,
    )


def _team(single: Entry) -> str:
    return single.joined_as.name if single.joined_as else ""

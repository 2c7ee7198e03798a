"""The draw as the public sees it: what was locked away, what came out, and whether it is true."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournament.models import Draw, Event


@dataclass(frozen=True, slots=True)
class Slot:
    """One place of round 1: a team's name, or None for a bye."""

    number: int
    first: str | None
    second: str | None

    @property
    def is_bye(self) -> bool:
        """Whether one of the two is nobody."""
        return self.first is None or self.second is None

    @property
    def team(self) -> str:
        """The team beside a bye."""
        return self.first or self.second or ""


@dataclass(frozen=True, slots=True)
class DrawPage:
    """All attempts of an event, and the one that made the bracket."""

    attempts: tuple[Draw, ...]
    partner_attempts: tuple[Draw, ...]
    used: Draw | None
    slots: tuple[Slot, ...]

    @property
    def byes(self) -> tuple[Slot, ...]:
        """The places of round 1 where somebody has a bye."""
        return tuple(slot for slot in self.slots if slot.is_bye)

    @property
    def pairings(self) -> tuple[Slot, ...]:
        """The places of round 1 where two teams meet."""
        return tuple(slot for slot in self.slots if not slot.is_bye)

    @property
    def pairs(self) -> int:
        """How many pairs were drawn."""
        return 2 * len(self.slots) - len(self.byes)

    @property
    def places(self) -> int:
        """How many places round 1 has, byes among them."""
        return 2 * len(self.slots)

    @property
    def frozen(self) -> Draw | None:
        """The attempt whose list is closed but which is not drawn yet."""
        return next((draw for draw in self.attempts if draw.state == Draw.State.FROZEN), None)


def draw_page(event: Event) -> DrawPage:
    """Read every attempt at the draw, and the names that came out: 2 queries."""
    draws = list(event.draws.order_by("kind", "attempt"))
    attempts = tuple(draw for draw in draws if draw.kind == Draw.Kind.BRACKET)
    drawn = [draw for draw in attempts if draw.state == Draw.State.DRAWN]
    used = drawn[-1] if drawn else None
    names = dict(event.entries.values_list("ref", "name")) if used else {}
    return DrawPage(
        attempts=attempts,
        partner_attempts=tuple(draw for draw in draws if draw.kind == Draw.Kind.PARTNERS),
        used=used,
        slots=_slots(used, names) if used else (),
    )


def _slots(draw: Draw, names: Mapping[str, str]) -> tuple[Slot, ...]:
    teams = [names.get(ref, ref) if ref else None for ref in draw.slots]
    return tuple(
        Slot(number, first, second)
        for number, (first, second) in enumerate(zip(teams[::2], teams[1::2], strict=True), start=1)
    )

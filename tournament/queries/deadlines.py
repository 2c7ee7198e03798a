"""The clocks that run for called matches: until when to come, who is there, and who is late."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Prefetch

from tournament.models import Event, Match, Side

WARNING = timedelta(minutes=2)
"""So long before the deadline the desk and the table are warned."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """The clock of one called match, with its sides, at one moment."""

    match: Match
    due_at: datetime
    now: datetime

    @property
    def is_late(self) -> bool:
        """Whether the time is up. The deadline itself counts as late."""
        return self.now >= self.due_at

    @property
    def is_near(self) -> bool:
        """Whether the time is nearly up."""
        return not self.is_late and self.due_at - self.now <= WARNING

    @property
    def minutes(self) -> int:
        """How many minutes are left, a begun one counted; none once the time is up."""
        left = max(timedelta(), self.due_at - self.now)
        return -(-left // timedelta(minutes=1))

    @property
    def there(self) -> list[Side]:
        """The sides that are marked as being at the table."""
        return [side for side in self._playing if side.here_at]

    @property
    def missing(self) -> list[Side]:
        """The sides that nobody has marked."""
        return [side for side in self._playing if not side.here_at]

    @property
    def missing_word(self) -> str:
        """The missing sides as an address names them: ``ab``."""
        return "".join(side.letter.lower() for side in self.missing)

    @property
    def is_overdue(self) -> bool:
        """Whether a walkover is proposed: the time is up, and somebody is missing."""
        return self.is_late and bool(self.missing)

    @property
    def _playing(self) -> list[Side]:
        return [side for side in self.match.sides.all() if side.plays]


def deadline_of(match: Match, now: datetime) -> Deadline | None:
    """Give the clock of a match with its sides; None where none runs. No query."""
    if match.state != Match.State.CALLED or match.due_at is None:
        return None
    return Deadline(match, match.due_at, now)


def deadlines_of(event: Event, now: datetime) -> Sequence[Deadline]:
    """Read all clocks that run in an event, the next deadline first, in two queries."""
    sides = Side.objects.select_related("entry").order_by("place")
    called = (
        event.matches.filter(state=Match.State.CALLED, due_at__isnull=False)
        .select_related("table", "above")
        .prefetch_related(Prefetch("sides", sides))
        .order_by("due_at", "number")
    )
    return [clock for match in called if (clock := deadline_of(match, now))]

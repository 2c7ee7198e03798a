"""What everybody may read of the log: what was done, in which role, and whether it still stands."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament import log
from tournament.models import Act, Event, LogLine, Match, Membership
from tournament.queries.deeds import lines_of, taken_back_by

SHOWN = 30


@dataclass(frozen=True, slots=True)
class Told:
    """One line for everybody. It says in which role somebody acted, and never who that was."""

    line: LogLine
    sentence: str
    who: str
    undone_by: Act | None

    @property
    def act(self) -> Act | None:
        """The act of the staff that the line belongs to."""
        return self.line.act


def public_log(event: Event) -> list[Told]:
    """Read the newest public lines of an event: 2 queries."""
    return _told(event, lines_of(event).filter(public=True)[:SHOWN])


def activity_of(match: Match) -> list[Told]:
    """Read what the staff did to one match: 2 queries. Calls and what a table does are no acts."""
    lines = lines_of(match.event).filter(match=match, public=True, act__isnull=False)
    return _told(match.event, lines[:SHOWN])


def _told(event: Event, lines: Iterable[LogLine]) -> list[Told]:
    found = list(lines)
    users = {line.by_user_id for line in found if line.by_user_id}
    staff = Membership.objects.filter(club=event.club_id, user__in=users)
    roles = dict(staff.values_list("user", "role"))
    return [
        Told(line, log.sentence(line), _who(line, roles), taken_back_by(line.act)) for line in found
    ]


def _who(line: LogLine, roles: dict[int, str]) -> str:
    """Say in which role it was done; what went on by itself has none."""
    if line.by_table:
        return _("at table {number}").format(number=line.by_table.number)
    if line.by_user_id is None:
        return ""
    return {
        Membership.Role.DIRECTOR.value: _("the director"),
        Membership.Role.SCOREKEEPER.value: _("a scorekeeper"),
    }.get(roles.get(line.by_user_id, ""), _("the staff"))

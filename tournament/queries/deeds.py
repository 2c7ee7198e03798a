"""What was done in an event, act by act: each with who did it, and whether it was taken back."""

from dataclasses import dataclass
from itertools import groupby

from django.db.models import Q, QuerySet

from tournament.act_words import changes_in, entries_named
from tournament.models import Act, Event, LogLine, Match


@dataclass(frozen=True, slots=True)
class Deed:
    """One act with the lines it wrote, or a line that belongs to no act."""

    lines: tuple[LogLine, ...]
    act: Act | None
    changes: tuple[str, ...]

    @property
    def undone_by(self) -> Act | None:
        """The act that took it back, if one did."""
        return undoing(self.act)

    @property
    def first(self) -> LogLine:
        """The line that says who did it and when."""
        return self.lines[0]


def history_of(match: Match) -> list[Deed]:
    """Tell what was done with a match that came with its sides, newest first: 2 queries."""
    lines = list(lines_of(match.event).filter(Q(match=match) | Q(act__match=match)))
    acts = [line.act for line in lines if line.act]
    ids = entries_named(acts, match)
    names = dict(match.event.entries.filter(pk__in=ids).values_list("pk", "name"))
    deeds = []
    for _key, group in groupby(lines, key=lambda line: line.act_id or -line.pk):
        found = tuple(group)
        act = found[0].act
        if act:
            act.event = match.event
        changes = changes_in(act, match, names) if act else []
        deeds.append(Deed(tuple(reversed(found)), act, tuple(changes)))
    return deeds


def lines_of(event: Event) -> QuerySet[LogLine]:
    """Read the log, newest first, with who did it, its act, and what took that back."""
    return event.log.select_related(
        "by_user", "by_table", "match", "act__by", "act__undone_by", "act__undoes"
    ).order_by("-pk")


def undoing(act: Act | None) -> Act | None:
    """Give the act that took an act back, without another query; None when it stands."""
    return getattr(act, "undone_by", None) if act else None

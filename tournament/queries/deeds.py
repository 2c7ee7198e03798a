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
        """The act that took it back, if it is taken back."""
        return taken_back_by(self.act)

    @property
    def is_last(self) -> bool:
        """Whether nothing has been done about the act since; what was, is what to take back."""
        return self.act is not None and _undo_of(self.act) is None

    @property
    def first(self) -> LogLine:
        """The line that says who did it and when."""
        return self.lines[0]


def history_of(match: Match) -> list[Deed]:
    """Tell what was done with a match that came with its sides, newest first: 2 queries."""
    told = lines_of(match.event).filter(Q(match=match) | Q(act__match=match))
    lines = list(told.select_related("act__undoes__undoes"))
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
        "by_user", "by_table", "match", "act", "act__undone_by", "act__undone_by__undone_by"
    ).order_by("-pk")


def taken_back_by(act: Act | None) -> Act | None:
    """Give the act that took an act back; None where it stands, or stands again.

    Whoever takes back what took an act back does the act again.
    """
    undo = _undo_of(act) if act else None
    return undo if undo and taken_back_by(undo) is None else None


def _undo_of(act: Act) -> Act | None:
    """Give the act that undoes one; the lines come with it, so that this takes no query."""
    found: Act | None = getattr(act, "undone_by", None)
    return found

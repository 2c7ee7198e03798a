"""Entries out of a spreadsheet: shown line by line, and written only when confirmed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final
from uuid import UUID, uuid5

from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament import log
from tournament.actors import SYSTEM, Actor
from tournament.models import Entry, Event
from tournament.refusals import Refusal
from tournament.services.entries import refuse_closed_door
from tournament.services.locks import lock_event
from tournament.services.names import tidy
from tournament.services.news import event_changed
from tournament.services.register import Line, Register, free_name
from tournament.services.spreadsheet import read_spreadsheet

NOBODY: Final = UUID(int=0)
LABELS: Final[Mapping[str, str | Promise]] = {
    "name": gettext_lazy("Team"),
    "first": gettext_lazy("Player 1"),
    "second": gettext_lazy("Player 2"),
    "email": gettext_lazy("E-mail"),
}
LABELS_ALONE: Final = {**LABELS, "first": gettext_lazy("Name")}


@dataclass(frozen=True, slots=True)
class ImportLine:
    """One line of the file as it was read, with what is wrong with it by field.

    ``number`` is the line's number as a spreadsheet shows it: the heading is line 1.
    """

    number: int
    name: str
    first: str
    second: str
    email: str
    spare: int = 0
    players_each: int = 2
    faults: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_single(self) -> bool:
        """Whether the line names fewer people than enter together: one who needs a partner."""
        return self.players_each > 1 and not tidy(self.second)

    @property
    def sentence(self) -> str:
        """What is wrong with this line, with its number; empty when nothing is."""
        if not self.faults:
            return ""
        labels = LABELS_ALONE if self.players_each == 1 else LABELS
        said = [
            _("%(column)s: %(fault)s") % {"column": labels[column], "fault": fault}
            if column in labels
            else fault
            for column, fault in self.faults.items()
        ]
        return _("Line %(number)d. %(faults)s") % {"number": self.number, "faults": " ".join(said)}

    def to_json(self) -> dict[str, str | int]:
        """Write the line as a session or a hidden field keeps it; faults are found again."""
        return {
            "number": self.number,
            "name": self.name,
            "first": self.first,
            "second": self.second,
            "email": self.email,
            "spare": self.spare,
        }

    @classmethod
    def from_json(cls, kept: Mapping[str, str | int]) -> "ImportLine":
        """Read a line back."""
        return cls(
            number=int(kept["number"]),
            name=str(kept["name"]),
            first=str(kept["first"]),
            second=str(kept["second"]),
            email=str(kept["email"]),
            spare=int(kept["spare"]),
        )


@dataclass(frozen=True, slots=True)
class ImportPreview:
    """What a file holds: its lines, the columns that were found, and those passed over."""

    lines: tuple[ImportLine, ...]
    columns: Mapping[str, str]
    ignored: tuple[str, ...]

    @property
    def bad(self) -> tuple[ImportLine, ...]:
        """The lines that cannot be imported as they are."""
        return tuple(line for line in self.lines if line.faults)


def read_csv(data: bytes, event: Event | None = None, *, by: Actor | None = None) -> ImportPreview:
    """Read a file of entries and judge every line; with an event, also against who is in it.

    Nothing is written. Raises ``Refusal`` with one sentence under ``file`` when the file as a whole
    cannot be read.
    """
    sheet = read_spreadsheet(data, players_each=event.players_each if event else 2)
    lines = tuple(
        ImportLine(row.number, row.name, row.first, row.second, row.email, row.spare)
        for row in sheet.rows
    )
    preview = ImportPreview(lines, sheet.columns, sheet.ignored)
    return judge(event, preview, by=by or SYSTEM) if event else preview


@transaction.atomic
def judge(event: Event, preview: ImportPreview, *, by: Actor) -> ImportPreview:
    """Hold every line against the event and the lines above it. Nothing is written."""
    register = Register.of(event, [_booking(line, None) for line in preview.lines], by=by)
    judged = tuple(_judged(register, line, None) for line in preview.lines)
    return replace(preview, lines=judged)


@transaction.atomic
def confirm_import(
    event: Event, lines: Sequence[ImportLine], *, by: Actor, import_key: UUID
) -> list[Entry]:
    """Enter every line of a preview, or none.

    Where two enter together, a line with one person enters a single.

    No letters are written: the form tool has confirmed these entries already. Safe to call twice
    with one ``import_key``: the second call gives back what the first one made.

    Raises:
        Refusal: one sentence for each bad line, keyed ``line-N``; or the door is closed.
    """
    event = lock_event(event.pk)
    keys = [_entry_key(import_key, line) for line in lines]
    done = list(event.entries.filter(entry_key__in=keys))
    if done:
        return done
    refuse_closed_door(event, by)
    register = Register.of(event, [_booking(line, import_key) for line in lines], by=by)
    judged = [_judged(register, line, import_key) for line in lines]
    if faults := {f"line-{line.number}": line.sentence for line in judged if line.faults}:
        raise Refusal("import_lines", faults)
    entries = register.write()
    log.write(event, "pairs_imported", by, count=len(entries))
    event_changed(event)
    return entries


def _judged(register: Register, line: ImportLine, import_key: UUID | None) -> ImportLine:
    line = replace(line, players_each=register.players_each)
    booking = _booking(line, import_key)
    if not tidy(line.name) and booking.second is not None:
        both = f"{tidy(line.first)} & {tidy(line.second)}"
        booking = replace(booking, name=free_name(both, register.team_keys))
    if line.spare:
        return replace(line, faults={"": _("This line has more cells than the heading.")})
    return replace(line, faults=register.book(booking))


def _booking(line: ImportLine, import_key: UUID | None) -> Line:
    return Line(
        name=line.name,
        first=line.first,
        second=line.second if tidy(line.second) else None,
        email=line.email,
        entry_key=_entry_key(import_key, line) if import_key else NOBODY,
    )


def _entry_key(import_key: UUID, line: ImportLine) -> UUID:
    return uuid5(import_key, str(line.number))

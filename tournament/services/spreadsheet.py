"""A file of entries as a form tool exports it, read into lines.

Such tools write much the same thing in many ways: columns in any order under any heading, commas,
semicolons or tabs, quotes, a byte order mark, either kind of line end, and not always UTF-8.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from django.utils.translation import gettext as _

from tournament.models.people import name_key
from tournament.refusals import Refusal
from tournament.services.names import tidy

BYTES_MOST: Final = 2_000_000
LINES_MOST: Final = 5_000
COLUMNS_MOST: Final = 200
SEPARATORS: Final = ",;\t"
HEADINGS: Final[Mapping[str, tuple[str, ...]]] = {
    "name": ("team", "team name", "teamname", "name of team", "name of the team", "pair"),
    "first": (
        "first player",
        "player 1",
        "player1",
        "player one",
        "player a",
        "first person",
        "person 1",
        "member 1",
        "team member 1",
        "name 1",
        "name",
        "your name",
        "full name",
        "captain",
        "first",
    ),
    "second": (
        "second player",
        "player 2",
        "player2",
        "player two",
        "player b",
        "second person",
        "person 2",
        "member 2",
        "team member 2",
        "name 2",
        "partner",
        "partners",
        "name of partner",
        "name of your partner",
        "your partner",
        "your partners",
        "second",
    ),
    "email": ("email", "e mail", "mail", "your email", "your e mail", "contact email", "contact"),
}
"""Which headings stand for which column, folded: lower case, letters and digits only."""
ALONE: Final[Mapping[str, tuple[str, ...]]] = {
    **{column: words for column, words in HEADINGS.items() if column != "name"},
    "first": (*HEADINGS["first"], "player", "player name", "name of player", "participant"),
}
"""The same where everybody plays alone: no team, and no need to number the player."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line under the heading. ``number`` is its number as a spreadsheet shows it."""

    number: int
    name: str
    first: str
    second: str
    email: str
    spare: int
    """How many filled cells stand beyond the heading: the line is shifted."""


@dataclass(frozen=True, slots=True)
class Spreadsheet:
    """A file that could be read: its rows, the columns found, and the headings passed over."""

    rows: tuple[Row, ...]
    columns: Mapping[str, str]
    ignored: tuple[str, ...]


def read_spreadsheet(data: bytes, *, players_each: int = 2) -> Spreadsheet:
    """Read a file of entries with so many people each.

    Raises ``Refusal`` under ``file`` when it cannot be read as a whole.
    """
    filled = list(islice(_filled(_cells(_text(data))), LINES_MOST + 1))
    if not filled:
        raise _unreadable(_("This file is empty."))
    headings = [tidy(cell) for cell in filled[0][1]]
    if len(headings) > COLUMNS_MOST:
        raise _unreadable(_("This file has more than %(most)d columns.") % {"most": COLUMNS_MOST})
    columns = _columns([_folded(heading) for heading in headings], players_each)
    if len(filled) == 1:
        raise _unreadable(_("This file has a heading but no line below it."))
    if len(filled) > LINES_MOST:
        raise _unreadable(_("This file has more than %(most)d lines.") % {"most": LINES_MOST})
    return Spreadsheet(
        rows=tuple(_row(number, cells, columns, len(headings)) for number, cells in filled[1:]),
        columns={name: headings[index] for name, index in columns.items()},
        ignored=tuple(
            heading for i, heading in enumerate(headings) if heading and i not in columns.values()
        ),
    )


def _text(data: bytes) -> str:
    """Decode a file: UTF-8 with or without a mark, UTF-16 with one, else Western European."""
    if len(data) > BYTES_MOST:
        raise _unreadable(_("This file is too large: two megabytes are the most."))
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", errors="replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def _filled(rows: Iterable[list[str]]) -> Iterator[tuple[int, list[str]]]:
    """Count the rows, and pass over those with nothing in them."""
    return (
        (number, cells)
        for number, cells in enumerate(rows, start=1)
        if any(cell.strip() for cell in cells)
    )


def _cells(text: str) -> Iterator[list[str]]:
    """Split a file into rows of cells, by whichever separator its heading uses most."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    heading = text.lstrip("\n").partition("\n")[0]
    separator = max(SEPARATORS, key=heading.count)
    try:
        yield from csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    except csv.Error as error:
        raise _unreadable(
            _("This file is no table: a quote is opened and not closed, or stands in a word.")
        ) from error


def _columns(headings: Sequence[str], players_each: int) -> dict[str, int]:
    """Find the columns by their headings: those that fit word for word before those that begin so.

    "Player 1 (full name)" begins with "player 1"; the longest beginning decides.
    """
    columns: dict[str, int] = {}
    words = ALONE if players_each == 1 else HEADINGS
    for _closeness, name, index in sorted(_matches(headings, words), reverse=True):
        if name not in columns and index not in columns.values():
            columns[name] = index
    needed = [("first", _("Player 1")), ("second", _("Player 2"))]
    if players_each == 1:
        needed = [("first", _("Name"))]
    missing = [title for name, title in needed if name not in columns]
    if missing:
        raise _unreadable(
            _("The first line must name the columns; not found: %(missing)s.")
            % {"missing": ", ".join(missing)}
        )
    return columns


def _matches(
    headings: Sequence[str], columns: Mapping[str, tuple[str, ...]]
) -> Iterator[tuple[tuple[bool, int], str, int]]:
    for index, heading in enumerate(headings):
        for name, words in columns.items():
            for word in words:
                if heading == word or heading.startswith(f"{word} "):
                    yield (heading == word, len(word)), name, index


def _folded(heading: str) -> str:
    bare = heading.replace("'", "").replace("\N{RIGHT SINGLE QUOTATION MARK}", "")
    return name_key("".join(sign if sign.isalnum() else " " for sign in bare))


def _row(number: int, cells: Sequence[str], columns: Mapping[str, int], width: int) -> Row:
    def cell(name: str) -> str:
        index = columns.get(name, len(cells))
        return cells[index].strip() if index < len(cells) else ""

    return Row(
        number=number,
        name=cell("name"),
        first=cell("first"),
        second=cell("second"),
        email=cell("email"),
        spare=sum(bool(extra.strip()) for extra in cells[width:]),
    )


def _unreadable(sentence: str) -> Refusal:
    return Refusal("file", {"file": sentence})

"""Putting rows back to what they said before an act, with what has come of them since.

All is worked out in memory first: whether the act can be taken back at all, and what every row and
slot will be then.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, cast

from django.db.models import Field, Model

from engine.brackets.cascade import Node, is_decided, reworked
from tournament.models import Act, Entry, Event, Match, Player, Side, Table
from tournament.queries.consequences import Change, Sheet, change_of, read_sheet, with_nodes
from tournament.services.acts import picture_of

MODELS: Final[Mapping[str, type[Model]]] = {
    "event": Event,
    "match": Match,
    "side": Side,
    "entry": Entry,
    "player": Player,
}
LOOSE: Final[Mapping[str, frozenset[str]]] = {
    "match": frozenset(
        {"table_id", "pinned_id", "held", "due_at", "game_number", "hand_number", "hand_at"}
        | {"ready_at", "called_at", "started_at", "finished_at", "advanced_at"}
    ),
    "side": frozenset({"games", "points", "bags", "here_at"}),
    "event": frozenset({"finished_at"}),
    "entry": frozenset({"left_at"}),
}
"""Columns that calls and hands move on, or that only say when."""
STAGES: Final = {
    Match.State.WAITING: "open",
    Match.State.READY: "open",
    Match.State.CALLED: "open",
    Match.State.PLAYING: "begun",
    Match.State.FINISHED: "over",
}
BEGUN: Final = frozenset({Match.State.PLAYING})
AT_TABLE: Final = frozenset({Match.State.CALLED, Match.State.PLAYING})


@dataclass(frozen=True, slots=True)
class Column:
    """One column of one row that an act changed."""

    kind: str
    pk: str
    name: str


@dataclass(slots=True)
class Restoration:
    """What taking an act back would do; with ``conflicts`` or ``begun`` it cannot be done."""

    act: Act
    was: Sheet
    """The bracket as it stands now."""
    sheet: Sheet
    """The same rows put back; nothing is written yet."""
    values: dict[str, dict[str, dict[str, Any]]]
    conflicts: list[Column]
    begun: list[Match]
    changes: list[Change] = field(default_factory=list)
    """What else has to change in the bracket, which has gone on since."""

    @property
    def concerned(self) -> set[int]:
        """The matches whose rows or slots the act changed."""
        return matches_of(self.act, self.sheet)


def restoration_of(act: Act) -> Restoration:
    """Work out what taking an act back would do. Reads only."""
    event = act.event
    now = picture_of(event)
    values, conflicts = _back(act, now)
    was, sheet = read_sheet(event), read_sheet(event)
    found = Restoration(act, was, sheet, values, conflicts, _played_since(act, was))
    _put_back(sheet, values)
    _leave_taken_tables(found)
    found.sheet = with_nodes(sheet)
    later = reworked(found.sheet.board, found.concerned, found.sheet.left)
    found.begun += [sheet.matches[it.key] for it in later if is_decided(found.sheet.board[it.key])]
    found.changes = [change_of(found.sheet, node) for node in later]
    return found


def moved(found: Restoration) -> list[Node]:
    """List the matches that will stand otherwise than they do now, as they will be."""
    after = found.sheet.board | {change.node.key: change.node for change in found.changes}
    return [node for key, node in after.items() if _differs(found.was.board[key], node)]


def put(row: Model, columns: Mapping[str, Any]) -> None:
    """Write values as JSON has them onto a row."""
    for name, value in columns.items():
        column = cast("Field[Any, Any]", row._meta.get_field(name))  # noqa: SLF001 -- Django's own
        setattr(row, name, column.to_python(value))


def matches_of(act: Act, sheet: Sheet) -> set[int]:
    """Say which matches an act changed, in themselves or in their slots."""
    slots = {str(side.pk): key for key, sides in sheet.sides.items() for side in sides}
    return {int(pk) for pk in act.after.get("match", {})} | {
        slots[pk] for pk in act.after.get("side", {})
    }


def _put_back(sheet: Sheet, values: Mapping[str, Mapping[str, Mapping[str, Any]]]) -> None:
    """Write the values onto the rows of a sheet; a slot keeps the one object of its team."""
    for pk, columns in values.get("match", {}).items():
        put(sheet.matches[int(pk)], columns)
    for pk, columns in values.get("entry", {}).items():
        if int(pk) in sheet.entries:
            put(sheet.entries[int(pk)], columns)
    slots = {side.pk: side for sides in sheet.sides.values() for side in sides}
    for pk, columns in values.get("side", {}).items():
        side = slots[int(pk)]
        put(side, columns)
        side.entry = sheet.entries[side.entry_id] if side.entry_id else None


def _back(act: Act, now: Mapping[str, Any]) -> tuple[dict[str, Any], list[Column]]:
    """Sort the columns of an act into those that go back and those that say something else now."""
    values: dict[str, dict[str, dict[str, Any]]] = {}
    conflicts = []
    for kind, pk, name, old, left in _columns(act):
        says = now[kind].get(pk, {}).get(name)
        if says == old:
            continue
        if says == left or _same_stage(kind, name, says, left) or _moves_with(act, kind, pk, name):
            values.setdefault(kind, {}).setdefault(pk, {})[name] = old
        elif name not in LOOSE.get(kind, ()):
            conflicts.append(Column(kind, pk, name))
    for pk in act.after.get("player", {}):
        if pk in act.before.get("player", {}):
            continue
        if now["player"].get(pk, {}).get("active"):  # the act seated this player
            values.setdefault("player", {})[pk] = {"active": False}
        else:  # who has given the seat away since
            conflicts.append(Column("player", pk, "active"))
    return values, conflicts


def _columns(act: Act) -> Iterator[tuple[str, str, str, Any, Any]]:
    for kind, rows in act.before.items():
        for pk, columns in rows.items():
            for name, old in columns.items():
                yield kind, pk, name, old, act.after[kind][pk][name]


def _same_stage(kind: str, name: str, says: object, left: object) -> bool:
    """Whether a match was only called, or called back, since: that goes back with the act."""
    if (kind, name) != ("match", "state"):
        return False
    return STAGES[Match.State(str(says))] == STAGES[Match.State(str(left))]


def _moves_with(act: Act, kind: str, pk: str, name: str) -> bool:
    """Whether a column that only says when or where goes back because the state does."""
    row = act.before.get("match", {}).get(pk, {})
    return kind == "match" and "state" in row and name in LOOSE["match"]


def _played_since(act: Act, was: Sheet) -> list[Match]:
    """List the matches of an act that have been played since, or have ended."""
    return [
        was.matches[int(pk)]
        for pk, left in act.after.get("match", {}).items()
        if "state" in left
        and _has_gone_on(was.matches[int(pk)], act.before.get("match", {}).get(pk, {}), left)
    ]


def _has_gone_on(match: Match, before: Mapping[str, Any], left: Mapping[str, Any]) -> bool:
    winner = left.get("winner_id", match.winner_id)
    if "reason" in before and "state" not in before and match.winner_id != winner:
        return True  # only how it ended was changed, and that goes with who had won it
    stage = STAGES[Match.State(match.state)]
    if stage != STAGES[Match.State(left["state"])]:
        again = match.attempt != before.get("attempt", left["attempt"])
        return match.state != before.get("state") or (again and stage != "open")
    counts = ("attempt", "game_number", "hand_number")
    return match.state in BEGUN and any(
        getattr(match, name) not in {left[name], before.get(name, left[name])} for name in counts
    )


def _leave_taken_tables(found: Restoration) -> None:
    """Let who was at a table that is taken now, or out of use, wait for another one."""
    sheet = found.sheet
    for pk in sorted(found.concerned):
        match = sheet.matches[pk]
        if match.state in AT_TABLE and not _is_free(match, sheet.matches.values()):
            match.state = Match.State.READY
        if match.is_open and match.state not in AT_TABLE:
            match.table = match.called_at = match.due_at = None


def _is_free(match: Match, others: Iterable[Match]) -> bool:
    taken = any(
        it.table_id == match.table_id and it.state in AT_TABLE and it.pk != match.pk
        for it in others
    )
    return match.table is not None and match.table.state == Table.State.OPEN and not taken


def _differs(was: Node, node: Node) -> bool:
    return (was.slots, was.winner, was.stage == "over") != (
        node.slots,
        node.winner,
        node.stage == "over",
    )

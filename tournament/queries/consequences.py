"""What a changed result would do to the rest of the bracket, read in two queries, written nowhere.

The deciding is the engine's (``engine.brackets.cascade``); here rows become its values, and what it
says becomes rows and sentences again.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Literal, cast

from engine.brackets.cascade import Node, Slot, changed_by, needs_choice, settle
from tournament.models import Entry, Event, Match, Side

STAGES = {
    Match.State.WAITING: "waiting",
    Match.State.READY: "ready",
    Match.State.CALLED: "ready",
    Match.State.PLAYING: "begun",
    Match.State.FINISHED: "over",
}
RULED_OUT = frozenset({Match.Reason.WALKOVER, Match.Reason.FORFEIT})
THEN = {"waiting": "waiting", "ready": "ready", "over": "settled"}
Letters = tuple[tuple[Entry, str], ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a match is to end with; ``goes_on`` where it is to be played, or played on.

    ``gone`` says which places do not play; None leaves that as it is. ``voids`` says that what was
    played in the match does not count any more.
    """

    winner: Entry | None
    reason: str
    goes_on: bool = False
    gone: frozenset[int] | None = None
    voids: bool = False


@dataclass(frozen=True, slots=True)
class Change:
    """What becomes of one later match: "waiting", "ready", or "settled" without play."""

    match: Match
    leaving: Entry | None
    coming: Entry | None
    voids: bool
    then: str
    node: Node = field(repr=False)
    winner: Entry | None = None
    """Who goes on where it is settled."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """All matches and sides of an event, with the values the engine works on."""

    event: Event
    matches: dict[int, Match]
    sides: dict[int, list[Side]]
    board: dict[int, Node]
    entries: dict[int, Entry]

    @property
    def left(self) -> frozenset[int]:
        """The teams that are no longer in the event."""
        return frozenset(pk for pk, entry in self.entries.items() if not entry.is_in)


@dataclass(frozen=True, slots=True)
class Consequences:
    """All that follows from a new result, by round upwards, and whether staff must choose."""

    match: Match
    outcome: Outcome
    changes: tuple[Change, ...]
    letters: Letters
    reopens_event: bool
    needs_choice: bool
    stamp: str
    node: Node = field(repr=False)
    """The match itself as it will be."""
    sheet: Sheet = field(repr=False, compare=False)

    @property
    def differs(self) -> bool:
        """Whether the match itself ends otherwise than it does now."""
        return _ending(self.sheet.board[self.match.pk]) != _ending(self.node)

    @property
    def ends(self) -> list[Match]:
        """List the changed matches that nothing comes after: the final, and the one for third."""
        rows = [self.match] if self.differs else []
        rows += [change.match for change in self.changes]
        return [row for row in rows if row.above_id is None]

    @property
    def champion(self) -> Entry | None:
        """Who is champion now and would not be, or not yet, any more."""
        return self.sheet.event.champion if any(is_final(end) for end in self.ends) else None


def consequences(match: Match, outcome: Outcome) -> Consequences:
    """Work out what follows for the whole bracket if a match ends so. Reads: 2 queries."""
    sheet = read_sheet(match.event, match)
    old = sheet.board[match.pk]
    new = _with(old, outcome, sheet.left)
    later = changed_by(sheet.board, new, sheet.left)
    changes = tuple(change_of(sheet, node) for node in later)
    return Consequences(
        match=match,
        outcome=outcome,
        changes=changes,
        letters=letters_to(sheet, [new, *later]) if later or _ending(old) != _ending(new) else (),
        reopens_event=_reopens(sheet, [new, *later]),
        needs_choice=needs_choice(sheet.board, later),
        stamp=_stamp(match, new, changes),
        node=new,
        sheet=sheet,
    )


def read_sheet(event: Event, match: Match | None = None) -> Sheet:
    """Read the whole bracket of an event: 2 queries. ``match`` takes the place of its own row."""
    matches = {it.pk: it for it in event.matches.select_related("table")}
    if match:
        matches[match.pk] = match
    sides: dict[int, list[Side]] = {pk: [] for pk in matches}
    entries: dict[int, Entry] = {}
    for side in event.sides.select_related("entry").order_by("place"):
        side.match, side.event = matches[side.match_id], event
        if side.entry:  # one object for each team, wherever it stands
            side.entry = entries.setdefault(side.entry.pk, side.entry)
        sides[side.match_id].append(side)
    return with_nodes(Sheet(event, matches, sides, {}, entries))


def with_nodes(sheet: Sheet) -> Sheet:
    """Work the values of a sheet out from its rows as they are by now."""
    board = {pk: _node(row, sheet.sides) for pk, row in sheet.matches.items()}
    return replace(sheet, board=board)


def _node(match: Match, sides: Mapping[int, Sequence[Side]]) -> Node:
    """Read a match and its sides as the engine's values."""
    return Node(
        key=match.pk,
        round=match.round,
        stage=_stage(match),
        slots=tuple(
            Slot(
                cast("Literal['bye', 'tbd', 'team', 'no_one']", str(side.kind)),
                side.entry_id,
                side.gone,
                side.source_id,
                cast("Literal['winner', 'loser']", str(side.takes)),
            )
            for side in sides[match.pk]
        ),
        winner=match.winner_id,
        settled=_settled_itself(match, sides),
    )


def _with(old: Node, outcome: Outcome, left: frozenset[int]) -> Node:
    """Give a match its outcome; one that is to be played is settled by who is left for it."""
    slots = old.slots
    if outcome.gone is not None:
        slots = tuple(
            replace(slot, gone=slot.team is not None and place in outcome.gone)
            for place, slot in enumerate(slots)
        )
    winner = outcome.winner.pk if outcome.winner else None
    new = replace(old, stage="over", slots=slots, winner=winner, voids=outcome.voids, settled=False)
    return settle(replace(new, winner=None), left) if outcome.goes_on else new


def is_final(match: Match) -> bool:
    """Whether the winner of this match wins the event."""
    return match.above_id is None and not match.for_third


def _stage(match: Match) -> Literal["waiting", "ready", "begun", "over"]:
    if not match.is_open:
        return "over"
    if match.game_number:
        return "begun"
    return cast("Literal['waiting', 'ready', 'begun']", STAGES[Match.State(match.state)])


def _settled_itself(match: Match, sides: Mapping[int, Sequence[Side]]) -> bool:
    """Whether a match was over because too few were left to come; nobody played or ruled in it."""
    if match.is_open or match.by_ruling:
        return False
    if match.reason in {Match.Reason.BYE, Match.Reason.NO_ONE}:
        return True
    ruled_out = any(_ruled_out(side, sides) for side in sides[match.pk])
    return match.reason == Match.Reason.WALKOVER and not ruled_out


def _ruled_out(side: Side, sides: Mapping[int, Sequence[Side]]) -> bool:
    """Whether staff have said of this side alone, in this match, that it does not play."""
    if side.takes == Side.Takes.LOSER and side.source_id:
        below = next((it for it in sides[side.source_id] if it.entry_id == side.entry_id), None)
        if below and below.gone:
            return False
    still_in = side.entry is not None and side.entry.is_in
    return side.gone and (still_in or side.gone_for in RULED_OUT)


def change_of(sheet: Sheet, node: Node) -> Change:
    """Say what a match becomes that will stand otherwise than on the sheet."""
    was = sheet.board[node.key]
    moved = [
        (old.team, new.team)
        for old, new in zip(was.slots, node.slots, strict=True)
        if old.team != new.team
    ]
    leaving, coming = moved[0] if moved else (None, None)
    return Change(
        match=sheet.matches[node.key],
        leaving=sheet.entries[leaving] if leaving else None,
        coming=sheet.entries[coming] if coming else None,
        voids=node.voids,
        then=THEN[node.stage],
        node=node,
        winner=sheet.entries[node.winner] if node.winner else None,
    )


def _ending(node: Node) -> tuple[bool, int | None]:
    return node.stage == "over", node.winner


def _reopens(sheet: Sheet, nodes: Iterable[Node]) -> bool:
    """Whether a finished event has a match to play again at its very end."""
    if sheet.event.status != Event.Status.FINISHED:
        return False
    return any(sheet.matches[it.key].above_id is None and it.stage != "over" for it in nodes)


def letters_to(sheet: Sheet, nodes: Sequence[Node]) -> Letters:
    """Tell everybody who stood or will stand in one of these matches where they stand then."""
    new = {**sheet.board, **{node.key: node for node in nodes}}
    concerned = dict.fromkeys(
        slot.team
        for node in nodes
        for slot in (*sheet.board[node.key].slots, *node.slots)
        if slot.team is not None and slot.team not in sheet.left
    )
    return tuple((sheet.entries[pk], _standing(sheet.board, new, pk)) for pk in concerned)


def _standing(old: dict[int, Node], new: dict[int, Node], team: int) -> str:
    """Say in one word where a team stands: "on", "again", "won" or "out"."""
    last = max(_nodes_of(new, team), key=lambda node: (node.round, node.stage != "over"))
    if last.stage != "over":
        was_over = old[last.key].stage in {"over", "begun"}
        sat_there = any(slot.team == team for slot in old[last.key].slots)
        return "again" if was_over and sat_there else "on"
    return "won" if last.winner == team else "out"


def _nodes_of(board: dict[int, Node], team: int) -> Iterator[Node]:
    return (node for node in board.values() if any(slot.team == team for slot in node.slots))


def _stamp(match: Match, new: Node, changes: Iterable[Change]) -> str:
    """Digest what was looked at: the result asked for, and each row concerned as it stands."""
    told = [(match.pk, match.version, new)]
    told += [(it.match.pk, it.match.version, it.node) for it in changes]
    return sha256(repr(told).encode()).hexdigest()[:16]

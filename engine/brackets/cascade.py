"""What a changed result does to the matches above it, up to the final.

Values in, values out: a bracket as it stands, one match whose result is new, and who has left the
event. Teams and matches are known by whatever numbers the caller gives them.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Literal

SlotKind = Literal["bye", "tbd", "team", "no_one"]
Stage = Literal["waiting", "ready", "begun", "over"]
LEAST_SIDES = 2
"""Fewer than so many do not play."""


@dataclass(frozen=True, slots=True)
class Slot:
    """One side of a match: who stands there, whether it plays, and whence it comes."""

    kind: SlotKind
    team: int | None = None
    gone: bool = False
    source: int | None = None
    takes: Literal["winner", "loser"] = "winner"

    @property
    def plays(self) -> bool:
        """Whether a team is to play here."""
        return self.team is not None and not self.gone


@dataclass(frozen=True, slots=True)
class Node:
    """One match of the bracket. ``settled`` ones were over by themselves: nobody ruled or played.

    ``voids`` says that what was played, or ruled, in it does not count any more.
    """

    key: int
    round: int
    stage: Stage
    slots: tuple[Slot, ...]
    winner: int | None = None
    settled: bool = False
    voids: bool = False

    @property
    def loser(self) -> Slot | None:
        """The slot that lost, where one can say so: one other team beside a winner."""
        others = [slot for slot in self.slots if slot.team not in {None, self.winner}]
        return others[0] if self.winner is not None and len(others) == 1 else None


Board = Mapping[int, Node]


def changed_by(board: Board, changed: Node, left: Collection[int]) -> list[Node]:
    """Say how the matches above one will stand once its result is the new one, by round upwards.

    Args:
        board: every match as it stands, by its key.
        changed: the match with its new result; open again where it is to be played.
        left: the teams that are no longer in the event.

    >>> below = Node(1, 1, "over", (Slot("team", 10), Slot("team", 11)), winner=10)
    >>> final = Node(2, 2, "ready", (Slot("team", 10, source=1), Slot("team", 12)))
    >>> [later] = changed_by({1: below, 2: final}, replace(below, winner=11), left=())
    >>> [slot.team for slot in later.slots], later.stage, later.voids
    ([11, 12], 'ready', False)
    """
    later = reworked({**board, changed.key: changed}, {changed.key}, left)
    return [node for node in later if node.key != changed.key]


def reworked(board: Board, concerned: Collection[int], left: Collection[int]) -> list[Node]:
    """Bring into line what is above some matches, and the matches themselves where not begun.

    Gives the nodes that come out otherwise than the board has them, by round upwards.
    """
    new, touched, found = dict(board), set(concerned), []
    for node in sorted(board.values(), key=lambda it: (it.round, it.key)):
        slots = tuple(
            _filled(slot, new[slot.source]) if slot.source in touched else slot
            for slot in node.slots
        )
        if slots != node.slots:
            later = settle(_emptied(node, slots, new), left)
        elif node.key in touched and node.stage in {"waiting", "ready"}:
            later = settle(node, left)
        else:
            continue
        if later != node:
            new[node.key] = later
            touched.add(node.key)
            found.append(later)
    return found


def settle(node: Node, left: Collection[int]) -> Node:
    """Look at the slots of an open match: it waits, is ready, or is over because too few are there.

    >>> alone = Node(1, 1, "waiting", (Slot("team", 10), Slot("no_one")))
    >>> settle(alone, left=()).winner, settle(alone, left={10}).winner
    (10, None)
    """
    slots = tuple(
        replace(slot, gone=slot.gone or slot.team in left) if slot.team is not None else slot
        for slot in node.slots
    )
    node = replace(node, slots=slots)
    if any(slot.kind == "tbd" for slot in slots):
        return replace(node, stage="waiting")
    present = [slot.team for slot in slots if slot.plays]
    if len(present) >= LEAST_SIDES:
        return replace(node, stage="ready")
    return replace(node, stage="over", settled=True, winner=present[0] if present else None)


def needs_choice(board: Board, later: Collection[Node]) -> bool:
    """Whether something that was played, or ruled, would be undone by what follows."""
    return any(is_decided(board[node.key]) for node in later)


def is_decided(node: Node) -> bool:
    """Whether a match has begun, or is over by play or by ruling."""
    return node.stage == "begun" or (node.stage == "over" and not node.settled)


def _filled(slot: Slot, source: Node) -> Slot:
    """Fill a slot from the match it comes from; a slot that keeps its team is left as it is."""
    kind, team = _comes(slot, source)
    if (kind, team) == (slot.kind, slot.team):
        return slot
    return replace(slot, kind=kind, team=team, gone=_was_gone(slot, source))


def _comes(slot: Slot, source: Node) -> tuple[SlotKind, int | None]:
    if source.stage != "over":
        return "tbd", None
    loser = source.loser.team if source.loser else None
    team = source.winner if slot.takes == "winner" else loser
    return ("no_one", None) if team is None else ("team", team)


def _was_gone(slot: Slot, source: Node | None) -> bool:
    """Whether a slot brings one who lost by not being there: such a one does not play for third."""
    loser = source.loser if source and slot.takes == "loser" else None
    return loser is not None and loser.gone


def _emptied(node: Node, slots: tuple[Slot, ...], board: Board) -> Node:
    """Take the result off a match; what was decided in it is void, and who was out is in again."""
    voids = is_decided(node)
    if voids:
        slots = tuple(
            replace(slot, gone=_was_gone(slot, board.get(slot.source or 0))) for slot in slots
        )
    return replace(node, slots=slots, winner=None, settled=False, voids=voids)

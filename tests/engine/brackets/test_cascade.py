"""Whatever is corrected, the bracket is the one that its own results make."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from engine.brackets import single, tables
from engine.brackets.cascade import (
    Node,
    Slot,
    changed_by,
    is_decided,
    needs_choice,
    reworked,
    settle,
)
from engine.streams import Stream

TBD, NO_ONE = Slot("tbd"), Slot("no_one")


def plan_of(entries, seats):
    """A bracket of two sides, or of tables of three and four, by its plan."""
    names = [str(number) for number in range(1, entries + 1)]
    if seats == 2:
        size = 1 << (entries - 1).bit_length()
        free = size - entries
        slots = []
        for name in names:
            slots.append(name)
            if free:
                slots.append(None)
                free -= 1
        return single.plan(slots)
    laid = tables.laid_out(entries, seats, Stream(bytes(32)))
    rest = iter(names)
    return tables.plan([[next(rest) for _ in range(size)] for size in laid], seats)


def board_of(plan, *, third=False):
    """The bracket as it is drawn: byes are over, their teams stand above."""
    keys = {(it.round, it.position): number for number, it in enumerate(plan.matches, start=1)}
    board = {}
    for drawn in plan.matches:
        slots = tuple(
            Slot("bye")
            if source.kind == "bye"
            else Slot("team", int(source.entry))
            if source.entry
            else Slot("tbd", source=keys[source.match])
            for source in drawn.sources
        )
        key = keys[drawn.round, drawn.position]
        board[key] = Node(key, drawn.round, "waiting", slots)
    if third and plan.rounds > 1:
        semis = [node.key for node in board.values() if node.round == plan.rounds - 1]
        slots = tuple(Slot("tbd", source=key, takes="loser") for key in semis)
        board[len(board) + 1] = Node(len(board) + 1, plan.rounds, "waiting", slots)
    for key, node in board.items():
        if any(slot.kind == "bye" for slot in node.slots):
            alone = next(slot.team for slot in node.slots if slot.team)
            board[key] = replace(node, stage="over", winner=alone, settled=True)
    byes = [key for key, node in board.items() if node.stage == "over"]
    rounds = [key for key, node in board.items() if node.stage != "over" and node.round == 1]
    return board | {node.key: node for node in reworked(board, {*byes, *rounds}, left=())}


def moved_on(board, changed, left=()):
    """The board once a match has its new result."""
    later = changed_by(board, changed, left)
    return board | {changed.key: changed} | {node.key: node for node in later}


def ruled(node, dice):
    """Give a match that can be played some ending: a side, or nobody."""
    teams = [slot.team for slot in node.slots if slot.plays]
    winner = dice([*teams, *teams, None])
    slots = tuple(replace(slot, gone=winner is None) if slot.team else slot for slot in node.slots)
    return replace(node, stage="over", winner=winner, settled=False, slots=slots, voids=False)


def rebuilt(board, left=()):
    """Make the bracket anew, from the first round up, from the endings alone.

    An independent way: it asks each match only who came and how it ended.
    """
    made = {}
    for node in sorted(board.values(), key=lambda it: (it.round, it.key)):
        comers = []
        for slot in node.slots:
            if slot.source is None:
                comers.append((slot.kind, slot.team))
                continue
            ended, winner, losers = made[slot.source]
            team = winner if slot.takes == "winner" else losers[0] if len(losers) == 1 else None
            comers.append(("tbd", None) if not ended else ("team" if team else "no_one", team))
        teams = [team for _kind, team in comers if team]
        losers = [team for team in teams if team != node.winner] if node.winner else []
        made[node.key] = (node.stage == "over", node.winner, losers)
        assert [(slot.kind, slot.team) for slot in node.slots] == comers, node
        playing = [slot.team for slot in node.slots if slot.plays]
        assert node.winner is None or node.winner in teams
        if any(kind == "tbd" for kind, _team in comers):
            assert node.stage == "waiting", node
        elif node.stage == "over" and node.settled:
            assert [node.winner] == (playing or [None]) or "bye" in dict(comers)
        else:
            assert len(playing) > 1 or is_decided(node), node
    return made


def in_one_slot_a_round(board):
    for number in {node.round for node in board.values()}:
        seated = [
            slot.team
            for node in board.values()
            if node.round == number
            for slot in node.slots
            if slot.team
        ]
        if len(seated) != len(set(seated)):
            return False
    return True


@st.composite
def events(draw):
    """A bracket, some of it played, and the dice for what comes next."""
    seats = draw(st.sampled_from([2, 2, 3, 4]))
    board = board_of(
        plan_of(draw(st.integers(max(2, seats if seats == 2 else 3), 12)), seats),
        third=seats == 2 and draw(st.booleans()),
    )

    def dice(choices):
        return draw(st.sampled_from(choices))

    for _ in range(draw(st.integers(0, 14))):
        ready = [node for node in board.values() if node.stage == "ready"]
        if not ready:
            break
        board = moved_on(board, ruled(dice(ready), dice))
    return board, dice


@given(events())
def test_after_any_correction_the_bracket_is_the_one_its_endings_make(event):
    """A changed result left the old winner in the next match, or both."""
    board, dice = event
    rebuilt(board)
    for _ in range(2):
        # A correction may have emptied what was over: nobody corrects that.
        over = [it for it in board.values() if is_decided(it) and it.stage == "over"]
        if not over:
            return
        node = dice(over)
        teams = [slot.team for slot in node.slots if slot.team]
        new = replace(node, winner=dice([*teams, None]), stage="over", settled=False)
        board = moved_on(board, new)
        rebuilt(board)
        assert in_one_slot_a_round(board)


@given(events())
def test_a_match_that_is_played_again_empties_all_above_it_and_nothing_else(event):
    """Correcting an early round wiped, or froze, the rest of the event."""
    board, dice = event
    over = [node for node in board.values() if is_decided(node)]
    if not over:
        return
    node = dice(over)
    fresh = settle(replace(node, winner=None, settled=False, stage="ready"), left=())
    later = changed_by(board, fresh, left=())
    new = board | {fresh.key: fresh} | {it.key: it for it in later}
    rebuilt(new)
    above, edge = set(), {node.key}
    while edge:
        edge = {
            it.key for it in board.values() if any(slot.source in edge for slot in it.slots)
        } - above
        above |= edge
    assert {it.key for it in later} <= above
    assert all(new[key] == board[key] for key in set(board) - above - {node.key})


@given(events())
def test_the_same_winner_changes_nothing_above(event):
    """A fix that kept the winner was refused."""
    board, _dice = event
    for node in board.values():
        if node.stage == "over":
            assert changed_by(board, replace(node, settled=False), left=()) == []


@given(events())
def test_a_choice_is_asked_for_exactly_where_play_or_a_ruling_would_be_undone(event):
    board, dice = event
    over = [node for node in board.values() if is_decided(node)]
    if not over:
        return
    node = dice(over)
    later = changed_by(board, replace(node, winner=None), left=())
    lost = [it for it in later if it.voids]
    assert needs_choice(board, later) == bool(lost)
    assert all(is_decided(board[it.key]) for it in lost)


@given(events(), st.data())
def test_a_team_that_has_left_never_comes_up_to_play(event, data):
    board, dice = event
    over = [node for node in board.values() if is_decided(node)]
    if not over:
        return
    everyone = sorted({slot.team for it in board.values() for slot in it.slots if slot.team})
    left = data.draw(st.sets(st.sampled_from(everyone), max_size=3))
    node = dice(over)
    winner = dice([slot.team for slot in node.slots if slot.team])
    for it in changed_by(board, replace(node, winner=winner), left):
        assert not any(slot.plays and slot.team in left for slot in it.slots)
        assert not (it.settled and it.winner in left)


def test_the_loser_of_a_semi_final_changes_places_with_its_winner():
    board = board_of(plan_of(4, 2), third=True)
    for key in (1, 2):
        winner = board[key].slots[0].team
        board = moved_on(board, replace(board[key], stage="over", winner=winner))
    final, third = board[3], board[4]
    assert [slot.team for slot in (*final.slots, *third.slots)] == [1, 3, 2, 4]

    board = moved_on(board, replace(board[1], winner=2))

    assert [slot.team for slot in (*board[3].slots, *board[4].slots)] == [2, 3, 1, 4]
    assert (board[3].stage, board[4].stage) == ("ready", "ready")


def test_who_lost_by_not_coming_does_not_play_for_third():
    board = board_of(plan_of(4, 2), third=True)
    first = board[1]
    absent = replace(first.slots[1], gone=True)
    board = moved_on(board, replace(first, stage="over", winner=1, slots=(first.slots[0], absent)))
    board = moved_on(board, replace(board[2], stage="over", winner=3))

    third = board[4]
    assert [slot.gone for slot in third.slots] == [True, False]
    assert (third.stage, third.settled, third.winner) == ("over", True, 4)

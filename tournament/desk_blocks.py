"""What holds the round up, one sentence each, with the buttons that get it going again."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.models import Event, Match, Table
from tournament.queries.deadlines import Deadline, deadline_of
from tournament.queries.desk import Board, Card, minutes_between
from tournament.wording import listed, match_title, side_words

State = Match.State
SCORE, DIRECT = "score", "direct"


@dataclass(frozen=True, slots=True)
class Way:
    """A way out: what the button says, and where it leads."""

    words: str
    address: str
    needs: str = ""
    """``score`` or ``direct``, where a viewer may not go."""


@dataclass(frozen=True, slots=True)
class Block:
    """One thing that holds up play. ``key`` stays the same while it lasts."""

    key: str
    head: str
    words: str
    ways: Sequence[Way]
    urgent: bool = False


def blocks_of(board: Board) -> list[Block]:
    """List what holds the round up, the urgent first. No query."""
    found = [*_of_the_event(board), *_at_tables(board), *_without_table(board)]
    return sorted(found, key=lambda block: not block.urgent)


def _of_the_event(board: Board) -> Iterator[Block]:
    """Tell what is no single match: the list, the worker, the letters, the switch."""
    event, to = board.event, partial(_to, board.event)
    if board.left_behind:
        words = ngettext(
            "%(n)d result has not been carried up yet.",
            "%(n)d results have not been carried up yet.",
            board.left_behind,
        ) % {"n": board.left_behind}
        way = Way(_("Carry up now"), to("catch-up"), SCORE)
        yield Block("errands", _("The worker is behind."), words, [way], urgent=True)
    if not event.is_drawn and event.status != Event.Status.CANCELLED:
        yield _undrawn(board)
    if board.stands_still:
        words = _("Matches wait and tables are free: call by hand, or turn calling by itself on.")
        way = Way(_("Calling"), to("tables") + "#switch")
        yield Block("switch", _("Free tables do not call by themselves."), words, [way])
    if board.troubled:
        head = ngettext("%(n)d letter", "%(n)d letters", board.troubled) % {"n": board.troubled}
        way = Way(_("See the letters"), to("letters"))
        yield Block("letters", head, _("did not, or may not have, arrived."), [way])


def _undrawn(board: Board) -> Block:
    """Tell that there is no bracket yet, and which step is next."""
    event = board.event
    ways = [Way(_("Next steps"), _to(event, "setup"), DIRECT), Way(_("Draw"), _to(event, "draw"))]
    head = _("The bracket is not drawn yet.")
    if board.list_closed:
        return Block("draw", head, _("The list is closed: draw, or set the attempt aside."), ways)
    told = _("State of the event: %(state)s.") % {"state": event.get_status_display()}
    return Block("draw", head, told, ways)


def _at_tables(board: Board) -> Iterator[Block]:
    """Tell of the matches at tables: those that have not begun, and those that go on."""
    for card in board.cards:
        match = card.match
        if match is None:
            continue
        clock = deadline_of(match, board.now)
        in_round = match.round == board.tally.round
        if card.table.state == Table.State.OFF:
            yield _off(board.event, card, match)
        elif clock and (clock.is_late or clock.is_near or in_round):
            yield _called(board.event, card, clock)
        elif clock is None and (in_round or card.waits):
            yield _going_on(board.event, card, match)


def _called(event: Event, card: Card, clock: Deadline) -> Block:
    match = clock.match
    told = {"time": date_format(localtime(clock.due_at, event.tz), "H:i")}
    told["teams"] = listed([side_words(side) for side in clock.missing])
    ways = [Way(_("Wait or mark here"), _to(event, "late"))]
    if clock.is_overdue:
        words = _("late since %(time)s: %(teams)s.")
        address = _to(event, "end", match.number, "walkover", clock.missing_word)
        ways.insert(0, Way(_("Walkover") + " …", address, SCORE))
    elif clock.missing:
        words = _("to be there by %(time)s: %(teams)s.")
    else:
        words = _("everybody is there, and play has not begun.")
        ways = [Way(_("Look"), _to(event, "match", match.number))]
    urgent = clock.is_overdue or clock.is_near
    return Block(f"rule-{match.pk}", _head(card), words % told, ways, urgent=urgent)


def _going_on(event: Event, card: Card, match: Match) -> Block:
    """Tell of a match in play, or of one that is called without a clock."""
    look = _to(event, "match", match.number)
    if match.state == State.CALLED:
        words = _minutes("called", card.minutes)
        ways = [Way(_("Walkover or call back"), look)]
        return Block(f"rule-{match.pk}", _head(card), words, ways, urgent=card.waits)
    ways = [Way(_("Look"), look)]
    if card.waits:
        words = _minutes("quiet", minutes_between(card.last_sign, card.now))
        return Block(f"rule-{match.pk}", _head(card), words, ways, urgent=True)
    words = _("in play, game %(game)d.") % {"game": max(match.game_number, 1)}
    return Block(f"rule-{match.pk}", _head(card), words, ways)


def _minutes(kind: str, minutes: int) -> str:
    if kind == "called":
        told = ngettext(
            "called %(n)d minute ago, not begun.", "called %(n)d minutes ago, not begun.", minutes
        )
    else:
        told = ngettext("no hand for %(n)d minute.", "no hand for %(n)d minutes.", minutes)
    return told % {"n": minutes}


def _off(event: Event, card: Card, match: Match) -> Block:
    ways = [
        Way(_("Put the table into use"), f"{_to(event, 'hall')}#table-{card.table.number}", SCORE),
        Way(_("Look"), _to(event, "match", match.number)),
    ]
    words = _("the table is out of use and holds a match.")
    return Block(f"rule-{match.pk}", _head(card), words, ways, urgent=True)


def _without_table(board: Board) -> Iterator[Block]:
    """Tell of the matches of the round that have no table, and why."""
    free = {table.pk for table in board.free}
    for match in board.in_round:
        if match.state != State.READY:
            continue
        look = Way(
            _("Call match %(number)d") % {"number": match.number},
            _to(board.event, "match", match.number),
        )
        ways = [look]
        if match.held:
            words = _("skipped: free tables pass it by until it is released.")
        elif match.pinned and match.pinned_id not in free:
            words = _("waits for table %(table)d, which is not free.")
            words %= {"table": match.pinned.number}
        elif match.pinned or free:
            words = _("ready, and a table is free.")
        elif board.cards:
            words = _("ready; no table is free.")
            ways = [Way(_("Add a table"), _to(board.event, "hall"), SCORE), look]
        else:
            words = _("ready; there is no table yet.")
            ways = [Way(_("Add a table"), _to(board.event, "hall"), SCORE)]
        yield Block(f"look-{match.pk}-held", f"{match_title(match)}:", words, ways)


def _head(card: Card) -> str:
    number = card.match.number if card.match else ""
    told = {"number": number, "table": card.table.number}
    return _("Match %(number)s at table %(table)d:") % told


def _to(event: Event, name: str, *args: object) -> str:
    return reverse(f"desk:{name}", args=[event.slug, *args])

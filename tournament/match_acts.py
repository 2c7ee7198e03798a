"""All that may be done with one match at the desk, in groups, and why the rest is not possible now.

The doors belong to their own pages, which ask, check and act; here stands only which to offer.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _

from tournament.desk_acts import offers_of
from tournament.models import Event, Match, Side
from tournament.permissions import who_takes_back
from tournament.queries.deeds import Deed

State = Match.State
IN_LINE = frozenset({State.READY})
AT_A_CALL = frozenset({State.CALLED})
OVER = frozenset({State.FINISHED})
ALL = frozenset(State)


@dataclass(frozen=True, slots=True)
class Way:
    """One act: its words and its address. ``posts`` holds the field of a one-tap act."""

    words: str
    address: str
    posts: tuple[str, str] | None = None
    is_grave: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Acts of one kind; without any, the sentence that says why."""

    title: str
    ways: tuple[Way, ...]
    closed: str = ""


def groups_of(match: Match, *, may_score: bool, may_direct: bool) -> list[Group]:
    """List what a role may do with a match that came with its sides.

    A bye and a match that is still to be decided offer nothing at all, and neither does a viewer's
    role. In the archive hands are only looked at.
    """
    if not may_score or match.is_bye or match.state == State.WAITING:
        return []
    if match.event.archived_at:
        return [_hands(match)]
    groups = [_calling(match), _presence(match), *_endings(match), _hands(match)]
    return [*groups, _result(match), _teams(match)] if may_direct else groups


def door(name: str, *args: object) -> str:
    """Give the address of a door; empty where this site has no such door."""
    try:
        return reverse(name, args=args)
    except NoReverseMatch:
        return ""


def back_of(deed: Deed, role: str) -> str:
    """Give the address at which an act is taken back; empty where this role cannot, or it was."""
    act = deed.act
    if act is None or deed.undone_by or act.event.archived_at:
        return ""
    if role not in who_takes_back(act):
        return ""
    return door("hands:take-back-act", act.event.slug, act.number)


def _calling(match: Match) -> Group:
    ways = [
        *_ways(match, AT_A_CALL, "desk:uncall", _("Take the call back")),
        *_ways(match, AT_A_CALL, "desk:swap", _("Swap tables")),
        *_ways(match, IN_LINE, "desk:pin", _pin_words(match)),
        *_ways(match, IN_LINE, "desk:skip", _("Release it") if match.held else _("Pass it by")),
    ]
    return _group(_("Table"), ways, match)


def _pin_words(match: Match) -> str:
    if match.pinned is None:
        return _("Only at one table")
    return _("Only at table {number}").format(number=match.pinned.number)


def _presence(match: Match) -> Group:
    ways = []
    if match.state == State.CALLED:
        for side in (it for it in match.sides.all() if it.plays):
            address = _of(match, "desk:here", side.letter.lower())
            ways += [_here(side, address)] if address else []
        if address := _of(match, "desk:wait"):
            ways.append(Way(_("Wait longer"), address, posts=("seen", _due(match))))
    return _group(_("Who is there"), ways, match)


def _here(side: Side, address: str) -> Way:
    told = _("Not here after all: {team}") if side.here_at else _("Here: {team}")
    says = "no" if side.here_at else "yes"
    return Way(told.format(team=side.entry), address, posts=("here", says))


def _due(match: Match) -> str:
    return match.due_at.isoformat() if match.due_at else ""


def _endings(match: Match) -> Iterator[Group]:
    offers = offers_of(match)
    for title, key in ((_("Walkover"), "walkover"), (_("Forfeit"), "forfeit")):
        ways = [
            Way(f"{offer.words} …", _of(match, "desk:end", key, offer.who))
            for offer in offers
            if offer.ending.key == key
        ]
        yield _group(title, ways, match)


def _result(match: Match) -> Group:
    ways = tuple(_ways(match, OVER, "desk:result", _("Correct the result")))
    return Group(_("Result"), ways, "" if ways else _("It has no result yet."))


def _hands(match: Match) -> Group:
    ways = [
        *_ways(match, ALL, "hands:match", _("Hands and corrections"), asks=False),
        *_ways(match, ALL, "hands:examine-match", _("Examine a hand"), asks=False),
    ]
    return Group(_("Hands"), tuple(ways))


def _teams(match: Match) -> Group:
    ways = []
    running = match.event.status in {Event.Status.DRAWN, Event.Status.RUNNING}
    seats_change = (
        match.event.players_each > 1 and match.event.substitutes != Event.Substitutes.NONE
    )
    for side in match.sides.all():
        entry = side.entry
        if entry is None or not entry.is_in or not running:
            continue
        told = {"team": entry.name}
        for name, words in (
            ("desk:substitute", _("Substitute in {team}")),
            ("desk:withdraw", _("Withdraw {team}")),
        ):
            address = door(name, match.event.slug, entry.pk)
            if address and (seats_change or name != "desk:substitute"):
                ways.append(Way(f"{words.format(**told)} …", address, is_grave=True))
    return Group(
        _("Teams"), tuple(ways), "" if ways else _("Nobody here can leave the event any more.")
    )


def _ways(
    match: Match, states: Collection[State], name: str, words: str, *, asks: bool = True
) -> Iterator[Way]:
    address = _of(match, name) if match.state in states else ""
    if address:
        yield Way(f"{words} …" if asks else words, address)


def _group(title: str, ways: list[Way], match: Match) -> Group:
    why = {
        State.READY: _("It is not called to a table yet."),
        State.PLAYING: _("Play has begun."),
        State.FINISHED: _("The match is over. Correct its result instead."),
    }.get(State(match.state), "")
    return Group(title, tuple(ways), "" if ways else why)


def _of(match: Match, name: str, *rest: object) -> str:
    return door(name, match.event.slug, match.number, *rest)

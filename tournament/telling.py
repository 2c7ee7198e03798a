"""A match told in one sentence, for lists and for those who do not see the tree."""

from collections.abc import Callable, Sequence

from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.models import Match, Side
from tournament.wording import gone_word

DASH = "\N{EN DASH}"
MINUS = "\N{MINUS SIGN}"
Naming = Callable[[Side], SafeString]


def tell(match: Match, sides: Sequence[Side], name: Naming) -> SafeString:
    """Tell a match: who has a bye, who beat whom, who leads, who meets whom.

    ``sides`` come with their entries and sources; ``name`` writes one of them, marked perhaps.
    """
    if match.is_bye:
        return format_html(_("{team} have a bye"), team=name(_winner(match, sides)))
    if match.reason == Match.Reason.PLAYED:
        return _beaten(match, sides, name)
    if match.reason:
        return _without_play(match, sides, name)
    if match.state == Match.State.PLAYING:
        return _standing(sides, name)
    return _meeting(sides, name)


def _winner(match: Match, sides: Sequence[Side]) -> Side:
    return next(side for side in sides if side.entry_id == match.winner_id)


def _others(match: Match, sides: Sequence[Side]) -> list[Side]:
    return [side for side in sides if side.entry_id is None or side.entry_id != match.winner_id]


def _beaten(match: Match, sides: Sequence[Side], name: Naming) -> SafeString:
    winner, others = _winner(match, sides), _others(match, sides)
    return format_html(
        _("{winner} beat {loser} {score}"),
        winner=name(winner),
        loser=name(others[0]),
        score=DASH.join(str(side.games) for side in (winner, *others)),
    )


def _without_play(match: Match, sides: Sequence[Side], name: Naming) -> SafeString:
    first, *rest = _others(match, sides)
    if match.winner_id is None:
        return format_html(
            _("{first}; {second}; no one goes on"),
            first=_with_word(first, match, name),
            second=_with_word(rest[-1], match, name),
        )
    told = _("{winner} go on; {other}") if match.above_id else _("{winner} win the event; {other}")
    return format_html(
        told, winner=name(_winner(match, sides)), other=_with_word(first, match, name)
    )


def _with_word(side: Side, match: Match, name: Naming) -> SafeString:
    if side.entry is None:
        return name(side)
    return format_html(_("{team} {word}"), team=name(side), word=gone_word(side, match))


def _standing(sides: Sequence[Side], name: Naming) -> SafeString:
    first, second = sides[0], sides[-1]
    return format_html(
        _("{first} {points}, {second} {others}; {games}"),
        first=name(first),
        points=_points(first),
        second=name(second),
        others=_points(second),
        games=_games(first, second, name),
    )


def _games(first: Side, second: Side, name: Naming) -> SafeString:
    if first.games == second.games == 0:
        return conditional_escape(_("first game"))
    if first.games == second.games:
        told = ngettext("one game each", "{count} games each", first.games)
        return conditional_escape(told.format(count=first.games))
    leader, other = (first, second) if first.games > second.games else (second, first)
    return format_html(
        _("{team} lead {score}"), team=name(leader), score=f"{leader.games}{DASH}{other.games}"
    )


def _meeting(sides: Sequence[Side], name: Naming) -> SafeString:
    first, second = sides[0], sides[-1]
    if not first.entry and second.entry:
        first, second = second, first
    if first.entry and second.kind == Side.Kind.TO_BE_DECIDED and second.source:
        told = (
            _("{team} are out; the winner of match {number} goes on")
            if first.gone
            else _("{team} meet the winner of match {number}")
        )
        return format_html(told, team=name(first), number=second.source.number)
    if {first.kind, second.kind} == {Side.Kind.NO_ONE, Side.Kind.TO_BE_DECIDED}:
        return _alone(first, second)
    if not first.entry and first.source and second.source:
        return format_html(
            _("The winners of matches {first} and {second} meet"),
            first=first.source.number,
            second=second.source.number,
        )
    return format_html(_("{first} meet {second}"), first=name(first), second=name(second))


def _alone(first: Side, second: Side) -> SafeString:
    coming, missing = (second, first) if first.kind == Side.Kind.NO_ONE else (first, second)
    return format_html(
        _("The winner of match {number} goes on; no one comes from match {missing}"),
        number=coming.source.number if coming.source else "",
        missing=missing.source.number if missing.source else "",
    )


def _points(side: Side) -> str:
    return str(side.points).replace("-", MINUS)

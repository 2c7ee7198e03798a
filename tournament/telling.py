"""A match told in one sentence, for lists and for those who do not see the tree."""

from collections.abc import Callable, Sequence

from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.models import Match, Side
from tournament.wording import gone_word, met_words

DASH = "\N{EN DASH}"
MINUS = "\N{MINUS SIGN}"
Naming = Callable[[Side], SafeString]


def tell(match: Match, sides: Sequence[Side], name: Naming) -> SafeString:
    """Tell a match: who has a bye, who beat whom, who leads, who meets whom.

    ``sides`` come with their entries and sources; ``name`` writes one of them, marked perhaps.
    """
    if match.is_bye:
        return format_html(_("Bye for {team}"), team=name(_winner(match, sides)))
    if match.reason and match.reason != Match.Reason.PLAYED:
        return _without_play(match, sides, name)
    playing = [side for side in sides if side.plays]
    if match.reason == Match.Reason.PLAYED:
        told = _beaten(match, playing, name)
    elif match.state == Match.State.PLAYING:
        told = _standing(playing, name)
    else:
        told = _meeting(sides, name)
    away = [it for it in sides if not it.plays and it.kind != Side.Kind.TO_BE_DECIDED]
    return _joined("; ", [told, *(_with_word(side, match, name) for side in away)])


def _winner(match: Match, sides: Sequence[Side]) -> Side:
    return next(side for side in sides if side.entry_id == match.winner_id)


def _others(match: Match, sides: Sequence[Side]) -> list[Side]:
    return [side for side in sides if side.entry_id is None or side.entry_id != match.winner_id]


def _beaten(match: Match, sides: Sequence[Side], name: Naming) -> SafeString:
    winner, others = _winner(match, sides), _others(match, sides)
    return format_html(
        _("{winner} beat {losers} {score}"),
        winner=name(winner),
        losers=_listed([name(side) for side in others]),
        score=DASH.join(str(side.games) for side in (winner, *others)),
    )


def _without_play(match: Match, sides: Sequence[Side], name: Naming) -> SafeString:
    others = [_with_word(side, match, name) for side in _others(match, sides)]
    if match.winner_id is None:
        return _joined("; ", [*others, conditional_escape(_("no one goes on"))])
    told = _("{winner} went on") if match.above_id else _("{winner} won the event")
    if match.for_third:
        told = _("{winner} came third")
    return _joined("; ", [format_html(told, winner=name(_winner(match, sides))), *others])


def _with_word(side: Side, match: Match, name: Naming) -> SafeString:
    if side.entry is None:
        return name(side)
    return format_html(_("{team} {word}"), team=name(side), word=gone_word(side, match))


def _standing(sides: Sequence[Side], name: Naming) -> SafeString:
    points = [
        format_html(_("{team} {points}"), team=name(side), points=_points(side)) for side in sides
    ]
    return _joined("; ", [_joined(", ", points), _games(sides, name)])


def _games(sides: Sequence[Side], name: Naming) -> SafeString:
    won = [side.games for side in sides]
    if not any(won):
        return conditional_escape(_("first game"))
    if len(set(won)) == 1:
        told = ngettext("one game each", "{count} games each", won[0])
        return conditional_escape(told.format(count=won[0]))
    leaders = [side for side in sides if side.games == max(won)]
    score = DASH.join(map(str, sorted(won, reverse=True)))
    return format_html(
        _("{team} ahead {score}"),
        team=_listed([name(side) for side in leaders]),
        score=score,
    )


def _meeting(sides: Sequence[Side], name: Naming) -> SafeString:
    coming = [side for side in sides if side.kind == Side.Kind.TO_BE_DECIDED]
    numbers = [str(side.source.number) for side in coming if side.source]
    if len(coming) == len(numbers) == len(sides):
        losers = all(side.takes == Side.Takes.LOSER for side in coming)
        told = _("The winners of matches {numbers} meet")
        if losers:
            told = _("The losers of matches {numbers} meet")
        return format_html(told, numbers=_listed(numbers))
    teams = [name(side) for side in sides if side.plays]
    if not teams and len(numbers) == 1:
        return format_html(_("The winner of match {number} goes on"), number=numbers[0])
    if not teams and numbers:
        return format_html(_("The winners of matches {numbers} meet"), numbers=_listed(numbers))
    meeting = [*teams, *(met_words(side) for side in coming)]
    return format_html(_("{all} meet"), all=_listed(meeting))


def _listed(words: Sequence[str]) -> SafeString:
    """List names or numbers as a sentence does, each escaped where it has to be."""
    *first, last = words
    if not first:
        return conditional_escape(last)
    return format_html(_("{first} and {last}"), first=_joined(", ", first), last=last)


def _joined(mark: str, words: Sequence[str]) -> SafeString:
    return format_html_join(mark, "{}", ((word,) for word in words))


def _points(side: Side) -> str:
    return str(side.points).replace("-", MINUS)

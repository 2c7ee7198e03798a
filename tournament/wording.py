"""How rounds, matches and their sides are called, on every page and in every letter."""

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _l

from tournament.models import Entry, Match, Side

FINAL, SEMIFINALS, QUARTERFINALS = 1, 2, 3
"""Rounds to go, the round itself counted."""
QUARTERS = 4
GONE_FOR: Final[Mapping[str, str | Promise]] = {
    Match.Reason.WALKOVER: _l("absent"),
    Match.Reason.FORFEIT: _l("forfeits"),
    Match.Reason.WITHDRAWAL: _l("withdrawn"),
    Match.Reason.REMOVAL: _l("removed"),
}


def round_title(number: int, matches: int, rounds: int) -> str:
    """Name a round by how many there are from it on: "Semi-finals".

    Four matches alone are quarter-finals: at tables of three or four other numbers go before.
    """
    to_go = rounds - number + 1
    if to_go == FINAL:
        return _("Final")
    if to_go == SEMIFINALS:
        return _("Semi-finals")
    if to_go == QUARTERFINALS and matches == QUARTERS:
        return _("Quarter-finals")
    return _("Round {number}").format(number=number)


def round_tab(number: int, matches: int, rounds: int) -> str:
    """Name a round where there is little room: "Quarters"."""
    to_go = rounds - number + 1
    if to_go == SEMIFINALS:
        return _("Semis")
    if to_go == QUARTERFINALS and matches == QUARTERS:
        return _("Quarters")
    return round_title(number, matches, rounds)


def match_title(match: Match) -> str:
    """Name a match by the number it has everywhere: "Match 6"."""
    return _("Match {number}").format(number=match.number)


def side_words(side: Side) -> str:
    """Say who or what stands on a side. The four kinds never read alike.

    The side comes with its entry and its source, so that a whole bracket takes no query here.
    """
    number = side.source.number if side.source else None
    if side.entry:
        return side.entry.name
    if side.kind == Side.Kind.BYE:
        return _("Bye")
    if side.kind == Side.Kind.NO_ONE:
        return (
            _("No one comes from match {number}").format(number=number) if number else _("No one")
        )
    if number is None:
        return _("To be decided")
    loses = side.takes == Side.Takes.LOSER
    told = _("Loser of match {number}") if loses else _("Winner of match {number}")
    return told.format(number=number)


def met_words(side: Side) -> str:
    """Say inside a sentence whom a side brings: a team, or who comes from another match."""
    if side.entry or not side.source:
        return side_words(side)
    loses = side.takes == Side.Takes.LOSER
    told = _("the loser of match {number}") if loses else _("the winner of match {number}")
    return told.format(number=side.source.number)


def listed(words: Sequence[str]) -> str:
    """List names or numbers as a sentence does: "A, B and C"."""
    *first, last = words or [""]
    return _("{first} and {last}").format(first=", ".join(first), last=last) if first else last


def gone_word(side: Side, match: Match) -> str:
    """Say in one word why a team is not there: absent, forfeits, withdrawn, removed or out."""
    if side.gone_for in GONE_FOR:
        return str(GONE_FOR[side.gone_for])
    entry = side.entry
    if match.reason == Match.Reason.DOUBLE_FORFEIT:
        return _("out")
    if match.reason == Match.Reason.FORFEIT and not _had_left(entry, match):
        return _("forfeits")
    if entry and _had_left(entry, match):
        return _("removed") if entry.state == Entry.State.REMOVED else _("withdrawn")
    return _("absent") if match.reason == Match.Reason.WALKOVER else _("out")


def _had_left(entry: Entry | None, match: Match) -> bool:
    """Whether a team had left the event by the time a match was over."""
    left = entry.left_at if entry else None
    return left is not None and (not match.finished_at or left <= match.finished_at)


def reason_word(match: Match) -> str:
    """Say how a finished match ended, in the word that stands where a score would."""
    return {
        Match.Reason.PLAYED: _("Finished"),
        Match.Reason.BYE: _("Bye"),
        Match.Reason.WALKOVER: _("Walkover"),
        Match.Reason.FORFEIT: _("Forfeit"),
        Match.Reason.DOUBLE_FORFEIT: _("All out"),
        Match.Reason.WITHDRAWAL: _("Withdrawal"),
        Match.Reason.REMOVAL: _("Removal"),
        Match.Reason.NO_ONE: _("No one left"),
    }[Match.Reason(match.reason)]


def state_word(match: Match) -> str:
    """Say where a match stands, in the word that heads its slip."""
    if not match.is_open:
        return reason_word(match)
    return {
        Match.State.WAITING: _("To be decided"),
        Match.State.READY: _("Waits for a table"),
        Match.State.CALLED: _("Called to table {number}"),
        Match.State.PLAYING: _("In play"),
    }[Match.State(match.state)].format(number=match.table.number if match.table else "")

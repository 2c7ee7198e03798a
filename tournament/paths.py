"""The way of one team through the bracket, each match in words from its own point of view."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tournament.models import Entry, Match, Side
from tournament.slips import Slip
from tournament.wording import gone_word, listed, met_words, reason_word, side_words

DASH = "\N{EN DASH}"
COMING = Side.Kind.TO_BE_DECIDED


def step_words(slip: Slip, entry: Entry) -> str:
    """Tell a match as the team itself would: its own games first, and words where nobody played.

    A bye is no win, a match without play has no score, and one to come has neither.
    """
    match = slip.match
    own = next(side for side in slip.sides if side.entry_id == entry.pk)
    others = [side for side in slip.sides if side is not own and side.kind != Side.Kind.BYE]
    if match.is_bye:
        return _("bye")
    if match.is_open:
        return _ahead(own, others)
    told = _played if match.reason == Match.Reason.PLAYED else _without_play
    words = told(match, own, others)
    return _("{words} (by ruling)").format(words=words) if match.by_ruling else words


def mark_word(match: Match) -> str:
    """Say how a match without play ended where there is little room: "W/O"."""
    return _("W/O") if match.reason == Match.Reason.WALKOVER else reason_word(match)


def score_of(own: Side, others: Sequence[Side]) -> str:
    """Write the games of a match, one's own first."""
    return DASH.join(str(side.games) for side in (own, *others))


def _ahead(own: Side, others: Sequence[Side]) -> str:
    if own.gone:
        return _("out")
    met = [met_words(side) for side in others if side.plays or side.kind == COMING]
    return _("against {others}").format(others=listed(met)) if met else _("to be decided")


def _played(match: Match, own: Side, others: Sequence[Side]) -> str:
    here = [side for side in others if not side.gone]
    if own.gone:
        return _("{word} against {others}").format(
            word=gone_word(own, match), others=_named(others)
        )
    if match.winner_id == own.entry_id:
        return _("beat {others} {score}").format(others=_named(here), score=score_of(own, here))
    winner = [side for side in here if side.entry_id == match.winner_id]
    rest = [side for side in here if side.entry_id != match.winner_id]
    return _("lost to {winner} {score}").format(
        winner=_named(winner), score=score_of(own, [*winner, *rest])
    )


def _without_play(match: Match, own: Side, others: Sequence[Side]) -> str:
    mark = mark_word(match)
    if match.winner_id != own.entry_id:
        told = _("{mark}: {word} against {others}") if others else _("{mark}: {word}")
        word = gone_word(own, match) if own.gone else _("out")
        return told.format(mark=mark, word=word, others=_named(others))
    absent = [
        _("{team} {word}").format(team=side.entry, word=gone_word(side, match))
        if side.entry
        else side_words(side)
        for side in others
    ]
    return _("{mark}: {absent}").format(mark=mark, absent=", ".join(absent)) if absent else mark


def _named(sides: Sequence[Side]) -> str:
    return listed([met_words(side) for side in sides])

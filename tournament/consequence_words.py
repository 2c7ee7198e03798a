"""What a changed result would do, in sentences: for the desk's pages and for the API."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.models import Match
from tournament.queries.consequences import Change, Consequences

STANDINGS: Final[dict[str, str | Promise]] = {
    "on": gettext_lazy("goes on"),
    "again": gettext_lazy("plays again"),
    "won": gettext_lazy("wins"),
    "out": gettext_lazy("out"),
}


def new_result(follows: Consequences) -> str:
    """Say what the match itself would end with."""
    node, teams = follows.node, follows.sheet.entries
    if node.stage != "over":
        return _("It is to be played.")
    if node.winner is None:
        return _("Nobody goes on.")
    told = _("Wins it: %(team)s.") if follows.match.above_id is None else _("Goes on: %(team)s.")
    return told % {"team": teams[node.winner]}


def sentences_of(change: Change) -> list[str]:
    """Say what would become of one later match, in short sentences."""
    return [sentence for sentence in (_moves(change), _voids(change), _then(change)) if sentence]


def standing_word(standing: str) -> str:
    """Say in a word where a team would stand."""
    return str(STANDINGS[standing])


def _moves(change: Change) -> str:
    told = {"leaving": change.leaving, "coming": change.coming}
    if change.leaving and change.coming:
        return _("Leaves: %(leaving)s. Enters: %(coming)s.") % told
    if change.coming:
        return _("Enters: %(coming)s.") % told
    return _("Leaves: %(leaving)s.") % told if change.leaving else ""


def _voids(change: Change) -> str:
    match = change.match
    if not change.voids:
        return _("Not begun, nothing lost.") if match.is_open else ""
    if match.game_number and not match.is_open:
        return _("What was played is void, and its result with it.")
    if match.game_number:
        told = {"game": match.game_number, "hand": match.hand_number}
        return _("What was played is void (it was at game %(game)d, hand %(hand)d).") % told
    if match.is_open:
        return _("What was played is void.")
    if match.reason == Match.Reason.PLAYED:
        return _("Its result is void.")
    return _("Its result (%(reason)s) is void.") % {"reason": match.get_reason_display()}


def _then(change: Change) -> str:
    if change.then == "settled" and change.winner:
        return _("Goes on without playing: %(team)s.") % {"team": change.winner}
    if change.then == "settled":
        return _("Nobody is left for it.")
    if change.then == "waiting":
        return _("It waits until its sides are decided.")
    if change.match.is_at_table and change.match.table:
        return _("It is called anew to table %(table)d.") % {"table": change.match.table.number}
    return _("It is played again.") if change.voids else ""

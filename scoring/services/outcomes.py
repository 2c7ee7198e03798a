"""What a corrected game makes of its match, and of the matches that followed from it."""

from collections.abc import Mapping, Sequence
from typing import TypedDict

from django.utils.translation import gettext as _

from scoring.models import Game
from scoring.services.totals import (
    Standings,
    games_with,
    report_standings,
    standings,
    write_totals,
)
from tournament import log
from tournament.actors import Actor
from tournament.models import Match
from tournament.queries.consequences import Outcome
from tournament.refusals import Refusal, Stale
from tournament.services.cascade import choose
from tournament.services.progress import advance
from tournament.services.results import rewrite_sides


class Chosen(TypedDict, total=False):
    """What becomes of later matches: replay or stand, and the stamp of what the chooser saw."""

    choice: str
    stamp: str


def chosen_by(sent: Mapping[str, str]) -> Chosen:
    """Read what a form says of later matches: the choice, and the preview it was made from."""
    return {"choice": sent.get("choice", ""), "stamp": sent.get("seen", "")}


def carry(game: Game, *, why: str, by: Actor, choice: str = "", stamp: str = "") -> None:
    """Replay a game of a locked match and bring everything that hangs on it up to date.

    A match that is open goes on or ends; one that was decided keeps its winner, or changes it
    together with the matches above, as was chosen. The caller holds the event's lock, and records
    the act.

    Raises:
        ChoiceNeeded: later matches have begun on the old result, and nothing was chosen.
        Refusal: two games of the match would be in play.
        Stale: what was chosen was chosen from a preview that is not true any more.
    """
    match = game.match
    write_totals(game, game.replay())
    games = games_with(game)
    require_one_in_play(games, game)
    game.save(update_fields=["hands_played", "totals", "winner", "finished_at"])
    stand = standings(games, match)
    was_open = match.is_open
    outcome = outcome_of(match, stand)
    if outcome:
        if choose(match, outcome, choice=choice, seen=stamp, by=by, why=why) == "stands":
            number = match.number
            log.write(match.event, "result_stands", by, match=match, number=number, why=why)
        match.refresh_from_db()  # a final that ends with this has been advanced meanwhile
    elif choice:
        raise Stale(
            "nothing_follows",
            _("No later match changes with this any more. Look at it again before you save it."),
        )
    if not match.is_open:
        rewrite(match, stand)
        return
    report_standings(match, stand)
    if was_open and not match.is_open:
        advance(match.pk)


def outcome_of(match: Match, stand: Standings) -> Outcome | None:
    """Say how a finished match would end by what its hands say, if otherwise than it did.

    Who went on by walkover, forfeit or ruling went on whatever the hands say.
    """
    if match.is_open or match.by_ruling or match.reason != Match.Reason.PLAYED:
        return None
    if stand.winner_place is None:
        return Outcome(None, "", goes_on=True)
    winner = match.sides.select_related("entry").get(place=stand.winner_place).entry
    if winner is None or winner.pk == match.winner_id:
        return None
    return Outcome(winner, Match.Reason.PLAYED)


def rewrite(match: Match, stand: Standings) -> None:
    """Write corrected figures onto a finished match."""
    match.game_number, match.hand_number = stand.game.number, stand.game.hands_played
    rewrite_sides(match, stand.sides)


def require_one_in_play(games: Sequence[Game], game: Game) -> None:
    """Refuse to open a game again while another one of the match is in play."""
    other = next((it for it in games if not it.winner and it.pk != game.pk), None)
    if game.winner or other is None:
        return
    told = _(
        "With this change game %(game)d would be open again, and game %(other)d is in play. "
        "Play game %(other)d to its end, then correct the hand. Nothing was changed."
    )
    if not game.match.is_open:
        told = _(
            "With this change game %(game)d would be open again, and game %(other)d, which counts "
            "for nothing, was never ended. Take back what ended the match before it, or have the "
            "match played again. Nothing was changed."
        )
    raise Refusal.because(
        "another_game_in_play", told % {"game": game.number, "other": other.number}
    )

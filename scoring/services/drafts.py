"""A correction tried out: what the game would say with it. Nothing is written."""

from collections.abc import Mapping
from typing import Any, Unpack

from engine.spades.games import GameState, replay
from scoring.models import Game, Hand
from scoring.services.corrections import Correction, completed
from scoring.services.outcomes import outcome_of, require_one_in_play
from scoring.services.reading import read_paper
from scoring.services.sheets import paper_of
from scoring.services.totals import games_with, standings, write_totals
from tournament.queries.consequences import Consequences, consequences


def draft_correction(
    hand: Hand, *, bids: Mapping[str, Any], tricks: Mapping[str, Any], **more: Unpack[Correction]
) -> GameState:
    """Replay the game of a saved hand as if it were corrected so.

    Raises:
        RuleError: all faults of the corrected hand at once.
    """
    draft = Hand.objects.select_related("game").get(pk=hand.pk)
    rules = draft.game.rule_set
    typed = {"bids": bids, "tricks": tricks, **completed(more, draft, bids)}
    read_paper(draft, typed, rules, paper_of(draft).context)
    saved = [it for it in draft.game.hands.all() if it.is_scored]
    sheets = [draft.sheet if it.pk == draft.pk else it.sheet for it in saved]
    return replay(sheets, rules, first_dealer=draft.game.first_dealer)


def follow_correction(hand: Hand, state: GameState) -> Consequences | None:
    """Say what else would change if a game stood so; nothing when its match keeps its winner.

    Raises:
        Refusal: two games of the match would be in play.
    """
    game = Game.objects.select_related("match__event").get(pk=hand.game_id)
    write_totals(game, state)
    games = games_with(game)
    require_one_in_play(games, game)
    outcome = outcome_of(game.match, standings(games, game.match))
    return consequences(game.match, outcome) if outcome else None

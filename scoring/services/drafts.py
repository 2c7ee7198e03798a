"""A correction tried out: what the game would say with it. Nothing is written."""

from collections.abc import Mapping
from typing import Any, Unpack

from engine.spades.games import GameState, replay
from scoring.models import Hand
from scoring.services.corrections import Correction, completed
from scoring.services.reading import read_paper
from scoring.services.sheets import paper_of


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

"""Lines of the staff's log about one hand."""

from scoring.models import Hand
from tournament import log
from tournament.actors import Actor


def note(hand: Hand, key: str, by: Actor, **more: str) -> None:
    """Write down for the staff what happened to a hand of a locked match."""
    game = hand.game
    log.write(
        game.match.event,
        key,
        by=by,
        match=game.match,
        public=False,
        number=game.match.number,
        game=game.number,
        hand=hand.number,
        **more,
    )

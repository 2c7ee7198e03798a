"""Finding a hand of the match at a table, saved or not."""

from scoring.models import Game, Hand
from scoring.queries.state import TableState


def find_hand(state: TableState, game: int, number: int) -> tuple[Game, Hand] | None:
    """Find a hand whose bids are in, by game and number, whether it is saved or not."""
    for found in (it for it in state.games if it.number == game):
        for hand in found.hands.all():
            if hand.number == number and hand.is_scored:
                return found, hand
    play = state.play
    is_open = play is not None and (play.game.number, play.hand.number) == (game, number)
    return (play.game, play.hand) if play and is_open and not play.turn else None


def saved_hand(state: TableState, sheet: str) -> int:
    """Give the number of the hand called "game.hand" if that one is saved, else 0."""
    saved = {
        f"{game.number}.{hand.number}": hand.number
        for game in state.games
        for hand in game.hands.all()
        if hand.is_scored
    }
    return saved.get(sheet, 0)

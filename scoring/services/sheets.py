"""The paper in play at a table, read under the match lock and checked against what was sent."""

from uuid import UUID

from django.utils.translation import gettext as _

from engine.spades.bidding import bidding_order
from scoring.models import Game, Hand, HandVersion
from tournament.models import Event, Match
from tournament.refusals import Stale
from tournament.services.locks import lock_match


def locked_game(game: Game) -> Game:
    """Lock the match above a game, then read the game as it is under that lock.

    Raises:
        Stale: the match is over, was taken from the table, or is being played anew.
    """
    return game_in_play(lock_match(game.match_id), game.pk)


def game_in_play(match: Match, game_id: int) -> Game:
    """Read a game of a locked match, if it can still be written to.

    Raises:
        Stale: the match is over, was taken from the table, or is being played anew; or the event
            was cancelled.
    """
    game = Game.objects.get(pk=game_id)
    game.match = match
    is_off = match.event.status == Event.Status.CANCELLED
    if is_off or match.state != Match.State.PLAYING or game.attempt != match.attempt:
        raise Stale("match_not_in_play", _("This match is not in play any more."))
    return game


def is_saved(game_id: int, number: int, entry_key: UUID) -> bool:
    """Whether this very form has been saved before.

    Raises:
        Stale: its key belongs to another hand; browsers may put old values back into a new form.
    """
    known = HandVersion.objects.select_related("hand").filter(entry_key=entry_key).first()
    if known and (known.hand.game_id, known.hand.number) != (game_id, number):
        raise Stale(
            "form_of_another_hand", _("This form belongs to another hand. Nothing was changed.")
        )
    return known is not None


def require_next(game: Game, number: int) -> None:
    """Refuse a sheet for any hand but the next one.

    Raises:
        Stale: the game is over, or it waits for another hand.
    """
    if game.winner:
        raise Stale("game_is_over", _("This game is over. Nothing was changed."))
    if number < game.next_number:
        raise Stale("hand_is_saved", _("Hand %(number)d is already saved.") % {"number": number})
    if number > game.next_number:
        raise Stale(
            "hand_is_ahead",
            _("Hand %(next)d is next; hand %(number)d cannot be entered yet.")
            % {"next": game.next_number, "number": number},
        )


def dealer_of(game: Game, number: int) -> str:
    """Say which seat deals a hand: the deal goes one seat to the left each time."""
    seats = game.rule_set.seats
    return seats[(seats.index(game.first_dealer) + number - 1) % len(seats)]


def open_hand(game: Game) -> Hand:
    """Find the hand being bid or played, or lay a fresh paper for it. Not saved yet when fresh."""
    number = game.next_number
    hand = game.hands.filter(number=number).first()
    return hand or Hand(game=game, number=number, dealer=dealer_of(game, number))


def bids_are_complete(hand: Hand, game: Game) -> bool:
    """Whether every seat has bid, so that the hand can be played."""
    return all(seat in hand.bids for seat in bidding_order(hand.dealer, game.rule_set))

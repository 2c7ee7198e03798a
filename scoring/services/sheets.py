"""The paper in play at a table, read under the match lock and checked against what was sent."""

from dataclasses import dataclass
from uuid import UUID

from django.utils.timezone import now
from django.utils.translation import gettext as _

from engine.spades.games import replay
from scoring.models import Game, Hand, HandVersion
from scoring.queries.in_play import OpenHand, next_dealer
from scoring.services.reading import Rulings
from tournament.actors import Actor
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


@dataclass(frozen=True)
class Paper(OpenHand):
    """One hand of a locked game, to be written on."""

    @property
    def bids_are_complete(self) -> bool:
        """Whether everybody who bids has bid, so that the hand can be played."""
        bidders = self.game.rule_set.bidders if self.asks_bids else ()
        return all(name in self.hand.bids for name in bidders)

    @property
    def ruled(self) -> Rulings:
        """What the desk put on the hand before it was played; it stays there."""
        hand = self.hand
        return {
            "renege": hand.renege,
            "rulings": hand.rulings,
            "time_called": hand.time_called,
        }

    def save(self, *, entry_key: UUID, by: Actor, reason: str = "") -> None:
        """Save the hand as played or void, with its first version."""
        hand = self.hand
        hand.scored_at = now()
        hand.save()
        hand.versions.create(
            number=hand.version, paper=hand.paper, entry_key=entry_key, reason=reason, **by.columns
        )


def open_paper(game: Game) -> Paper:
    """Find the hand being bid or played, or lay a fresh paper for it. Not saved yet when fresh."""
    hands = list(game.hands.all())
    scored = [hand.sheet for hand in hands if hand.is_scored]
    before = replay(scored, game.rule_set, first_dealer=game.first_dealer)
    open_hand = next((hand for hand in hands if not hand.is_scored), None)
    dealer = next_dealer(game, before)
    return Paper(game, open_hand or Hand(game=game, number=game.next_number, dealer=dealer), before)


def paper_of(hand: Hand) -> Paper:
    """Find where the game of a saved hand stood before it."""
    game = hand.game
    earlier = [it.sheet for it in game.hands.all() if it.is_scored and it.number < hand.number]
    return Paper(game, hand, replay(earlier, game.rule_set, first_dealer=game.first_dealer))

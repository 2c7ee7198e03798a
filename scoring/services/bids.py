"""Bids, made one by one in turn. They lock when the tricks are written down."""

from django.db import transaction
from django.utils.translation import gettext as _

from engine.faults import RuleError
from engine.spades.bidding import live_bid_faults
from engine.spades.hands import Bid
from scoring.models import Game, Hand
from scoring.services.reading import context_of, made_bids
from scoring.services.sheets import bids_are_complete, locked_game, open_hand, require_next
from tournament import log
from tournament.actors import Actor
from tournament.refusals import Stale
from tournament.services.news import bids_changed


@transaction.atomic
def record_bid(game: Game, *, number: int, seat: str, bid: str) -> Hand:
    """Write one seat's bid. The same bid sent twice is one bid.

    A bid gets its author with the tricks, when the hand becomes a version.

    Raises:
        RuleError: the bid cannot be made, or it is another seat's turn.
        Stale: the hand is saved, or this seat has already bid something else.
    """
    game = locked_game(game)
    require_next(game, number)
    hand = open_hand(game)
    wanted = Bid.parse(bid)
    made = made_bids(hand)
    if made.get(seat) == wanted:
        return hand
    if seat in made:
        raise Stale("bid_is_made", _("This bid was already made. Tap it to change it."))
    context = context_of(game, hand)
    faults = live_bid_faults(seat, wanted, made, game.rule_set, context)
    if faults:
        raise RuleError(faults)
    hand.bids[seat] = wanted.tricks
    hand.blind = [*hand.blind, seat] if wanted.blind else hand.blind
    hand.save()
    bids_changed(game.match, game=game.number, hand=number)
    return hand


@transaction.atomic
def take_back_bid(game: Game, *, number: int, seat: str, by: Actor) -> Hand:
    """Take back a mistyped bid before the hand is played. Taken back twice, it is gone once.

    Once all bids were in, taking one back leaves a line in the staff's log with what it said.

    Raises:
        Stale: the hand is saved.
    """
    game = locked_game(game)
    require_next(game, number)
    hand = open_hand(game)
    if seat not in hand.bids:
        return hand
    if bids_are_complete(hand, game):
        _log(game, hand, "bid_taken_back", by, seat=seat, bid=str(made_bids(hand)[seat]))
    del hand.bids[seat]
    hand.blind = [name for name in hand.blind if name != seat]
    hand.save()
    bids_changed(game.match, game=game.number, hand=number)
    return hand


@transaction.atomic
def misdeal(game: Game, *, number: int, by: Actor) -> Hand:
    """Clear the bids of a hand that has to be dealt again. The dealer stays the same.

    Raises:
        Stale: the hand is saved.
    """
    game = locked_game(game)
    require_next(game, number)
    hand = open_hand(game)
    if not hand.bids:
        return hand
    _log(game, hand, "misdeal", by)
    hand.bids, hand.blind = {}, []
    hand.save()
    bids_changed(game.match, game=game.number, hand=number)
    return hand


def _log(game: Game, hand: Hand, key: str, by: Actor, **more: str) -> None:
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

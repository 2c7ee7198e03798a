"""Bids, made one by one in turn. They lock when the tricks are written down."""

from django.db import transaction
from django.utils.translation import gettext as _

from engine.faults import RuleError
from engine.spades.bidding import live_bid_faults
from engine.spades.hands import Bid
from engine.spades.held import live_held_faults, says_held
from scoring.models import Game, Hand
from scoring.services.notes import note
from scoring.services.reading import made_bids
from scoring.services.sheets import Paper, locked_game, open_paper, require_next
from tournament.actors import Actor
from tournament.refusals import Stale
from tournament.services.news import bids_changed


@transaction.atomic
def record_bid(game: Game, *, number: int, seat: str, bid: str) -> Hand:
    """Write one bid: of a seat, or of a side where partners bid together. Sent twice, it is one.

    In Mirror it is the number of spades held, and in Whiz a number is that too; both are written.
    A bid gets its author with the tricks, when the hand becomes a version.

    Raises:
        RuleError: the bid cannot be made, or it is another seat's turn.
        Stale: the hand is saved, or this seat has already bid something else.
    """
    game = locked_game(game)
    require_next(game, number)
    paper = open_paper(game)
    hand = paper.hand
    wanted = Bid.parse(bid)
    made = made_bids(hand)
    if made.get(seat) == wanted:
        return hand
    if seat in made:
        raise Stale("bid_is_made", _("This bid was already made. Tap it to change it."))
    _require_a_legal_bid(paper, seat, wanted)
    hand.bids[seat] = wanted.tricks
    hand.blind = [*hand.blind, seat] if wanted.blind else hand.blind
    if says_held(wanted.tricks, game.rule_set):
        hand.spades[seat] = wanted.tricks
    hand.save()
    bids_changed(game.match, game=game.number, hand=number)
    return hand


def _require_a_legal_bid(paper: Paper, seat: str, bid: Bid) -> None:
    rules, made = paper.game.rule_set, made_bids(paper.hand)
    if rules.bids_are_made and not paper.asks_bids:
        raise RuleError.of("B19.first", "bids")
    faults = live_bid_faults(seat, bid, made, rules, paper.context)
    faults = faults or tuple(live_held_faults(seat, {**made, seat: bid}, rules))
    if faults:
        raise RuleError(faults)


@transaction.atomic
def take_back_bid(game: Game, *, number: int, seat: str, by: Actor) -> Hand:
    """Take back a mistyped bid before the hand is played. Taken back twice, it is gone once.

    Once all bids were in, taking one back leaves a line in the staff's log with what it said.

    Raises:
        Stale: the hand is saved.
    """
    game = locked_game(game)
    require_next(game, number)
    paper = open_paper(game)
    hand = paper.hand
    if seat not in hand.bids:
        return hand
    if paper.bids_are_complete:
        note(hand, "bid_taken_back", by, seat=seat, bid=str(made_bids(hand)[seat]))
    del hand.bids[seat]
    hand.spades.pop(seat, None)
    hand.blind = [name for name in hand.blind if name != seat]
    hand.save()
    bids_changed(game.match, game=game.number, hand=number)
    return hand

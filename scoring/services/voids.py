"""Hands that count for nothing: misdealt, or thrown in because too little was bid."""

from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from engine.faults import Fault, RuleError
from engine.spades.papers import conduct_faults
from scoring.models import Game
from scoring.services.notes import note
from scoring.services.reading import typed_bids
from scoring.services.sheets import game_in_play, is_saved, open_paper, require_next
from scoring.services.totals import bring_up_to_date
from tournament.actors import Actor
from tournament.refusals import Refusal
from tournament.services.locks import lock_match


@transaction.atomic
def record_misdeal(game: Game, *, number: int, cause: str, entry_key: UUID, by: Actor) -> Game:
    """Save the open hand as void, with what made it so. Who deals next is for the rules to say.

    Bids that were made go, and are named in the staff's log. Safe to call twice with one key.

    Args:
        game: says which game is meant; it is read afresh under the lock.
        number: the hand the form was showing.
        cause: one of those the rules list; where they list none, no deal is void.
        entry_key: made with the form; a double tap or an offline retry keeps it.
        by: the table's phone, or staff.

    Raises:
        RuleError: a cause that does not void a deal here.
        Refusal: a bid has been made, and from then on the deal counts here.
        Stale: the hand is saved already, the game or match is over, or the form is of another hand.
    """
    match = lock_match(game.match_id)
    if is_saved(game.pk, number, entry_key):
        return Game.objects.get(pk=game.pk)
    game = game_in_play(match, game.pk)
    require_next(game, number)
    faults = tuple(conduct_faults({"misdeal": cause}, game.rule_set))
    if faults:
        raise RuleError(Fault(it.code, "cause", it.phrase) for it in faults)
    paper = open_paper(game)
    hand = paper.hand
    if hand.bids and game.rule_set.misdeal_until == "first_bid":
        sentence = _("A bid has been made, and from then on this deal counts. Play it.")
        raise Refusal.because("too_late_for_a_misdeal", sentence)
    bids = ", ".join(f"{seat} {bid}" for seat, bid in typed_bids(hand).items())
    note(hand, "misdeal", by, cause=cause, bids=bids or "\N{EN DASH}")
    hand.bids, hand.blind, hand.tricks, hand.spades = {}, [], {}, {}
    hand.misdeal = cause
    paper.save(entry_key=entry_key, by=by)
    return bring_up_to_date(game)


@transaction.atomic
def throw_in(game: Game, *, number: int, entry_key: UUID, by: Actor) -> Game:
    """Save the open hand as thrown in: all have bid, and together too little to play it.

    Safe to call twice with one key.

    Raises:
        RuleError: bids are still missing.
        Refusal: these bids are high enough, or no hand is thrown in here.
        Stale: the hand is saved already, the game or match is over, or the form is of another hand.
    """
    match = lock_match(game.match_id)
    if is_saved(game.pk, number, entry_key):
        return Game.objects.get(pk=game.pk)
    game = game_in_play(match, game.pk)
    require_next(game, number)
    paper = open_paper(game)
    if not paper.bids_are_complete:
        raise RuleError.of("T06", "bids")
    if not paper.is_thrown_in:
        sentence = _("These bids are high enough: the hand is played. Nothing was changed.")
        raise Refusal.because("not_thrown_in", sentence)
    paper.hand.tricks = {}
    paper.save(entry_key=entry_key, by=by)
    return bring_up_to_date(game)

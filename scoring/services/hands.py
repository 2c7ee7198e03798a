"""Tricks turn bids into a hand; hands turn into a game, games into a match, and that goes down."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.timezone import now
from django.utils.translation import gettext as _

from engine.faults import RuleError
from scoring.models import Game, Hand
from scoring.services.reading import made_bids, read_paper
from scoring.services.sheets import game_in_play, is_saved, open_hand, require_next
from scoring.services.totals import bring_up_to_date
from tournament.actors import Actor
from tournament.refusals import Stale
from tournament.services.locks import lock_match


@transaction.atomic
def record_tricks(
    game: Game, *, number: int, tricks: Mapping[str, Any], entry_key: UUID, by: Actor
) -> Game:
    """Write down the tricks of the open hand, score it and carry a decided match on.

    Safe to call twice with one ``entry_key``: the second call changes nothing.

    Args:
        game: says which game is meant; it is read afresh under the lock.
        number: the hand the form was showing.
        tricks: seat to count, or side to count plus each nil bidder's own.
        entry_key: made with the form; a double tap or an offline retry keeps it.
        by: the table's phone, or staff.

    Raises:
        RuleError: counts no hand can give, or bids still missing; all faults at once.
        Stale: the hand is saved already, the game or match is over, or the form is of another hand.
    """
    match = lock_match(game.match_id)
    if is_saved(game.pk, number, entry_key):
        return Game.objects.get(pk=game.pk)
    game = game_in_play(match, game.pk)
    require_next(game, number)
    hand = open_hand(game)
    said = made_bids(hand)
    if len(said) < len(game.rule_set.seats):
        raise RuleError.of("T06", "tricks")
    read_paper(hand, {seat: str(bid) for seat, bid in said.items()}, tricks, game)
    return _score(game, hand, entry_key=entry_key, by=by)


@transaction.atomic
def record_hand(
    game: Game,
    *,
    number: int,
    bids: Mapping[str, Any],
    tricks: Mapping[str, Any],
    entry_key: UUID,
    by: Actor,
) -> Game:
    """Write bids and tricks of one hand together: a paper sheet, or a hand that was kept offline.

    Bids already made at the table must be the same. Safe twice, as ``record_tricks``.

    Raises:
        RuleError: all faults of bids and tricks at once.
        Stale: the hand is saved already, other bids were made, or the game or match is over.
    """
    match = lock_match(game.match_id)
    if is_saved(game.pk, number, entry_key):
        return Game.objects.get(pk=game.pk)
    game = game_in_play(match, game.pk)
    require_next(game, number)
    hand = open_hand(game)
    before = made_bids(hand)
    read_paper(hand, bids, tricks, game)
    after = made_bids(hand)
    if any(after[seat] != bid for seat, bid in before.items()):
        raise Stale("other_bids_were_made", _("Other bids were made at the table meanwhile."))
    return _score(game, hand, entry_key=entry_key, by=by)


def _score(game: Game, hand: Hand, *, entry_key: UUID, by: Actor) -> Game:
    hand.scored_at = now()
    hand.save()
    hand.versions.create(number=hand.version, paper=hand.paper, entry_key=entry_key, **by.columns)
    return bring_up_to_date(game)

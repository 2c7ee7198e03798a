"""Tricks turn bids into a hand; hands turn into a game, games into a match, and that goes down."""

from collections.abc import Mapping
from typing import Any, Unpack
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from engine.faults import RuleError
from scoring.models import Game
from scoring.services.reading import Extras, made_bids, read_paper, typed_bids
from scoring.services.sheets import game_in_play, is_saved, open_paper, require_next
from scoring.services.totals import bring_up_to_date
from tournament.actors import Actor
from tournament.refusals import Stale
from tournament.services.locks import lock_match


@transaction.atomic
def record_tricks(
    game: Game,
    *,
    number: int,
    tricks: Mapping[str, Any],
    spades: Mapping[str, Any] | None = None,
    ace: str = "",
    entry_key: UUID,
    by: Actor,
) -> Game:
    """Write down the tricks of the open hand, score it and carry a decided match on.

    Safe to call twice with one ``entry_key``: the second call changes nothing.

    Args:
        game: says which game is meant; it is read afresh under the lock.
        number: the hand the form was showing.
        tricks: seat to count, or side to count plus each nil bidder's own.
        spades: seat to spades held, of those whose bids do not tell (Whiz).
        ace: who held the ace of spades, where that bars nil (Whiz).
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
    paper = open_paper(game)
    if not paper.bids_are_complete:
        raise RuleError.of("T06", "tricks")
    bids = typed_bids(paper.hand)
    typed = {"bids": bids, "tricks": tricks, "spades": spades, "ace": ace, **paper.ruled}
    read_paper(paper.hand, typed, game.rule_set, paper.context)
    paper.save(entry_key=entry_key, by=by)
    return bring_up_to_date(game)


@transaction.atomic
def record_hand(
    game: Game,
    *,
    number: int,
    bids: Mapping[str, Any],
    tricks: Mapping[str, Any],
    entry_key: UUID,
    by: Actor,
    **more: Unpack[Extras],
) -> Game:
    """Write bids and tricks of one hand together: a paper sheet, or a hand that was kept offline.

    Bids already made at the table must be the same. Safe twice, as ``record_tricks``. A hand that
    is void has no tricks: misdealt for a cause, or bid too low for the table. ``more`` is what few
    hands carry: the spades held, who held the ace, why the deal is void, the cards passed.

    Raises:
        RuleError: all faults of bids and tricks at once.
        Stale: the hand is saved already, other bids were made, or the game or match is over.
    """
    match = lock_match(game.match_id)
    if is_saved(game.pk, number, entry_key):
        return Game.objects.get(pk=game.pk)
    game = game_in_play(match, game.pk)
    require_next(game, number)
    paper = open_paper(game)
    before = made_bids(paper.hand)
    typed = {"bids": bids, "tricks": tricks, **more, **paper.ruled}
    read_paper(paper.hand, typed, game.rule_set, paper.context)
    after = made_bids(paper.hand)
    if any(after.get(seat) != bid for seat, bid in before.items()):
        raise Stale("other_bids_were_made", _("Other bids were made at the table meanwhile."))
    paper.save(entry_key=entry_key, by=by)
    return bring_up_to_date(game)

"""An open hand as the desk changes it: it stays open, or is void and decides what it can."""

from uuid import UUID

from django.contrib.auth.models import User

from engine.spades.facts import unplayed_void, void_of
from engine.spades.hands import Ruling
from scoring.models import Game, Hand
from scoring.services.sheets import Paper, is_saved
from scoring.services.totals import bring_up_to_date
from tournament.actors import Actor
from tournament.services.news import match_changed


def keep(paper: Paper, *, reason: str, entry_key: UUID, by: User) -> Game:
    """Keep what the desk put on an open hand of a locked match, and tell whoever watches.

    A hand that is to be played again, that lost a side the game, or whose play the clock has
    stopped is saved as void, without tricks; bids that were not all made go with it.

    Raises:
        Stale: the form's key has written another hand.
    """
    game, hand = paper.game, paper.hand
    if not _is_void(hand):
        hand.save()
        match_changed(game.match)
        return game
    is_saved(game.pk, hand.number, entry_key)
    hand.tricks = {}
    if not paper.bids_are_complete:
        hand.bids, hand.blind, hand.spades = {}, [], {}
    paper.save(entry_key=entry_key, by=Actor(user=by), reason=reason)
    return bring_up_to_date(game)


def _is_void(hand: Hand) -> bool:
    rules = hand.game.rule_set
    renege, rulings = tuple(hand.renege), tuple(Ruling(**it) for it in hand.rulings)
    void = void_of(None, {}, renege, rulings, rules, stopped=hand.time_called)
    return bool(unplayed_void(void, renege, rulings, rules))

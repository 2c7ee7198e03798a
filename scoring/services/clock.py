"""Time is called by people, never by the clock of a computer: the desk says when it is up."""

from uuid import uuid4

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from scoring.models import Game
from scoring.queries.clock import games_to_call
from scoring.services.corrections import correct_hand
from scoring.services.kept import keep
from scoring.services.reading import typed_bids
from scoring.services.sheets import Paper, game_in_play, open_paper
from tournament import log
from tournament.actors import Actor
from tournament.models import Event
from tournament.refusals import Refusal, Stale
from tournament.services.locks import lock_match


@transaction.atomic
def call_time(game: Game, *, by: User) -> Game:
    """Call time in a game that is played by the clock. Called twice, it was called once.

    A hand in play is stopped and void, or played out as the last, as the house says. Between
    hands the hand saved last turns out to have been the last; before any, the first will be.

    Raises:
        Refusal: this game is not played by the clock.
        Stale: the game is over, or its match is not in play.
    """
    match = lock_match(game.match_id)
    game = game_in_play(match, game.pk)
    if game.rule_set.minutes is None:
        raise Refusal.because("no_clock", _("This game is not played by the clock."))
    if any(hand.time_called for hand in game.hands.all()):
        return game
    if game.winner:
        raise Stale("game_is_over", _("This game is over. Nothing was changed."))
    paper = open_paper(game)
    if _is_begun(paper) or not game.hands_played:
        paper.hand.time_called = True
        game = keep(paper, reason=_("Time was called."), entry_key=uuid4(), by=by)
    else:
        game = _end_with_last(paper, by)
    log.write(
        match.event,
        "time_called",
        by=Actor(user=by),
        match=match,
        number=match.number,
        game=game.number,
    )
    return game


def call_time_everywhere(event: Event, *, by: User) -> int:
    """Call time at every table that plays by the clock, and say how many those were.

    Each table is an act of its own; where a match has just ended there is nothing to call.
    """
    called = 0
    for game in games_to_call(event):
        try:
            call_time(game, by=by)
        except Stale:
            continue
        called += 1
    return called


def _is_begun(paper: Paper) -> bool:
    """Whether the next hand is being bid or played. Where nobody bids, it always may be."""
    hand = paper.hand
    return not paper.asks_bids or bool(hand.bids or hand.renege or hand.rulings)


def _end_with_last(paper: Paper, by: User) -> Game:
    """Put it on the hand saved last; a paper without any bid yet goes."""
    game = paper.game
    if paper.hand.pk:
        paper.hand.delete()
    last = game.hands.get(number=game.hands_played)
    correct_hand(
        last,
        bids=typed_bids(last),
        tricks=last.tricks or {},
        time_called=True,
        reason=_("Time was called."),
        entry_key=uuid4(),
        by=by,
    )
    match, game = game.match, Game.objects.get(pk=game.pk)
    game.match = match
    return game

"""Opening a game: who sits where, who deals first, and under which rules."""

from collections.abc import Mapping, Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from engine.spades.rules import RuleSet
from scoring.models import Game
from scoring.queries.counting import state_of_games
from tournament import log
from tournament.actors import Actor
from tournament.models import Event, Match, Player, Side
from tournament.refusals import Refusal, Stale
from tournament.services.locks import lock_match
from tournament.services.news import match_changed
from tournament.services.results import start_match


@transaction.atomic
def open_game(
    match: Match,
    *,
    game_number: int,
    seating: Mapping[str, int],
    first_dealer: str,
    by: Actor,
) -> Game:
    """Open a game of a match that has been called, and freeze its rules.

    Args:
        match: called to a table, or in play with its last game finished.
        game_number: the game the page was showing; a second call for it returns the game there is.
        seating: seat to player id. Partners sit where the rules put them; whoever plays alone sits
            in the order of the sides that are there.
        first_dealer: the seat that deals hand 1.
        by: the table's phone, or staff.

    Raises:
        Refusal: a seat, player or dealer that does not fit, all faults at once.
        Stale: the match is over, or waits for another game.
    """
    match = lock_match(match.pk)
    games = list(match.games.filter(attempt=match.attempt).order_by("number"))
    for game in games:
        if game.number == game_number:
            return game
    _require_next_game(match, games, game_number)
    sides = [side for side in match.sides.select_related("entry") if side.plays]
    rules = match.rules_at(sides=len(sides))
    _check_seating(sides, rules, seating, first_dealer)
    places = [side.place for side in sides]
    game = match.games.create(
        attempt=match.attempt,
        number=game_number,
        rules=rules.to_json(),
        seating={seat: seating[seat] for seat in rules.seats},
        places=[] if places == list(range(len(places))) else places,
        first_dealer=first_dealer,
        totals={side: {"score": 0, "bags": 0} for side in rules.side_names},
    )
    _begin(match, game_number, by)
    return game


def _begin(match: Match, game_number: int, by: Actor) -> None:
    """Show on the match, and so everywhere, that a game has begun."""
    start_match(match)
    match.game_number, match.hand_number = game_number, 0
    match.sides.update(points=0, bags=0)
    match_changed(match)
    log.write(
        match.event,
        "game_opened",
        by=by,
        match=match,
        public=False,
        number=match.number,
        game=game_number,
    )


def _require_next_game(match: Match, games: list[Game], game_number: int) -> None:
    if not match.is_at_table or match.event.status == Event.Status.CANCELLED:
        raise Stale("match_not_at_table", _("This match is not at a table now."))
    if any(not game.winner for game in games):
        raise Stale("game_in_play", _("Another game is still being played."))
    state = state_of_games(games, match.best_of)
    if game_number != state.next_game:
        raise Stale("not_the_next_game", _("This match has moved on to another game."))


def _check_seating(
    sides: Sequence[Side], rules: RuleSet, seating: Mapping[str, int], first_dealer: str
) -> None:
    faults: dict[str, str] = {}
    players = Player.objects.filter(entry__in=[side.entry_id for side in sides], active=True)
    active = list(players.values_list("entry_id", "pk"))
    for side, seats in zip(sides, rules.sides, strict=True):
        expected = {player for entry, player in active if entry == side.entry_id}
        if {seating.get(seat) for seat in seats} != expected:
            faults |= {f"seat_{seat}": _seat_fault(side, alone=len(seats) == 1) for seat in seats}
    if first_dealer not in rules.seats:
        faults["first_dealer"] = _("Say who deals first.")
    if faults:
        raise Refusal("seating", faults)


def _seat_fault(side: Side, *, alone: bool) -> str:
    if alone:
        return _("%(player)s sits here.") % {"player": side.entry}
    return _("Each partner of %(team)s sits in one seat.") % {"team": side.entry}

"""Bringing the copies up to date: a game's totals, and what the bracket shows of its match."""

from collections.abc import Sequence

from django.utils.timezone import now

from engine.matches import MatchState, match_state
from engine.spades.games import GameState
from scoring.models import Game
from tournament.models import Match
from tournament.services.results import Standing, report_progress, report_result


def bring_up_to_date(game: Game) -> Game:
    """Replay a locked game from its hands, store the totals and report what follows from them."""
    store_totals(game, game.replay())
    report(game)
    return game


def store_totals(game: Game, state: GameState) -> None:
    """Write the replayed totals and winner onto the game."""
    game.hands_played = len(state.hands)
    game.totals = {
        side: {"score": total.score, "bags": total.bags} for side, total in state.totals.items()
    }
    game.winner = state.winner or ""
    game.finished_at = (game.finished_at or now()) if state.winner else None
    game.save(update_fields=["hands_played", "totals", "winner", "finished_at"])


def report(game: Game) -> None:
    """Report the standing of the match down, or its result when this game decided it."""
    match = game.match
    won = state_of_match(match)
    sides = standings(game, won)
    if won.winner is None:
        report_progress(match, game=game.number, hand=game.hands_played, sides=sides)
        return
    report_result(
        match,
        winner_place=int(won.winner),
        game=game.number,
        hand=game.hands_played,
        sides=sides,
    )


def state_of_match(match: Match) -> MatchState:
    """Say where a match stands from the games of its present attempt, by place in the match."""
    games = match.games.filter(attempt=match.attempt).exclude(winner="").order_by("number")
    return state_of_games(list(games), match.best_of)


def state_of_games(games: Sequence[Game], best_of: int) -> MatchState:
    """Say where a match stands after these finished games; sides go by their place in it."""
    points: dict[str, int] = {}
    for game in games:
        for side, total in game.totals.items():
            place = str(game.place_of(side))
            points[place] = points.get(place, 0) + total["score"]
    return match_state([str(it.place_of(it.winner)) for it in games], best_of, points)


def standings(game: Game, won: MatchState) -> dict[int, Standing]:
    """Tell each side's games, points and bags by its place in the match."""
    places = {side: game.place_of(side) for side in game.rule_set.side_names}
    return {
        place: Standing(
            games=won.wins.get(str(place), 0),
            points=game.totals[side]["score"],
            bags=game.totals[side]["bags"],
        )
        for side, place in places.items()
    }

"""Bringing the copies up to date: a game's totals, and what the bracket shows of its match."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.timezone import now

from engine.matches import MatchState
from engine.spades.games import GameState
from scoring.models import Game
from scoring.queries.counting import shown_game, state_of_games
from tournament.models import Match
from tournament.services.results import Standing, report_progress, report_result


@dataclass(frozen=True, slots=True)
class Standings:
    """Where a match stands by its games: who won how many, and the game its figures show."""

    won: MatchState
    game: Game

    @property
    def winner_place(self) -> int | None:
        """The place in the match of the side that has won it."""
        return None if self.won.winner is None else int(self.won.winner)

    @property
    def sides(self) -> dict[int, Standing]:
        """Each side's games, points and bags by its place in the match."""
        game = self.game
        places = {side: game.place_of(side) for side in game.rule_set.side_names}
        return {
            place: Standing(
                games=self.won.wins.get(str(place), 0),
                points=game.totals[side]["score"],
                bags=game.totals[side]["bags"],
            )
            for side, place in places.items()
        }


def bring_up_to_date(game: Game) -> Game:
    """Replay a locked game from its hands, store the totals and report what follows from them."""
    store_totals(game, game.replay())
    report(game)
    return game


def write_totals(game: Game, state: GameState) -> None:
    """Put the replayed totals and winner onto the game; it is not saved.

    Hands after the deciding one are no part of the replay: they stay on record and do not count.
    """
    game.hands_played = len(state.hands)
    game.totals = {
        side: {"score": total.score, "bags": total.bags} for side, total in state.totals.items()
    }
    game.winner = state.winner or ""
    game.finished_at = (game.finished_at or now()) if state.winner else None


def store_totals(game: Game, state: GameState) -> None:
    """Write the replayed totals and winner onto the game and save them."""
    write_totals(game, state)
    game.save(update_fields=["hands_played", "totals", "winner", "finished_at"])


def games_with(game: Game) -> list[Game]:
    """Load the games of the attempt that counts, with this one as it is in memory."""
    match = game.match
    games = match.games.filter(attempt=match.attempt).exclude(pk=game.pk)
    return sorted([*games, game], key=lambda it: it.number)


def standings(games: Sequence[Game], match: Match) -> Standings:
    """Say where a match stands after these games of one attempt."""
    return Standings(state_of_games(games, match.best_of), shown_game(games, match.best_of))


def report(game: Game) -> None:
    """Report the standing of the match down, or its result when this game decided it."""
    report_standings(game.match, standings(games_with(game), game.match))


def report_standings(match: Match, stand: Standings) -> None:
    """Report the standing of an open match down, or its result."""
    game, hand = stand.game.number, stand.game.hands_played
    place, sides = stand.winner_place, stand.sides
    if place is None:
        report_progress(match, game=game, hand=hand, sides=sides)
    else:
        report_result(match, winner_place=place, game=game, hand=hand, sides=sides)

"""What must come of an evening, from its draw and its hands: the engine alone, no database."""

from dataclasses import dataclass

from engine.brackets.single import matches
from engine.matches import match_state
from engine.spades.games import replay


@dataclass
class Outcome:
    """The winners by match number, the games they won, and who won the last match."""

    winners: dict
    games: dict
    points: dict
    byes: dict
    champion: str


def outcome_of(slots, papers, rules):
    """Work an evening out. ``papers`` are the hands by match and game number.

    Fails when a hand was entered after its game was decided, or a game after its match was.
    """
    numbers, winners, games, points, byes = {}, {}, {}, {}, {}
    for number, match in enumerate(matches(slots), start=1):
        numbers[match.round, match.position] = number
        sides = [_team(source, numbers, winners) for source in match.sources]
        if match.is_bye:
            winners[number] = byes[number] = next(team for team in sides if team)
            continue
        assert number in papers, f"match {number} was not played"
        states = [replay(hands, rules) for _game, hands in sorted(papers[number].items())]
        for state, hands in zip(states, papers[number].values(), strict=True):
            assert state.is_over
            assert len(state.hands) == len(hands)
        won = match_state([state.winner for state in states], rules.best_of)
        winners[number] = sides[rules.side_names.index(won.winner)]
        games[number] = tuple(won.wins.get(side, 0) for side in rules.side_names)
        points[number] = tuple(states[-1].totals[side].score for side in rules.side_names)
    return Outcome(winners, games, points, byes, winners[len(winners)])


def _team(source, numbers, winners):
    if source.kind == "winner":
        return winners[numbers[source.match]]
    return source.entry

"""Games and matches worked out from their hands, and from nothing else."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.faults import RuleError
from engine.matches import MatchState, match_state
from engine.spades.games import GameState, replay
from engine.spades.hands import HandSheet
from engine.spades.rules import RuleSet
from scoring.bundles.canon import Record
from scoring.bundles.facts import Facts
from scoring.bundles.naming import told
from scoring.models import Hand

PAPER = (
    *("dealer", "bids", "blind", "tricks", "spades", "ace", "renege", "rulings"),
    *("misdeal", "time_called", "exchange"),
)


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """What the hands of one game say."""

    number: int
    hands: int
    totals: Mapping[str, Mapping[str, int]]
    winner: str
    places: Mapping[str, int]

    @property
    def winner_place(self) -> str:
        """The place in the match of the side that won it, as text."""
        return str(self.places[self.winner])


def play(game: Record, hands: Sequence[Record]) -> PlayedGame:
    """Work a game out from its hands.

    Raises:
        RuleError: a hand that can't be scored under the rules of the game.
    """
    rules = RuleSet.from_json(game["rules"])
    sheets = [HandSheet.from_json(paper_of(hand), rules) for hand in hands]
    state: GameState = replay(sheets, rules, first_dealer=game["first_dealer"])
    numbers = game["places"] or range(len(rules.side_names))
    return PlayedGame(
        number=game["number"],
        hands=len(state.hands),
        totals={side: {"score": it.score, "bags": it.bags} for side, it in state.totals.items()},
        winner=state.winner or "",
        places=dict(zip(rules.side_names, numbers, strict=True)),
    )


def paper_of(hand: Record) -> dict[str, object]:
    """Put the columns of a hand together as its versions keep them."""
    return Hand(**{name: hand[name] for name in PAPER}).paper


def standing(games: Sequence[PlayedGame], best_of: int) -> tuple[MatchState, PlayedGame | None]:
    """Say where a match stands after the games of one attempt, and which game it shows.

    What was played after the deciding game counts for nothing. Points part sides that are level
    only while no game is in play.
    """
    finished = [game for game in games if game.winner]
    for number in range(1, len(finished) + 1):
        won = match_state([it.winner_place for it in finished[:number]], best_of)
        if won.winner is not None:
            return won, finished[number - 1]
    in_play = next((game for game in games if not game.winner), None)
    points: dict[str, int] = {}
    for game in finished:
        for side, total in game.totals.items():
            place = str(game.places[side])
            points[place] = points.get(place, 0) + total["score"]
    winners = [it.winner_place for it in finished]
    state = match_state(winners, best_of, None if in_play else points)
    last = finished[-1] if finished else None
    return state, last if state.winner is not None else in_play or last


def game_differences(facts: Facts) -> Iterator[str]:
    """Name every game and hand whose row says something else than its papers."""
    for games in facts.games.values():
        for game in games:
            key = (game["match"], game["attempt"], game["number"])
            hands = facts.hands.get(key, [])
            for hand in hands:
                yield from _hand_differences(hand, facts.versions.get((*key, hand["number"]), []))
            try:
                played = play(game, hands)
            except RuleError as error:
                yield _say(game, _("its hands cannot be scored: %(why)s") % {"why": error})
                continue
            yield from _figure_differences(game, played)


def _hand_differences(hand: Record, versions: Sequence[Record]) -> Iterator[str]:
    numbers = [version["number"] for version in versions]
    if numbers != list(range(1, hand["version"] + 1)):
        yield _say(hand, _("a version is missing"))
    elif versions[-1]["paper"] != paper_of(hand):
        yield _say(hand, _("it says something else than its last version"))


def _figure_differences(game: Record, played: PlayedGame) -> Iterator[str]:
    by_hands = {"hands_played": played.hands, "totals": played.totals, "winner": played.winner}
    for name, value in by_hands.items():
        if game[name] != value:
            yield _say(
                game,
                _("%(what)s is %(stored)s, and by its hands %(worked_out)s")
                % {"what": name, "stored": game[name], "worked_out": value},
            )
    if bool(game["finished_at"]) != bool(played.winner):
        yield _say(game, _("its end does not go with its hands"))


def _say(record: Record, what: str) -> str:
    return f"{told(record)}: {what}."

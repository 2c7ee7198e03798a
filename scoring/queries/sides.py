"""The sides of a match as pages show them: letter, team, people, games won, score and bags."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Prefetch

from engine.spades.rules import RuleSet
from scoring.models import Game
from scoring.queries.sheets import bag_limit
from tournament.models import Match, Player, Side
from tournament.wording import gone_word, side_words


@dataclass(frozen=True, slots=True, kw_only=True)
class SideBoard:
    """One side on a score board."""

    name: str
    place: int
    letter: str
    team: str
    games: int
    needed: int
    score: int
    bags: int
    bag_limit: int
    target: int
    gone: str = ""
    """Why the side is not there, where it has gone."""

    @property
    def css(self) -> str:
        """The letter as the style sheet writes it."""
        return self.letter.lower()

    @property
    def to_go(self) -> int:
        """Points still missing to the target."""
        return max(self.target - self.score, 0)

    @property
    def reached(self) -> int:
        """How far the bar to the target is filled: never below nothing, never past the end."""
        return min(max(self.score, 0), self.target)

    @property
    def pips(self) -> tuple[bool, ...]:
        """One mark for each game needed, filled for each game won."""
        return tuple(number < self.games for number in range(self.needed))

    @property
    def boxes(self) -> tuple[tuple[int, bool], ...]:
        """One box for each bag up to the penalty: where it is drawn, and whether it is filled."""
        return tuple((12 * number + 1, number < self.bags) for number in range(self.bag_limit))

    @property
    def boxes_width(self) -> int:
        """How wide the drawing of all boxes is."""
        return 12 * self.bag_limit - 1


def sides_of(match: Match) -> tuple[Side, ...]:
    """Load the sides of a match with their teams and people, in two queries."""
    people = Prefetch("entry__players", Player.objects.select_related("person"))
    return tuple(match.sides.select_related("entry", "source").prefetch_related(people))


def boards_of(
    match: Match, sides: Sequence[Side], rules: RuleSet, game: Game | None
) -> tuple[SideBoard, ...]:
    """Lay out the score of one game, or of none yet, side by side.

    ``sides`` may be more than play: a game knows its own, and before it those play who are there.
    """
    if game is None:
        seated = zip(rules.side_names, [side for side in sides if side.plays], strict=False)
        return tuple(_board(match, side, rules, name, {}) for name, side in seated)
    places = {side.place: side for side in sides}
    return tuple(
        _board(match, places[game.place_of(name)], rules, name, game.totals.get(name, {}))
        for name in rules.side_names
    )


def heads_of(match: Match, sides: Sequence[Side]) -> tuple[SideBoard, ...]:
    """Lay out all sides of a match with the games they won, those who are gone among them."""
    rules = match.event.rule_set
    return tuple(_board(match, side, rules, side.letter, {}) for side in sides)


def _board(
    match: Match, side: Side, rules: RuleSet, name: str, total: Mapping[str, int]
) -> SideBoard:
    return SideBoard(
        name=name,
        place=side.place,
        letter=side.letter,
        team=side_words(side),
        games=side.games,
        needed=match.best_of // 2 + 1,
        score=total.get("score", 0),
        bags=total.get("bags", 0),
        bag_limit=bag_limit(rules),
        target=rules.target_score,
        gone=gone_word(side, match) if side.gone else "",
    )


def people_of(sides: Sequence[Side]) -> dict[int, str]:
    """Name everybody who has played for these sides, by player id."""
    return {
        player.pk: player.person.name
        for side in sides
        if side.entry
        for player in side.entry.players.all()
    }


def people_now(sides: Sequence[Side]) -> dict[int, str]:
    """Name who has the seat of each player now: a substitute for whoever was replaced."""
    players = [player for side in sides if side.entry for player in side.entry.players.all()]
    now = {(it.entry_id, it.place): it.person.name for it in players if it.active}
    return {it.pk: now.get((it.entry_id, it.place), it.person.name) for it in players}


def names_of(game: Game, people: Mapping[int, str]) -> dict[str, str]:
    """Name who sits in each seat of a game."""
    return {seat: people.get(player, seat) for seat, player in game.seating.items()}


def call_names(names: Mapping[str, str]) -> dict[str, str]:
    """Shorten names to what the table calls people, where that leaves no doubt.

    >>> call_names({"N": "Hazel Greene", "E": "Basil Moss"})
    {'N': 'Hazel', 'E': 'Basil'}
    >>> call_names({"N": "Hazel Greene", "E": "Hazel Moss"})
    {'N': 'Hazel Greene', 'E': 'Hazel Moss'}
    >>> call_names({"N": "Dr. Wood"})
    {'N': 'Dr. Wood'}
    """
    short = {seat: name.split(maxsplit=1)[0] for seat, name in names.items()}
    folded = [name.casefold() for name in short.values()]
    return {
        seat: name if folded.count(name.casefold()) == 1 and name[-1] != "." else names[seat]
        for seat, name in short.items()
    }

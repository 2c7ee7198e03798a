"""What the page of one match shows: every game, every hand, and every correction told in words."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from engine.phrases import NAMES
from scoring.models import Game, Hand, HandVersion
from scoring.queries.charts import Chart, chart_of
from scoring.queries.counting import after_the_end, uncounted_hands
from scoring.queries.endings import with_dashes
from scoring.queries.sheets import Row, ledger, paper_words
from scoring.queries.sides import SideBoard, boards_of, heads_of, names_of, people_of, sides_of
from tournament.models import Match, Side
from tournament.paths import mark_word
from tournament.wording import match_title, state_word

DASH = " \N{EN DASH} "
PAIR = 2
TAGS = {
    Match.State.WAITING: "wait",
    Match.State.READY: "wait",
    Match.State.CALLED: "call",
    Match.State.PLAYING: "play",
    Match.State.FINISHED: "done",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """One version of a corrected hand, in words."""

    number: int
    who: str
    at: datetime
    says: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """All versions of one hand, the first one first."""

    hand: int
    versions: tuple[Version, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Seated:
    """Who sat in which seat of a game."""

    title: str
    person: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GameBoard:
    """One game: its hands, its chart and what was corrected in it."""

    game: Game
    boards: tuple[SideBoard, ...]
    rows: tuple[Row, ...]
    chart: Chart
    corrections: tuple[Correction, ...]
    seats: tuple[Seated, ...]
    uncounted: int
    """Hands on record that were played after the end of the game."""
    after_the_end: bool
    """Whether it was begun after the game that decided the match."""

    @property
    def winner(self) -> SideBoard | None:
        """The side that won, if the game is over."""
        return next((it for it in self.boards if it.name == self.game.winner), None)

    @property
    def lines(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """Each team with its running totals, as the title of the chart tells them."""
        return tuple(
            (board.team, tuple(row.cells[number].total for row in self.rows))
            for number, board in enumerate(self.boards)
        )

    @property
    def scores(self) -> str:
        """The score of every side, in their order."""
        return with_dashes([board.score for board in self.boards])

    @property
    def columns(self) -> int:
        """How many columns its ledger has: one for the hand, and one for each side."""
        return len(self.boards) + 1


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchPage:
    """All that the page of one match needs. Nothing here asks the database again."""

    match: Match
    sides: tuple[Side, ...]
    boards: tuple[SideBoard, ...]
    games: tuple[GameBoard, ...]

    @property
    def title(self) -> str:
        """Who plays, as the title of the page says it."""
        return DASH.join(board.team for board in self.boards)

    @property
    def games_won(self) -> str:
        """The games every side has won; of more than two, those who are gone are left out."""
        every = len(self.boards) == PAIR
        return with_dashes([board.games for board in self.boards if every or not board.gone])

    @property
    def result(self) -> str:
        """What stands between the sides: games where some were played for, else a word."""
        match = self.match
        if match.reason and match.reason != Match.Reason.PLAYED:
            return mark_word(match)
        return self.games_won if match.game_number or match.reason else DASH.strip()

    @property
    def has_score(self) -> bool:
        """Whether games were played for and count."""
        return self.result == self.games_won

    @property
    def current(self) -> GameBoard | None:
        """The game in play."""
        games = self.games if self.match.is_open else ()
        return next((it for it in games if not it.game.winner), None)

    @property
    def winner(self) -> SideBoard | None:
        """The side that goes on."""
        won = (it.place for it in self.sides if it.entry_id and it.entry_id == self.match.winner_id)
        return next((self.boards[place] for place in won), None)

    @property
    def state(self) -> str:
        """Where the match stands, in a word."""
        return state_word(self.match)

    @property
    def tag(self) -> str:
        """The shape that goes with the word."""
        return TAGS[Match.State(self.match.state)]

    @property
    def where(self) -> str:
        """Which match this is, and at which table."""
        title = match_title(self.match)
        if not self.match.table:
            return f"{title}."
        return _("{match}, table {table}.").format(match=title, table=self.match.table.number)

    @property
    def nothing_yet(self) -> str:
        """What stands where the games would be."""
        if self.match.is_open:
            return _("No game has begun. Every hand shows here as soon as it is saved.")
        return _("No card was played in this match.")


def match_page(slug: str, number: int) -> MatchPage:
    """Load a match with all its hands and their versions: six queries, however many games.

    Raises:
        Match.DoesNotExist: there is no such match in a drawn event of this address.
    """
    match = Match.objects.select_related("event__club", "table", "winner", "above").get(
        event__slug=slug, number=number
    )
    sides = sides_of(match)
    found = Game.objects.filter(match=match, attempt=match.attempt).order_by("-number")
    games = list(found.prefetch_related("hands__versions"))
    late = after_the_end(games, match.best_of)
    people = people_of(sides)
    return MatchPage(
        match=match,
        sides=sides,
        boards=heads_of(match, sides),
        games=tuple(
            _board(match, sides, game, people, is_late=game.number in late) for game in games
        ),
    )


def _board(
    match: Match, sides: tuple[Side, ...], game: Game, people: Mapping[int, str], *, is_late: bool
) -> GameBoard:
    boards = boards_of(match, sides, game.rule_set, game)
    teams = [it.team for it in boards]
    seated = names_of(game, people)
    names = {**seated, **{it.name: it.team for it in boards}}
    rows = ledger(game, game.replay(), names)
    lines = [
        (it.letter, [row.cells[number].total for row in rows]) for number, it in enumerate(boards)
    ]
    return GameBoard(
        game=game,
        boards=boards,
        rows=rows,
        chart=chart_of(lines, game.rule_set.target_score),
        corrections=tuple(
            _correction(hand, game, names) for hand in game.hands.all() if hand.version > 1
        ),
        seats=tuple(
            Seated(title=_(NAMES[seat]), person=person)
            for seat in game.rule_set.seats
            if (person := seated.get(seat, seat)) not in teams
        ),
        uncounted=uncounted_hands(game),
        after_the_end=is_late,
    )


def _correction(hand: Hand, game: Game, names: Mapping[str, str]) -> Correction:
    return Correction(
        hand=hand.number,
        versions=tuple(_version(it, game, names) for it in hand.versions.all()),
    )


def _version(version: HandVersion, game: Game, names: Mapping[str, str]) -> Version:
    return Version(
        number=version.number,
        who=_("the desk") if version.by_user_id else _("the table"),
        at=version.at,
        says=paper_words(version.paper, game.rule_set, names),
        reason=version.reason,
    )

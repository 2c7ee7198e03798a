"""The hands of a match as the desk works with them: what each says, and every version it had."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Prefetch
from django.utils.translation import gettext as _

from scoring.models import Game, Hand, HandVersion
from scoring.queries.sheets import Cell, ledger, paper_words
from scoring.queries.sides import SideBoard, boards_of, names_of, people_of, sides_of
from tournament.models import Match


@dataclass(frozen=True, slots=True)
class DeskVersion:
    """One version of a hand: what it said, who wrote it, when and why."""

    version: HandVersion
    says: str

    @property
    def who(self) -> str:
        """Whoever wrote it, by name where it was staff."""
        if self.version.by_user:
            return self.version.by_user.get_full_name() or self.version.by_user.get_username()
        table = self.version.by_table
        return _("at table %(table)d") % {"table": table.number} if table else ""


@dataclass(frozen=True, slots=True)
class DeskHand:
    """One scored hand, with what it made of the score and all its versions."""

    hand: Hand
    cells: tuple[Cell, ...]
    versions: tuple[DeskVersion, ...]


@dataclass(frozen=True, slots=True)
class DeskGame:
    """One game. A void one belongs to an attempt that decides nothing any more."""

    game: Game
    void: bool
    boards: tuple[SideBoard, ...]
    hands: tuple[DeskHand, ...]


def games_of(match: Match) -> Sequence[DeskGame]:
    """Load every game of a match, those of void attempts too, newest first: six queries."""
    versions = HandVersion.objects.select_related("by_user", "by_table").order_by("number")
    games = (
        match.games.order_by("-attempt", "-number")
        .prefetch_related("hands", Prefetch("hands__versions", versions))
        .all()
    )
    sides = sides_of(match)
    people = people_of(sides)
    return [
        _game(match, game, boards_of(match, sides, game.rule_set, game), people) for game in games
    ]


def seat_names(game: Game) -> dict[str, str]:
    """Name who sits in each seat, and each side by its team."""
    sides = sides_of(game.match)
    teams = {board.name: board.team for board in boards_of(game.match, sides, game.rule_set, game)}
    return names_of(game, people_of(sides)) | teams


def _game(
    match: Match, game: Game, boards: tuple[SideBoard, ...], people: dict[int, str]
) -> DeskGame:
    names = names_of(game, people) | {board.name: board.team for board in boards}
    rows = {row.number: row for row in ledger(game, game.replay(), names)}
    hands = tuple(
        DeskHand(hand, rows[hand.number].cells, _versions(hand, game, names))
        for hand in game.hands.all()
        if hand.is_scored
    )
    return DeskGame(game, game.attempt != match.attempt, boards, hands)


def _versions(hand: Hand, game: Game, names: dict[str, str]) -> tuple[DeskVersion, ...]:
    return tuple(
        DeskVersion(version, paper_words(version.paper, game.rule_set, names))
        for version in hand.versions.all()
    )

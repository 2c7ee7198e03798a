"""The hands of a match as the desk works with them: what each says, and every version it had."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Prefetch
from django.utils.translation import gettext as _

from engine.spades.games import GameState
from engine.spades.hands import Ruling
from engine.spades.rows import effect_of
from engine.spades.rules import RuleSet
from scoring.models import Game, Hand, HandVersion
from scoring.queries.clock import Clock, clock_of
from scoring.queries.counting import after_the_end
from scoring.queries.rule_words import BEYOND_THE_HAND, ruling_words
from scoring.queries.saying import rulings_on
from scoring.queries.sheets import Row, ledger, paper_words
from scoring.queries.sides import SideBoard, boards_of, names_of, people_of, sides_of
from tournament.models import Act, Match, Side
from tournament.permissions import DIRECT, who_takes_back


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
class DeskRuling:
    """One ruling on a hand: in words, and by a text that names it in a form."""

    ruling: Ruling
    says: str
    is_beyond: bool
    """Whether it concerns people and not points, so that the desk has more to do."""

    @property
    def key(self) -> str:
        """Name the ruling in an address."""
        it = self.ruling
        return ",".join((it.offence, it.seat, str(it.nth), it.phase, it.effect or ""))


@dataclass(frozen=True, slots=True)
class DeskHand:
    """One scored hand, with what it made of the score, its rulings and all its versions."""

    hand: Hand
    row: Row
    says: str
    rulings: tuple[DeskRuling, ...]
    versions: tuple[DeskVersion, ...]
    act: Act | None
    """What wrote the newest version, where that can be taken back."""

    @property
    def is_of_directors(self) -> bool:
        """Whether only directors take that back."""
        return self.act is not None and who_takes_back(self.act) == DIRECT

    @property
    def counts(self) -> bool:
        """Whether the hand is part of its game, and does not come after the end of it."""
        return bool(self.row.cells)


@dataclass(frozen=True, slots=True)
class OpenHand:
    """The hand being bid or played: what is on its paper by now."""

    number: int
    says: str
    rulings: tuple[DeskRuling, ...]


@dataclass(frozen=True, slots=True)
class DeskGame:
    """One game. A void one belongs to an attempt that decides nothing any more."""

    game: Game
    void: bool
    after_the_end: bool
    """Whether it was begun after the game that decided the match."""
    boards: tuple[SideBoard, ...]
    hands: tuple[DeskHand, ...]
    open: OpenHand | None
    clock: Clock | None


@dataclass(frozen=True, slots=True)
class Draft:
    """What a hand and its game would say with a correction."""

    row: Row
    totals: Mapping[str, int]
    """Team to score after the last hand of the game."""
    would_decide: bool
    """Whether the game would have another result than it has, or end before its last hand."""


def draft_of(hand: Hand, state: GameState, names: Mapping[str, str]) -> Draft:
    """Lay a tried correction out as the desk shows it."""
    game = hand.game
    rows = {row.number: row for row in ledger(game, state, names)}
    totals = {names[side]: total.score for side, total in state.totals.items()}
    changed = (state.winner or "") != game.winner or len(state.hands) < game.hands_played
    return Draft(rows.get(hand.number) or _uncounted(hand), totals, changed)


def games_of(match: Match, now: datetime) -> Sequence[DeskGame]:
    """Load every game of a match, those of void attempts too, newest first: seven queries."""
    versions = HandVersion.objects.select_related("by_user", "by_table").order_by("number")
    games = (
        match.games.order_by("-attempt", "-number")
        .prefetch_related("hands", Prefetch("hands__versions", versions))
        .all()
    )
    sides = sides_of(match)
    people = people_of(sides)
    late = after_the_end([it for it in games if it.attempt == match.attempt], match.best_of)
    standing = match.acts.filter(undone_by=None).select_related("undoes")
    acts = {act.entry_key: act for act in standing}
    return [_game(match, game, sides, people, late, acts, now) for game in games]


def seat_names(game: Game) -> dict[str, str]:
    """Name who sits in each seat, and each side by its team."""
    sides = sides_of(game.match)
    teams = {board.name: board.team for board in boards_of(game.match, sides, game.rule_set, game)}
    return names_of(game, people_of(sides)) | teams


def _game(
    match: Match,
    game: Game,
    sides: Sequence[Side],
    people: dict[int, str],
    late: frozenset[int],
    acts: Mapping[UUID, Act],
    now: datetime,
) -> DeskGame:
    boards = boards_of(match, sides, game.rule_set, game)
    names = names_of(game, people) | {board.name: board.team for board in boards}
    rows = {row.number: row for row in ledger(game, game.replay(), names)}
    hands = tuple(
        DeskHand(
            hand,
            rows.get(hand.number) or _uncounted(hand),
            paper_words(hand.paper, game.rule_set, names),
            rulings_of(hand, game.rule_set, names),
            _versions(hand, game, names),
            next((acts.get(it.entry_key) for it in reversed(hand.versions.all())), None),
        )
        for hand in game.hands.all()
        if hand.is_scored
    )
    void = game.attempt != match.attempt
    in_play = not void and not game.winner and match.state == Match.State.PLAYING
    opened = _open(game, names) if in_play else None
    clock = clock_of(game, now) if in_play else None
    is_late = not void and game.number in late
    return DeskGame(game, void, is_late, boards, hands, opened, clock)


def _uncounted(hand: Hand) -> Row:
    """Stand in for the row of a hand that was played after the end of its game."""
    return Row(number=hand.number, cells=(), void=_("After the end of the game."))


def _open(game: Game, names: Mapping[str, str]) -> OpenHand:
    hand = next((it for it in game.hands.all() if not it.is_scored), None)
    unruled: dict[str, object] = {"renege": [], "rulings": []}
    says = paper_words({**hand.paper, **unruled}, game.rule_set, names) if hand else ""
    rulings = rulings_of(hand, game.rule_set, names) if hand else ()
    return OpenHand(game.next_number, says, rulings)


def rulings_of(hand: Hand, rules: RuleSet, names: Mapping[str, str]) -> tuple[DeskRuling, ...]:
    """List what was ruled in a hand, first reneges first."""
    return tuple(
        DeskRuling(
            it,
            ruling_words(it, rules, names),
            effect_of(it.effect_under(rules))[0] in BEYOND_THE_HAND,
        )
        for it in rulings_on(hand.paper)
    )


def _versions(hand: Hand, game: Game, names: dict[str, str]) -> tuple[DeskVersion, ...]:
    return tuple(
        DeskVersion(version, paper_words(version.paper, game.rule_set, names))
        for version in hand.versions.all()
    )

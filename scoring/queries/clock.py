"""Which games are played by the clock, how long they have been, and which are over time."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import F, QuerySet

from scoring.models import Game
from tournament.models import Event, Match
from tournament.queries.desk import minutes_between


@dataclass(frozen=True, slots=True)
class Clock:
    """One game in play by the clock."""

    game: Game
    limit: int
    now: datetime
    is_called: bool

    @property
    def match(self) -> Match:
        """The match the game belongs to."""
        return self.game.match

    @property
    def minutes(self) -> int:
        """Full minutes since the game was opened."""
        return minutes_between(self.game.opened_at, self.now)

    @property
    def is_over(self) -> bool:
        """Whether its time is up and nobody has called it."""
        ends = self.game.opened_at + timedelta(minutes=self.limit)
        return self.now >= ends and not self.is_called

    @property
    def left(self) -> int:
        """Full minutes left; never fewer than none."""
        return max(0, self.limit - self.minutes)


def clocks_of(event: Event, now: datetime) -> Sequence[Clock]:
    """Read the games in play by the clock in two queries, the longest running first."""
    games = _in_play(Game.objects.filter(match__event=event)).order_by("opened_at", "pk")
    return [clock for game in games if (clock := _clock(game, now))]


def clock_of(game: Game, now: datetime) -> Clock | None:
    """Read the clock of one game, if it is played by one and nobody has won it."""
    return None if game.winner else _clock(game, now)


def games_to_call(event: Event) -> list[Game]:
    """List the games in play by the clock in which time was not called yet, by round upwards."""
    games = _in_play(Game.objects.filter(match__event=event))
    ordered = games.order_by("match__round", "match__position")
    return [
        game
        for game in ordered
        if game.rule_set.minutes and not any(hand.time_called for hand in game.hands.all())
    ]


def _in_play(games: QuerySet[Game]) -> QuerySet[Game]:
    return (
        games.filter(match__state=Match.State.PLAYING, attempt=F("match__attempt"), winner="")
        .select_related("match__table", "match__event")
        .prefetch_related("hands")
    )


def _clock(game: Game, now: datetime) -> Clock | None:
    limit = game.rule_set.minutes
    if not limit:
        return None
    called = any(hand.time_called for hand in game.hands.all())
    return Clock(game, limit, now, called)

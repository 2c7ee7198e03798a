"""Whatever staff rule, and in whatever order the errands run, every event ends as it should."""

import random

import pytest

from relay.models import Message
from relay.tasks import deliver
from tests.stage import director_of, drawn_event, match_of, opened, played
from tournament.models import Event, Match, Side
from tournament.refusals import Refusal, Stale
from tournament.services.calls import call_match, call_tables, free_tables, uncall_match
from tournament.services.departures import (
    award_walkover,
    forfeit,
    remove_team,
    withdraw_team,
)

pytestmark = pytest.mark.django_db

STEPS = 25


class Chance:
    """Staff, tables and workers who do whatever comes to mind; refusals are part of it."""

    def __init__(self, event, seed):
        self.event = event
        self.dice = random.Random(seed)
        self.by = director_of(event.club)

    def step(self):
        act = self.dice.choice(
            [self.play, self.play, self.begin, self.walk_over, self.forfeit, self.leave]
            + [self.call, self.uncall, self.call_all]
            + [self.one_errand] * 6
        )
        try:
            act()
        except (Refusal, Stale):
            return

    def a_match(self):
        return self.dice.choice(self.event.matches.select_related("event", "table"))

    def sides(self):
        return self.dice.choice([[0], [1], [0, 1], []])

    def play(self):
        ready = self.event.matches.filter(state__in=["ready", "called", "playing"])
        if ready:
            played(match_of(self.event, self.dice.choice(ready).number), self.dice.choice((0, 1)))

    def begin(self):
        ready = self.event.matches.filter(state__in=["ready", "called"])
        if ready:
            opened(match_of(self.event, self.dice.choice(ready).number))

    def walk_over(self):
        award_walkover(self.a_match(), absent=self.sides(), by=self.by)

    def forfeit(self):
        forfeit(self.a_match(), sides=self.sides(), by=self.by)

    def leave(self):
        leave = self.dice.choice((withdraw_team, remove_team))
        leave(self.dice.choice(self.event.entries.all()), by=self.by)

    def call(self):
        tables = free_tables(self.event)
        if tables:
            call_match(self.a_match(), self.dice.choice(tables), by=self.by)

    def uncall(self):
        uncall_match(self.a_match(), by=self.by)

    def call_all(self):
        call_tables(self.event.pk)

    def one_errand(self):
        """Run any errand that waits, whichever comes first."""
        waiting = Message.objects.filter(channel="task", done_at=None)
        if waiting:
            assert deliver(self.dice.choice(waiting).pk)

    def finish(self):
        """Let the workers catch up and play what is left."""
        while self.event.matches.exclude(state="finished", advanced_at__isnull=False).exists():
            while Message.objects.filter(channel="task", done_at=None).exists():
                self.one_errand()
            left = self.event.matches.filter(state__in=["ready", "called", "playing"]).first()
            if left:
                played(match_of(self.event, left.number), self.dice.choice((0, 1)))
            elif not Message.objects.filter(channel="task", done_at=None).exists():
                assert not self.event.matches.filter(advanced_at=None).exists(), "it stands still"


def assert_it_adds_up(event):
    """Hold every slot against the match below it, and the champion against the final."""
    event.refresh_from_db()
    final = event.matches.select_related("winner").get(above=None)
    assert (event.status, event.champion) == (Event.Status.FINISHED, final.winner)
    for match in event.matches.select_related("winner", "above"):
        sides = list(match.sides.select_related("entry").order_by("place"))
        assert match.winner is None or match.winner in [side.entry for side in sides]
        if match.above:
            seat = match.above.sides.get(place=match.above_place)
            wanted = (Side.Kind.TEAM, match.winner) if match.winner else (Side.Kind.NO_ONE, None)
            assert (seat.kind, seat.entry) == wanted
        assert_its_reason_is_true(match, sides)
    assert not event.matches.filter(state__in=["called", "playing"]).exists()


def assert_its_reason_is_true(match, sides):
    """The reason of a match says what its sides say."""
    gone = [side for side in sides if side.gone or side.kind in {"no_one", "bye"}]
    needed = match.best_of // 2 + 1
    if match.reason == Match.Reason.PLAYED:
        won = [side.entry for side in sides if side.games == needed]
        assert won == [match.winner]
    elif match.winner:
        assert [side.entry for side in sides if side not in gone] == [match.winner]
    else:
        assert len(gone) == len(sides)


@pytest.mark.parametrize("seed", range(12))
def test_an_event_ends_right_whatever_is_ruled_in_whatever_order(seed):
    dice = random.Random(f"pairs {seed}")
    event = drawn_event(dice.randint(2, 9), tables=dice.randint(0, 3), auto_call=bool(seed % 2))
    chance = Chance(event, seed)
    for _step in range(STEPS):
        chance.step()
    chance.finish()
    assert_it_adds_up(event)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 400))
def test_hundreds_of_events_end_right_whatever_is_ruled(seed):
    dice = random.Random(f"pairs {seed}")
    event = drawn_event(dice.randint(2, 20), tables=dice.randint(0, 5), auto_call=bool(seed % 2))
    chance = Chance(event, seed)
    for _step in range(3 * STEPS):
        chance.step()
    chance.finish()
    assert_it_adds_up(event)

"""A whole event in anybody's hands: whatever is done in whatever order, its rows hold together.

After each step the bracket is what its facts say, every match has a way to its end, and the log,
the acts, the versions of hands and the letters have only grown. What was refused changed nothing.
What is taken back is as it was before.
"""

from collections import Counter
from contextlib import contextmanager
from functools import partial
from uuid import uuid4

import pytest
from django.db import transaction
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from relay.tasks import deliver
from scoring.models import Hand
from scoring.services import correct_hand
from scoring.services.undo import take_back_act
from tests.evening.any_event import (
    assert_it_holds,
    bids_and_tricks,
    enter,
    errands,
    even_hand,
    game_at,
    memory_of,
    page_of,
    play_out,
    rows_of,
    run_errands,
    without_chance,
)
from tests.evening.any_event_rules import (
    IS_DRAWN,
    MANY,
    NOT_DRAWN,
    WHO,
    DrawnInSteps,
    SeenToTheEnd,
)
from tests.stage import director_of, entered, open_event
from tournament.models import Event, Match
from tournament.queries.draws import last_drawn
from tournament.refusals import ChoiceNeeded, Refusal, Stale
from tournament.services.archive import unarchive_event
from tournament.services.bulk import withdraw_entries
from tournament.services.calls import call_match, free_tables, uncall_match
from tournament.services.departures import award_walkover, forfeit, remove_team, withdraw_team
from tournament.services.draw import draw_bracket
from tournament.services.entries import enter_pair, enter_player, withdraw_entry
from tournament.services.events import open_check_in
from tournament.services.no_shows import extend
from tournament.services.redraw import redraw
from tournament.services.result_corrections import correct_result, reasons_of, replay_match
from tournament.services.substitutes import seat_substitute
from tournament.services.table_wishes import hold_match, pin_match, swap_tables

CHOICE = st.sampled_from(["replay", "replay", "stand", "cancel", "outdated"])
GAMES = st.sampled_from(["standard", "standard", "standard", "cutthroat", "solo", "two_handed"])


class AnyEvent(DrawnInSteps, SeenToTheEnd):
    """Entrants, staff, tables and workers who do whatever comes to mind."""

    done = Counter()
    """What came of it in all runs: acts that were done, and those taken back at once."""

    def __init__(self):
        super().__init__()
        self.undone = transaction.atomic()
        self.undone.__enter__()

    @initialize(
        straight=st.sampled_from([True, True, True, False]),
        entries=st.integers(2, 7),
        game=GAMES,
        tables=st.integers(0, 3),
        auto=st.booleans(),
        third=st.booleans(),
    )
    def set_up(self, straight, entries, game, tables, auto, third):
        event = open_event(tables=tables, auto_call=auto, variant=game)
        Event.objects.filter(pk=event.pk).update(third_place=third)
        self.event = entered(event, max(entries, 3) if game in {"cutthroat", "solo"} else entries)
        without_chance(self.event)
        self.by = director_of(event.club)
        self.memory = memory_of(self.event)
        if straight:
            self.draw()

    # Before the draw

    @NOT_DRAWN
    @rule()
    def come_late(self):
        number = self.event.entries.count() + 1
        people = {"first": f"Ada {number}", "second": f"Ben {number}", "name": f"Pair {number}"}
        alone = self.event.players_each == 1
        with self.refused_or_done():
            words = {"email": "", "entry_key": uuid4(), "by": self.by}
            if alone:
                enter_player(self.event, person_name=f"Ada {number}", **words)
            else:
                enter_pair(self.event, **people, **words)
        without_chance(self.event)

    @NOT_DRAWN
    @rule(n=MANY)
    def leave_before_the_draw(self, n):
        with self.refused_or_done():
            withdraw_entry(self.one(self.event.entries.all(), n), by=self.by)

    @NOT_DRAWN
    @rule()
    def draw(self):
        with self.refused_or_done():
            open_check_in(self.event, by=self.by)
        with self.refused_or_done():
            draw_bracket(self.event, by=self.by, everyone=True)

    # At the tables

    @IS_DRAWN
    @rule(n=MANY, winner=MANY)
    def play(self, n, winner):
        if match := self.one(self.to_play, n):
            with self.refused_or_done(partly=True):
                play_out(match, lambda sides: winner % sides)

    @IS_DRAWN
    @rule(n=MANY)
    def play_one_hand(self, n):
        if match := self.one(self.to_play, n):
            with self.refused_or_done(partly=True):
                game = game_at(match)
                enter(game, even_hand(game.rule_set))

    @IS_DRAWN
    @rule(n=MANY, table=MANY)
    def call(self, n, table):
        if table := self.one(free_tables(self.event), table):
            with self.refused_or_done():
                call_match(self.one(self.matches, n), table, by=self.by)

    @IS_DRAWN
    @rule(n=MANY)
    def uncall(self, n):
        with self.refused_or_done():
            uncall_match(self.one(self.matches, n), by=self.by)

    @IS_DRAWN
    @rule(n=MANY, minutes=st.integers(0, 61))
    def wait_longer(self, n, minutes):
        with self.refused_or_done():
            extend(self.one(self.matches, n), minutes=minutes, by=self.by)

    # At the desk

    @IS_DRAWN
    @rule(n=MANY, who=WHO, back=st.booleans())
    def walk_over(self, n, who, back):
        with self.acted(back):
            award_walkover(self.one(self.matches, n), absent=who, by=self.by)

    @IS_DRAWN
    @rule(n=MANY, who=WHO, back=st.booleans())
    def give_up(self, n, who, back):
        with self.acted(back):
            forfeit(self.one(self.matches, n), sides=who, by=self.by)

    @IS_DRAWN
    @rule(n=MANY, removed=st.booleans(), back=st.booleans())
    def leave(self, n, removed, back):
        with self.acted(back):
            (remove_team if removed else withdraw_team)(
                self.one(self.event.entries.all(), n), by=self.by
            )

    @IS_DRAWN
    @rule(n=MANY, winner=MANY, choice=CHOICE, back=st.booleans())
    def correct_a_result(self, n, winner, choice, back):
        match = self.one(self.matches, n)
        possible = [*reasons_of(match), None]
        reason = possible[winner % len(possible)]
        place = None if reason is None else winner % match.sides.count()
        words = {"winner": place, "reason": reason or "double_forfeit", "why": "seen by the desk"}
        with self.acted(back):
            self.chosen(partial(correct_result, match, **words), choice, "seen")

    @IS_DRAWN
    @rule(n=MANY, choice=CHOICE, back=st.booleans())
    def void_and_replay(self, n, choice, back):
        match = self.one(self.matches, n)
        with self.acted(back):
            self.chosen(partial(replay_match, match, why="the wrong deck"), choice, "seen")

    @IS_DRAWN
    @rule(n=MANY, winner=MANY, choice=CHOICE, back=st.booleans())
    def correct_a_hand(self, n, winner, choice, back):
        hands = Hand.objects.filter(game__match__event=self.event).select_related("game__match")
        if hand := self.one(hands.order_by("pk"), n):
            rules = hand.game.rule_set
            winner %= len(rules.sides) + 1
            said = (
                even_hand(rules) if winner == len(rules.sides) else bids_and_tricks(rules, winner)
            )
            words = {**said, "reason": "miscounted"}
            with self.acted(back):
                self.chosen(partial(correct_hand, hand, **words), choice, "stamp", self.by.user)

    @IS_DRAWN
    @rule(n=MANY, m=MANY, back=st.booleans())
    def withdraw_two(self, n, m, back):
        entries = {self.one(self.event.entries.all(), it).pk for it in (n, m)}
        with self.acted(back):
            words = {"count": len(entries), "by": self.by, "entry_key": uuid4()}
            withdraw_entries(self.event, entries, **words)

    @IS_DRAWN
    @rule(n=MANY, back=st.booleans())
    def substitute(self, n, back):
        entry = self.one(self.event.entries.filter(state="entered"), n)
        if leaves := entry and self.one(entry.players.filter(active=True), n):
            comes = f"Cleo {self.event.players.count()}"
            with self.acted(back):
                seat_substitute(entry, leaves=leaves, comes=comes, entry_key=uuid4(), by=self.by)

    @IS_DRAWN
    @rule(n=MANY, table=MANY, held=st.booleans())
    def wish(self, n, table, held):
        match, table = self.one(self.matches, n), self.one(self.event.tables.all(), table)
        with self.refused_or_done():
            hold_match(match, by=self.by, held=held)
        with self.refused_or_done():
            pin_match(match, table, by=self.by)

    @IS_DRAWN
    @rule(n=MANY, m=MANY)
    def swap(self, n, m):
        with self.refused_or_done():
            swap_tables(self.one(self.matches, n), self.one(self.matches, m), by=self.by)

    @IS_DRAWN
    @rule(n=MANY, last=st.booleans(), choice=CHOICE)
    def take_an_act_back(self, n, last, choice):
        acts = list(self.event.acts.order_by("number"))
        if acts:
            act = acts[-1] if last else acts[n % len(acts)]
            with self.refused_or_done():
                self.chosen(partial(take_back_act, act), choice, "stamp")

    @IS_DRAWN
    @rule()
    def draw_anew(self):
        draw = last_drawn(self.event)
        with self.refused_or_done():
            redraw(self.event, attempt=draw.attempt, reason="a pair was forgotten", by=self.by)

    # The workers

    @rule(n=MANY)
    def one_errand(self, n):
        """Whichever comes first."""
        if errand := self.one(errands(), n):
            assert deliver(errand.pk)

    @rule()
    def every_errand(self):
        run_errands()

    # What must hold

    @invariant()
    def it_holds(self):
        self.event.refresh_from_db()
        if self.event.is_drawn:
            assert_it_holds(self.event)

    @invariant()
    def nothing_is_forgotten(self):
        before, self.memory = self.memory, memory_of(self.event)
        lost = {name: them - self.memory[name] for name, them in before.items()}
        assert not any(lost.values()), lost

    def teardown(self):
        """Whatever was done, the event can be played to its end."""
        try:
            if self.event.is_drawn:
                self.finish()
        finally:
            transaction.set_rollback(True)
            self.undone.__exit__(None, None, None)

    def finish(self):
        unarchive_event(self.event, by=self.by)
        run_errands()
        while match := self.to_play.first():
            play_out(match, lambda _sides: 0)
            run_errands()
            assert_it_holds(self.event)
        self.event.refresh_from_db()
        assert self.event.status == Event.Status.FINISHED
        assert not self.event.matches.exclude(state=Match.State.FINISHED).exists()

    # Means

    @property
    def matches(self):
        return self.event.matches.select_related("event", "table").order_by("number")

    @property
    def to_play(self):
        return self.matches.filter(state__in=["ready", "called", "playing"])

    def one(self, rows, n):
        rows = list(rows)
        return rows[n % len(rows)] if rows else None

    def chosen(self, act, choice, stamp, by=None):
        """Do it; where staff are asked what becomes of later matches, answer."""
        key, by = {"entry_key": uuid4()}, by or self.by
        try:
            act(**key, by=by)
        except ChoiceNeeded as asked:
            if choice == "outdated":
                with pytest.raises(Stale):
                    act(**key, by=by, choice="replay", **{stamp: "of another preview"})
            if choice in {"replay", "stand"}:
                act(**key, by=by, choice=choice, **{stamp: asked.follows.stamp})

    @contextmanager
    def acted(self, back):
        """Do one act of the staff and, if so wished, take it back: all is as it was before."""
        if back:
            run_errands()
        before, page, acts = rows_of(self.event), page_of(self.event), self.event.acts.count()
        with self.refused_or_done():
            yield
        self.done["acts"] += self.event.acts.count() - acts
        if back and self.event.acts.count() == acts + 1:
            self.done["taken back"] += 1
            act = self.event.acts.order_by("number").last()
            take_back_act(act, entry_key=uuid4(), by=self.by)
            assert (rows_of(self.event), page_of(self.event)) == (before, page), act.key
            self.event.refresh_from_db()

    @contextmanager
    def refused_or_done(self, *, partly=False):
        """Do it; where it is refused, nothing has changed."""
        before = rows_of(self.event)
        try:
            yield
        except (Refusal, Stale):
            assert partly or rows_of(self.event) == before
        self.event.refresh_from_db()


def run(examples, steps):
    """Let the machine run; say how many acts were done, and how many taken back at once."""
    AnyEvent.done.clear()
    run_state_machine_as_test(
        AnyEvent,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            derandomize=examples < 100,
            suppress_health_check=list(HealthCheck),
        ),
    )
    return AnyEvent.done["acts"], AnyEvent.done["taken back"]


@pytest.mark.sweep
@pytest.mark.django_db
def test_an_event_holds_whatever_is_done_to_it():
    acts, taken_back = run(examples=12, steps=25)

    assert acts >= 15
    assert taken_back >= 5


@pytest.mark.long
@pytest.mark.django_db
def test_thousands_of_steps_leave_events_whole():
    acts, taken_back = run(examples=300, steps=40)

    assert 0 < taken_back < acts

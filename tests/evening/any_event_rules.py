"""More that anybody does to an event: the draw step by step, the clock, many at once, the archive.

Mixed into the machine of ``test_any_event``, which has the means and says what must hold.
"""

from uuid import uuid4

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule

from tests.evening.any_event import play_out, run_errands
from tournament.models import Event, Match
from tournament.services.archive import archive_event, unarchive_event
from tournament.services.bulk import award_walkovers
from tournament.services.draw import freeze_list
from tournament.services.draw_options import Steer, change_draw_options, write_seeds
from tournament.services.entries import check_in, undo_check_in
from tournament.services.events import open_check_in
from tournament.services.no_shows import mark_here
from tournament.services.redraw import set_aside
from tournament.services.reveal import begin_reveal, newest_attempt, reveal_next, reveal_rest

MANY = st.integers(0, 10**6)
"""Chooses one of however many there are."""
WHO = st.sampled_from([(0,), (1,), (2,), (0, 1), (0, 2), (0, 1, 2), (0, 1, 2, 3), ()])
IS_DRAWN = precondition(lambda self: self.event.is_drawn)
NOT_DRAWN = precondition(lambda self: not self.event.is_drawn)
HAS_BEGUN = precondition(lambda self: not self.event.is_drawn and newest_attempt(self.event))


class DrawnInSteps(RuleBasedStateMachine):
    """The list is closed, perhaps set aside; what it gives is shown step by step."""

    @NOT_DRAWN
    @rule(apart=st.booleans(), seeds=st.booleans(), byes=st.sampled_from(["drawn", "seeded"]))
    def ask_of_the_draw(self, apart, seeds, byes):
        with self.refused_or_done():
            change_draw_options(self.event, apart=apart, seeds=seeds, byes=byes, by=self.by)

    @NOT_DRAWN
    @rule(n=MANY, seed=st.sampled_from(["", "1", "2", "7"]), apart=st.sampled_from(["", "Ash"]))
    def steer(self, n, seed, apart):
        entry = self.one(self.event.entries.all(), n)
        with self.refused_or_done():
            write_seeds(self.event, lines={entry.pk: Steer(seed, apart)}, by=self.by)

    @NOT_DRAWN
    @rule(n=MANY, here=st.booleans())
    def come_to_the_desk(self, n, here):
        entry = self.one(self.event.entries.all(), n)
        with self.refused_or_done():
            (check_in if here else undo_check_in)(entry, by=self.by)

    @NOT_DRAWN
    @rule(everyone=st.booleans())
    def close_the_list(self, everyone):
        with self.refused_or_done():
            open_check_in(self.event, by=self.by)
        with self.refused_or_done():
            freeze_list(self.event, everyone=everyone, by=self.by)

    @HAS_BEGUN
    @rule()
    def set_the_attempt_aside(self):
        with self.refused_or_done():
            set_aside(newest_attempt(self.event), reason="somebody came late", by=self.by)

    @HAS_BEGUN
    @rule()
    def begin_to_show(self):
        with self.refused_or_done():
            begin_reveal(self.event, by=self.by)

    @HAS_BEGUN
    @rule(steps=st.integers(1, 4), taps=st.integers(1, 2))
    def show_more(self, steps, taps):
        for _step in range(steps):
            draw = newest_attempt(self.event)
            seen = draw.revealed
            for _tap in range(taps):
                with self.refused_or_done():
                    draw = reveal_next(draw, seen=seen, by=self.by)
            assert draw.revealed <= seen + 1

    @HAS_BEGUN
    @rule()
    def show_the_rest(self):
        with self.refused_or_done():
            reveal_rest(newest_attempt(self.event), by=self.by)


class SeenToTheEnd(RuleBasedStateMachine):
    """Those who are late, all that is left to play, and the archive."""

    @IS_DRAWN
    @rule(n=MANY, place=st.integers(0, 3), here=st.booleans())
    def sit_down(self, n, place, here):
        with self.refused_or_done():
            mark_here(self.one(self.matches, n), place, here=here, by=self.by)

    @IS_DRAWN
    @rule(some=st.lists(st.tuples(MANY, WHO), min_size=1, max_size=3), back=st.booleans())
    def walk_over_many(self, some, back):
        called = self.matches.filter(state=Match.State.CALLED)
        if called:
            absent = {self.one(called, n).number: who for n, who in some}
            words = {"count": len(absent), "by": self.by, "entry_key": uuid4()}
            with self.acted(back):
                award_walkovers(self.event, absent, **words)

    @IS_DRAWN
    @rule(winner=MANY, most=st.sampled_from([3, 30]))
    def play_round_by_round(self, winner, most):
        for _match in range(most):
            match = self.to_play.first()
            if match and not self.event.archived_at:
                play_out(match, lambda sides: winner % sides)
                run_errands()
        self.event.refresh_from_db()

    @rule(away=st.booleans())
    def archive(self, away):
        with self.refused_or_done():
            (archive_event if away else unarchive_event)(self.event, by=self.by)
        self.event.refresh_from_db()
        assert not self.event.archived_at or self.event.status == Event.Status.FINISHED

"""Small events at random, one of their results corrected at random: all rows hold, and go back."""

from uuid import uuid4

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.evening.any_event import without_chance
from tests.stage import at_a_table, director_of, entered, match_of, open_event, opened
from tests.stage import work as errands
from tests.tournament.corrections_cast import NOBODY, bracket_of, changed_since, undone
from tournament.models import Match
from tournament.refusals import ChoiceNeeded, Refusal
from tournament.services.departures import forfeit, withdraw_team
from tournament.services.draw import draw_bracket
from tournament.services.events import open_check_in
from tournament.services.result_corrections import correct_result, reasons_of, replay_match

pytestmark = [pytest.mark.django_db, pytest.mark.sweep]

SAME = ({}, {})
STEPS = ["end", "end", "end", "end", "call", "begin", "leave"]


class Evening:
    """An event in which things happen as the dice say."""

    def __init__(self, data):
        self.data = data
        variant = data.draw(st.sampled_from(["standard", "standard", "cutthroat", "solo"]))
        fewest = 2 if variant == "standard" else 3
        entries = data.draw(st.integers(fewest, 9))
        self.event = entered(open_event(variant=variant), entries)
        self.by = director_of(self.event.club)
        without_chance(self.event)
        open_check_in(self.event, by=self.by)
        draw_bracket(self.event, by=self.by, everyone=True)
        self.event.refresh_from_db()
        errands()

    def one_of(self, things):
        return self.data.draw(st.sampled_from(list(things)))

    def go_on(self):
        for _ in range(self.data.draw(st.integers(0, 9))):
            self.step(self.one_of(STEPS))
            errands()

    def step(self, what):
        states = ["ready"] if what in {"call", "begin"} else ["ready", "called", "playing"]
        there = self.event.matches.filter(state__in=states).order_by("number")
        if not there:
            return
        match = match_of(self.event, self.one_of(there).number)
        teams = list(match.sides.exclude(entry=None).filter(gone=False).order_by("place"))
        if what == "call":
            at_a_table(match)
        elif what == "begin" and len(teams) == match.sides.count() == 2:
            opened(match)
        elif what == "leave":
            withdraw_team(self.one_of(teams).entry, by=self.by)
        else:
            stays = self.one_of([*teams, *teams, None])
            gone = [side.place for side in teams if side != stays]
            forfeit(match, sides=gone, by=self.by)

    def correct(self, match):
        """Correct a result to anything, with "void and replay" where a choice is needed."""
        teams = list(match.sides.exclude(entry=None).values_list("place", flat=True))
        what = self.one_of(["again", None, *teams])
        reason = NOBODY if what is None else self.one_of(reasons_of(match))
        words = {"why": "The dice say so", "by": self.by, "entry_key": uuid4()}
        if what != "again":
            words |= {"winner": what, "reason": reason}
        act = replay_match if what == "again" else correct_result
        try:
            return act(match, **words)
        except ChoiceNeeded as needed:
            choice = self.one_of(["replay", "replay", "stand"])
            return act(match, **words, choice=choice, seen=needed.follows.stamp)
        except Refusal as refused:
            if refused.code != "nothing_changed":
                raise
            return None


def rebuilt(event):
    """Say who has to stand where, from nothing but the endings of the matches below."""
    ended = {}
    slots = {}
    for match in event.matches.order_by("round", "position").prefetch_related("sides"):
        for side in match.sides.all():
            below = ended.get(side.source_id)
            if side.source_id and below is None:
                slots[side.pk] = ("tbd", None)
            elif side.source_id:
                slots[side.pk] = ("team", below.winner_id) if below.winner_id else ("no_one", None)
        if match.state == "finished":
            ended[match.pk] = match
    return slots


def assert_it_holds(event):
    """Slots say what the matches below ended with, and no match hangs."""
    event.refresh_from_db()
    expected = rebuilt(event)
    stood = {
        side.pk: (str(side.kind), side.entry_id)
        for side in event.sides.exclude(source=None).order_by("pk")
    }
    assert stood == expected
    for match in event.matches.prefetch_related("sides__entry"):
        sides = list(match.sides.all())
        known = all(side.kind != "tbd" for side in sides)
        playing = [side for side in sides if side.plays]
        if match.state == "waiting":
            assert not known
        elif match.is_open:
            assert known
            assert len(playing) > 1
            assert all(side.entry.is_in for side in playing)
        else:
            assert match.winner_id in {None, *(side.entry_id for side in sides)}
    seated = [(side.round, side.entry_id) for side in event.sides.exclude(entry=None)]
    assert len(seated) == len(set(seated))
    final = event.matches.get(above=None)
    assert (event.status == "finished") == (final.state == "finished")
    assert event.champion_id == final.winner_id


@settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(st.data())
def test_whatever_is_corrected_the_rows_hold_and_go_back(data):
    """A changed result left teams where they no longer belonged, for good."""
    with transaction.atomic():
        evening = Evening(data)
        evening.go_on()
        event = evening.event
        assert_it_holds(event)
        over = event.matches.filter(state="finished").exclude(reason=Match.Reason.BYE)
        over = [match for match in over if match.sides.exclude(entry=None)]
        if over:
            before = bracket_of(event)
            act = evening.correct(match_of(event, evening.one_of(over).number))
            assert_it_holds(event)
            if act:
                after = bracket_of(event)
                back = undone(act)
                assert changed_since(before, event) == SAME
                assert_it_holds(event)
                undone(back)
                assert changed_since(after, event) == SAME
        transaction.set_rollback(True)

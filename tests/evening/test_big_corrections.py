"""A correction in round 1 of a finished event of 256 pairs."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.evening.big_event import finished_in_bulk
from tests.stage import director_of, match_of
from tests.tournament.corrections_cast import bracket_of, changed_since, team
from tournament.models import Event, Match
from tournament.refusals import ChoiceNeeded
from tournament.services.result_corrections import correct_result, preview
from tournament.services.undo import take_back, undo_fault

pytestmark = pytest.mark.django_db

PLAYED = Match.Reason.PLAYED
ROUNDS = 8


@pytest.fixture
def event():
    return finished_in_bulk(256)


def test_its_preview_names_the_whole_way_to_the_final_in_a_pinned_number_of_queries(event):
    """A large event could not put an early round right, and staff patched the totals."""
    first = match_of(event, 1)

    with CaptureQueriesContext(connection) as seen:
        follows = preview(first, winner=1, reason=PLAYED)

    assert len(seen) == 4
    assert [change.match.round for change in follows.changes] == list(range(2, ROUNDS + 1))
    assert all(change.voids for change in follows.changes)
    assert (follows.needs_choice, follows.reopens_event) == (True, True)
    assert follows.champion == team(first, 0)
    assert len(follows.letters) == ROUNDS + 1


@pytest.mark.sweep
def test_the_same_number_of_queries_asks_for_the_choice_and_says_whether_it_can_be_undone(event):
    first, by = match_of(event, 1), director_of(event.club)
    words = {"winner": 1, "reason": PLAYED, "why": "Swapped", "entry_key": uuid4(), "by": by}
    with CaptureQueriesContext(connection) as seen, pytest.raises(ChoiceNeeded) as asked:
        correct_result(first, **words)
    asking = len(seen)
    before = bracket_of(event)

    act = correct_result(first, choice="replay", seen=asked.value.follows.stamp, **words)
    with CaptureQueriesContext(connection) as seen:
        assert undo_fault(act) == ""
    looking = len(seen)
    take_back(act, entry_key=uuid4(), by=by)

    assert (asking, looking) == (33, 12)
    assert changed_since(before, event) == ({}, {})
    assert Event.objects.get(pk=event.pk).status == Event.Status.FINISHED

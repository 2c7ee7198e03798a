"""A hand that is corrected before a worker has carried up what was played on top of it."""

from uuid import uuid4

import pytest

from scoring.models import Hand
from scoring.services import correct_hand
from scoring.services.rebuild import check_event
from tests.evening.any_event import bids_and_tricks, play_out
from tests.stage import director_of, drawn_event, match_of, work
from tournament.models import Event
from tournament.refusals import ChoiceNeeded

pytestmark = pytest.mark.django_db


def test_a_final_that_no_worker_has_seen_is_void_with_the_semi_final_below_it():
    event = drawn_event(3)
    by = director_of(event.club).user
    below = event.matches.filter(round=1).exclude(reason="bye").get()
    play_out(below, lambda _sides: 0)
    work()
    play_out(match_of(event, 3), lambda _sides: 0)
    hand = Hand.objects.get(game__match=below)
    words = {**bids_and_tricks(hand.game.rule_set, 1), "reason": "sides mixed up", "by": by}
    with pytest.raises(ChoiceNeeded) as asked:
        correct_hand(hand, **words, entry_key=uuid4())
    chosen = {"choice": "replay", "stamp": asked.value.follows.stamp}
    correct_hand(hand, **words, **chosen, entry_key=uuid4())
    event.refresh_from_db()
    assert (event.status, event.champion) == (Event.Status.RUNNING, None)
    assert check_event(event) == []

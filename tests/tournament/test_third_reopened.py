"""An event whose match for the third place is played again has no champion until that is over."""

from uuid import uuid4

import pytest

from scoring.services.rebuild import check_event
from tests.stage import director_of, entered, open_event, played, work
from tournament.models import Event
from tournament.services.draw import draw_bracket
from tournament.services.events import edit_event, open_check_in
from tournament.services.result_corrections import replay_match

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    """Four pairs, with a match for the third place, played to the end."""
    event = open_event()
    by = director_of(event.club)
    edit_event(event, by=by, third_place=True)
    entered(event, 4)
    open_check_in(event, by=by)
    draw_bracket(event, by=by, everyone=True)
    for number in (1, 2, 3, 4):
        played(event.matches.get(number=number))
        work()
    event.refresh_from_db()
    return event


def test_the_champion_waits_for_a_third_place_that_is_played_again(event):
    champion, third = event.champion, event.matches.get(for_third=True)
    by = director_of(event.club)

    replay_match(third, why="the wrong deck", entry_key=uuid4(), by=by)
    event.refresh_from_db()
    assert (event.status, event.champion) == (Event.Status.RUNNING, None)
    assert check_event(event) == []

    played(third)
    work()
    event.refresh_from_db()
    assert (event.status, event.champion) == (Event.Status.FINISHED, champion)
    assert check_event(event) == []

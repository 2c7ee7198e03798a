"""A corrected semi-final moves two teams: into the final, and out of it to play for third."""

import pytest

from tests.stage import director_of, entered, match_of, open_event, opened, played, work
from tests.tournament.corrections_cast import (
    WALKOVER,
    bracket_of,
    changed_since,
    corrected,
    corrected_with,
    seats,
    team,
    undone,
)
from tournament.models import Event, Match
from tournament.refusals import ChoiceNeeded
from tournament.services.departures import award_walkover
from tournament.services.draw import draw_bracket
from tournament.services.events import edit_event, open_check_in

pytestmark = pytest.mark.django_db

SAME = ({}, {})


@pytest.fixture
def event():
    """Four pairs, both semi-finals played; the numbers are 3 for the final, 4 for third."""
    event = open_event()
    by = director_of(event.club)
    edit_event(event, by=by, third_place=True)
    entered(event, 4)
    open_check_in(event, by=by)
    draw_bracket(event, by=by, everyone=True)
    event.refresh_from_db()
    for number in (1, 2):
        played(match_of(event, number))
    work()
    return event


def end_of(event):
    """The numbers of the final and of the match for third."""
    final = event.matches.get(above=None, for_third=False)
    return final.number, event.matches.get(for_third=True).number


def test_winner_and_loser_of_a_semi_final_change_places(event):
    final, third = end_of(event)
    first = match_of(event, 1)
    was, before = (seats(event, final), seats(event, third)), bracket_of(event)

    act = corrected(first, 1)

    assert (seats(event, final)[0], seats(event, third)[0]) == (team(first, 1), team(first, 0))
    undone(act)
    assert (seats(event, final), seats(event, third)) == was
    assert changed_since(before, event) == SAME


def test_with_only_the_match_for_third_begun_a_choice_is_asked_for(event):
    final, third = end_of(event)
    opened(match_of(event, third))

    with pytest.raises(ChoiceNeeded) as asked:
        corrected(match_of(event, 1), 1)

    follows = asked.value.follows
    assert {it.match.number: it.voids for it in follows.changes} == {final: False, third: True}
    assert (follows.reopens_event, follows.champion) == (False, None)


def test_a_finished_event_is_opened_at_both_its_ends_and_ends_again(event):
    final, third = end_of(event)
    for number in (third, final):
        played(match_of(event, number))
        work()
    event.refresh_from_db()
    assert event.status == Event.Status.FINISHED
    first = match_of(event, 1)

    corrected_with("replay", first)
    event.refresh_from_db()
    assert (event.status, event.champion) == (Event.Status.RUNNING, None)
    for number in (third, final):
        assert match_of(event, number).state == Match.State.READY
        played(match_of(event, number))
        work()
    event.refresh_from_db()
    assert (event.status, event.champion) == (Event.Status.FINISHED, team(first, 1))


def test_the_title_stays_while_only_the_match_for_third_is_ruled_on(event):
    final, third = end_of(event)
    for number in (final, third):
        played(match_of(event, number))
        work()
    event.refresh_from_db()
    champion, before = event.champion, bracket_of(event)

    act = corrected(match_of(event, third), 1)

    event.refresh_from_db()
    assert (event.status, event.champion) == (Event.Status.FINISHED, champion)
    undone(act)
    assert changed_since(before, event) == SAME


def test_who_was_absent_in_a_semi_final_is_settled_out_of_the_match_for_third(event):
    final, third = end_of(event)
    first = match_of(event, 1)

    corrected(first, 0, WALKOVER)
    assert seats(event, third)[0] == team(first, 1)

    corrected(match_of(event, 1), 1, WALKOVER)

    slot = match_of(event, third).sides.get(place=0)
    assert (slot.entry, slot.gone, slot.gone_for) == (team(first, 0), True, WALKOVER)
    assert (match_of(event, third).reason, match_of(event, final).state) == (WALKOVER, "ready")
    assert match_of(event, third).winner == team(match_of(event, 2), 1)

    award_walkover(match_of(event, final), absent=[1], by=director_of(event.club))
    work()
    event.refresh_from_db()
    assert (event.status, event.champion) == (Event.Status.FINISHED, team(first, 1))

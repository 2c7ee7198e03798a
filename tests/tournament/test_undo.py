"""Every act of the staff can be taken back, as long as nothing stands on it."""

from uuid import uuid4

import pytest

from relay.models import Letter
from tests.stage import at_a_table, drawn_event, enter_hand, match_of, opened, played
from tests.stage import work as errands
from tests.tournament.corrections_cast import (
    FORFEIT,
    NOBODY,
    WALKOVER,
    bracket_of,
    changed_since,
    corrected,
    corrected_with,
    finished_event,
    forfeited,
    seats,
    team,
    undone,
    voided,
)
from tournament import log
from tournament.models import Event, Match, Side
from tournament.refusals import Stale
from tournament.services.undo import undo_fault

pytestmark = pytest.mark.django_db

SAME = ({}, {})


def acted(match, *, winner=1, reason=WALKOVER):
    """Correct a match; give the act and what the bracket said before it."""
    before = bracket_of(match.event)
    return corrected(match, winner, reason), before


def test_taking_a_correction_back_restores_every_row():
    """There was no undo but to delete the event."""
    event = drawn_event(4)
    played(match_of(event, 1))
    errands()
    act, before = acted(match_of(event, 1))
    assert bracket_of(event) != before

    back = undone(act)

    assert changed_since(before, event) == SAME
    assert (back.key, back.undoes, back.number) == ("taken_back", act, act.number + 1)


@pytest.mark.parametrize("choice", ["replay", "stand"])
def test_a_choice_is_taken_back_as_one_with_the_whole_way_up_to_the_final(choice):
    """A closed round could not be opened again: the tree had moved on."""
    event = finished_event(8)
    before = bracket_of(event)

    undone(corrected_with(choice, match_of(event, 1)))

    event.refresh_from_db()
    assert changed_since(before, event) == SAME
    assert event.status == Event.Status.FINISHED


def test_taking_a_double_forfeit_back_restores_both_teams_and_both_slots_above():
    """A double disqualification entered by mistake could not be taken back."""
    event = drawn_event(8)
    for number in (1, 2):
        played(match_of(event, number))
    errands()
    before = bracket_of(event)
    act = corrected(match_of(event, 1), None, NOBODY)
    assert seats(event, 5)[0] == Side.Kind.NO_ONE
    assert seats(event, 7)[0] == match_of(event, 2).winner

    undone(act)

    assert changed_since(before, event) == SAME
    assert seats(event, 7)[0] == Side.Kind.TO_BE_DECIDED


def test_an_undo_can_be_undone():
    event = drawn_event(4)
    played(match_of(event, 1))
    errands()
    act, before = acted(match_of(event, 1))
    after = bracket_of(event)

    back = undone(act)
    again = undone(back)

    assert changed_since(after, event) == SAME
    undone(again)
    assert changed_since(before, event) == SAME


def test_log_versions_and_letters_only_grow():
    event = drawn_event(4)
    first = played(match_of(event, 1))
    errands()
    act, _before = acted(first)
    lines, letters = event.log.count(), Letter.objects.count()
    versions = {it.pk: it.version for it in event.matches.all()}

    undone(act)

    assert event.log.count() == lines + 1
    assert Letter.objects.count() > letters
    assert all(it.version >= versions[it.pk] for it in event.matches.all())
    assert match_of(event, 1).version > versions[first.pk]
    line = event.log.first()
    assert (line.key, line.public) == ("taken_back", True)
    assert log.sentence(line) == (
        f"Taken back, act {act.number}: Match 1: the result was corrected. "
        f"{team(first, 1)} went on (walkover). The sheet says so"
    )


def test_one_form_sent_twice_takes_back_once():
    event = drawn_event(4)
    played(match_of(event, 1))
    errands()
    act, before = acted(match_of(event, 1))
    key = uuid4()

    assert undone(act, entry_key=key) == undone(act, entry_key=key)

    assert changed_since(before, event) == SAME
    assert event.acts.count() == 2
    with pytest.raises(Stale) as refused:
        undone(event.acts.get(key="taken_back"), entry_key=key)
    assert refused.value.code == "key_used"


def test_what_was_taken_back_already_says_so():
    event = drawn_event(4)
    played(match_of(event, 1))
    errands()
    act, _before = acted(match_of(event, 1))
    undone(act)

    with pytest.raises(Stale) as refused:
        undone(act)
    assert (refused.value.code, str(refused.value)) == (
        "cannot_be_undone",
        "Act 1 has been taken back already, by act 2.",
    )


def test_a_call_made_above_since_is_taken_back_with_it():
    event = drawn_event(4)
    played(match_of(event, 1))
    errands()
    act, _before = acted(match_of(event, 1))
    played(match_of(event, 2))
    errands()
    final = at_a_table(match_of(event, 3))
    table = final.table

    undone(act)

    final = match_of(event, 3)
    assert (final.state, final.table, table) == (Match.State.CALLED, table, table)
    assert seats(event, 3)[0] == team(match_of(event, 1), 0)


def test_a_match_above_that_was_called_waits_again_when_one_of_it_is_to_be_decided():
    event = drawn_event(4)
    first = played(match_of(event, 1))
    errands()
    voided(first)
    forfeit_before = bracket_of(event)
    act = forfeited(match_of(event, 1), [0])
    played(match_of(event, 2))
    errands()
    at_a_table(match_of(event, 3))

    undone(act)

    final, first = match_of(event, 3), match_of(event, 1)
    assert (final.state, final.table, final.called_at) == (Match.State.WAITING, None, None)
    assert seats(event, 3)[0] == Side.Kind.TO_BE_DECIDED
    assert bracket_of(event)["match"][str(first.pk)] == forfeit_before["match"][str(first.pk)]


def test_play_that_has_begun_above_since_is_named():
    event = drawn_event(4)
    played(match_of(event, 1))
    errands()
    act, _before = acted(match_of(event, 1))
    played(match_of(event, 2))
    errands()
    assert undo_fault(act) == ""
    opened(match_of(event, 3))
    before = bracket_of(event)

    assert undo_fault(act) == (
        "Match 3 has been played since, on top of it. Correct its result or void it first, or "
        "correct the match below it."
    )
    with pytest.raises(Stale):
        undone(act)
    assert changed_since(before, event) == SAME


def test_a_later_act_that_stands_on_it_is_named():
    event = drawn_event(4)
    played(match_of(event, 1))
    errands()
    first, _before = acted(match_of(event, 1))
    second = corrected(match_of(event, 1), None, NOBODY)

    assert undo_fault(first) == (
        f"Act {second.number} was done after it and stands on it. Take that back first."
    )
    undone(second)
    assert undo_fault(first) == ""


def test_an_act_elsewhere_in_the_bracket_does_not_stand_in_the_way():
    """Undo guessed from the totals which side to take a point from."""
    event = drawn_event(8)
    for number in (1, 2, 3, 4):
        played(match_of(event, number))
    errands()
    act, before = acted(match_of(event, 1))
    corrected(match_of(event, 3), 1, FORFEIT)

    undone(act)

    after = bracket_of(event)
    for number in (1, 2, 5):
        pk = str(match_of(event, number).pk)
        assert after["match"][pk] == before["match"][pk]
    assert match_of(event, 3).winner == team(match_of(event, 3), 1)


def test_a_match_in_play_that_was_forfeited_goes_on_where_it_was():
    event = drawn_event(4)
    game = opened(match_of(event, 1))
    enter_hand(game, bids={"N": "1", "E": "1", "S": "1", "W": "1"}, tricks={"NS": 11, "EW": 2})
    before = bracket_of(event)
    act = forfeited(match_of(event, 1), [0])
    assert match_of(event, 1).attempt == 2

    undone(act)

    assert changed_since(before, event) == SAME
    assert match_of(event, 1).state == Match.State.PLAYING


def test_a_match_whose_table_is_taken_meanwhile_waits_for_another_one():
    event = drawn_event(4, tables=1)
    opened(match_of(event, 1))
    act = forfeited(match_of(event, 1), [0])
    opened(match_of(event, 2))

    undone(act)

    first = match_of(event, 1)
    assert (first.state, first.table, first.game_number) == (Match.State.READY, None, 1)
    assert match_of(event, 2).state == Match.State.PLAYING


def test_acts_are_taken_back_one_after_another_in_any_number():
    event = finished_event(4)
    pictures, acts = [], []
    for winner, reason in ((1, FORFEIT), (0, WALKOVER), (None, NOBODY)):
        pictures.append(bracket_of(event))
        acts.append(corrected_with("replay", match_of(event, 1), winner, reason))

    for act, picture in zip(reversed(acts), reversed(pictures), strict=True):
        undone(act)
        assert changed_since(picture, event) == SAME

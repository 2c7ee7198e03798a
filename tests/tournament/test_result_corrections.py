"""Any ending of a match can be corrected, with a reason, and as often as it takes."""

from uuid import uuid4

import pytest

from relay.models import Letter
from tests.stage import director_of, drawn_event, match_of, opened, played, work
from tests.tournament.corrections_cast import (
    FORFEIT,
    NOBODY,
    PLAYED,
    WALKOVER,
    corrected,
    corrected_with,
    finished_event,
    forfeited,
    seats,
    team,
    voided,
)
from tournament import log
from tournament.models import Event, Match, Side
from tournament.refusals import ChoiceNeeded, Refusal, Stale
from tournament.services.departures import award_walkover
from tournament.services.events import cancel_event
from tournament.services.result_corrections import reasons_of, why_not

pytestmark = pytest.mark.django_db


def test_a_played_match_goes_to_the_other_side_by_ruling_and_everybody_can_read_why():
    """An admin had to delete a result and have the players send it again."""
    event = drawn_event(4)
    first = played(match_of(event, 1))
    work()

    act = corrected(first, 1)

    first = match_of(event, 1)
    assert (first.winner, first.reason) == (team(first, 1), PLAYED)
    assert (first.by_ruling, first.ruling) == (True, "The sheet says so")
    assert (act.key, act.match, act.params["why"]) == ("result_corrected", first, first.ruling)
    line = event.log.get(key="result_corrected")
    assert (line.public, line.act) == (True, act)
    assert log.sentence(line) == (
        f"Match 1: the result was corrected. {first.winner} went on (by ruling). The sheet says so"
    )
    told = Letter.objects.filter(fact__startswith=f"result_corrected:{first.pk}:")
    assert {letter.to for letter in told} == {team(first, place).email for place in (0, 1)}


def test_one_form_sent_twice_corrects_once():
    event = drawn_event(4)
    first = played(match_of(event, 1))
    work()
    key = uuid4()

    act = corrected(first, 1, entry_key=key)
    again = corrected(first, 1, entry_key=key)

    assert (again, event.acts.count()) == (act, 1)
    assert match_of(event, 1).winner == team(first, 1)


def test_a_form_that_says_something_else_the_second_time_is_not_taken_for_done():
    event = drawn_event(4)
    first, second = played(match_of(event, 1)), played(match_of(event, 2))
    work()
    key = uuid4()
    corrected(first, 1, entry_key=key)

    for other in (
        lambda: corrected(first, 0, entry_key=key),
        lambda: corrected(first, 1, why="Another reason", entry_key=key),
        lambda: corrected(second, 1, entry_key=key),
        lambda: voided(first, entry_key=key),
    ):
        with pytest.raises(Stale) as refused:
            other()
        assert refused.value.code == "key_used"
    assert event.acts.count() == 1


def test_a_walkover_that_was_given_to_the_wrong_side_is_turned_round():
    """Rescoring broke where the neighbour was a walkover."""
    event = drawn_event(4)
    award_walkover(match_of(event, 1), absent=[1], by=director_of(event.club))
    work()

    corrected(match_of(event, 1), 1, WALKOVER)

    first = match_of(event, 1)
    assert (first.winner, first.reason, first.by_ruling) == (team(first, 1), WALKOVER, False)
    assert [side.gone for side in first.sides.order_by("place")] == [True, False]
    assert first.sides.get(place=0).gone_for == WALKOVER
    assert seats(event, 3)[0] == first.winner


def test_a_double_forfeit_is_corrected_to_one_side_and_the_slot_above_fills():
    """A double disqualification entered by mistake could not be taken back."""
    event = drawn_event(4)
    forfeited(match_of(event, 1), [0, 1])
    assert seats(event, 3)[0] == Side.Kind.NO_ONE

    corrected(match_of(event, 1), 0, FORFEIT)

    first = match_of(event, 1)
    assert [side.gone for side in first.sides.order_by("place")] == [False, True]
    assert seats(event, 3)[0] == team(first, 0)


def test_only_the_side_that_is_named_is_marked_when_a_result_is_corrected():
    """One team that folded turned matches into forfeits by both."""
    event = drawn_event(8)
    for number in (1, 2):
        forfeited(match_of(event, number), [0])

    corrected(match_of(event, 1), 0, FORFEIT)

    gone = Side.objects.filter(event=event, gone=True)
    assert {side.entry for side in gone} == {
        team(match_of(event, 1), 1),
        team(match_of(event, 2), 0),
    }


def test_a_played_match_that_is_forfeited_afterwards_keeps_its_hands_as_void():
    event = drawn_event(4)
    first = played(match_of(event, 1))
    work()

    corrected(first, 1, FORFEIT)

    first = match_of(event, 1)
    assert (first.reason, first.attempt, first.game_number) == (FORFEIT, 2, 0)
    assert [side.games for side in first.sides.all()] == [0, 0]
    assert first.games.filter(attempt=1).count() == 1


def test_nobody_goes_on_where_both_are_ruled_out():
    event = drawn_event(4)
    first = played(match_of(event, 1))
    second = played(match_of(event, 2))
    work()

    act = corrected(first, None, NOBODY)

    event.refresh_from_db()
    assert act.key == "result_corrected_nobody"
    assert match_of(event, 1).winner is None
    assert (match_of(event, 3).reason, event.champion) == (WALKOVER, second.winner)


def test_a_match_settled_by_itself_is_as_correctable_as_a_played_one():
    event = drawn_event(4)
    forfeited(match_of(event, 1), [0, 1])
    second = played(match_of(event, 2))
    work()
    event.refresh_from_db()
    final = match_of(event, 3)
    assert (final.reason, event.champion) == (WALKOVER, second.winner)

    corrected(final, None, NOBODY)

    event.refresh_from_db()
    assert (event.status, event.champion) == (Event.Status.FINISHED, None)
    assert match_of(event, 3).sides.get(entry=second.winner).gone


def test_a_match_is_played_again_from_the_beginning():
    event = drawn_event(4)
    first = played(match_of(event, 1))
    work()

    act = voided(first)

    first = match_of(event, 1)
    assert act.key == "match_replayed"
    assert (first.state, first.attempt, first.hand_number) == (Match.State.READY, 2, 0)
    assert (first.winner, first.table, first.advanced_at) == (None, None, None)
    assert [side.games for side in first.sides.all()] == [0, 0]
    assert seats(event, 3)[0] == Side.Kind.TO_BE_DECIDED
    played(match_of(event, 1), winner=1)
    work()
    assert seats(event, 3)[0] == team(first, 1)


def test_a_walkover_is_played_after_all():
    """A match was stuck in a state nobody could leave."""
    event = drawn_event(2)
    forfeited(match_of(event, 1), [0])
    event.refresh_from_db()
    assert event.status == Event.Status.FINISHED

    voided(match_of(event, 1))

    event.refresh_from_db()
    final = match_of(event, 1)
    assert (event.status, event.champion) == (Event.Status.RUNNING, None)
    assert (final.state, [side.gone for side in final.sides.all()]) == ("ready", [False, False])


def test_with_a_choice_needed_nothing_is_written_until_it_is_made():
    """A second tap by accident flipped a decided match."""
    event = finished_event()
    before = list(Match.objects.values()), event.log.count(), Letter.objects.count()

    with pytest.raises(ChoiceNeeded):
        corrected(match_of(event, 1))
    with pytest.raises(ChoiceNeeded):
        voided(match_of(event, 1))

    assert (list(Match.objects.values()), event.log.count(), Letter.objects.count()) == before
    assert event.acts.count() == 0


@pytest.mark.parametrize(
    ("choice", "key"), [("replay", "result_corrected"), ("stand", "result_stands")]
)
def test_each_choice_is_one_act_that_is_told_in_public(choice, key):
    """Reporting a result anew left the later rounds as they were."""
    event = finished_event()

    act = corrected_with(choice, match_of(event, 1))

    first = match_of(event, 1)
    assert (act.key, event.acts.count()) == (key, 1)
    assert first.winner == team(first, 1 if choice == "replay" else 0)
    assert first.by_ruling
    assert event.log.filter(key=key, public=True, act=act).count() == 1
    assert seats(event, 3)[0] == first.winner


def test_two_directors_who_choose_differently_do_not_both_get_their_way():
    event = finished_event()
    first = match_of(event, 1)
    corrected_with("replay", first)
    played(match_of(event, 3))

    with pytest.raises(Stale) as refused:
        corrected(first, 0, choice="replay", seen="what it was before")

    assert refused.value.code == "corrected_meanwhile"
    assert match_of(event, 1).winner == team(first, 1)


def test_all_that_is_wrong_with_a_correction_is_said_at_once():
    event = drawn_event(4)
    first = played(match_of(event, 1))

    with pytest.raises(Refusal) as refused:
        corrected(first, 7, "bye", why="  ")
    assert set(refused.value.fields) == {"winner", "reason", "why"}
    with pytest.raises(Refusal) as refused:
        corrected(first, 1, why="x" * 201)
    assert set(refused.value.fields) == {"why"}
    with pytest.raises(Refusal) as refused:
        voided(first, why="")
    assert set(refused.value.fields) == {"why"}
    corrected(first, 1, why="x" * 200)


def test_what_a_result_says_already_is_no_correction():
    event = drawn_event(4)
    first = played(match_of(event, 1))
    corrected(first, 1)

    with pytest.raises(Refusal) as refused:
        corrected(match_of(event, 1), 1)
    assert refused.value.code == "nothing_changed"


def test_a_reason_that_nothing_was_played_for_is_not_offered():
    event = drawn_event(4)
    forfeited(match_of(event, 1), [0])
    played(match_of(event, 2))

    assert reasons_of(match_of(event, 1)) == [WALKOVER, FORFEIT]
    assert reasons_of(match_of(event, 2)) == [PLAYED, WALKOVER, FORFEIT]


def test_a_bye_a_match_to_come_and_one_in_play_say_what_to_do_instead():
    """A bye offered what can only be done with a match."""
    event = drawn_event(3)
    work()
    bye = event.matches.get(reason="bye")
    ready = event.matches.get(state="ready")
    waiting = event.matches.get(state="waiting")
    opened(ready)

    told = [why_not(match_of(event, it.number)) for it in (bye, ready, waiting)]
    assert told == [
        f"Match {bye.number} is a bye: nobody played it. Correct match 3 instead.",
        f"Match {ready.number} has no result yet. Play it, or give a walkover or a forfeit.",
        "It is not decided yet who plays match 3. Correct a match before it.",
    ]
    for match in (bye, ready, waiting):
        with pytest.raises(Refusal) as refused:
            corrected(match, 0)
        assert refused.value.code == "not_correctable"


def test_an_event_that_was_called_off_or_put_away_is_not_corrected():
    event = drawn_event(4)
    first = played(match_of(event, 1))
    Event.objects.filter(pk=event.pk).update(archived_at=event.created_at)
    with pytest.raises(Stale) as refused:
        corrected(first)
    assert refused.value.code == "event_is_archived"

    Event.objects.filter(pk=event.pk).update(archived_at=None)
    cancel_event(event, reason="Storm", by=director_of(event.club))
    with pytest.raises(Stale) as refused:
        corrected(first)
    assert refused.value.code == "event_is_over"

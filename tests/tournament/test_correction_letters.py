"""Who is told of a corrected result, and in which words."""

import pytest

from relay.models import Letter
from tests.stage import at_a_table, drawn_event, match_of, played, work
from tests.tournament.corrections_cast import (
    FORFEIT,
    NOBODY,
    corrected,
    corrected_with,
    finished_event,
    team,
    undone,
    voided,
)

pytestmark = pytest.mark.django_db

WHY = "The sheet says so"


@pytest.fixture
def decided():
    """Four pairs, and the first of the two semi-finals is over."""
    event = drawn_event(4)
    played(match_of(event, 1))
    work()
    return event


def letter_to(entry):
    """The latest letter on a correction to a team."""
    letters = Letter.objects.filter(fact__startswith="result_corrected:", to=entry.email)
    return letters.order_by("-pk").first()


def test_who_is_out_and_who_goes_on_after_all_are_told_so_with_the_reason(decided):
    """Staff put a result right in place, and the players heard nothing of it."""
    first = match_of(decided, 1)
    corrected(first, 1, why=WHY)

    out, on = letter_to(team(first, 0)), letter_to(team(first, 1))
    assert out.subject == f"A result was corrected: you are out of {decided.name}"
    assert on.subject == "A result was corrected: you meet the winner of match 2"
    told = f"{team(first, 1)}, the result of match 1 was corrected. Who goes on: {team(first, 1)}."
    assert on.body.splitlines()[:2] == [told, f"The reason: {WHY}"]
    assert "Your match now is match 3, against the winner of match 2." in on.body
    assert "With that your evening is over." in out.body


def test_whoever_plays_again_is_told_which_match(decided):
    first = match_of(decided, 1)
    voided(first)

    for place in (0, 1):
        letter = letter_to(team(first, place))
        assert letter.subject == "A result was corrected: match 1 is played again"
        assert "It is to be played." in letter.body
        assert f"against {team(first, 1 - place)}." in letter.body


def test_an_opponent_in_a_later_match_is_told_whom_it_meets_now():
    event = finished_event()
    first, second = match_of(event, 1), match_of(event, 2)
    corrected_with("replay", first)

    letter = letter_to(second.winner)
    assert letter.subject == "A result was corrected: match 3 is played again"
    assert f"against {team(first, 1)}." in letter.body


def test_nobody_is_written_to_where_nothing_changes_for_anybody(decided):
    first = match_of(decided, 1)
    corrected(first, 0, FORFEIT)

    assert not Letter.objects.filter(fact__startswith="result_corrected:").exists()


def test_to_let_it_stand_writes_to_nobody():
    event = finished_event()
    corrected_with("stand", match_of(event, 1))

    assert not Letter.objects.filter(fact__startswith="result_corrected:").exists()


def test_the_end_of_an_event_is_told_as_ever_and_only_once():
    event = finished_event()
    final = match_of(event, 3)
    letters = Letter.objects.count()
    corrected(final, 1)

    event.refresh_from_db()
    kinds = [it.fact.partition(":")[0] for it in Letter.objects.order_by("pk")[letters:]]
    assert event.champion == team(final, 1)
    assert sorted(kinds) == ["you_are_out", "you_won"]


def test_taking_back_tells_those_whose_next_match_is_another_one_again(decided):
    first = match_of(decided, 1)
    act = corrected(first, 1)
    played(match_of(decided, 2))
    work()
    final = at_a_table(match_of(decided, 3))
    calls = Letter.objects.filter(fact__startswith="you_play:").count()

    undone(act)

    assert (
        letter_to(team(first, 1)).subject
        == f"A result was corrected: you are out of {decided.name}"
    )
    other = match_of(decided, 2).winner
    assert letter_to(team(first, 0)).subject == f"A result was corrected: you meet {other}"
    assert letter_to(other).subject == f"A result was corrected: you meet {team(first, 0)}"
    assert final.state == match_of(decided, 3).state
    assert Letter.objects.filter(fact__startswith="you_play:").count() == calls + 2


def test_with_nobody_left_the_other_side_learns_that_it_won():
    event = drawn_event(4)
    first, second = played(match_of(event, 1)), played(match_of(event, 2))
    work()
    letters = Letter.objects.filter(fact__startswith="you_won:", to=second.winner.email).count()
    corrected(first, None, NOBODY)

    assert letter_to(team(first, 0)).subject.endswith(f"you are out of {event.name}")
    won = Letter.objects.filter(fact__startswith="you_won:", to=second.winner.email)
    assert won.count() == letters + 1

"""Who does not come to a table of three or four: the others play, as long as there are two."""

import pytest

from relay.models import Letter
from tests.factories import TableFactory
from tests.stage import director_of, match_of, work
from tests.tournament.table_cast import entry_at, table_of, two_rounds
from tournament import log
from tournament.models import Match, Side
from tournament.refusals import Refusal, Stale
from tournament.services.calls import call_match, free_tables
from tournament.services.departures import (
    award_walkover,
    consequence,
    forfeit,
    plays_on,
    remove_team,
    withdraw_team,
)

pytestmark = [pytest.mark.django_db, pytest.mark.everywhere]
State, Reason = Match.State, Match.Reason


def by(match):
    return director_of(match.event.club)


def gone(match):
    return [side.place for side in match.sides.order_by("place") if side.gone]


def said(match):
    return [log.sentence(line) for line in match.event.log.filter(match=match).order_by("pk")]


def in_play(count=3, **words):
    """A match in its second hand, with figures on every side."""
    match = table_of(count, state=State.PLAYING, game_number=1, hand_number=2, **words)
    match.sides.update(points=70, bags=3)
    return match


@pytest.mark.parametrize("state", [State.READY, State.CALLED])
@pytest.mark.parametrize(("count", "left"), [(3, "two_handed"), (4, "cutthroat")])
def test_one_absent_leaves_the_match_to_the_others(state, count, left):
    match = table_of(count, state=state)

    award_walkover(match, absent=[1], by=by(match))

    match.refresh_from_db()
    assert (match.state, match.reason, match.winner, gone(match)) == (state, "", None, [1])
    assert match.attempt == 1
    playing = [side for side in match.sides.all() if side.plays]
    assert match.rules_at(sides=len(playing)).variant == left


def test_what_two_play_after_all_shares_target_and_values_with_the_table_of_three():
    match = table_of(3)
    assert match.rules_at(sides=2).target_score == 100


def test_several_absent_are_named_at_once():
    match = table_of(4)
    award_walkover(match, absent=[0, 3], by=by(match))
    match.refresh_from_db()
    assert (match.is_open, gone(match)) == (True, [0, 3])
    assert said(match) == ["Match 1: Ada, Dan did not come. Ben and Cleo play it."]


def test_the_last_who_is_left_has_the_walkover():
    match = table_of(3, state=State.CALLED)
    award_walkover(match, absent=[0], by=by(match))
    award_walkover(match, absent=[2], by=by(match))
    work()
    match.refresh_from_db()
    assert (match.reason, match.winner, gone(match)) == (
        Reason.WALKOVER,
        entry_at(match, 1),
        [0, 2],
    )
    assert free_tables(match.event) == [match.table]
    assert match.event.log.get(key="champion").params["team"] == "Ben"


def test_two_absent_of_three_are_a_walkover_at_once():
    match = table_of(3)
    award_walkover(match, absent=[1, 2], by=by(match))
    match.refresh_from_db()
    assert (match.reason, match.winner) == (Reason.WALKOVER, entry_at(match, 0))
    assert said(match) == [
        "Match 1: Ben, Cleo did not come. Ada went on.",
        "Ada won the event.",
    ]


def test_nobody_left_leaves_no_one_in_the_slot_above():
    event = two_rounds()
    match = match_of(event, 2)
    award_walkover(match, absent=[0, 1, 2], by=by(match))
    work()
    match.refresh_from_db()
    assert (match.reason, match.winner) == (Reason.DOUBLE_FORFEIT, None)
    assert match.above.sides.get(place=1).kind == Side.Kind.NO_ONE
    assert said(match) == ["Match 2: Ada 2, Ben 2, Cleo 2 did not play. Nobody went on."]


def test_the_same_absence_told_twice_changes_nothing():
    match = table_of(3)
    award_walkover(match, absent=[1], by=by(match))
    version = match_of(match.event, 1).version

    award_walkover(match, absent=[1], by=by(match))

    assert (match_of(match.event, 1).version, len(said(match))) == (version, 1)


def test_a_slot_without_a_team_cannot_be_absent():
    match = table_of(3)
    match.sides.filter(place=2).update(kind=Side.Kind.NO_ONE, entry=None)
    with pytest.raises(Refusal) as refused:
        award_walkover(match, absent=[2], by=by(match))
    assert refused.value.fields == {"sides": "Say who it is."}


def test_a_forfeit_in_play_begins_the_match_anew_among_those_left():
    match = in_play()

    forfeit(match, sides=[0], by=by(match))

    match = match_of(match.event, 1)
    assert (match.state, match.attempt, match.table_id) == (State.CALLED, 2, match.table.pk)
    assert (match.game_number, match.hand_number, match.hand_at, match.started_at) == (
        0, 0, None, None,
    )  # fmt: skip
    assert set(match.sides.values_list("games", "points", "bags")) == {(0, 0, 0)}
    assert said(match) == [
        "Match 1: Ada forfeited. Ben and Cleo play it.",
        "Match 1 begins anew with those who are left.",
    ]


def test_the_clock_of_a_match_begun_anew_runs_from_now():
    match = in_play()
    assert match.called_at is None
    forfeit(match, sides=[0], by=by(match))
    assert match_of(match.event, 1).called_at is not None


def test_a_forfeit_before_the_first_hand_voids_nothing():
    match = table_of(4, state=State.CALLED)
    forfeit(match, sides=[2], by=by(match))
    match.refresh_from_db()
    assert (match.state, match.attempt, gone(match)) == (State.CALLED, 1, [2])


@pytest.mark.parametrize(("leave", "word"), [(withdraw_team, "withdrew"), (remove_team, "had to")])
def test_who_leaves_the_event_in_play_leaves_the_table_to_the_others(leave, word):
    match = in_play(4)
    leave(entry_at(match, 3), by=by(match))
    match = match_of(match.event, 1)
    assert (match.state, match.attempt, gone(match)) == (State.CALLED, 2, [3])
    assert word in said(match)[0]


def test_who_was_absent_and_then_withdraws_changes_the_match_no_more():
    match = table_of(3, state=State.CALLED)
    award_walkover(match, absent=[1], by=by(match))
    withdraw_team(entry_at(match, 1), by=by(match))
    match.refresh_from_db()
    assert (match.state, gone(match), len(said(match))) == (State.CALLED, [1], 1)


def test_a_call_tells_only_those_who_still_play():
    match = table_of(3)
    for side in match.sides.select_related("entry"):
        side.entry.email = f"{side.entry.name}@example.org"
        side.entry.save()
    award_walkover(match, absent=[1], by=by(match))

    call_match(match, TableFactory(event=match.event), by=by(match))

    letters = Letter.objects.filter(fact__startswith="you_play").order_by("to")
    assert [letter.to for letter in letters] == ["Ada@example.org", "Cleo@example.org"]
    assert "you play Cleo at table" in letters[0].body


def test_a_match_in_play_at_a_table_of_three_is_not_walked_over():
    match = in_play()
    with pytest.raises(Stale) as lost:
        award_walkover(match, absent=[0], by=by(match))
    assert lost.value.code == "play_has_begun"


@pytest.mark.parametrize(
    ("count", "absent", "told"),
    [
        (3, [1], "Ben will be out. Ada and Cleo play it, by the rules of Two-handed."),
        (4, [1], "Ben will be out. Ada, Cleo and Dan play it, by the rules of Cutthroat."),
        (4, [0, 1], "Ada and Ben will be out. Cleo and Dan play it, by the rules of Two-handed."),
        (3, [1, 2], "Ada will win the event. Ben and Cleo will be out."),
        (3, [0, 1, 2], "Ada, Ben and Cleo will be out. The event will end without a champion."),
    ],
)  # fmt: skip
def test_the_consequence_is_said_for_so_many_sides(count, absent, told):
    match = table_of(count)
    assert consequence(match, absent) == told
    assert plays_on(match, absent) is (count - len(absent) >= 2)


def test_the_consequence_in_play_says_that_the_match_begins_anew():
    match = in_play()
    assert consequence(match, [0]) == (
        "Ada will be out. The match begins anew: Ben and Cleo play it, by the rules of Two-handed."
    )


def test_the_consequence_counts_those_already_gone():
    match = table_of(3)
    award_walkover(match, absent=[0], by=by(match))
    assert consequence(match, [1]) == "Cleo will win the event. Ben will be out."


def test_the_consequence_below_a_table_of_three_does_not_promise_a_walkover_above():
    event = two_rounds()
    assert consequence(match_of(event, 1), [0, 1, 2]) == (
        "Ada 1, Ben 1 and Cleo 1 will be out. Match 4 will be played without a winner of this one."
    )
    assert consequence(match_of(event, 1), [0, 1]) == (
        "Cleo 1 will go on to match 4. Ada 1 and Ben 1 will be out."
    )


@pytest.mark.parametrize(
    ("width", "told"),
    [
        (2, "Whoever comes to match 3 goes on without playing, and without Ada."),
        (3, "Match 3 will be played without Ada."),
    ],
)
def test_who_leaves_while_waiting_is_missed_by_one_opponent_or_by_two(width, told):
    match = table_of(width, state=State.WAITING)
    Match.objects.update(number=3)
    match.sides.exclude(place=0).update(kind=Side.Kind.TO_BE_DECIDED, entry=None)
    match.refresh_from_db()
    assert consequence(match, [0]) == told

"""The bracket moves at tables of three and four: a full one, a short one, one alone, none."""

import pytest

from tests.stage import director_of, match_of, work
from tests.tournament.table_cast import entry_at, table_of, two_rounds
from tournament.models import Event, Match, Side
from tournament.services.departures import award_walkover, withdraw_team
from tournament.services.results import Standing, report_progress, report_result

pytestmark = [pytest.mark.django_db, pytest.mark.everywhere]
State, Reason = Match.State, Match.Reason


def empty(event, number):
    """Let nobody come to a match."""
    match = match_of(event, number)
    places = list(match.sides.values_list("place", flat=True))
    award_walkover(match, absent=places, by=director_of(event.club))


def won(event, number, place=0):
    """Give a match to one place."""
    match = match_of(event, number)
    others = [it for it in match.sides.values_list("place", flat=True) if it != place]
    award_walkover(match, absent=others, by=director_of(event.club))


@pytest.mark.parametrize("width", [3, 4])
def test_the_match_above_is_ready_once_all_its_winners_are_known(width):
    event = two_rounds(width)
    for number in range(1, width + 1):
        assert match_of(event, width + 1).state == State.WAITING
        won(event, number)
        work()
    final = match_of(event, width + 1)
    assert final.state == State.READY
    assert [side.entry.name for side in final.sides.order_by("place")] == [
        f"Ada {number}" for number in range(1, width + 1)
    ]


def test_two_winners_and_an_empty_match_make_a_final_of_two():
    event = two_rounds()
    empty(event, 2)
    won(event, 1)
    won(event, 3)
    work()
    final = match_of(event, 4)
    assert (final.state, final.reason) == (State.READY, "")
    assert [side.plays for side in final.sides.order_by("place")] == [True, False, True]
    assert final.rules_at(sides=2).variant == "two_handed"


def test_one_winner_and_two_empty_matches_make_a_walkover():
    event = two_rounds()
    empty(event, 1)
    empty(event, 3)
    won(event, 2)
    work()
    final = match_of(event, 4)
    event.refresh_from_db()
    assert (final.reason, final.winner) == (Reason.WALKOVER, entry_at(match_of(event, 2), 0))
    assert event.champion == final.winner


def test_three_empty_matches_leave_no_champion():
    event = two_rounds()
    for number in (1, 2, 3):
        empty(event, number)
    work()
    event.refresh_from_db()
    assert match_of(event, 4).reason == Reason.NO_ONE
    assert (event.status, event.champion) == (Event.Status.FINISHED, None)


def test_who_withdraws_while_waiting_for_two_others_is_missing_and_no_more():
    event = two_rounds()
    won(event, 1)
    work()
    withdraw_team(entry_at(match_of(event, 1), 0), by=director_of(event.club))
    won(event, 2)
    won(event, 3)
    work()
    final = match_of(event, 4)
    assert final.state == State.READY
    assert [side.gone for side in final.sides.order_by("place")] == [True, False, False]


def test_a_winner_removed_before_the_worker_ran_is_seated_as_gone():
    event = two_rounds()
    for number in (1, 2, 3):
        won(event, number)
    withdraw_team(entry_at(match_of(event, 2), 0), by=director_of(event.club))
    work()
    final = match_of(event, 4)
    assert final.state == State.READY
    assert [side.gone for side in final.sides.order_by("place")] == [False, True, False]


def test_a_result_is_reported_by_place_and_leaves_those_who_are_gone_alone():
    match = table_of(4, state=State.CALLED)
    award_walkover(match, absent=[1], by=director_of(match.event.club))
    match = match_of(match.event, 1)
    standing = {0: Standing(0, 40, 2), 2: Standing(0, -20, 0), 3: Standing(1, 101, 1)}

    report_progress(match, game=1, hand=3, sides=standing)
    report_result(match, winner_place=3, game=1, hand=4, sides=standing)
    work()

    match = match_of(match.event, 1)
    assert (match.winner.name, match.reason) == ("Dan", Reason.PLAYED)
    assert list(match.sides.order_by("place").values_list("games", "points", "gone")) == [
        (0, 40, False), (0, 0, True), (0, -20, False), (1, 101, False),
    ]  # fmt: skip
    assert Side.objects.filter(match=match, gone=True).get().entry.name == "Ben"

"""Places and paths of an event: what was not played is told apart, and never as a score."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.stage import (
    at_a_table,
    director_of,
    drawn_event,
    enter_hand,
    match_of,
    opened,
    played,
    work,
)
from tournament.models import Entry, Match, Side
from tournament.queries.places import results_of
from tournament.services.departures import award_walkover, forfeit, remove_team, withdraw_team

pytestmark = pytest.mark.django_db


def to_the_end(event, winner=0):
    """Play every match that is open, round by round."""
    for number in event.matches.order_by("round", "position").values_list("number", flat=True):
        work()
        if match_of(event, number).is_open:
            played(match_of(event, number), winner)
    work()
    event.refresh_from_db()
    return event


def path_of(event, entry):
    standings = {it.entry: it for it in results_of(event).standings}
    return [(step.round, step.code, step.words) for step in standings[entry].steps]


def places(event):
    return [it.place_words for it in results_of(event).standings]


def team(match, place):
    return match.sides.select_related("entry").get(place=place).entry


def test_a_played_evening_of_eight_has_four_places():
    event = to_the_end(drawn_event(8))

    found = results_of(event)

    assert places(event) == ["1", "2", "3–4", "3–4", *["5–8"] * 4]
    assert (found.is_settled, found.standings[0].entry) == (True, event.champion)
    assert [(words, len(entries)) for words, entries in found.podium] == [("2", 1), ("3–4", 2)]


def test_a_path_has_one_step_a_match_with_ones_own_games_first():
    """The loser of 2–0 read "0–3" as a win: the team's own games come first, and words before."""
    event = drawn_event(2, best_of=3)
    final = played(match_of(event, 1), winner=1)
    work()

    beaten, champion = team(final, 0), team(final, 1)

    assert path_of(event, champion) == [("Final", "played", f"beat {beaten} 2–0")]
    assert path_of(event, beaten) == [("Final", "played", f"lost to {champion} 0–2")]


def test_a_bye_stands_on_the_path_as_a_bye_and_counts_no_win():
    """A bye was counted as a win before the round had been played."""
    event = drawn_event(3)
    lucky = event.matches.get(reason=Match.Reason.BYE).winner
    work()
    to_play = event.matches.exclude(reason=Match.Reason.BYE).get(round=1)

    against = f"against the winner of match {to_play.number}"
    assert path_of(event, lucky) == [("Semi-finals", "bye", "bye"), ("Final", "", against)]
    assert Side.objects.filter(entry=lucky, games__gt=0).count() == 0


def test_nobody_is_second_by_byes_alone():
    """Somebody had two byes and was second without having won: one bye at most, in round one."""
    event = to_the_end(drawn_event(5), winner=1)
    byes = Side.objects.filter(event=event, kind=Side.Kind.BYE)

    found = results_of(event)

    second = next(it for it in found.standings if it.place_words == "2")
    steps = [step.code for step in second.steps]
    assert (byes.count(), byes.exclude(round=1).count()) == (3, 0)
    assert steps[1:] == ["played"] * (len(steps) - 1)
    assert max([step.code for step in it.steps].count("bye") for it in found.standings) == 1


def test_a_walkover_is_w_o_and_never_a_score():
    """An unplayed match showed 0–0, and a walkover could not be told from a 2–0."""
    event = drawn_event(4)
    first = match_of(event, 1)
    award_walkover(first, absent=[0], by=director_of(event.club))
    work()
    absent, here = team(first, 0), team(first, 1)

    assert path_of(event, here)[0] == ("Semi-finals", "walkover", f"W/O: {absent} absent")
    assert path_of(event, absent) == [("Semi-finals", "walkover", f"W/O: absent against {here}")]


def test_bye_walkover_forfeit_and_played_are_four_codes():
    """A bye was written with the code of something else, and nobody knew who had had one."""
    event = drawn_event(7)
    by = director_of(event.club)
    walkover, given_up, by_play = event.matches.filter(round=1, state=Match.State.READY)
    award_walkover(walkover, absent=[0], by=by)
    forfeit(at_a_table(given_up), sides=[1], by=by)
    played(by_play)
    work()

    first = event.matches.filter(round=1)
    assert sorted(first.values_list("reason", flat=True)) == [
        "bye",
        "forfeit",
        "played",
        "walkover",
    ]
    told = path_of(event, team(given_up, 0))[0]
    assert told == ("Quarter-finals", "forfeit", f"Forfeit: {team(given_up, 1)} forfeits")


def test_a_match_won_without_play_counts_for_the_place_like_any_other():
    """A win by forfeit was left out of the placing."""
    event = drawn_event(4)
    by = director_of(event.club)
    for number, gone in ((1, 1), (2, 0)):
        forfeit(at_a_table(match_of(event, number)), sides=[gone], by=by)
    work()
    award_walkover(match_of(event, 3), absent=[1], by=by)
    work()

    first, second = (team(match_of(event, 3), place) for place in (0, 1))
    assert [(it.entry, it.place_words) for it in results_of(event).standings[:2]] == [
        (first, "1"),
        (second, "2"),
    ]
    assert places(event) == ["1", "2", "3–4", "3–4"]


def test_who_withdraws_keeps_the_place_of_the_round_and_is_marked():
    event = drawn_event(4)
    by = director_of(event.club)
    played(match_of(event, 1))
    work()
    waiting = match_of(event, 1).winner
    withdraw_team(waiting, by=by)
    to_the_end(event)

    standing = next(it for it in results_of(event).standings if it.entry == waiting)

    assert (standing.place_words, standing.note) == ("2", "withdrawn")
    assert standing.steps[-1].words == f"W/O: withdrawn against {event.champion}"


def test_who_is_removed_in_round_one_shares_the_last_place():
    event = drawn_event(4)
    removed = team(match_of(event, 1), 0)
    remove_team(removed, by=director_of(event.club))
    to_the_end(event)

    standing = next(it for it in results_of(event).standings if it.entry == removed)

    assert (standing.place_words, standing.note) == ("3–4", "removed")


def test_both_out_of_a_match_share_the_place_of_its_round_and_nobody_meets_the_champion():
    event = drawn_event(4)
    award_walkover(match_of(event, 1), absent=[0, 1], by=director_of(event.club))
    to_the_end(event)

    assert places(event) == ["1", "2–4", "2–4", "2–4"]
    champion_path = path_of(event, event.champion)
    assert champion_path[-1] == ("Final", "walkover", "W/O: No one comes from match 1")


def test_without_a_champion_the_first_place_stays_empty():
    event = drawn_event(2)
    forfeit(at_a_table(match_of(event, 1)), sides=[0, 1], by=director_of(event.club))
    work()
    event.refresh_from_db()

    assert (event.champion, places(event)) == (None, ["2", "2"])
    assert {it.steps[0].words for it in results_of(event).standings} == {
        f"All out: forfeits against {team(match_of(event, 1), place)}" for place in (0, 1)
    }


def test_while_the_event_runs_only_what_is_settled_has_a_place():
    event = drawn_event(4)
    played(match_of(event, 1))
    work()
    assert places(event) == ["", "", "", ""]
    played(match_of(event, 2))
    work()

    found = results_of(event)

    assert [it.place_words for it in found.standings] == ["3–4", "3–4", "", ""]
    assert ([it.is_in for it in found.standings], found.is_settled) == (
        [False, False, True, True],
        False,
    )


def test_a_table_in_play_shows_no_result_yet():
    event = drawn_event(2, best_of=3)
    enter_hand(opened(match_of(event, 1)))
    first, second = (team(match_of(event, 1), place) for place in (0, 1))
    assert path_of(event, first) == [("Final", "", f"against {second}")]


def test_losers_of_one_table_share_its_place():
    event = drawn_event(9, variant="cutthroat")
    for match in event.matches.order_by("round", "position"):
        work()
        closing = match_of(event, match.number)
        award_walkover(closing, absent=[1, 2], by=director_of(event.club))
    work()

    assert places(event) == ["1", "2–3", "2–3", *["4–9"] * 6]


@pytest.mark.everywhere
@pytest.mark.parametrize("pairs", [8, 128])
def test_results_take_two_queries_however_many_teams(pairs):
    event = drawn_event(pairs)
    with CaptureQueriesContext(connection) as taken:
        results_of(event)
    assert len(taken) == 2
    assert Entry.objects.filter(event=event).count() == pairs

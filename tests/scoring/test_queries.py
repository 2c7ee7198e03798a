"""What the pages of a table and of a match are made of."""

from itertools import pairwise

import pytest

from engine.spades.hands import Bid
from engine.spades.rules import STANDARD
from scoring.queries.charts import chart_of
from scoring.queries.seats import side_bid_words
from scoring.queries.sheets import paper_words
from scoring.queries.sides import call_names
from scoring.queries.state import Stage
from scoring.queries.table import game_at, table_by_token, table_state
from tests.factories import EntryFactory, MatchFactory, TableFactory
from tests.scoring.table_rows import bid, bid_all, called_match, open_next, play, save
from tournament.models import Match, Table


def at(match):
    return table_state(Table.objects.select_related("event__club").get(pk=match.table_id))


@pytest.mark.django_db
def test_table_state_goes_through_all_stages_of_a_match(client):
    stages = [table_state(TableFactory()).stage]
    match = called_match(target_score=100, best_of=1)
    stages.append(at(match).stage)
    open_next(client, match)
    stages.append(at(match).stage)
    bid_all(client, match, "1", "6", "1", "4")
    stages.append(at(match).stage)
    save(client, match, 10)
    stages.append(at(match).stage)

    assert stages == [Stage.FREE, Stage.SEATS, Stage.BIDS, Stage.TRICKS, Stage.OVER]


@pytest.mark.django_db
def test_table_state_goes_on_to_the_next_match_at_the_table(client):
    first = called_match(target_score=100, best_of=1)
    open_next(client, first)
    play(client, first, ["1", "6", "1", "4"], 10)
    second = MatchFactory(
        event=first.event, number=2, state=Match.State.CALLED, table=first.table, teams=None
    )

    assert at(first).match == second


@pytest.mark.django_db
def test_stamp_changes_with_every_bid_and_every_hand(client):
    match = called_match()
    open_next(client, match)
    stamps = [at(match).stamp]
    for seat, made in zip("ESWN", ("3", "nil", "3", "3"), strict=True):
        bid(client, match, seat, made)
        stamps.append(at(match).stamp)
    save(client, match, 7, nil_S="0")
    stamps.append(at(match).stamp)

    assert len(set(stamps)) == 6


@pytest.mark.django_db
def test_only_bids_the_house_allows_become_keys(client):
    match = called_match(blind_nil_allowed=False, max_bid=7)
    open_next(client, match)

    assert [str(key) for key in at(match).keys] == ["nil", *map(str, range(1, 8))]


@pytest.mark.django_db
def test_the_deal_goes_on_into_the_next_game(client):
    match = called_match(target_score=100)
    open_next(client, match)
    play(client, match, ["1", "6", "1", "4"], 10)

    assert at(match).usual_seats["first_dealer"] == "E"


@pytest.mark.django_db
def test_game_at_finds_no_game_of_another_match_or_attempt(client):
    match = called_match()
    open_next(client, match)
    table = table_by_token(match.table.token)

    assert game_at(table, 1, "1.1").number == 1
    assert game_at(table, 1, "").number == 1
    assert game_at(table, 1, "2.1") is None
    assert game_at(table, 1, "1.2") is None
    assert game_at(table, 2, "1.1") is None


@pytest.mark.django_db
def test_two_partners_of_one_first_name_are_called_by_their_full_names(client):
    match = called_match()
    side = match.sides.get(place=0)
    side.entry = EntryFactory(event=match.event, people=("Kim Lee", "Kim Ode"))
    side.save()
    open_next(client, match)

    names = at(match).names

    assert (names["N"], names["S"], names["E"]) == ("Kim Lee", "Kim Ode", "Basil")


def test_call_names_leaves_names_without_spaces_alone():
    assert call_names({"N": "王小明", "E": "Ana"}) == {"N": "王小明", "E": "Ana"}


@pytest.mark.parametrize(
    ("bids", "words"),
    [
        ([Bid(4), Bid(2)], "6"),
        ([Bid(4), Bid(0)], "4 + nil"),
        ([Bid(0), Bid(0, blind=True)], "nil + blind nil"),
    ],
)
def test_side_bid_words_adds_tricks_and_names_nils(bids, words):
    assert side_bid_words(bids, STANDARD) == words


def test_paper_words_adds_partners_up_and_keeps_a_failed_nil_apart():
    paper = {
        "bids": {"N": 4, "E": 3, "S": 0, "W": 3},
        "blind": ["S"],
        "tricks": {"N": 5, "S": 2, "EW": 6},
    }

    assert paper_words(paper, STANDARD, {"N": "Ana", "NS": "Us", "EW": "Them"}) == (
        "Ana 4, E 3, S blind nil, W 3; Us took 7, S took 2, Them took 6"
    )


def test_chart_of_keeps_every_score_on_the_paper():
    chart = chart_of([("A", [-120, 40, 530]), ("B", [600, 610, 615])], 500)

    heights = [float(y) for track in chart.tracks for _x, y in track.marks]

    assert min(heights) >= 16
    assert max(heights) <= 200
    assert chart.goal.value == 500


def test_chart_of_keeps_the_labels_at_the_line_ends_apart():
    chart = chart_of([("A", [100, 250]), ("B", [90, 252])], 500)

    ends = sorted(float(track.end_y) for track in chart.tracks)

    assert ends[1] - ends[0] >= 16


def test_chart_of_keeps_the_labels_off_the_numbers_of_the_hands():
    chart = chart_of([("A", [30]), ("B", [-95]), ("C", [-90]), ("D", [-97])], 500)

    ends = sorted(float(track.end_y) for track in chart.tracks)

    assert ends[-1] <= 204
    assert min(lower - upper for upper, lower in pairwise(ends)) >= 15.9


def test_chart_of_a_game_without_hands_can_be_drawn():
    chart = chart_of([("A", []), ("B", [])], 500)

    assert [track.total for track in chart.tracks] == [0, 0]

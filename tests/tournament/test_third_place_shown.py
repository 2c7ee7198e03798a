"""The match for the third place wherever a bracket is shown: beside the tree, never inside it."""

import pytest
from django.urls import reverse

from tests.stage import director_of, match_of, played, work
from tests.tournament.test_bracket_json import bracket as data_of
from tests.tournament.test_bracket_svg import drawing, of_match, texts
from tests.tournament.test_bracket_view import slip, words
from tests.tournament.test_places import path_of, places
from tests.tournament.test_third_place import drawn, loser_of, play_below, semis_of, third_of
from tournament.queries.bracket import bracket_of
from tournament.queries.places import results_of
from tournament.services.departures import award_walkover

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    """Eight pairs, the semi-finals played, the final and the third place still to come."""
    event = drawn(8)
    play_below(event)
    for match in semis_of(event):
        played(match)
        work()
    return event


def page(client, event):
    return client.get(reverse("tournament:bracket", args=[event.slug])).content.decode()


def test_it_is_no_match_of_a_round(event):
    sheet = bracket_of(event)
    assert [len(each.slips) for each in sheet.rounds] == [4, 2, 1]
    assert [each.fan for each in sheet.rounds] == [2, 2, 1]
    assert (sheet.third.match, sheet.slips[-1]) == (third_of(event), sheet.third)


def test_it_says_whose_losers_meet_until_they_are_known(client):
    event = drawn(4)
    told = words(slip(page(client, event), third_of(event)))
    assert told == "Match 4 To be decided Loser of match 1 Loser of match 2"
    assert "The losers of matches 1 and 2 meet" in page(client, event)
    sides = data_of(client, event)[4]["sides"]
    assert [(side["kind"], side["takes"], side["from_match"]) for side in sides] == [
        ("tbd", "loser", 1),
        ("tbd", "loser", 2),
    ]


def test_the_places_are_played_off(event):
    third = played(third_of(event), winner=1)
    played(match_of(event, 7))
    work()
    event.refresh_from_db()

    assert places(event) == ["1", "2", "3", "4", *["5–8"] * 4]
    assert [it.entry for it in results_of(event).standings[2:4]] == [third.winner, loser_of(third)]
    assert [words for words, _entries in results_of(event).podium] == ["2", "3"]
    assert path_of(event, third.winner)[-1] == (
        "Third place",
        "played",
        f"beat {loser_of(third)} 1–0",
    )


def test_a_walkover_for_the_third_place_is_a_place_and_no_score(event):
    third = third_of(event)
    award_walkover(third, absent=[0], by=director_of(event.club))
    work()
    absent, here = (side.entry for side in third.sides.order_by("place"))
    assert path_of(event, here)[-1] == ("Third place", "walkover", f"W/O: {absent} absent")
    shown = {it.entry: it.place_words for it in results_of(event).standings}
    assert (shown[here], shown[absent]) == ("3", "4")


def test_the_picture_has_it_under_the_final(client, event):
    root = drawing(client, event)
    sides = [str(side.entry) for side in third_of(event).sides.order_by("place")]
    assert of_match(root, 8) == ["Match 8", "Waits for a table", *sides]
    assert "Third place" in texts(root)


def test_the_data_say_what_it_is(client, event):
    told = data_of(client, event)
    assert {number for number, match in told.items() if match["for_third"]} == {8}
    assert (told[8]["round"], told[8]["advancing"]) == (
        3,
        {"kind": "tbd", "team": None, "to": None},
    )


def test_who_follows_its_winner_reads_that_they_came_third(client, event):
    third = played(third_of(event))
    work()
    client.get(reverse("tournament:bracket", args=[event.slug]), {"follow": third.winner.ref})
    assert "They came third." in words(page(client, event))

"""Matches of three and four by API: every side, its letter, and who goes on."""

import pytest
from django.urls import reverse

from tests.stage import director_of, work
from tests.tournament.table_cast import sheet_of, table_of
from tournament.models import Match, Side
from tournament.services.departures import award_walkover

pytestmark = pytest.mark.django_db


def answer(client, name, event, *args):
    got = client.get(reverse(f"api:{name}", args=[event.slug, *args]))
    assert got.status_code == 200
    return got.json()


def test_a_match_of_four_lists_every_side_with_its_letter_and_points(client):
    match = table_of(4, state=Match.State.PLAYING, game_number=1, hand_number=1)
    for side in match.sides.all():
        Side.objects.filter(pk=side.pk).update(points=50 - 40 * side.place)

    told = answer(client, "match", match.event, 1)

    assert [(it["letter"], it["words"], it["points"]) for it in told["sides"]] == [
        ("A", "Ada", 50), ("B", "Ben", 10), ("C", "Cleo", -30), ("D", "Dan", -70),
    ]  # fmt: skip
    assert told["advancing"]["kind"] == "tbd"


def test_who_is_gone_from_an_open_match_is_told_so(client):
    match = table_of(3)
    award_walkover(match, absent=[1], by=director_of(match.event.club))
    told = answer(client, "match", match.event, 1)
    assert (told["state"], told["reason"]) == ("ready", None)
    assert [side["gone"] for side in told["sides"]] == [False, True, False]


def test_the_winner_of_a_table_of_three_is_the_one_who_goes_on(client):
    match = table_of(3)
    award_walkover(match, absent=[0, 1], by=director_of(match.event.club))
    work()
    told = answer(client, "match", match.event, 1)
    assert (told["advancing"]["kind"], told["advancing"]["team"]["name"]) == ("team", "Cleo")


def test_the_bracket_of_tables_names_its_rounds_and_all_their_sides(client):
    event = sheet_of(13)
    told = answer(client, "bracket", event)
    assert [(it["title"], len(it["matches"])) for it in told["rounds"]] == [
        ("Round 1", 9), ("Semi-finals", 3), ("Final", 1),
    ]  # fmt: skip
    assert [len(match["sides"]) for match in told["rounds"][1]["matches"]] == [3, 3, 3]
    assert {side["kind"] for side in told["rounds"][2]["matches"][0]["sides"]} == {"tbd"}

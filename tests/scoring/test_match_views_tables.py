"""The public page of a match of three or four: as many columns, tracks and names as play."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.models import Game
from scoring.queries.charts import SHAPES, chart_of
from scoring.queries.match import match_page
from tests.factories import HandFactory
from tests.tournament.table_cast import table_of
from tournament.models import Match

pytestmark = pytest.mark.django_db
TRICKS = {"A": 5, "B": 6, "C": 6}
BIDS = {"A": 4, "B": 6, "C": 7}


def in_play(count=3, *, places=(), hands=2):
    """A match whose first game has some hands; ``places`` are those who are left of it."""
    match = table_of(count, state=Match.State.PLAYING, game_number=1)
    match.sides.exclude(place__in=places or range(count)).update(gone=True)
    rules = match.rules_at(sides=len(places) or count).with_options(target_score=500)
    seats = rules.seats
    every = list(places or range(count))
    game = Game.objects.create(
        match=match,
        attempt=1,
        number=1,
        rules=rules.to_json(),
        seating={
            seat: match.sides.get(place=place).entry.players.get().pk
            for seat, place in zip(seats, every, strict=True)
        },
        places=list(places),
        first_dealer=seats[0],
    )
    share, rest = divmod(rules.hand_size, len(seats))
    for number in range(1, hands + 1):
        took = dict.fromkeys(seats, share) | {seats[number % len(seats)]: share + rest}
        HandFactory(game=game, number=number, dealer=seats[(number - 1) % len(seats)],
                    bids=dict.fromkeys(seats, share), tricks=took)  # fmt: skip
    state = game.replay()
    game.totals = {
        side: {"score": total.score, "bags": total.bags} for side, total in state.totals.items()
    }
    game.hands_played = hands
    game.save()
    return match


def page(client, match):
    answer = client.get(reverse("scoring:match", args=[match.event.slug, match.number]))
    assert answer.status_code == 200
    return answer.content.decode()


def words(html):
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


@pytest.mark.parametrize(
    ("count", "title"), [(3, "Ada – Ben – Cleo"), (4, "Ada – Ben – Cleo – Dan")]
)
def test_the_title_names_all_who_play(client, count, title):
    assert f"<title>{title} · " in page(client, in_play(count))


@pytest.mark.parametrize("count", [3, 4])
def test_a_game_has_a_column_and_a_track_for_every_side(client, count):
    match = in_play(count)
    html = page(client, match)
    head = re.search(r"<thead>.*?</thead>", html, re.DOTALL)[0]
    assert words(head).split()[1::2] == list("ABCD"[:count])
    assert html.count('class="cell"') == 2 * count
    assert len(re.findall(r"<polyline class=\"l[abcd]\"", html)) == count


def test_the_chart_says_how_each_track_looks_and_what_it_reached(client):
    html = page(client, in_play(4))
    told = words(html)
    assert "A is round and solid, B square and dashed, C six-sided and dotted, D an arch" in told
    assert "Dan: " in re.search(r"<title id=.*?</title>", html, re.DOTALL)[0]


def test_marks_of_all_sides_differ():
    chart = chart_of([(letter, [10, 20]) for letter in "ABCD"], 100)
    assert len({track.shape for track in chart.tracks}) == len(SHAPES) == 4
    assert len({track.end_y for track in chart.tracks}) == 4


def test_a_player_alone_is_not_named_a_second_time_by_the_seat(client):
    assert "A: Ada" not in words(page(client, in_play(3)))


def test_two_who_are_left_of_three_keep_their_letters_and_the_third_is_struck_out(client):
    match = in_play(3, places=(0, 2))
    html = page(client, match)
    head = re.search(r"<thead>.*?</thead>", html, re.DOTALL)[0]
    assert words(head) == "Hand A Ada C Cleo"
    assert "<s>Ben</s>" in html
    assert match_page(match.event.slug, 1).games_won == "0\u20130"


def test_games_won_stand_with_each_of_four(client):
    match = in_play(4)
    match.sides.filter(place=2).update(games=1)
    html = page(client, match)
    assert re.search(r"Cleo<b class=\"n\" aria-hidden=\"true\">1</b>", html)
    assert "0\u20130\u20131\u20130" in html


def test_a_match_of_four_takes_as_many_queries_as_one_of_three(client):
    taken = []
    for count in (3, 4):
        match = in_play(count)
        with CaptureQueriesContext(connection) as queries:
            match_page(match.event.slug, 1)
        taken.append(len(queries))
    assert taken == [6, 6]


def test_a_match_that_waits_for_its_winners_has_a_page(client):
    match = table_of(3, state=Match.State.WAITING)
    match.sides.filter(place=1).update(kind="tbd", entry=None)
    assert "To be decided" in words(page(client, match))

"""The public page of one match: every game, every hand, every correction."""

from uuid import uuid4

import pytest
from django.urls import reverse

from scoring.models import Hand
from scoring.services import correct_hand
from tests.factories import MatchFactory, SideFactory, UserFactory
from tests.scoring.table_rows import bid_all, called_match, open_next, play, save
from tournament.models import Match, Side

pytestmark = pytest.mark.django_db
WINS = (["1", "6", "1", "4"], 10)


@pytest.fixture
def match(client):
    """A match to 100 whose first game is open."""
    match = called_match(target_score=100)
    open_next(client, match)
    return match


def page(client, match, name="match"):
    return client.get(reverse(f"scoring:{name}", args=[match.event.slug, match.number]))


def test_the_page_tells_every_hand_with_bid_tricks_reason_and_total(client, match):
    """Players could not look up what had been written down about their own match."""
    play(client, match, ["3", "2", "3", "3"], 7)

    html = page(client, match).content.decode()

    assert "bid 5 took 7: 50 + 2 bags" in html
    assert "bid 6 took 6: 60" in html
    assert "Game 1, in play" in html
    assert "0 +52 → 52, bags 2 of 10" in html


def test_the_page_names_people_in_full_and_no_address(client, match):
    html = page(client, match).content.decode()

    assert "North: Hazel Greene" in html
    assert "@" not in html


def test_a_nil_names_who_bid_it(client, match):
    bid_all(client, match, "nil", "2", "3", "3")
    save(client, match, 7, nil_E="2")

    html = page(client, match).content.decode()

    assert "nil by Basil Moss failed" in html


def test_a_finished_game_carries_the_double_rule_once_in_its_ledger(client, match):
    play(client, match, *WINS)

    html = page(client, match).content.decode()

    assert "Game 1 to Bag Ladies" in html
    assert html.count('class="final"') == 1


def test_the_chart_says_its_numbers_in_words(client, match):
    play(client, match, ["3", "2", "3", "3"], 7)
    play(client, match, ["3", "2", "3", "3"], 3, number=2)

    html = page(client, match).content.decode()

    assert "Game 1, running totals. Bag Ladies: 52, \u22128. Trick or Treaty: 60, 115. " in html


def test_a_correction_is_told_with_both_versions_and_the_reason(client, match):
    play(client, match, ["3", "2", "3", "3"], 7)
    correct_hand(
        Hand.objects.get(),
        bids={"N": "3", "E": "3", "S": "2", "W": "3"},
        tricks={"NS": 6, "EW": 7},
        reason="Two tricks were stacked together",
        entry_key=uuid4(),
        by=UserFactory(username="dana"),
    )

    html = page(client, match).content.decode()

    assert "the table wrote:" in html
    assert "Bag Ladies took 7, Trick or Treaty took 6." in html
    assert "the desk wrote:" in html
    assert "Bag Ladies took 6, Trick or Treaty took 7." in html
    assert "Reason: Two tricks were stacked together" in html
    assert "dana" not in html


def test_the_newest_game_comes_first(client, match):
    play(client, match, *WINS)
    open_next(client, match, 2)

    html = page(client, match).content.decode()

    assert html.index("Game 2, in play") < html.index("Game 1 to Bag Ladies")


def test_a_walkover_shows_that_no_card_was_played(client):
    match = MatchFactory(state=Match.State.FINISHED, reason=Match.Reason.WALKOVER)
    match.winner = match.sides.get(place=0).entry
    match.save()

    html = page(client, match).content.decode()

    assert "Walkover" in html
    assert "No card was played in this match." in html
    assert f"{match.winner.name} went on." in html


def test_a_match_still_to_be_decided_says_whose_winner_comes(client):
    below = MatchFactory()
    match = MatchFactory(event=below.event, round=2, state=Match.State.WAITING, teams=())
    for place in (0, 1):
        SideFactory(
            match=match, place=place, kind=Side.Kind.TO_BE_DECIDED, entry=None, source=below
        )

    html = page(client, match).content.decode()

    assert f"Winner of match {below.number}" in html
    assert "No game has begun." in html


def test_an_unknown_match_is_not_found(client, match):
    missing = reverse("scoring:match", args=[match.event.slug, 99])

    assert client.get(missing).status_code == 404


def test_the_live_part_answers_nothing_when_nothing_changed(client, match):
    version = page(client, match).context["match"].version
    part = reverse("scoring:match-part", args=[match.event.slug, match.number])

    assert client.get(part, {"v": version}).status_code == 204

    play(client, match, ["3", "2", "3", "3"], 7)
    answer = client.get(part, {"v": version})

    assert "bid 5 took 7" in answer.content.decode()
    assert "<html" not in answer.content.decode()


def test_the_page_takes_as_many_queries_with_three_games_as_with_one(
    client, django_assert_num_queries
):
    match = called_match(target_score=100, best_of=5)
    for game in (1, 2, 3):
        open_next(client, match, game)
        play(client, match, *WINS, game=game)
        if game in {1, 3}:
            with django_assert_num_queries(7):
                page(client, match)

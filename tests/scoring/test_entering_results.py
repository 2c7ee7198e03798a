"""What went wrong elsewhere between the last card of a hand and its result, tried at our tables."""

from html import unescape
from uuid import uuid4

import pytest
from django.urls import reverse

from scoring.models import Hand
from scoring.services import correct_hand, open_game, record_bid, record_tricks, take_back_bid
from tests.evening.tapping import rows
from tests.scoring.table_rows import bid_all, called_match, open_next, play
from tests.stage import (
    at_a_table,
    director_of,
    drawn_event,
    enter_hand,
    match_of,
    opened,
    played,
    seating_of,
    work,
)
from tests.tournament.desk_cast import signed_in
from tournament.actors import Actor
from tournament.models import Match
from tournament.refusals import Stale

pytestmark = pytest.mark.django_db

SEVEN = {"NS": 7, "EW": 6}


def text(answer):
    return " ".join(unescape(answer.content.decode()).split())


def test_two_wins_of_three_end_a_match_and_there_is_no_third_game():
    """Two games to none in a best of three left the match running."""
    match = played(match_of(drawn_event(2, best_of=3), 1))
    assert (match.state, match.games.count()) == (Match.State.FINISHED, 2)
    seating = seating_of(match)
    with pytest.raises(Stale):
        open_game(
            match, game_number=3, seating=seating, first_dealer="N", by=Actor(table=match.table)
        )
    assert match.games.count() == 2


def test_a_bid_is_locked_once_its_hand_is_saved(client):
    """Players wished that bids could not be changed while or after the cards are played."""
    match = called_match()
    open_next(client, match)
    bid_all(client, match, "3", "3", "3", "3")
    game = match.games.get()
    words = {"number": 1, "entry_key": uuid4(), "by": Actor(table=match.table)}
    record_tricks(game, tricks=SEVEN, **words)
    before = rows()
    for act in (
        lambda: record_bid(game, number=1, seat="E", bid="4"),
        lambda: take_back_bid(game, number=1, seat="N", by=Actor(table=match.table)),
        lambda: record_tricks(game, tricks={"NS": 6, "EW": 7}, **words | {"entry_key": uuid4()}),
    ):
        with pytest.raises(Stale):
            act()
    assert rows() == before


def test_bags_stand_beside_the_score_and_cost_their_price_by_themselves(client):
    """Players counted bags on a slip of paper beside the scoreboard, and forgot the penalty."""
    match = called_match()
    open_next(client, match)
    for number in (1, 2, 3):
        answer = play(client, match, ["2"] * 4, 8, number=number)  # 4 bid, 8 taken
        assert answer.status_code in {302, 303}
        if number == 2:
            page = text(client.get(reverse("scoring:table", args=[match.table.token])))
            assert "bags <b>8</b>" in page
    game = match.games.get()
    assert game.totals["NS"] == {"score": 132 - 100, "bags": 2}
    page = text(client.get(reverse("scoring:match", args=[match.event.slug, 1])))
    assert ("−100" in page, "bags 2 of 10" in page) == (True, True)


def test_who_wrote_a_hand_when_and_on_which_device_is_kept_and_shown(client):
    """Afterwards nobody could say who had entered a result."""
    event = drawn_event(2, target_score=500)
    game = enter_hand(opened(match_of(event, 1)))
    hand = Hand.objects.get()
    director = director_of(event.club).user
    correct_hand(
        hand,
        bids=dict.fromkeys("NESW", "3"),
        tricks=SEVEN,
        reason="Read again",
        entry_key=uuid4(),
        by=director,
    )
    first, second = hand.versions.order_by("number")
    assert (first.by_table, first.by_user) == (game.match.table, None)
    assert (second.by_table, second.by_user) == (None, director)
    assert first.at < second.at
    told = client.get(reverse("api:hands", args=[event.slug, 1])).json()
    [hand] = told["games"][0]["hands"]
    assert [(it["by"], it["reason"]) for it in hand["versions"]] == [
        ("table", ""),
        ("desk", "Read again"),
    ]
    signed_in(client, event.club)
    page = text(client.get(reverse("hands:match", args=[event.slug, 1])))
    assert (f"table {game.match.table.number}" in page.lower(), str(director) in page) == (
        True,
        True,
    )


def test_every_saved_hand_is_there_for_both_sides_at_once(client):
    """Players could not check what had been written down, or only when somebody let it through."""
    event = drawn_event(2, target_score=500)
    enter_hand(opened(match_of(event, 1)))
    page = text(client.get(reverse("scoring:match", args=[event.slug, 1])))
    assert ("bid 10 took 11: 100 + 1 bag" in page, "101" in page) == (True, True)
    bracket = client.get(reverse("api:match", args=[event.slug, 1])).json()
    assert [side["points"] for side in bracket["sides"]] == [101, 20]


def test_saving_a_hand_writes_nothing_at_any_other_match():
    """Saving the scores of one match wiped those of others."""
    event = drawn_event(8, tables=4, target_score=500)
    games = [enter_hand(opened(match_of(event, number))) for number in (1, 2, 3)]
    at_a_table(match_of(event, 4))
    work()

    def others(number):
        matches = event.matches.exclude(number=number)
        return (
            list(matches.order_by("pk").values_list()),
            list(event.sides.filter(match__in=matches).order_by("pk").values_list()),
            list(Hand.objects.exclude(game__match__number=number).order_by("pk").values_list()),
            list(event.tables.order_by("pk").values_list()),
        )

    for game, number in zip(games, (1, 2, 3), strict=True):
        before = others(number)
        enter_hand(game)
        assert others(number) == before

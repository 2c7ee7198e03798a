"""The desk and matches of three or four: who may be ruled on, what follows, what the cards say."""

import re
from html import unescape

import pytest
from django.urls import reverse

from tests.stage import director_of, match_of
from tests.tournament.desk_cast import signed_in
from tests.tournament.table_cast import entry_at, table_of
from tournament.desk_acts import offers_of, places_of
from tournament.models import Match, Side
from tournament.services.departures import award_walkover
from tournament.templatetags.desk import hand_now

pytestmark = pytest.mark.django_db
State = Match.State


def address(name, match, *args):
    return reverse(f"desk:{name}", args=[match.event.slug, *args])


def words(answer):
    return unescape(" ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split()))


def seated(client, count, **more):
    match = table_of(count, **more)
    signed_in(client, match.event.club)
    return match


def test_each_side_may_be_absent_and_so_may_all(client):
    match = seated(client, 3)
    assert [offer.words for offer in offers_of(match)] == [
        "Absent: Ada", "Absent: Ben", "Absent: Cleo", "Nobody has come",
    ]  # fmt: skip


def test_who_is_gone_is_offered_no_more(client):
    match = seated(client, 3)
    match.sides.filter(place=1).update(gone=True)
    assert [offer.who for offer in offers_of(match)] == ["a", "c", "all"]


@pytest.mark.parametrize(
    ("who", "places"),
    [("ac", [0, 2]), ("ca", [0, 2]), ("all", [0, 1, 2]), ("d", None), ("ax", None), ("", None)],
)
def test_a_word_in_an_address_names_several_sides(who, places):
    assert places_of(table_of(3), who) == places


def test_one_absent_is_asked_first_and_then_the_others_play(client):
    match = seated(client, 3, state=State.CALLED)
    page = address("end", match, 1, "walkover", "b")

    asked = words(client.get(page))
    assert "Ben will be out. Ada and Cleo play it, by the rules of Two-handed." in asked
    assert "is free at once" not in asked
    assert "Let the others play on" in asked
    assert "Give the walkover" not in asked
    told = words(client.post(page, follow=True))

    assert "Match 1 goes on. Who plays it: Ada and Cleo." in told
    assert match_of(match.event, 1).state == State.CALLED


def test_a_second_tap_is_no_second_ruling(client):
    match = seated(client, 3)
    page = address("end", match, 1, "walkover", "b")
    client.post(page)
    assert client.post(page).status_code == 302
    match.refresh_from_db()
    assert [side.gone for side in match.sides.order_by("place")] == [False, True, False]


def test_two_absent_at_once_close_the_match(client):
    match = seated(client, 3, state=State.CALLED)
    page = address("end", match, 1, "walkover", "ac")
    asked = words(client.get(page))
    assert "is free at once" in asked
    assert "Give the walkover" in asked
    client.post(page)
    match.refresh_from_db()
    assert (match.reason, match.winner) == (Match.Reason.WALKOVER, entry_at(match, 1))


def test_the_page_of_a_match_in_play_lists_four_sides_and_their_points(client):
    match = seated(client, 4, state=State.PLAYING, game_number=1, hand_number=2)
    Side.objects.filter(match=match, place=3).update(points=-30, bags=1)
    told = words(client.get(address("match", match, 1)))
    assert "D Dan \u221230 points, 1 bag" in told
    assert "Forfeit by Cleo" in told


def test_the_card_of_a_table_shows_all_who_play_and_strikes_out_who_is_gone(client):
    match = seated(client, 4, state=State.PLAYING, game_number=1, hand_number=2)
    match.sides.filter(place=1).update(gone=True)
    html = client.get(address("tables", match)).content.decode()
    assert "<s>Ben</s>" in html
    assert "Cleo" in html


def test_between_two_games_the_desk_names_the_last_hand_and_not_one_more():
    match = table_of(3, state=State.PLAYING, game_number=1, hand_number=4)
    assert hand_now(match) == 5
    match.sides.filter(place=2).update(games=1)
    assert hand_now(match) == 4
    match.game_number, match.hand_number = 2, 0
    assert hand_now(match) == 1


def test_an_open_match_says_who_has_gone_and_who_is_left(client):
    match = seated(client, 3)
    award_walkover(match, absent=[0], by=director_of(match.event.club))
    told = words(client.get(address("match", match, 1)))
    assert "A Ada absent" in told
    assert "Match 1: Ada did not come. Ben and Cleo play it." in told

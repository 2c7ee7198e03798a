"""The phone at a table, over HTTP, as a browser without any script would use it."""

from uuid import uuid4

import pytest
from django.urls import reverse

from scoring.models import Game, Hand
from tests.factories import TableFactory
from tests.scoring.table_rows import (
    KEYS,
    address,
    bid,
    bid_all,
    called_match,
    open_next,
    play,
    save,
)
from tournament.models import Match, Table
from tournament.models.tables import new_token

pytestmark = [pytest.mark.django_db, pytest.mark.everywhere]


@pytest.fixture
def match():
    """A match that has been called to table 4."""
    return called_match()


@pytest.fixture
def playing(client, match):
    """The same match with its first game open: North deals, East bids first."""
    open_next(client, match)
    match.refresh_from_db()
    return match


def page(client, match):
    return client.get(address(match, "table")).content.decode()


def test_a_free_table_says_that_the_next_match_comes_by_itself(client):
    table = TableFactory(number=7)

    answer = client.get(reverse("scoring:table", args=[table.token]))

    assert "Table 7 is free." in answer.content.decode()


def test_unknown_and_revoked_links_get_the_same_answer(client, match):
    """A form that anybody could open was filled in for others."""
    old = match.table.token
    Table.objects.update(token=new_token())

    revoked = client.get(reverse("scoring:table", args=[old]))
    unknown = client.get(reverse("scoring:table", args=["never-was-one"]))

    assert (revoked.status_code, unknown.status_code) == (404, 404)
    assert revoked.content == unknown.content
    assert old not in revoked.content.decode()


@pytest.mark.parametrize("token", ["a\x00b", "é", "a" * 5000, "a b"])
def test_what_can_be_no_link_at_all_gets_the_same_answer_too(client, db, token):
    unknown = client.get(reverse("scoring:table", args=["never-was-one"]))
    unreadable = client.get(reverse("scoring:table", args=[token]))
    assert (unreadable.status_code, unreadable.content) == (404, unknown.content)


def test_posting_with_an_unknown_link_is_the_same_404(client, match):
    Table.objects.update(token=new_token())

    answer = bid(client, match, "E", "4")

    assert answer.status_code == 404


def test_a_table_page_stays_between_the_phone_and_the_site(client, match):
    answer = client.get(address(match, "table"))

    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["X-Robots-Tag"] == "noindex, nofollow"
    assert answer["Cache-Control"] == "no-store"
    assert 'name="robots" content="noindex, nofollow"' in answer.content.decode()


def test_a_called_match_asks_who_sits_where_and_who_deals(client, match):
    html = page(client, match)

    assert "Who sits where, and who deals first?" in html
    assert "Start game 1" in html
    assert html.count("Hazel Greene") == 2  # may sit North or South


def test_opening_a_game_seats_the_partners_as_chosen(client, match):
    hazel, clover = match.sides.get(place=0).entry.players.all()

    answer = open_next(client, match, seat_N=clover.pk, seat_S=hazel.pk, first_dealer="W")

    game = Game.objects.get()
    assert answer.status_code == 303
    assert (game.seating["N"], game.seating["S"]) == (clover.pk, hazel.pk)
    assert game.first_dealer == "W"


def test_opening_a_game_names_all_faults_at_once_and_keeps_what_was_chosen(client, match):
    hazel, _clover = match.sides.get(place=0).entry.players.all()

    answer = open_next(client, match, seat_N=hazel.pk, seat_S=hazel.pk, first_dealer="")

    html = answer.content.decode()
    assert answer.status_code == 422
    assert "Hazel Greene cannot sit in both seats." in html
    assert "Say who deals first." in html
    assert not Game.objects.exists()


def test_opening_a_game_twice_is_one_game(client, match):
    open_next(client, match)
    answer = open_next(client, match)

    assert answer.status_code == 303
    assert Game.objects.count() == 1


def test_bids_go_round_from_the_left_of_the_dealer(client, playing):
    bid(client, playing, "E", "4")
    bid(client, playing, "S", "nil")

    html = page(client, playing)

    assert Hand.objects.get().bids == {"E": 4, "S": 0}
    assert "Fern bids" in html
    assert "Bid so far <b>4</b> of 13" in html


def test_a_double_tap_is_one_bid_and_not_the_next_seats_bid(client, playing):
    """A double click did twice what was meant once."""
    bid(client, playing, "E", "4")
    answer = bid(client, playing, "E", "4")

    assert answer.status_code == 303
    assert Hand.objects.get().bids == {"E": 4}


def test_a_bid_out_of_turn_is_refused_with_the_name_of_whose_turn_it_is(client, playing):
    answer = bid(client, playing, "N", "4")

    assert answer.status_code == 422
    assert "It is the turn of Basil to bid." in answer.content.decode()


def test_another_bid_for_a_seat_that_has_bid_is_stale(client, playing):
    bid(client, playing, "E", "4")
    answer = bid(client, playing, "E", "5")

    assert answer.status_code == 409
    assert "This bid was already made." in answer.content.decode()
    assert Hand.objects.get().bids == {"E": 4}


@pytest.mark.parametrize("made", ["", "14", "-1", "4.5", "four", "x" * 400])
def test_a_bid_nobody_can_make_is_refused_with_a_sentence(client, playing, made):
    answer = bid(client, playing, "E", made)

    assert answer.status_code == 422
    assert 'class="note note-stop"' in answer.content.decode()
    assert not Hand.objects.exists()


def test_a_bid_can_be_taken_back_until_the_hand_is_saved(client, playing):
    bid_all(client, playing, "4", "3", "2", "3")

    back = {"match": "1.1", "back": "S"}
    answer = client.post(address(playing, "take-back", 1, 1), back)

    assert answer.status_code == 303
    assert "Clover bids" in page(client, playing)

    bid(client, playing, "S", "5")
    save(client, playing, 7)
    answer = client.post(address(playing, "take-back", 1, 1), back)

    assert answer.status_code == 409
    assert "Hand 1 is already saved." in answer.content.decode()
    assert Hand.objects.get(number=1).bids["S"] == 5


def test_one_blind_partner_is_reminded_of_the_cards_to_swap(client, playing):
    bid_all(client, playing, "4", "blind", "2", "3")

    assert "Clover and Hazel swap 3 cards before the first lead." in page(client, playing)


def test_two_blind_partners_swap_nothing(client, playing):
    bid_all(client, playing, "4", "blind", "2", "blind")

    assert "before the first lead" not in page(client, playing)


def test_saving_asks_one_number_and_the_rest_goes_to_the_other_side(client, playing):
    bid_all(client, playing, "3", "3", "3", "2")

    answer = save(client, playing, 7)

    assert answer.status_code == 303
    assert Game.objects.get().totals == {
        "NS": {"score": 52, "bags": 2},
        "EW": {"score": 60, "bags": 0},
    }


def test_the_score_is_shown_before_anything_is_saved(client, playing):
    """What an entry came to was only seen once it was saved."""
    bid_all(client, playing, "3", "3", "3", "2")

    answer = save(client, playing, 7, preview="1")

    html = answer.content.decode()
    assert answer.status_code == 200
    assert "Bag Ladies bid 5 took 7: 50 + 2 bags → " in html
    assert "Trick or Treaty bid 6 took 6: 60 → " in html
    assert 'value="7" checked' in html
    assert Hand.objects.get().tricks is None


def test_the_preview_keeps_the_entry_key_of_the_form(client, playing):
    bid_all(client, playing, "3", "3", "3", "2")
    key = uuid4()

    html = save(client, playing, 7, key=key, preview="1").content.decode()

    assert f'name="entry_key" value="{key}"' in html


def test_the_preview_doubts_what_looks_like_swapped_sides(client, playing):
    """Results were entered for the wrong side, and nobody noticed."""
    bid_all(client, playing, "3", "3", "4", "3")

    html = save(client, playing, 7, preview="1").content.decode()

    assert "Each side took what the other bid. Were the sides swapped?" in html


def test_a_nil_must_be_answered_as_well(client, playing):
    bid_all(client, playing, "nil", "3", "3", "2")

    answer = save(client, playing, 7)

    html = answer.content.decode()
    assert answer.status_code == 422
    assert "Say how the nil of Basil went." in html
    assert 'value="7" checked' in html  # what was tapped stays
    assert Hand.objects.get().tricks is None


def test_a_failed_nil_of_five_or_more_asks_how_many(client, playing):
    bid_all(client, playing, "nil", "3", "3", "2")

    refused = save(client, playing, 6, nil_E="5+")
    saved = save(client, playing, 6, nil_E="5+", more_E="6")

    assert refused.status_code == 422
    assert "Tap how many tricks Basil took, from 5 up." in refused.content.decode()
    assert saved.status_code == 303
    assert Hand.objects.get().sheet.tricks["E"] == 6


def test_more_tricks_of_a_nil_than_its_side_took_is_said_next_to_the_keys(client, playing):
    bid_all(client, playing, "nil", "3", "3", "2")

    answer = save(client, playing, 10, nil_E="4")

    assert answer.status_code == 422
    assert "check the counts" in answer.content.decode()
    assert Hand.objects.get().tricks is None


@pytest.mark.parametrize("taken", ["", "14", "-1", "seven", "7.5", "999999999999"])
def test_tricks_nobody_can_take_are_refused(client, playing, taken):
    bid_all(client, playing, "3", "3", "3", "2")

    answer = save(client, playing, taken)

    assert answer.status_code == 422
    assert "Tap how many tricks Bag Ladies took." in answer.content.decode()
    assert Hand.objects.get().tricks is None


def test_the_same_entry_key_twice_is_one_hand(client, playing):
    bid_all(client, playing, "3", "3", "3", "2")
    key = uuid4()

    first = save(client, playing, 7, key=key)
    second = save(client, playing, 7, key=key)

    assert (first.status_code, second.status_code) == (303, 303)
    assert Game.objects.get().hands_played == 1


def test_the_slower_phone_gets_the_newer_state_and_a_sentence(client, playing):
    bid_all(client, playing, "3", "3", "3", "2")
    save(client, playing, 7)

    answer = save(client, playing, 9)

    html = answer.content.decode()
    assert answer.status_code == 409
    assert "Hand 1 is already saved." in html
    assert "Game 1 · hand 2" in html
    assert Game.objects.get().totals["NS"]["score"] == 52


def test_a_stale_form_with_faults_gets_the_newer_state_too(client, playing):
    bid_all(client, playing, "3", "3", "3", "2")
    save(client, playing, 7)

    answer = save(client, playing, "")

    assert answer.status_code == 409
    assert "The table has moved on." in answer.content.decode()


def test_a_form_made_for_another_match_changes_nothing(client, playing):
    """A page left open from the match before wrote into the next one."""
    data = {"match": "99.1", "seat": "E", "bid": "4"}
    answer = client.post(address(playing, "bid", 1, 1), data)

    assert answer.status_code == 409
    assert "Another match is at this table now." in answer.content.decode()
    assert not Hand.objects.exists()


def test_htmx_gets_the_part_and_a_browser_a_redirect(client, playing):
    part = bid(client, playing, "E", "4", **KEYS)
    whole = bid(client, playing, "S", "4")

    assert part.status_code == 200
    assert part.content.decode().lstrip().startswith('<div id="table"')
    assert whole["Location"] == address(playing, "table")


def test_a_misdeal_asks_first_and_then_clears_the_bids(client, playing):
    bid_all(client, playing, "3", "3")

    asked = client.get(address(playing, "misdeal", 1, 1))
    assert "a wrong number of cards" in asked.content.decode()
    assert Hand.objects.get().bids == {"E": 3, "S": 3}

    data = {"match": "1.1", "cause": "wrong_count", "entry_key": uuid4()}
    answer = client.post(address(playing, "misdeal", 1, 1), data)
    assert answer.status_code == 303
    hand = Hand.objects.get()
    assert (hand.bids, hand.tricks, hand.misdeal) == ({}, {}, "wrong_count")


def test_asking_about_a_misdeal_of_an_older_hand_leads_back(client, playing):
    bid_all(client, playing, "3", "3", "3", "2")
    save(client, playing, 7)

    answer = client.get(address(playing, "misdeal", 1, 1))

    assert answer["Location"] == address(playing, "table")


def test_a_phone_that_is_up_to_date_gets_no_news(client, playing):
    stamp = client.get(address(playing, "table")).context["state"].stamp
    news = address(playing, "table-part")

    assert client.get(news, {"seen": stamp}).status_code == 204

    bid(client, playing, "E", "4")
    answer = client.get(news, {"seen": stamp})

    assert answer.status_code == 200
    assert "Clover bids" in answer.content.decode()


def test_a_half_filled_form_is_told_that_the_table_moved_on_and_is_never_replaced(client, playing):
    """Two devices scored one match, and neither was told of the other."""
    bid_all(client, playing, "3", "3", "3", "2")
    stamp = client.get(address(playing, "table")).context["state"].stamp
    save(client, playing, 7)

    answer = client.get(address(playing, "table-part"), {"seen": stamp, "typing": "1.1"})

    html = answer.content.decode()
    assert "The table has moved on: hand 1 is saved." in html
    assert "<form" not in html


def test_a_finished_game_is_unmistakable_and_offers_the_next(client):
    match = called_match(target_score=100)
    open_next(client, match)
    play(client, match, ["1", "6", "1", "4"], 10)

    html = page(client, match)

    assert "Game 1 to" in html
    assert '<span class="final">100</span>' in html
    assert "won by " in html
    assert "Start game 2" in html
    assert "Match 1–0, best of 3" in html


def test_a_finished_match_says_who_goes_on_and_thanks_the_others(client):
    match = called_match(target_score=100, best_of=1)
    open_next(client, match)
    play(client, match, ["1", "6", "1", "4"], 10)

    html = page(client, match)

    match.refresh_from_db()
    assert match.state == Match.State.FINISHED
    assert "Bag Ladies win the event." in html
    assert "Trick or Treaty: thank you for playing." in html
    assert "See all hands" in html


def test_the_deciding_hand_sent_twice_still_answers_with_the_end(client):
    match = called_match(target_score=100, best_of=1)
    open_next(client, match)
    bid_all(client, match, "1", "6", "1", "4")
    key = uuid4()

    save(client, match, 10, key=key)
    answer = save(client, match, 10, key=key, **KEYS)

    assert answer.status_code == 200
    assert "thank you for playing" in answer.content.decode()


def test_the_links_of_a_finished_table_do_not_pass_the_token_on(client):
    match = called_match(target_score=100, best_of=1)
    open_next(client, match)
    play(client, match, ["1", "6", "1", "4"], 10)

    html = page(client, match)

    assert html.count('rel="noreferrer"') == 2


def test_the_table_page_takes_as_many_queries_after_two_hands_as_after_one(
    client, playing, django_assert_num_queries
):
    for number in range(1, 3):
        play(client, playing, ["3", "3", "3", "3"], 6, number=number)
        with django_assert_num_queries(6):
            page(client, playing)


def test_queries_of_a_bid_post_are_pinned(client, playing, django_assert_num_queries):
    with django_assert_num_queries(11):
        bid(client, playing, "E", "4")


def test_queries_of_a_tricks_post_are_pinned(client, playing, django_assert_num_queries):
    bid_all(client, playing, "3", "3", "3", "2")

    with django_assert_num_queries(21):
        save(client, playing, 7)

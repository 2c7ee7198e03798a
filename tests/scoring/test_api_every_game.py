"""Every game through the API, led by nothing but what the table's state asks for; and bad input."""

from uuid import uuid4

import pytest
from django.urls import reverse

from engine.spades.rules import PRESETS, preset
from scoring.models import Game, Hand
from tests.scoring.any_game import STARTS, bids_in_order, game_under, made_up, match_under, untold
from tests.scoring.test_api import Phone, codes_of

pytestmark = pytest.mark.django_db

NAN = float("nan")
OFTEN = {"nobid", "whiz", "cutthroat", "cookout-saturday", "masonic-lodge"}
"""Presets played in every run; a whole game by API takes seconds, so others wait for the sweep."""
KINDS = [key for key, rules in STARTS.items() if key in PRESETS or rules.bid_mode != "sum"]
"""The eight games, and the sheets on which partners do not bid one by one."""
ODD_BIDS = [
    (NAN, "B02"),
    (2.5, "B02"),
    ("3x", "B02"),
    (True, "B02"),
    (None, "B01"),
    (99, "B03"),
    (-1, "B03"),
]
ODD_COUNTS = [
    (NAN, "T02"),
    (2.5, "T02"),
    ("3x", "T02"),
    (True, "T02"),
    (None, "T01"),
    (99, "T03"),
    (-1, "T03"),
]


def open_by_api(rules):
    """Seat the first match of some rules by what the state says of its sides."""
    match = match_under(rules)
    phone = Phone(match.table)
    told = phone.read()
    assert told["asks"] == ["seating", "first_dealer"]
    seating = {
        seat: player["id"]
        for side in told["sides"]
        for seat, player in zip(side["seats"], side["players"], strict=True)
    }
    answer = phone.post("open-game", 1, seating=seating, first_dealer=rules.seats[-1])
    assert answer.status_code == 201, answer.content
    return match, phone, answer.json()


def enter(phone, told, sheet, rules):
    """Enter a hand step by step, as the state asks for it, and give the state after it."""
    number = told["next_hand"]
    assert (told["dealer"], told["bidders"]) == (
        sheet.dealer,
        [name for name, _bid in bids_in_order(sheet, rules)],
    )
    for name, bid in bids_in_order(sheet, rules):
        assert (told["asks"], told["next_bidder"]) == (["bids"], name)
        assert bid in told["legal_bids"]
        told = posted(phone.bid(seat=name, bid=bid, number=number))
    key = str(uuid4())
    if sheet.void:
        assert told["asks"] == ["throw_in"]
        return posted(phone.post("throw-in", 1, number, entry_key=key))
    held = untold(sheet)
    assert told["asks"] == ["tricks", *(["spades"] if len(held) > 1 else [])]
    body = {"tricks": dict(sheet.tricks), "spades": held or None, "entry_key": key}
    return posted(phone.post("tricks", 1, number, **body))


def posted(answer):
    assert answer.status_code == 201, answer.content
    return answer.json()


@pytest.mark.parametrize(
    "key",
    [key if key in OFTEN else pytest.param(key, marks=pytest.mark.sweep) for key in STARTS],
)
def test_a_whole_game_of_every_preset_is_entered_by_what_the_state_asks(client, key):
    rules = STARTS[key]
    sheets, expected = made_up(key, rules)
    match, phone, told = open_by_api(rules)
    assert (told["variant"], told["hand_size"]) == (rules.variant, rules.hand_size)

    for sheet in sheets:
        told = enter(phone, told, sheet, rules)

    game = Game.objects.get()
    assert [hand.sheet for hand in game.hands.all()] == sheets
    assert told["game"]["winner"] == expected.winner
    assert {it["side"]: it["score"] for it in told["sides"]} == {
        side: total.score for side, total in expected.totals.items()
    }
    [public] = client.get(reverse("api:hands", args=[match.event.slug, 1])).json()["games"]
    last = public["hands"][-1]
    assert {it["side"]: it["total"] for it in last["sides"]} == {
        side: total.score for side, total in expected.totals.items()
    }
    assert [hand["void"] for hand in public["hands"]] == [it.void or None for it in sheets]


# Bad input


def in_hand(rules):
    """Open a game and give its phone with a made-up first hand."""
    game = game_under(rules)
    return Phone(game.match.table), made_up("odd", rules)[0][0]


def whole(phone, sheet, **changes):
    said = {
        "bids": {name: str(bid) for name, bid in sheet.bids.items()} or None,
        "tricks": dict(sheet.tricks),
        "spades": dict(sheet.spades) or None,
    }
    return phone.post("hand", 1, 1, **(said | changes), entry_key=str(uuid4()))


@pytest.mark.parametrize("key", [key for key in KINDS if STARTS[key].bids_are_made])
@pytest.mark.parametrize(("bid", "code"), ODD_BIDS)
def test_an_odd_bid_is_a_fault_in_every_game(key, bid, code):
    rules = STARTS[key].with_options(first_hand="bid")
    phone, sheet = in_hand(rules)
    name = phone.read()["next_bidder"]

    one = phone.bid(seat=name, bid=bid)
    several = phone.bid(bids={name: bid})
    all_of_it = whole(phone, sheet, bids={**dict.fromkeys(rules.bidders, "3"), name: bid})

    assert [(it.status_code, codes_of(it)) for it in (one, several)] == [
        (422, [(code, f"bids.{name}")])
    ] * 2
    assert all_of_it.status_code == 422
    assert (code, f"bids.{name}") in codes_of(all_of_it)
    assert all(it["message"] for it in all_of_it.json()["faults"])
    assert not Hand.objects.exists()


@pytest.mark.parametrize("key", KINDS)
@pytest.mark.parametrize(("count", "code"), ODD_COUNTS)
def test_an_odd_count_of_tricks_is_a_fault_in_every_game(key, count, code):
    rules = STARTS[key].with_options(min_table_bid=None)
    phone, sheet = in_hand(rules)
    tricks = dict.fromkeys(rules.seats, 0) | {rules.seats[0]: count}

    answer = whole(phone, sheet, tricks=tricks)

    assert (answer.status_code, (code, f"tricks.{rules.seats[0]}") in codes_of(answer)) == (
        422,
        True,
    )
    assert not Hand.objects.exists()


@pytest.mark.parametrize("key", KINDS)
def test_somebody_who_sits_nowhere_neither_bids_nor_takes_tricks(key):
    rules = STARTS[key]
    phone, sheet = in_hand(rules)

    bid = phone.bid(seat="X", bid=3)
    answer = whole(phone, sheet, tricks={**sheet.tricks, "X": 1})

    unbid = not phone.read()["bidders"]
    assert (bid.status_code, codes_of(bid)[0][0]) == (422, "B19" if unbid else "B04")
    assert (answer.status_code, ("T05", "tricks.X") in codes_of(answer)) == (422, True)


@pytest.mark.parametrize("variant", ["mirror", "whiz"])
@pytest.mark.parametrize("held", [NAN, 2.5, "3x", True, 99, -1, [3]])
def test_an_odd_count_of_spades_is_a_fault(variant, held):
    phone, sheet = in_hand(preset(variant))

    answer = whole(phone, sheet, spades={**sheet.spades, "N": held})

    assert (answer.status_code, codes_of(answer)) == (422, [("B17", "spades.N")])


@pytest.mark.parametrize("spades", [7, "N", [3, 3, 3, 4], True])
def test_spades_that_are_not_by_seat_are_a_fault(spades):
    phone, sheet = in_hand(preset("whiz"))

    assert codes_of(whole(phone, sheet, spades=spades)) == [("H06", "spades")]


def test_spades_that_do_not_add_up_to_the_deck_are_a_fault():
    phone, _sheet = in_hand(preset("mirror"))

    live = phone.bid(bids={"N": 4, "E": 4, "S": 4, "W": 4})
    early = phone.bid(bids={"N": 10, "E": 4})
    words = {"tricks": {"NS": 7, "EW": 6}, "entry_key": str(uuid4())}
    whole_hand = phone.post("hand", 1, 1, spades={"N": 4, "E": 4, "S": 4, "W": 4}, **words)

    assert [codes_of(it) for it in (live, early)] == [[("B17", "bids.W")], [("B17", "bids.E")]]
    assert codes_of(whole_hand) == [("B17", "spades")]
    assert not Hand.objects.exists()


def test_spades_of_somebody_who_sits_nowhere_are_a_fault():
    phone, sheet = in_hand(preset("whiz"))

    assert ("B04", "spades.X") in codes_of(whole(phone, sheet, spades={**sheet.spades, "X": 0}))


@pytest.mark.parametrize("ace", ["X", "NS", 7, True, ["N"], {"seat": "N"}])
def test_an_ace_that_nobody_holds_is_a_fault(ace):
    phone, sheet = in_hand(preset("whiz").with_options(whiz_nil_with_ace=False))

    answer = whole(phone, sheet, ace=ace)

    assert (answer.status_code, codes_of(answer)[0][1]) == (422, "ace")


@pytest.mark.parametrize("cause", [7, True, "rain", ["wrong_count"], {}])
def test_a_whole_hand_is_void_only_for_a_cause_of_the_house(cause):
    phone, sheet = in_hand(preset("standard"))

    answer = whole(phone, sheet, misdeal=cause)

    assert (answer.status_code, codes_of(answer)[0][1]) == (422, "misdeal")


@pytest.mark.parametrize(
    "exchange", [7, "AS", True, [7], [{"from": "N"}], [{"from": ["N"], "to": {}, "cards": 3}]]
)
def test_an_exchange_that_cannot_be_read_is_a_fault(exchange):
    phone, sheet = in_hand(preset("standard"))

    answer = whole(phone, sheet, exchange=exchange)

    assert (answer.status_code, codes_of(answer)[0][1]) == (422, "exchange")
    assert not Hand.objects.exists()


@pytest.mark.parametrize("name", ["misdeal", "throw-in", "tricks", "hand"])
@pytest.mark.parametrize("key", [None, 7, True, "", "no-uuid", NAN])
def test_a_hand_without_a_key_is_a_programs_mistake(name, key):
    phone, _sheet = in_hand(preset("standard"))

    assert phone.post(name, 1, 1, entry_key=key).status_code == 400


def test_a_hand_that_was_bid_high_enough_is_not_thrown_in():
    phone, _sheet = in_hand(preset("standard").with_options(min_table_bid=11))

    early = phone.post("throw-in", 1, 1, entry_key=str(uuid4()))
    phone.bid(bids={"N": 3, "E": 3, "S": 3, "W": 2})
    late = phone.post("throw-in", 1, 1, entry_key=str(uuid4()))

    assert [codes_of(it)[0][0] for it in (early, late)] == ["T06", "not_thrown_in"]


def test_hidden_bids_are_told_once_all_are_in():
    phone, _sheet = in_hand(preset("standard").with_options(bid_order="hidden"))

    told = phone.bid(seat="S", bid=3).json()
    assert [(it["seat"], it["bid"], it["has_bid"]) for it in told["seats"] if it["has_bid"]] == [
        ("S", None, True)
    ]
    told = phone.bid(bids={"N": 3, "E": 3, "W": "nil"}).json()
    assert [it["bid"] for it in told["seats"]] == ["3", "3", "3", "nil"]

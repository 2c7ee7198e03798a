"""The JSON doors of scoring: every hand for everybody, and entry with a table's link."""

import json
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.urls import reverse

from scoring.models import Game, Hand, HandVersion
from scoring.services import correct_hand
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
from tournament.models import Match
from tournament.services.calls import call_match
from tournament.services.departures import forfeit
from tournament.services.tables import revoke_table_link

pytestmark = pytest.mark.django_db

BIDS = {"N": 6, "E": "1", "S": "4", "W": 1}
TRICKS = {"NS": 11, "EW": 2}
LONG = {"best_of": 3, "target_score": 500}
HAND_QUERIES, BID_QUERIES = 24, 18
NOT_THERE = {"code": "not_found", "detail": "There is no table with this link.", "faults": []}


class Phone:
    """A program at one table: it knows the link and the match it was told of."""

    def __init__(self, table, client=None):
        self.client, self.token = client or Client(), table.token
        self.sheet = self.read()["sheet"]

    @property
    def headers(self):
        return {"Authorization": f"Table {self.token}"}

    def read(self):
        answer = self.client.get(reverse("api:table"), headers=self.headers)
        assert answer.status_code == 200, answer.content
        return answer.json()

    def post(self, name, *args, **body):
        return self.client.post(
            reverse(f"api:{name}", args=args),
            json.dumps({"sheet": self.sheet} | body),
            content_type="application/json",
            headers=self.headers,
        )

    def take_back(self, seat, *, game=1, number=1):
        return self.client.delete(
            reverse("api:bid", args=[game, number, seat]),
            query_params={"sheet": self.sheet},
            headers=self.headers,
        )

    def bid(self, *, game=1, number=1, **body):
        return self.post("bids", game, number, **body)

    def tricks(self, tricks=TRICKS, *, game=1, number=1, key=None):
        return self.post("tricks", game, number, tricks=tricks, entry_key=str(key or uuid4()))

    def misdeal(self, *, cause="wrong_count", key=None):
        return self.post("misdeal", 1, 1, cause=cause, entry_key=str(key or uuid4()))

    def hand(self, bids=BIDS, tricks=TRICKS, *, game=1, number=1, key=None):
        key = str(key or uuid4())
        return self.post("hand", game, number, bids=bids, tricks=tricks, entry_key=key)


@pytest.fixture
def match():
    """A match at table 1 that nobody has begun."""
    return at_a_table(match_of(drawn_event(2, tables=1, **LONG), 1))


@pytest.fixture
def phone(match):
    """Its phone, with game 1 open and North dealing."""
    opened(match)
    return Phone(match.table)


def codes_of(answer):
    return [(it["code"], it["where"]) for it in answer.json()["faults"]]


# Who comes in


@pytest.mark.parametrize("scheme", ["", "Bearer 123", "Basic QTpC"])
def test_without_a_link_a_table_asks_for_one(client, scheme):
    headers = {"Authorization": scheme} if scheme else {}

    answer = client.get(reverse("api:table"), headers=headers)

    assert (answer.status_code, answer["WWW-Authenticate"]) == (401, "Table")
    assert answer.json()["code"] == "not_authenticated"


@pytest.mark.everywhere
@pytest.mark.parametrize(
    "token", ["", " ", "nobody-has-this-one", "a" * 5000, "\x00", "\xe9", "a b", "../../table"]
)
def test_a_link_nobody_has_gets_one_and_the_same_answer(client, token):
    answer = client.get(reverse("api:table"), headers={"Authorization": f"Table {token}"})

    assert (answer.status_code, answer.json()) == (404, NOT_THERE)


def test_a_link_that_was_replaced_gets_that_answer_too_and_writes_nothing(phone, match):
    revoke_table_link(match.table, by=director_of(match.event.club))

    read = phone.client.get(reverse("api:table"), headers=phone.headers)
    written = phone.hand()

    assert (read.status_code, read.json()) == (404, NOT_THERE)
    assert (written.status_code, written.json()) == (404, NOT_THERE)
    assert Hand.objects.count() == 0


def test_signing_in_opens_no_table(client, match):
    """Whoever chose a name from a public list could enter results for it."""
    client.force_login(director_of(match.event.club).user)

    assert client.get(reverse("api:table")).status_code == 401


def test_the_table_of_another_event_writes_only_at_its_own(phone):
    other = at_a_table(match_of(drawn_event(2, tables=1), 1))
    stranger = Phone(other.table)

    answer = stranger.hand()

    assert (answer.status_code, answer.json()["code"]) == (409, "no_such_game")
    assert answer.json()["state"]["event"] == other.event.slug
    assert Hand.objects.count() == 0


def test_a_sheet_of_another_match_is_refused_with_the_match_that_is_there(phone, match):
    """Quick entry wrote a result onto the wrong match."""
    phone.sheet = "7.1"

    answers = [
        phone.hand(),
        phone.bid(seat="E", bid=3),
        phone.tricks(),
        phone.take_back("E"),
        phone.misdeal(),
        phone.post("throw-in", 1, 1, entry_key=str(uuid4())),
        phone.post("open-game", 2),
    ]

    assert {(it.status_code, it.json()["code"]) for it in answers} == {(409, "another_match")}
    assert answers[0].json()["state"]["sheet"] == "1.1"


def test_what_a_table_says_is_kept_by_no_cache(phone):
    answer = phone.client.get(reverse("api:table"), headers=phone.headers)

    assert answer["Cache-Control"] == "no-store"


# The state of a table


def test_a_free_table_waits_for_a_match(match):
    table = match.event.tables.create(number=9)

    told = Phone(table).read()

    assert (told["stage"], told["match"], told["sheet"], told["sides"]) == ("free", None, "", [])


def test_a_called_match_waits_for_its_seats(match):
    told = Phone(match.table).read()

    assert (told["stage"], told["next_game"], told["game"]) == ("seats", 1, None)
    players = [[it["id"] for it in side["players"]] for side in told["sides"]]
    seats = seating_of(match)
    assert players == [[seats["N"], seats["S"]], [seats["E"], seats["W"]]]
    assert [side["seats"] for side in told["sides"]] == [["N", "S"], ["E", "W"]]


def test_the_table_says_who_bids_and_what_they_may_bid(phone, match):
    phone.bid(seat="E", bid="nil")

    told = phone.read()

    assert (told["stage"], told["next_hand"], told["dealer"]) == ("bids", 1, "N")
    assert [(it["seat"], it["bid"]) for it in told["seats"]] == [
        ("E", "nil"),
        ("S", None),
        ("W", None),
        ("N", None),
    ]
    assert told["next_bidder"] == "S"
    assert told["legal_bids"][:3] == ["nil", "blind", "1"]
    players = [it["name"] for side in told["sides"] for it in side["players"]]
    assert sorted(players) == ["Ada 1", "Ada 2", "Ben 1", "Ben 2"]


def test_a_finished_match_stays_at_the_table_until_the_next(match):
    played(match)

    told = Phone(match.table).read()

    assert (told["stage"], told["match"]["reason"]) == ("over", "played")
    assert (told["game"]["winner"], told["next_game"], told["next_bidder"]) == ("NS", None, None)


# Opening a game


def test_a_game_is_opened_once(match):
    phone, seats = Phone(match.table), seating_of(match)

    first = phone.post("open-game", 1, seating=seats, first_dealer="W")
    second = phone.post("open-game", 1, seating=seats, first_dealer="N")

    assert (first.status_code, second.status_code) == (201, 200)
    assert second.json() == first.json()
    assert (first.json()["dealer"], first.json()["next_bidder"]) == ("W", "N")
    assert Game.objects.get().seating == seats


@pytest.mark.parametrize("seating", [None, 7, [], {}, {"N": [1]}, {"N": True}, {"N": "Ada"}])
def test_seats_that_do_not_fit_are_all_told(match, seating):
    answer = Phone(match.table).post("open-game", 1, seating=seating, first_dealer=["N"])

    assert answer.status_code == 422
    assert sorted(where for _code, where in codes_of(answer)) == [
        "first_dealer",
        "seat_E",
        "seat_N",
        "seat_S",
        "seat_W",
    ]
    assert Game.objects.count() == 0


def test_a_seat_that_no_table_has_is_refused(match):
    seats = seating_of(match) | {"X": 5}

    answer = Phone(match.table).post("open-game", 1, seating=seats, first_dealer="N")

    assert (answer.status_code, codes_of(answer)) == (422, [("seating", "seat_X")])


def test_a_game_that_is_not_the_next_is_refused(phone, match):
    answer = phone.post("open-game", 2, seating=seating_of(match), first_dealer="N")

    assert (answer.status_code, answer.json()["code"]) == (409, "game_in_play")
    assert answer.json()["state"]["game"]["number"] == 1


# Bids


@pytest.mark.everywhere
@pytest.mark.parametrize("bid", [4, "4", " 4 "])
def test_a_bid_is_written_once_however_it_was_typed(phone, bid):
    first = phone.bid(seat="E", bid=bid)
    again = phone.bid(seat="E", bid=bid)

    assert (first.status_code, again.status_code) == (201, 200)
    assert again.json() == first.json()
    assert first.json()["seats"][0]["bid"] == "4"


def test_all_bids_come_in_bidding_order_whatever_the_order_they_were_sent_in(phone):
    answer = phone.bid(bids=BIDS)

    assert answer.status_code == 201
    assert answer.json()["stage"] == "tricks"
    assert [it["bid"] for it in answer.json()["seats"]] == ["1", "4", "1", "6"]


def test_bids_may_come_a_few_at_a_time(phone):
    assert phone.bid(bids={"S": 4, "E": 1}).json()["next_bidder"] == "W"

    assert phone.bid(bids={"W": 1, "N": 6}).json()["next_bidder"] is None


def test_another_bid_for_a_seat_that_has_bid_gets_the_newer_state(phone):
    phone.bid(seat="E", bid=4)

    answer = phone.bid(seat="E", bid=5)

    assert (answer.status_code, answer.json()["code"]) == (409, "bid_is_made")
    assert answer.json()["state"]["seats"][0]["bid"] == "4"


def test_a_bid_out_of_turn_names_whose_turn_it_is(phone):
    answer = phone.bid(seat="W", bid=3)

    assert (answer.status_code, codes_of(answer)) == (422, [("B20", "bids.W")])
    name = phone.read()["seats"][0]["name"]
    assert answer.json()["detail"] == f"It is the turn of {name} to bid."


@pytest.mark.everywhere
def test_bids_that_leave_a_seat_out_are_written_not_at_all(phone):
    answer = phone.bid(bids={"E": 3, "W": 3})

    assert (answer.status_code, codes_of(answer)) == (422, [("B20", "bids.W")])
    assert Hand.objects.count() == 0


@pytest.mark.everywhere
@pytest.mark.parametrize(
    ("bid", "code"),
    [
        (None, "B01"),
        ("", "B01"),
        (2.5, "B02"),
        (True, "B02"),
        ("3x", "B02"),
        ([4], "B02"),
        ({"bid": 4}, "B02"),
        (float("nan"), "B02"),
        (float("inf"), "B02"),
        (99, "B03"),
        (-1, "B03"),
        ("9" * 4000, "B02"),
        (10**4000, "B03"),
    ],
)
def test_an_odd_bid_is_a_fault_with_a_code_and_never_an_error(phone, bid, code):
    one = phone.bid(seat="E", bid=bid)
    several = phone.bid(bids={"E": bid})
    whole = phone.hand({**BIDS, "E": bid})

    assert [(it.status_code, codes_of(it)) for it in (one, several)] == [
        (422, [(code, "bids.E")]),
        (422, [(code, "bids.E")]),
    ]
    assert (code, "bids.E") in codes_of(whole)
    assert Hand.objects.count() == 0


def test_every_faulty_bid_is_told_at_once(phone):
    answer = phone.bid(bids={"N": 2.5, "E": 14, "S": None, "X": 3})

    assert sorted(codes_of(answer)) == [
        ("B01", "bids.S"),
        ("B02", "bids.N"),
        ("B03", "bids.E"),
        ("B04", "bids.X"),
    ]


@pytest.mark.parametrize("bids", [7, "E", [3, 3, 3, 3]])
def test_bids_that_are_not_by_seat_are_a_fault(phone, bids):
    assert codes_of(phone.bid(bids=bids)) == [("H06", "bids")]
    assert codes_of(phone.hand(bids, tricks=5)) == [("H06", "bids"), ("H06", "tricks")]


def test_a_bid_is_taken_back_once(phone):
    phone.bid(seat="E", bid=4)

    first, second = phone.take_back("E"), phone.take_back("E")

    assert (first.status_code, second.status_code) == (200, 200)
    assert second.json()["next_bidder"] == "E"


def test_a_misdeal_is_a_void_hand_and_the_same_dealer_deals_the_next(phone):
    phone.bid(bids={"E": 1, "S": 4})
    key = uuid4()

    first, again = phone.misdeal(key=key), phone.misdeal(key=key)

    assert (first.status_code, again.status_code) == (201, 200)
    told = again.json()
    assert (told["dealer"], told["next_bidder"], told["next_hand"]) == ("N", "E", 2)
    assert Hand.objects.get().misdeal == "wrong_count"


@pytest.mark.parametrize("cause", [None, "", "rain", 7, True, ["wrong_count"], "revealed_card"])
def test_a_deal_is_void_only_for_a_cause_of_the_house(phone, cause):
    answer = phone.misdeal(cause=cause)

    assert (answer.status_code, codes_of(answer)) == (422, [("R06", "cause")])
    assert Hand.objects.count() == 0


# Tricks and whole hands


@pytest.mark.everywhere
def test_tricks_score_the_hand_and_the_deal_goes_on(phone):
    phone.bid(bids=BIDS)

    answer = phone.tricks()

    told = answer.json()
    assert (answer.status_code, told["stage"], told["next_hand"]) == (201, "bids", 2)
    assert (told["dealer"], told["game"]["hands_played"]) == ("E", 1)
    totals = [(it["side"], it["score"], it["bags"], it["to_go"]) for it in told["sides"]]
    assert totals == [("NS", 101, 1, 399), ("EW", 20, 0, 480)]


def test_a_whole_hand_is_entered_at_once(phone):
    answer = phone.hand()

    assert (answer.status_code, answer.json()["next_hand"]) == (201, 2)


def test_a_hand_agrees_with_the_bids_that_were_made(phone):
    phone.bid(bids={"E": 2})

    answer = phone.hand()

    assert (answer.status_code, answer.json()["code"]) == (409, "other_bids_were_made")


def test_tricks_before_the_bids_are_refused(phone):
    assert codes_of(phone.tricks()) == [("T06", "tricks")]


@pytest.mark.everywhere
@pytest.mark.parametrize(
    ("tricks", "faults"),
    [
        (None, [("T01", f"tricks.{seat}") for seat in "NSEW"]),
        ({}, [("T01", f"tricks.{seat}") for seat in "NSEW"]),
        ([11, 2], [("H06", "tricks")]),
        ({"NS": 11}, [("T01", "tricks.E"), ("T01", "tricks.W")]),
        ({"NS": 2.5, "EW": True}, [("T02", "tricks.NS"), ("T02", "tricks.EW")]),
        ({"NS": float("nan"), "EW": [2]}, [("T02", "tricks.NS"), ("T02", "tricks.EW")]),
        ({"NS": 14, "EW": -1}, [("T03", "tricks.NS"), ("T03", "tricks.EW")]),
        ({"NS": 11, "EW": 3}, [("T04", "tricks")]),
        ({"NS": 11, "EW": 2, "XY": 0}, [("T05", "tricks.XY")]),
    ],
)
def test_odd_tricks_are_faults_with_codes_and_never_an_error(phone, tricks, faults):
    phone.bid(bids=BIDS)

    answer = phone.tricks(tricks)

    assert (answer.status_code, codes_of(answer)) == (422, faults)
    assert phone.read()["next_hand"] == 1


def test_faults_of_bids_and_tricks_are_told_together_in_the_names_of_the_table(phone):
    answer = phone.hand({**BIDS, "E": 14}, {"NS": 11, "EW": "x"})

    assert codes_of(answer) == [("B03", "bids.E"), ("T02", "tricks.EW")]
    side = phone.read()["sides"][1]["team"]
    assert side in answer.json()["faults"][1]["message"]


def test_a_hand_already_saved_gets_the_newer_state(phone):
    phone.hand()

    answer = phone.hand()

    assert (answer.status_code, answer.json()["code"]) == (409, "hand_is_saved")
    assert answer.json()["state"]["next_hand"] == 2
    assert Hand.objects.count() == 1


@pytest.mark.parametrize(
    ("game", "number", "code"), [(1, 2, "hand_is_ahead"), (2, 1, "no_such_game")]
)
def test_a_hand_ahead_of_the_table_is_refused(phone, game, number, code):
    answers = [
        phone.hand(game=game, number=number),
        phone.tricks(game=game, number=number),
        phone.bid(game=game, number=number, seat="E", bid="3x"),
        phone.take_back("E", game=game, number=number),
    ]

    assert {(it.status_code, it.json()["code"]) for it in answers} == {(409, code)}


def test_the_same_key_is_the_same_hand(phone):
    key = uuid4()

    first, second = phone.hand(key=key), phone.hand(key=key)

    assert (first.status_code, second.status_code) == (201, 200)
    assert second.json() == first.json()


def test_a_key_that_has_written_another_hand_is_refused(phone):
    key = uuid4()
    phone.hand(key=key)

    answer = phone.hand(key=key, number=2)

    assert (answer.status_code, answer.json()["code"]) == (409, "key_used")
    assert Hand.objects.count() == 1


def test_the_last_hand_sent_again_after_the_table_was_given_away_is_known():
    event = drawn_event(4, tables=1)
    first = match_of(event, 1)
    game, key = opened(first), uuid4()
    phone = Phone(game.match.table)
    assert phone.hand(key=key).json()["stage"] == "over"
    work()
    call_match(match_of(event, 2), game.match.table, by=director_of(event.club))

    late = phone.hand(key=key)
    unknown = phone.hand()

    assert (late.status_code, late.json()["sheet"]) == (200, "2.1")
    assert (unknown.status_code, unknown.json()["code"]) == (409, "another_match")


def test_a_match_that_was_ruled_over_takes_no_more_hands(phone, match):
    """A completed match could be scored again."""
    forfeit(match, sides=[0], by=director_of(match.event.club))

    answer = phone.hand()

    assert (answer.status_code, answer.json()["code"]) == (409, "another_match")
    assert answer.json()["state"]["match"]["reason"] == "forfeit"


@pytest.mark.everywhere
def test_a_match_is_played_to_its_end_through_these_doors():
    event = drawn_event(2, tables=1, best_of=3, target_score=150)
    match = at_a_table(match_of(event, 1))
    phone = Phone(match.table)
    for number in (1, 2):
        phone.post("open-game", number, seating=seating_of(match), first_dealer="N")
        assert phone.hand(game=number, number=1).json()["stage"] == "bids"
        phone.hand(game=number, number=2)
    work()

    event.refresh_from_db()
    match.refresh_from_db()
    assert match.state == Match.State.FINISHED
    assert event.champion == match.sides.get(place=0).entry
    assert phone.read()["match"]["advancing"]["team"]["name"] == event.champion.name


@pytest.mark.everywhere
@pytest.mark.django_db(transaction=True)
def test_five_posts_at_once_with_one_key_are_one_hand(phone):
    key = uuid4()

    def attempt(_number):
        try:
            return Phone.hand(phone, key=key).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(5) as pool:
        answers = list(pool.map(attempt, range(5)))

    assert set(answers) <= {200, 201}
    assert (Hand.objects.count(), HandVersion.objects.count()) == (1, 1)


@pytest.mark.everywhere
@pytest.mark.django_db(transaction=True)
def test_two_phones_with_the_same_hand_are_one_hand_and_one_newer_state(phone):
    def attempt(_number):
        try:
            return phone.hand().status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        answers = sorted(pool.map(attempt, range(2)))

    assert answers == [201, 409]
    assert Hand.objects.count() == 1


@pytest.mark.everywhere
@pytest.mark.parametrize("hands", [0, 4])
def test_entering_a_hand_takes_as_many_queries_early_and_late(
    phone, hands, django_assert_num_queries
):
    for number in range(1, hands + 1):
        phone.hand({"N": 1, "E": 3, "S": 1, "W": 3}, {"NS": 6, "EW": 7}, number=number)

    with django_assert_num_queries(HAND_QUERIES):
        answer = phone.hand({"N": 1, "E": 3, "S": 1, "W": 3}, TRICKS, number=hands + 1)

    assert answer.status_code == 201


@pytest.mark.parametrize("hands", [0, 4])
def test_a_bid_takes_as_many_queries_early_and_late(phone, hands, django_assert_num_queries):
    for number in range(1, hands + 1):
        phone.hand({"N": 1, "E": 3, "S": 1, "W": 3}, {"NS": 6, "EW": 7}, number=number)
    seat = phone.read()["next_bidder"]

    with django_assert_num_queries(BID_QUERIES):
        answer = phone.bid(seat=seat, bid=3, number=hands + 1)

    assert answer.status_code == 201


def test_reading_a_table_takes_six_queries(phone, django_assert_num_queries):
    phone.hand()

    with django_assert_num_queries(6):
        phone.read()


# Every hand, for everybody


def test_every_hand_is_told_with_the_lines_of_its_score(client, phone, match):
    phone.hand()
    address = reverse("api:hands", args=[match.event.slug, 1])

    told = client.get(address).json()

    [game] = told["games"]
    [hand] = game["hands"]
    assert (told["match"], told["attempt"], game["winner"], game["target"]) == (1, 1, None, 500)
    assert hand["paper"] == {
        "dealer": "N",
        "bids": {"N": "6", "E": "1", "S": "4", "W": "1"},
        "tricks": TRICKS,
        "spades": {},
        "ace": "",
        "misdeal": "",
        "renege": [],
        "rulings": [],
        "time_called": False,
        "exchange": [],
    }
    assert hand["void"] is None
    assert hand["sides"][0] == {
        "side": "NS",
        "points": 101,
        "bags": 1,
        "bag_penalty": 0,
        "total": 101,
        "bag_total": 1,
        "lines": [
            {"code": "line.made_bags", "text": "bid 10 took 11: 100 + 1 bag", "points": 101},
            hand["sides"][0]["lines"][1],
        ],
    }
    assert [it["by"] for it in hand["versions"]] == ["table"]
    assert {it["seat"]: it["side"] for it in game["seats"]} == {
        "N": "NS",
        "E": "EW",
        "S": "NS",
        "W": "EW",
    }


def test_a_hand_not_yet_played_is_nobodys_business(client, phone, match):
    phone.bid(bids=BIDS)

    told = client.get(reverse("api:hands", args=[match.event.slug, 1])).json()

    assert told["games"][0]["hands"] == []


def test_a_correction_keeps_the_version_before_it(client, phone, match):
    """The wrong match was edited, and what it had said before was gone."""
    phone.hand()
    correct_hand(
        Hand.objects.get(),
        bids=BIDS,
        tricks={"NS": 10, "EW": 3},
        reason="miscounted",
        entry_key=uuid4(),
        by=User.objects.first(),
    )

    told = client.get(reverse("api:hands", args=[match.event.slug, 1])).json()

    [hand] = told["games"][0]["hands"]
    assert (hand["version"], hand["sides"][0]["total"]) == (2, 100)
    assert [(it["number"], it["by"], it["reason"]) for it in hand["versions"]] == [
        (1, "table", ""),
        (2, "desk", "miscounted"),
    ]
    assert [it["paper"]["tricks"] for it in hand["versions"]] == [TRICKS, {"NS": 10, "EW": 3}]


@pytest.mark.parametrize("hands", [1, 4])
def test_hands_take_as_many_queries_for_many_as_for_few(
    client, match, hands, django_assert_num_queries
):
    game = opened(match)
    for _number in range(hands):
        enter_hand(game, bids={"N": "1", "E": "3", "S": "1", "W": "3"})

    address = reverse("api:hands", args=[match.event.slug, 1])

    with django_assert_num_queries(7):
        told = client.get(address).json()

    assert len(told["games"][0]["hands"]) == hands


def test_the_hands_of_a_match_that_does_not_exist_are_not_found(client, match):
    answer = client.get(reverse("api:hands", args=[match.event.slug, 44]))

    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")

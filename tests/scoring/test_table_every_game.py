"""The table page under every game and every organiser's rules, as a browser without any script."""

import re
from uuid import uuid4

import pytest

from engine.spades.rules import STANDARD, preset
from scoring.models import Game, Hand
from scoring.queries.table import table_state
from tests.factories import EntryFactory, MatchFactory, SideFactory
from tests.scoring.any_game import STARTS, made_up, match_under
from tests.scoring.any_hand import answers, bid_keys, told_by
from tests.scoring.table_rows import address
from tournament.models import Match, Side, Table

pytestmark = pytest.mark.django_db
ASKED = re.compile(r'type="radio" name="([^"]+)"')
KEYS = re.compile(r'<button class="key[^"]*"[^>]* name="bid" value="([^"]+)"')


class Phone:
    """A table's phone that posts forms and reads what the page then says."""

    def __init__(self, client, rules, **words):
        self.client, self.rules = client, rules
        self.match = match_under(rules, **words)
        self.number = 1

    def html(self):
        return self.client.get(address(self.match, "table")).content.decode()

    def post(self, name, data, *numbers):
        numbers = numbers or (1, self.number)
        return self.client.post(address(self.match, name, *numbers), {"match": "1.1", **data})

    def open(self, dealer=None):
        answer = self.post("open-game", {"first_dealer": dealer or self.rules.seats[-1]}, 1)
        assert answer.status_code == 303
        return self

    def bid(self, *bids):
        for name, value in bids:
            answer = self.post("bid", {"seat": name, "bid": value})
            assert answer.status_code == 303, answer.content.decode()

    def take(self, taken, **more):
        return self.post("tricks", {**taken, "entry_key": uuid4(), **more})

    def enter(self, sheet):
        """Bid and save a hand, and see that just what it needs is asked."""
        for name, value in bid_keys(sheet, self.rules):
            assert value in KEYS.findall(self.html())
            self.bid((name, value))
        if sheet.void:
            answer = self.post("throw-in", {"entry_key": uuid4()})
        else:
            taken = answers(sheet, self.rules)
            asked = {it for it in ASKED.findall(self.html()) if not it.startswith("more_")}
            assert asked == {it for it in taken if not it.startswith("more_")}
            assert "→" in self.take(taken, preview="1").content.decode()
            answer = self.take(taken)
        assert answer.status_code == 303, answer.content.decode()
        self.number += 1


@pytest.mark.parametrize("key", STARTS)
def test_two_hands_of_every_preset_are_entered_at_the_table(client, key):
    rules = STARTS[key]
    sheets = made_up(key, rules)[0][:2]
    phone = Phone(client, rules).open()

    for sheet in sheets:
        phone.enter(sheet)

    saved = [hand.sheet for hand in Hand.objects.order_by("number")]
    assert [told_by(sheet) for sheet in saved] == [told_by(sheet) for sheet in sheets]


def test_whoever_plays_alone_is_not_asked_where_to_sit(client):
    phone = Phone(client, preset("cutthroat"))

    html = phone.html()

    assert "Who deals first?" in html
    assert "<select" not in html
    assert "Match 1, one game to 500" in html
    assert html.count('name="first_dealer"') == 3


def test_partners_bid_one_number_together_where_the_house_says_so(client):
    phone = Phone(client, STANDARD.with_options(bid_mode="team", nil_allowed=False)).open("W")
    name = phone.match.sides.get(place=0).entry.name

    assert f"{name} bids" in phone.html()
    assert "Ada A leads" in phone.html()
    phone.bid(("NS", "7"), ("EW", "5"))

    assert Hand.objects.get().bids == {"NS": 7, "EW": 5}
    assert "Bid 7" in phone.html()


def test_hidden_bids_are_shown_when_all_are_in(client):
    phone = Phone(client, STANDARD.with_options(bid_order="hidden")).open("W")
    phone.bid(("N", "4"), ("E", "3"), ("S", "2"))

    before = phone.html()
    phone.bid(("W", "1"))

    assert "Bids stay hidden until all are in." in before
    assert "is in" in before
    assert "Bid so far" not in before
    assert "bid </span>4" not in before
    assert "Ada A 4, Ben A 2" in phone.html()


def test_the_stamp_of_a_page_gives_no_hidden_bid_away(client, settings):
    phone = Phone(client, STANDARD.with_options(bid_order="hidden")).open("W")
    phone.bid(("N", "4"))
    table = Table.objects.get(pk=phone.match.table_id)
    before = table_state(table).stamp

    settings.SECRET_KEY = settings.SECRET_KEY[::-1]

    assert table_state(table).stamp != before  # nobody can try bids out without the key


def test_mirror_asks_how_many_spades_everybody_holds(client):
    phone = Phone(client, preset("mirror")).open("W")

    assert "How many spades does Ada A hold?" in phone.html()
    phone.bid(("N", "6"), ("E", "4"), ("S", "0"))

    assert KEYS.findall(phone.html()) == ["3"]
    phone.bid(("W", "3"))
    assert Hand.objects.get().spades == {"N": 6, "E": 4, "S": 0, "W": 3}
    assert "Holds 6 + nil" in phone.html()


def test_whiz_asks_the_spades_of_nil_bidders_and_who_held_the_ace(client):
    rules = preset("whiz").with_options(whiz_nil_with_ace=False)
    phone = Phone(client, rules).open("W")
    phone.bid(("N", "nil"), ("E", "4"), ("S", "5"), ("W", "nil"))
    taken = {"tricks_NS": "6", "nil_N": "0", "nil_W": "1", "spades_N": "1"}

    html = phone.html()
    barred = phone.take({**taken, "ace": "N"})
    saved = phone.take({**taken, "ace": "E"})

    assert "How many spades did Ada A hold?" in html
    assert "How many spades did Ben B hold?" not in html  # it follows from the others
    assert "Who held the ace of spades?" in html
    assert barred.status_code == 422
    assert saved.status_code == 303
    hand = Hand.objects.get()
    assert (hand.spades, hand.ace) == ({"N": 1, "E": 4, "S": 5, "W": 3}, "E")


def test_more_spades_than_are_left_are_refused_next_to_the_keys(client):
    phone = Phone(client, preset("whiz")).open("W")
    phone.bid(("N", "nil"), ("E", "4"), ("S", "nil"), ("W", "nil"))
    taken = {"tricks_NS": "6", "nil_N": "0", "nil_S": "0", "nil_W": "0"}

    answer = phone.take({**taken, "spades_N": "5", "spades_S": "5"})

    assert answer.status_code == 422
    assert "Only 9 spades are left for them." in answer.content.decode()


def test_a_game_without_bids_goes_straight_to_the_tricks(client):
    html = Phone(client, preset("nobid")).open().html()

    assert "Nobody bids in this game. Each trick scores 1 point." in html
    assert "A bid is mistyped" not in html
    assert 'name="tricks_NS"' in html


def test_a_first_hand_that_bids_itself_says_so_and_the_second_is_bid(client):
    rules = STANDARD.with_options(first_hand="itself", unbid_trick_points=10)
    phone = Phone(client, rules).open()

    html = phone.html()
    phone.take({"tricks_NS": "7"})
    phone.number = 2

    assert "Nobody bids in the first hand. Each trick scores 10 points." in html
    assert "bids now" in phone.html()


def test_bids_too_low_for_the_table_are_thrown_in_or_taken_back(client):
    phone = Phone(client, STANDARD.with_options(min_table_bid=11)).open("W")
    phone.bid(("N", "2"), ("E", "2"), ("S", "2"), ("W", "2"))

    html = phone.html()
    answer = phone.post("throw-in", {"entry_key": uuid4()})
    phone.number = 2

    assert "Together 8 were bid; the table must bid 11. Ada A deals next." in html
    assert "Thrown in: deal again" in html
    assert "Tap it to take it back." in html
    assert answer.status_code == 303
    assert Hand.objects.get().sheet.void == "thrown_in"
    assert "thrown in: the bids are too low" in phone.html()
    assert "Game 1 · hand 2" in phone.html()


def test_bids_high_enough_cannot_be_thrown_in(client):
    phone = Phone(client, STANDARD.with_options(min_table_bid=11)).open("W")
    phone.bid(("N", "4"), ("E", "4"), ("S", "2"), ("W", "2"))

    answer = phone.post("throw-in", {"entry_key": uuid4()})

    assert answer.status_code == 422
    assert "These bids are high enough" in answer.content.decode()


def test_a_misdeal_asks_the_cause_where_there_are_several_and_says_who_deals(client):
    rules = STANDARD.with_options(misdeal_causes=("wrong_count", "peek"), misdeal_dealer="next")
    phone = Phone(client, rules).open("W")

    html = phone.client.get(address(phone.match, "misdeal", 1, 1)).content.decode()
    phone.post("misdeal", {"cause": "peek", "entry_key": uuid4()})
    phone.number = 2

    assert "What makes the deal void?" in html
    assert "Ada A deals next." in html
    assert (Hand.objects.get().misdeal, Hand.objects.get().sheet.void) == ("peek", "misdeal")
    assert "misdeal: the hand is void" in phone.html()


def test_the_same_dealer_deals_again_where_the_house_says_so(client):
    phone = Phone(client, STANDARD).open("W")

    html = phone.client.get(address(phone.match, "misdeal", 1, 1)).content.decode()

    assert "Ben B deals again." in html
    assert "What makes the deal void?" not in html


def test_no_misdeal_is_offered_where_the_rules_know_none(client):
    """A button was shown though the settings forbid what it does."""
    phone = Phone(client, STANDARD.with_options(misdeal_causes=())).open()

    asked = phone.client.get(address(phone.match, "misdeal", 1, 1))

    assert "Misdeal" not in phone.html()
    assert asked["Location"] == address(phone.match, "table")


def test_no_misdeal_is_offered_once_it_is_too_late_for_one(client):
    phone = Phone(client, STANDARD.with_options(misdeal_until="first_bid")).open("W")

    before = phone.html()
    phone.bid(("N", "3"))

    assert "Misdeal" in before
    assert "Misdeal" not in phone.html()


def test_the_clock_and_the_last_hand_are_told(client):
    phone = Phone(client, STANDARD.with_options(minutes=25)).open("W")
    phone.bid(("N", "3"))

    before = phone.html()
    Hand.objects.update(time_called=True)

    assert "This game has until <b>" in before
    assert "Time was called: this is the last hand." in phone.html()


def test_a_ruling_on_the_open_hand_is_told_and_is_in_the_preview(client):
    phone = Phone(client, STANDARD).open("W")
    phone.bid(("N", "3"), ("E", "3"), ("S", "3"), ("W", "3"))
    Hand.objects.update(renege=["N"])

    html = phone.html()
    preview = phone.take({"tricks_NS": "7"}, preview="1").content.decode()

    assert "The desk ruled. Renege by Ada A: " in html
    assert "bid 6, renege by Ada A, set: −60" in preview


def test_the_stamp_tells_of_a_ruling_and_of_called_time(client):
    phone = Phone(client, STANDARD).open("W")
    phone.bid(("N", "3"))
    stamps = [re.search(r'data-stamp="([^"]+)"', phone.html())[1]]
    for change in ({"renege": ["N"]}, {"time_called": True}, {"spades": {"N": 3}}):
        Hand.objects.update(**change)
        stamps.append(re.search(r'data-stamp="([^"]+)"', phone.html())[1])

    assert len(set(stamps)) == 4


def test_a_game_among_three_ends_with_three_scores(client):
    rules = preset("cutthroat").with_options(target_score=100)
    phone = Phone(client, rules).open()
    phone.bid(("A", "10"), ("B", "3"), ("C", "4"))

    phone.take({"tricks_A": "10", "tricks_B": "3"})

    html = phone.html()
    assert Game.objects.get().winner == "A"
    assert "won by 60" in html
    assert "70 short of 100" in html
    assert html.count("thank you for playing") == 2
    assert f"{phone.match.sides.get(place=0).entry} wins the event." in html


def test_whoever_goes_on_alone_hears_of_all_opponents(client):
    phone = Phone(client, preset("cutthroat").with_options(target_score=100))
    event = phone.match.event
    above = MatchFactory(event=event, number=5, round=2, teams=(), state=Match.State.WAITING)
    for place, name in enumerate(("", "Ivy", "Sage")):
        kind = Side.Kind.TEAM if name else Side.Kind.TO_BE_DECIDED
        entry = EntryFactory(event=event, name=name) if name else None
        source = None if name else phone.match
        SideFactory(match=above, place=place, kind=kind, entry=entry, source=source)
    Match.objects.filter(pk=phone.match.pk).update(above=above, above_place=0)
    phone.open().bid(("A", "10"), ("B", "3"), ("C", "4"))

    phone.take({"tricks_A": "10", "tricks_B": "3"})

    winner = phone.match.sides.get(place=0).entry
    assert f"{winner} goes on to match 5, against Ivy and Sage." in phone.html()
    assert "everybody is there" in phone.html()


def test_a_match_that_ends_because_one_of_two_went_is_still_shown(client):
    phone = Phone(client, STANDARD)
    phone.match.sides.filter(place=1).update(gone=True)

    assert phone.client.get(address(phone.match, "table")).status_code == 200


def test_the_key_of_the_bid_is_the_likely_one_of_whoever_plays_alone(client):
    phone = Phone(client, preset("solo")).open()
    phone.bid(("N", "3"), ("E", "nil"), ("S", "4"), ("W", "5"))

    likely = re.findall(
        r'key-likely[^>]*><input[^>]* name="(\w+)"[^>]* value="(\d+)"', phone.html()
    )

    assert likely == [("tricks_N", "3"), ("tricks_E", "0"), ("tricks_S", "4")]


def test_a_side_that_has_left_is_not_seated(client):
    rules = preset("cutthroat")
    phone = Phone(client, rules, gone=(1,)).open()
    phone.bid(("A", "5"), ("B", "5"), ("C", "5"))

    assert Game.objects.get().places == [0, 2, 3]
    assert len(re.findall(r'class="half half-', phone.html())) == 3
    assert 'class="half half-b"' not in phone.html()


@pytest.mark.parametrize("key", ["cutthroat", "solo", "whiz"])
def test_the_page_takes_six_queries_in_every_game(client, key, django_assert_num_queries):
    rules = STARTS[key]
    phone = Phone(client, rules).open()
    for sheet in made_up(key, rules)[0][:2]:
        phone.enter(sheet)
        with django_assert_num_queries(6):
            phone.html()

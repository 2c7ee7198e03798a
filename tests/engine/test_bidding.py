"""Bids: whose turn, which are legal, and every fault of a typed hand."""

import json

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.cases import check_case, score_case
from engine.spades.bidding import (
    Context,
    bid_faults,
    bidding_order,
    hand_faults,
    legal_bids,
    live_bid_faults,
    next_bidder,
    warnings,
)
from engine.spades.hands import Bid, HandSheet, score_hand
from engine.spades.presets import find_preset
from engine.spades.rules import STANDARD
from engine.spades.variants import TARGETS_HELD
from tests.engine.strategies import (
    BIDS,
    SEATS,
    any_rules,
    anything,
    rule_sets,
    typed_for,
    typed_hands,
)


def seats(*values):
    return dict(zip("NESW", values, strict=True))


FINE = {"dealer": "W", "bids": seats(3, 3, 3, 2), "tricks": seats(4, 4, 2, 3)}


def found(hand, context=None, **options):
    faults = hand_faults(hand, STANDARD.with_options(**options), context or Context())
    assert all(one.message for one in faults)
    return [(one.code, one.where) for one in faults]


@pytest.mark.parametrize(
    ("dealer", "order"), [("W", "NESW"), ("N", "ESWN"), ("E", "SWNE"), ("S", "WNES")]
)
def test_left_of_the_dealer_bids_first_and_the_dealer_last(dealer, order):
    assert "".join(bidding_order(dealer, STANDARD)) == order
    assert next_bidder(dealer, {}, STANDARD) == order[0]
    assert next_bidder(dealer, {seat: Bid(3) for seat in order[:3]}, STANDARD) == dealer
    assert next_bidder(dealer, {seat: Bid(3) for seat in order}, STANDARD) is None


def test_standard_table_offers_nil_blind_nil_and_one_to_thirteen():
    said = [str(bid) for bid in legal_bids("N", {}, STANDARD)]
    assert said == ["nil", "blind", *map(str, range(1, 14))]


@pytest.mark.parametrize(
    ("options", "partner", "legal"),
    [
        ({"nil_allowed": False}, None, [*range(1, 14)]),
        ({"blind_nil_allowed": False}, None, [*range(14)]),
        ({"min_bid": 2, "max_bid": 5}, None, [0, "blind", 2, 3, 4, 5]),
        ({"double_nil_allowed": False}, Bid(0), [*range(1, 14)]),
        ({"min_team_bid": 4}, Bid(1), [*range(3, 14)]),
        ({"max_team_bid": 6}, Bid(4), [0, "blind", 1, 2]),
        ({"min_team_bid": 10, "max_bid": 6}, None, [4, 5, 6]),
        ({"max_team_bid": 3, "nil_allowed": False}, None, [1, 2]),
    ],
)
def test_options_narrow_what_may_be_bid(options, partner, legal):
    rules = STANDARD.with_options(**options)
    so_far = {} if partner is None else {"N": partner}
    bids = legal_bids("S", so_far, rules)
    assert [("blind" if bid.blind else bid.tricks) for bid in bids] == legal


def test_earlier_bid_of_somebody_else_never_narrows_ones_own():
    rules = STANDARD.with_options(min_bid=2)
    assert legal_bids("E", {"N": Bid(1)}, rules) == legal_bids("E", {"N": Bid(2)}, rules)


@given(st.integers(0, 3), any_rules)
def test_every_table_can_always_finish_its_bidding(place, rules):
    assume(rules.variant not in TARGETS_HELD)  # what is dealt there may break a team limit
    bids, dealer = {}, rules.seats[place % len(rules.seats)]
    if rules.bids_are_made:
        for seat in bidding_order(dealer, rules):
            legal = legal_bids(seat, bids, rules, Context(dealer=dealer))
            assert legal
            bids[seat] = legal[len(legal) // 2]
    blind = [seat for seat, bid in bids.items() if bid.blind]
    typed = {seat: bid.tricks for seat, bid in bids.items()}
    assert bid_faults(typed, rules, Context(dealer=dealer), blind) == ()


@given(st.fixed_dictionaries(dict.fromkeys(SEATS, BIDS)), rule_sets, st.sampled_from(SEATS))
def test_bid_is_legal_at_the_table_exactly_when_nothing_is_wrong_with_it(bids, rules, dealer):
    context = Context(dealer=dealer)
    *_, last = order = bidding_order(dealer, rules)
    before = {seat: bids[seat] for seat in order[:-1]}
    faults = live_bid_faults(last, bids[last], before, rules, context)
    assert (bids[last] in legal_bids(last, before, rules, context)) == (faults == ())


def test_bid_out_of_turn_is_refused_with_whose_turn_it_is():
    (one,) = live_bid_faults("S", Bid(3), {"N": Bid(2)}, STANDARD, Context(dealer="W"))
    assert (one.code, one.message) == ("B20", "It is the turn of East to bid.")


def test_bid_once_made_stays():
    (one,) = live_bid_faults("N", Bid(3), {"N": Bid(0)}, STANDARD, Context(dealer="W"))
    assert (one.code, one.message) == ("B21", "North has bid nil; a bid can't be changed.")


@pytest.mark.parametrize(("seat", "bid", "code"), [("X", 3, "B04"), ("N", 14, "B03")])
def test_live_bid_of_nobody_or_beyond_the_hand_is_refused(seat, bid, code):
    (one,) = live_bid_faults(seat, Bid(bid), {}, STANDARD, Context(dealer="W"))
    assert one.code == code


def test_first_partner_is_told_when_a_bid_leaves_the_other_none():
    rules = STANDARD.with_options(min_team_bid=10, max_bid=6)
    (one,) = live_bid_faults("N", Bid(3), {}, rules, Context(dealer="W"))
    assert one.message == "North–South must bid 10 together; North must bid more."


def test_sound_hand_has_no_fault_with_or_without_its_tricks():
    assert found(FINE) == []
    assert found({"bids": FINE["bids"]}) == []


@pytest.mark.parametrize("value", [2.5, "3", True, float("nan"), float("inf"), [3], {"N": 3}])
def test_bid_that_is_no_whole_number_is_refused_next_to_its_seat(value):
    assert found(FINE | {"bids": seats(value, 3, 3, 2)}) == [("B02", "bids.N")]


@pytest.mark.parametrize("value", [-1, 14, 99, 10**30])
def test_bid_beyond_the_hand_is_refused(value):
    assert found(FINE | {"bids": seats(3, value, 3, 2)}) == [("B03", "bids.E")]


@pytest.mark.parametrize("value", [None, "", "  "])
def test_missing_bid_is_asked_for_and_holds_back_the_tricks(value):
    expected = [("B01", "bids.S"), ("T06", "tricks")]
    assert found(FINE | {"bids": seats(3, 3, value, 2)}) == expected


@pytest.mark.parametrize("value", [2.5, "3", True, float("nan"), [3]])
def test_count_that_is_no_whole_number_is_refused_next_to_its_seat(value):
    assert found(FINE | {"tricks": seats(4, 4, 2, value)}) == [("T02", "tricks.W")]


def test_all_faults_are_found_at_once():
    hand = {
        "dealer": "S",
        "hand_no": 2,
        "bids": seats(14, None, 1, 0) | {"X": 3},
        "blind": ["S", "W"],
        "tricks": seats(14, 0, 0, 0),
        "renege": ["Z"],
    }
    context = Context(dealer="W", hand_no=3, game_over=True, winner="NS", scores={"NS": 510})
    assert found(hand, context, blind_nil_allowed=False) == [
        ("H01", ""),
        ("H02", "hand_no"),
        ("H03", "dealer"),
        ("B03", "bids.N"),
        ("B01", "bids.E"),
        ("B04", "bids.X"),
        ("B08", "blind.S"),
        ("B09", "blind.S"),
        ("B09", "blind.W"),
        ("T06", "tricks"),
        ("T03", "tricks.N"),
        ("R01", "renege"),
    ]


def messages(hand, context=None, **options):
    faults = hand_faults(hand, STANDARD.with_options(**options), context or Context())
    return [one.message for one in faults]


@pytest.mark.parametrize(
    ("change", "known", "options", "sentence"),
    [
        (
            {},
            {"game_over": True, "winner": "NS", "scores": {"NS": 500, "EW": 420}},
            {},
            "This game is over: North–South won 500. Start the next game.",
        ),
        ({"hand_no": 4}, {"hand_no": 3}, {}, "Hand 3 is next; hand 4 can't be entered yet."),
        ({"hand_no": 2}, {"hand_no": 3}, {}, "Hand 2 is already saved; hand 3 is next."),
        ({"hand_no": True}, {"hand_no": 3}, {}, "The number of the hand must be a whole number."),
        ({"dealer": "N"}, {"dealer": "W"}, {}, "West should deal this hand, not North."),
        (
            {"bids": seats(1, 3, 3, 2)},
            {},
            {"min_bid": 2},
            "The lowest bid at this table is 2; North bid 1.",
        ),
        (
            {"bids": seats(0, 7, 0, 6)},
            {},
            {"double_nil_allowed": False},
            "Both partners may not bid Nil at this table.",
        ),
        (
            {"bids": seats(4, 3, 3, 3)},
            {"dealer": "W"},
            {"forbid_bids_equal_tricks": True},
            "The bids total 13, the number of tricks; West must bid another.",
        ),
        (
            {"bids": seats(1, 4, 2, 4)},
            {},
            {"min_team_bid": 4},
            "North–South bid 3 together; the minimum is 4.",
        ),
        (
            {"bids": seats(8, 2, 6, 2)},
            {},
            {"max_team_bid": 13},
            "North–South bid 14 together; the maximum is 13.",
        ),
        ({"tricks": seats(4, 4, 2, 2)}, {}, {}, "The tricks add up to 12; there are 13 in a hand."),
    ],
)
def test_sentence_says_what_is_wrong_and_what_would_be_right(change, known, options, sentence):
    assert messages(FINE | change, Context(**known), **options) == [sentence]


@pytest.mark.parametrize(
    ("own", "other", "sentences"),
    [
        (101, 200, ["North–South trail by 99; blind nil needs 100."]),
        (100, 200, []),
        (200, 100, ["North–South are not behind; blind nil needs 100 points behind."]),
    ],
)
def test_blind_nil_needs_its_deficit_and_exactly_that_much_is_enough(own, other, sentences):
    hand = {"bids": seats(0, 3, 4, 4), "blind": ["N"]}
    context = Context(scores={"NS": own, "EW": other})
    assert messages(hand, context, blind_nil_min_deficit=100) == sentences


def test_fault_of_two_partners_stands_at_the_one_who_bid_later():
    hand = {"dealer": "S", "bids": seats(1, 4, 2, 4)}
    assert found(hand, min_team_bid=4) == [("B11", "bids.S")]
    assert found(hand | {"dealer": "N"}, min_team_bid=4) == [("B11", "bids.N")]


SWAP = [
    {"from": "N", "to": "S", "cards": ["2C", "3C", "4D"]},
    {"from": "S", "to": "N", "cards": ["AH", "10♥", "9S"]},
]


@pytest.mark.parametrize(
    ("exchange", "blind", "options", "expected"),
    [
        (SWAP, "N", {}, []),
        (SWAP, "NS", {}, [("X01", "exchange")]),
        (SWAP, "", {}, [("X01", "exchange")]),
        (SWAP, "N", {"blind_nil_exchange": 0}, [("X01", "exchange")]),
        (
            SWAP,
            "N",
            {"blind_nil_exchange": 2},
            [("X02", "exchange.0.cards"), ("X02", "exchange.1.cards")],
        ),
        (SWAP[:1], "N", {}, [("X03", "exchange")]),
        ([SWAP[0], SWAP[0]], "N", {}, [("X03", "exchange"), ("X03", "exchange")]),
        ([dict(SWAP[0], to="E")], "N", {}, [("X01", "exchange")]),
        (
            [dict(SWAP[0], cards=["2C", "2♣", "4D"]), SWAP[1]],
            "N",
            {},
            [("X02", "exchange.0.cards")],
        ),
        ("cards", "N", {}, [("H06", "exchange")]),
        ([], "N", {}, []),
    ],
)
def test_exchange_is_three_cards_each_way_for_one_blind_nil(exchange, blind, options, expected):
    hand = {"bids": seats(0, 5, 0, 5), "blind": list(blind), "exchange": exchange}
    assert found(hand, **options) == expected


@given(st.data(), any_rules)
def test_hand_typed_in_any_game_is_judged_and_scored_or_refused(data, rules):
    hand = data.draw(typed_for(rules))
    faults = hand_faults(hand, rules, Context(first=data.draw(st.sampled_from([True, None]))))
    assert all(one.message for one in (*faults, *warnings(hand, rules)))
    if not faults and hand.get("tricks") is not None:
        sheet = HandSheet.from_json(hand, rules)
        assert set(score_hand(sheet, rules).sides) == set(rules.side_names)
        assert HandSheet.from_json(sheet.to_json(), rules) == sheet


@given(typed_hands, rule_sets)
def test_anything_typed_is_judged_and_never_breaks(hand, rules):
    faults = hand_faults(hand, rules, Context(dealer="N", hand_no=2))
    assert all(one.message for one in (*faults, *warnings(hand, rules)))
    if not faults and hand.get("tricks") is not None:
        assert isinstance(HandSheet.from_json(hand, rules), HandSheet)


@given(
    st.fixed_dictionaries(
        {},
        optional={
            "id": anything,
            "variant": anything,
            "options": anything,
            "context": anything,
            "hand": anything,
            "hands": anything,
        },
    )
    | anything
)
def test_any_case_is_answered_in_json(case):
    checked, scored = check_case(case), score_case(case)
    assert json.loads(json.dumps([checked, scored], allow_nan=False)) == [checked, scored]
    assert checked["valid"] == (checked["faults"] == [])


@given(st.lists(typed_hands, max_size=3))
def test_any_hands_are_scored_up_to_the_first_with_faults(hands):
    answer = score_case({"id": 1, "hands": hands})
    assert len(answer["hands"]) == len(hands)
    states = [
        "null" if it is None else "faults" if "faults" in it else "fine" for it in answer["hands"]
    ]
    assert states == sorted(states, key=["fine", "faults", "null"].index)
    assert (answer["status"] == "faulty") == ("faults" in states)


@pytest.mark.parametrize(
    ("hand", "codes"),
    [
        (FINE, []),
        ({"bids": seats(8, 2, 7, 2)}, ["W01", "W02"]),
        ({"bids": seats(1, 2, 1, 2)}, ["W02"]),
        ({"bids": seats(4, 3, 2, 3), "tricks": seats(0, 9, 0, 4)}, ["W03"]),
        ({"bids": seats(2, 4, 2, 3), "tricks": seats(0, 9, 0, 4)}, ["W03"]),
        ({"bids": seats(1, 4, 2, 4), "tricks": seats(0, 9, 0, 4)}, []),
        ({"bids": seats(4, 3, 3, 3), "tricks": seats(3, 4, 3, 3)}, ["W04"]),
        ({"bids": seats(4, 3, 3, 3), "tricks": {"NS": 6, "EW": 7}}, ["W04"]),
        ({"bids": None, "tricks": 5}, []),
    ],
)
def test_odd_hand_gets_a_warning_and_no_more(hand, codes):
    assert [one.code for one in warnings(hand, STANDARD)] == codes


@pytest.mark.parametrize("first", range(1, 14))
def test_a_number_bid_blind_always_leaves_the_partner_the_rest_of_a_row(first):
    rules = find_preset("blues-bowl").rules
    bid = Bid(first, blind=True)

    offered = legal_bids("N", {}, rules, Context(dealer="W"))
    answers = legal_bids("S", {"N": bid}, rules, Context(dealer="W"))

    assert (bid in offered) == (first < 13)
    assert answers == ((Bid(13 - first, blind=True),) if first < 13 else ())
    told = live_bid_faults("N", bid, {}, rules, Context(dealer="W"))
    assert [it.message for it in told] == (
        [] if first < 13 else ["Partners bid blind together or not at all."]
    )


def test_a_first_number_bid_blind_asks_the_score_as_the_whole_bid_does():
    rules = find_preset("fresh-decks").rules

    def said(behind):
        context = Context(dealer="W", scores={"EW": behind})
        return [str(bid) for bid in legal_bids("N", {}, rules, context) if bid.blind]

    assert said(99) == []
    assert said(100) == [f"blind {n}" for n in range(1, 6)]

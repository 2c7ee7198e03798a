"""What a table's phone sends, read and judged."""

from uuid import uuid4

import pytest

from scoring.forms import BidForm, SeatsForm
from scoring.queries.table import table_state
from scoring.tricks_form import TricksForm
from tests.scoring.table_rows import bid_all, called_match, open_next

pytestmark = pytest.mark.django_db


@pytest.fixture
def pad(client):
    """What is asked after East bid nil, South 3, West 3 and North 2."""
    match = called_match()
    open_next(client, match)
    bid_all(client, match, "nil", "3", "3", "2")
    return table_state(match.table).deal.pad()


@pytest.fixture
def sides():
    """Who may sit where before the first game."""
    return table_state(called_match().table).seat_sides


def tricks(pad, **answers):
    return TricksForm({"entry_key": uuid4(), **answers}, pad=pad)


def test_tricks_form_fills_the_other_side_and_the_nil(pad):
    form = tricks(pad, tricks_NS="7", nil_E="0")

    assert form.is_valid()
    assert form.tricks == {"NS": 7, "EW": 6, "E": 0}


def test_tricks_form_takes_the_exact_number_of_a_badly_failed_nil(pad):
    form = tricks(pad, tricks_NS="5", nil_E="5+", more_E="8")

    assert form.is_valid()
    assert form.tricks == {"NS": 5, "EW": 8, "E": 8}


def test_tricks_form_says_everything_that_is_missing_at_once(pad):
    form = TricksForm({}, pad=pad)

    assert not form.is_valid()
    assert sorted(form.errors) == ["entry_key", "nil_E", "tricks_NS"]


def test_tricks_form_keeps_what_was_tapped(pad):
    form = tricks(pad, tricks_NS="7")

    tapped = [key.value for row in form.questions for key in row.keys if key.checked]

    assert not form.is_valid()
    assert tapped == ["7"]
    assert form.rest == 6


@pytest.mark.parametrize("junk", ["", "x", "-3", "1e3", "²", "٣", "13.0", "14", "99999"])
def test_tricks_form_refuses_what_is_no_count(pad, junk):
    form = tricks(pad, tricks_NS=junk, nil_E="0")

    refused = not form.is_valid()

    assert refused or form.tricks["NS"] in range(14)


def test_tricks_form_marks_the_bid_as_the_likely_key(pad):
    row = TricksForm(pad=pad).questions[0]

    assert [key.value for key in row.keys if key.likely] == ["5"]


def test_seats_form_fills_seats_that_were_left_out(sides):
    form = SeatsForm({"first_dealer": "W"}, sides=sides)

    assert form.is_valid()
    assert sorted(form.seating) == ["E", "N", "S", "W"]
    assert len(set(form.seating.values())) == 4


def test_seats_form_seats_the_other_partner_opposite_the_one_named(sides):
    _hazel, clover = sides[0][1].entry.players.all()

    form = SeatsForm({"seat_N": clover.pk, "first_dealer": "W"}, sides=sides)

    assert form.is_valid()
    assert form.seating["N"] == clover.pk
    assert form.seating["S"] != clover.pk


def test_seats_form_refuses_somebody_from_the_other_pair(sides):
    basil = sides[1][1].entry.players.first()

    form = SeatsForm({"seat_N": basil.pk, "first_dealer": "W"}, sides=sides)

    assert not form.is_valid()
    assert form.errors["seat_N"] == ["Choose one of the partners."]


def test_bid_form_wants_a_seat_and_a_bid():
    form = BidForm({})

    assert not form.is_valid()
    assert sorted(form.errors) == ["bid", "seat"]

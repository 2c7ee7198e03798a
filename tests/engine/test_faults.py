"""Phrases and faults: English, translation, and people's names for seats."""

import string

import pytest
from django.utils import translation

from engine.faults import ENGLISH, Fault, Phrase, RuleError, Signed, Who, fault
from engine.phrases import CATALOGUE, PARTS, Plural


class Backwards:
    """Words of a language in which the catalogue has its sentences in capitals."""

    def gettext(self, message):
        return f"«{message}»"

    def ngettext(self, singular, plural, number):
        return f"«{singular if number == 1 else plural}»"


def test_sentence_is_translated_before_it_is_filled_in():
    phrase = Phrase("B02", {"who": Who("N")})
    assert phrase.say() == "The bid of North must be a whole number."
    assert phrase.say(Backwards()) == "«The bid of «North» must be a whole number.»"


@pytest.mark.parametrize(
    ("count", "said"),
    [(1, "bid 5 took 6: 50 + 1 bag"), (2, "bid 5 took 6: 50 + 2 bags")],
)
def test_plural_follows_the_number(count, said):
    assert Phrase("line.made_bags", {"bid": 5, "took": 6, "worth": 50, "n": count}).say() == said


def test_people_take_the_place_of_seats_and_sides():
    one = fault("B11", "bids.S", side=Who("NS"), bid=3, low=4)
    assert one.message == "North–South bid 3 together; the minimum is 4."
    assert one.say(ENGLISH, {"NS": "Bag Ladies"}) == "Bag Ladies bid 3 together; the minimum is 4."


def test_names_reach_phrases_inside_phrases_and_lists():
    inner = Phrase("B09", {})
    phrase = Phrase("O02.choice", {"name": (Who("N"), Who("E")), "choices": inner})
    named = phrase.naming({"N": "Hazel"}).say()
    assert named == "Hazel, East must be one of: Blind nil is not played here.."


def test_seat_nobody_knows_is_said_as_it_was_typed():
    assert fault("B04", "bids.X", who="X").message == "There is no player in seat X."


def test_negative_numbers_carry_a_real_minus_sign():
    assert Phrase("line.total_free", {"total": -58, "bags": 2}).say() == "total −58, bags 2"
    assert Phrase("line.moon", {"worth": Signed(100)}).say() == "every trick taken: +100"


def test_code_of_a_fault_is_its_key_up_to_the_dot():
    one = fault("H02.late", "hand_no", given=2, due=3)
    assert (one.code, one.where) == ("H02", "hand_no")
    assert one.under("hand").to_json() == {
        "code": "H02",
        "where": "hand.hand_no",
        "message": "Hand 2 is already saved; hand 3 is next.",
    }


def test_error_carries_every_fault_and_says_them_all():
    faults = [fault("B09", "blind.N"), fault("T06", "tricks")]
    error = RuleError(faults)
    assert error.faults == tuple(faults)
    assert str(error) == "Blind nil is not played here. Enter all bids before the tricks."
    assert isinstance(error, ValueError)


def test_faults_can_be_compared():
    assert fault("B09", "blind.N") == Fault("B09", "blind.N", Phrase("B09", {}))


def test_no_key_of_the_catalogue_is_used_twice():
    assert sum(map(len, PARTS)) == len(CATALOGUE)


def parameters(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("key", CATALOGUE)
def test_sentence_uses_named_parameters_only_and_its_plural_the_same(key):
    template = CATALOGUE[key]
    texts = [template.one, template.many] if isinstance(template, Plural) else [template]
    assert all(name.isidentifier() for text in texts for name in parameters(text))
    assert len({frozenset(parameters(text)) for text in texts}) == 1


def test_translations_of_django_fit_the_words_the_engine_asks_for():
    assert Phrase("B01", {"who": Who("E")}).say(translation) == (
        "Enter a bid for East. Passing is not allowed; 0 is Nil."
    )

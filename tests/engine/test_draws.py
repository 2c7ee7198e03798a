"""The draw: golden vectors, an independent second drawer, fairness, and verification."""

import json
import random
import unicodedata
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.brackets.single import bye_matches
from engine.draws import (
    TABLES,
    DrawInputs,
    Entrant,
    Sealed,
    commitment,
    draw,
    list_hash,
    pair_up,
    redraw,
    verify,
)
from engine.faults import RuleError
from tests.engine.command_line import ROOT
from tests.engine.slow_draw import slow_draw

VECTORS = {path.stem: path for path in sorted((ROOT / "fixtures" / "draws").glob("*.json"))}
SECRET = bytes(range(32))


def vector(name):
    return json.loads(VECTORS[name].read_text(encoding="utf-8"))


def listed(count, salt="00ff"):
    return [Entrant(f"{number:032x}", f"Pair {number}", salt) for number in range(count)]


def drawn(count, attempt=1, event="evening", **rest):
    return draw(event=event, attempt=attempt, entrants=listed(count), secret=SECRET, **rest)


@pytest.mark.parametrize("name", VECTORS)
def test_golden_vector_is_drawn_again_to_the_letter(name):
    """Only a seed was kept, and with the next version of the code it gave another draw."""
    data = vector(name)
    again = redraw(DrawInputs.from_json(data)).to_json()
    assert again == {key: data[key] for key in again}
    assert slow_draw(data) == again


def as_json(entrants, **rest):
    entries = [{"id": it.id, "name": it.name, "salt": it.salt} for it in entrants]
    base = {"algorithm": "spadework-draw-1", "event": "e", "attempt": 1, "secret": SECRET.hex()}
    return {**base, "public_source": "none", "public": "", "entries": entries, **rest}


@given(st.integers(3, 70), st.integers(1, 8), st.sampled_from(sorted(TABLES)))
def test_second_drawer_agrees_on_tables_of_three_and_four(count, attempt, algorithm):
    data = as_json(listed(count), attempt=attempt, algorithm=algorithm)
    assert redraw(DrawInputs.from_json(data)).to_json() == slow_draw(data)


@given(st.integers(2, 70), st.integers(1, 8), st.text(max_size=8), st.booleans())
def test_second_drawer_agrees_on_any_list(count, attempt, public, partners):
    public = public.encode("utf-8", "ignore").decode()
    source = {"public_source": "dice" if public else "none", "public": public}
    kind = {"kind": "partners"} if partners else {}
    data = as_json(listed(count), attempt=attempt, **source, **kind)
    assert redraw(DrawInputs.from_json(data)).to_json() == slow_draw(data)


def halves(byes):
    """Bye counts of every half, quarter and so on, level by level, down to single matches."""
    while len(byes) > 1:
        yield byes
        byes = [sum(byes[i : i + 2]) for i in range(0, len(byes), 2)]


def byes_spread(result, count):
    """Count the byes of a draw once it is seen that they lie evenly and nobody is missing."""
    slots = len(result.slots)
    assert slots // 2 < count <= slots or (count, slots) == (2, 2)
    matches = [int(None in result.slots[i : i + 2]) for i in range(0, slots, 2)]
    assert all(any(result.slots[i : i + 2]) for i in range(0, slots, 2))
    assert sum(matches) == slots - count == len(bye_matches(result.slots))
    for level in halves(matches):
        assert max(level) - min(level) <= 1
    meeting = sum(all(matches[i : i + 2]) for i in range(0, len(matches) - 1, 2))
    assert meeting == max(0, slots - count - slots // 4)
    assert sorted(it for it in result.slots if it) == sorted(it.id for it in listed(count))
    assert [it for it in result.slots if it] == list(result.order)
    return sum(matches)


@pytest.mark.parametrize("count", [*range(2, 66), 100, 127, 128, 129, 200, 255, 256, 257])
def test_byes_are_spread_evenly_over_every_part_of_the_bracket(count):
    """Byes stood in a row, and those who had one met others who had one in the next round."""
    for attempt in (1, 2, 3):
        result = drawn(count, attempt)
        assert byes_spread(result, count) == len(result.slots) - count


@pytest.mark.long
@pytest.mark.parametrize("count", range(2, 258))
def test_byes_are_spread_evenly_for_every_number_of_entries(count):
    for attempt in range(1, 41):
        result = drawn(count, attempt)
        assert byes_spread(result, count) == len(result.slots) - count


def test_thousand_and_twenty_four_entries_have_no_bye():
    assert None not in drawn(1024).slots


@given(st.integers(2, 40), st.randoms(use_true_random=False))
def test_order_of_signing_up_never_matters(count, shuffler):
    """People left the list and came back while it was open, to have another place in the draw."""
    entrants = listed(count)
    shuffler.shuffle(entrants)
    assert draw(event="evening", attempt=1, entrants=entrants, secret=SECRET) == drawn(count)


@given(st.integers(3, 40), st.randoms(use_true_random=False), st.sampled_from([*TABLES, "lot"]))
def test_order_of_signing_up_never_matters_at_tables_or_in_a_lot(count, shuffler, how):
    kind = {"kind": "partners"} if how == "lot" else {"algorithm": how}
    mixed = listed(count)
    shuffler.shuffle(mixed)
    one, other = (DrawInputs.from_json(as_json(it, **kind)) for it in (mixed, listed(count)))
    assert redraw(one) == redraw(other)


def changed(text):
    return ("1" if text[0] != "1" else "2") + text[1:]


CHANGES = {
    "event": lambda data: data | {"event": data["event"] + "!"},
    "attempt": lambda data: data | {"attempt": 2},
    "secret": lambda data: data | {"secret": changed(data["secret"])},
    "public": lambda data: data | {"public": data["public"] + "1"},
    "an id": lambda data: (
        data | {"entries": [data["entries"][0] | {"id": "f" * 32}, *data["entries"][1:]]}
    ),
    "a name": lambda data: (
        data | {"entries": [data["entries"][0] | {"name": "Bags"}, *data["entries"][1:]]}
    ),
    "a salt": lambda data: (
        data | {"entries": [data["entries"][0] | {"salt": "01ff"}, *data["entries"][1:]]}
    ),
    "an entry left out": lambda data: data | {"entries": data["entries"][1:]},
}


@pytest.mark.parametrize("change", CHANGES)
def test_one_changed_byte_changes_the_seed_and_is_found(change):
    data = as_json(listed(9), public_source="dice", public="123456")
    claimed = redraw(DrawInputs.from_json(data)).to_json()
    assert verify(data, claimed) == ()
    assert "seed" in verify(CHANGES[change](data), claimed)


def test_source_of_the_public_value_is_sealed_with_the_secret():
    one = commitment("e", 1, SECRET, "none")
    assert one != commitment("e", 1, SECRET, "beacon round 7")
    assert one != commitment("e", 2, SECRET, "none")


@pytest.mark.parametrize("field", ["commitment", "list_hash", "seed", "order", "slots"])
def test_verification_names_exactly_the_result_that_differs(field):
    data = as_json(listed(6))
    claimed = redraw(DrawInputs.from_json(data)).to_json()
    wrong = claimed[field][1:]
    assert verify(data, {**claimed, field: wrong}) == (field,)
    missing = {name: value for name, value in claimed.items() if name != field}
    assert verify(data, missing) == (field,)


def test_removed_name_leaves_its_hash_and_the_draw_can_still_be_checked():
    entrants = listed(5)
    sealed = [Sealed(entrants[0].id, entrants[0].name_hash), *entrants[1:]]
    assert list_hash(sealed) == list_hash(entrants)
    assert draw(event="evening", attempt=1, entrants=sealed, secret=SECRET) == drawn(5)


def test_name_typed_in_another_unicode_form_is_the_same_name():
    one = Entrant("a", unicodedata.normalize("NFC", "Zoë"), "00")
    other = Entrant("a", unicodedata.normalize("NFD", "Zoë"), "00")
    assert one.name != other.name
    assert one.name_hash == other.name_hash


def bye_counts(count, draws):
    tally = Counter()
    for attempt in range(1, draws + 1):
        slots = drawn(count, attempt, event=f"fair {count}").slots
        pairs = zip(slots[0::2], slots[1::2], strict=True)
        tally.update(upper for upper, lower in pairs if lower is None)
    return [tally[entrant.id] for entrant in listed(count)]


def chi_square(observed, expected):
    return sum((each - expected) ** 2 / expected for each in observed)


@pytest.mark.parametrize(
    ("count", "most"), [(3, 13.8), (5, 18.5), (6, 20.5), (11, 29.6), (12, 31.3)]
)
def test_every_pair_has_the_same_chance_of_a_bye(count, most):
    """``most`` is the 99.9 % point of chi-square; the draws are fixed, so the test is too."""
    draws, byes = 3000, (1 << (count - 1).bit_length()) - count
    share = byes / count
    scaled = chi_square(bye_counts(count, draws), draws * share) / (1 - share)
    assert scaled * (count - 1) / count < most


def test_every_place_is_equally_likely_for_every_entry():
    places = Counter(
        (it, place)
        for attempt in range(1, 3001)
        for place, it in enumerate(drawn(4, attempt).slots)
    )
    assert len(places) == 16
    assert chi_square(places.values(), 3000 / 4) < 39.3


def test_odd_bye_goes_to_either_half():
    sides = Counter(None in drawn(7, attempt).slots[:4] for attempt in range(1, 1001))
    assert all(430 < times < 570 for times in sides.values())


def test_partners_by_lot_are_everybody_once_and_one_is_left_of_an_odd_number():
    singles = listed(7)
    result = pair_up(event="evening", attempt=1, entrants=singles, secret=SECRET)
    met = [single for pair in result.pairs for single in pair]
    assert sorted([*met, result.odd_one_out]) == [single.id for single in singles]
    assert result.order == (*met, result.odd_one_out)


def test_lot_for_partners_and_draw_of_the_bracket_share_no_seed():
    singles = listed(6)
    lot = pair_up(event="evening", attempt=1, entrants=singles, secret=SECRET)
    bracket = draw(event="evening", attempt=1, entrants=singles, secret=SECRET)
    assert (lot.list_hash, lot.odd_one_out) == (bracket.list_hash, None)
    assert lot.seed != bracket.seed
    assert lot.commitment != bracket.commitment


def codes(error):
    return [(one.code, one.where) for one in error.value.faults]


def test_draw_of_one_entry_is_refused():
    with pytest.raises(RuleError) as error:
        drawn(1)
    assert codes(error) == [("D01", "entries")]


@pytest.mark.parametrize("algorithm", TABLES)
def test_draw_of_two_for_tables_is_refused(algorithm):
    with pytest.raises(RuleError) as error:
        redraw(DrawInputs.from_json(as_json(listed(2), algorithm=algorithm)))
    assert codes(error) == [("D08", "entries")]


def test_partners_are_never_drawn_as_tables():
    data = as_json(listed(6), algorithm="spadework-draw-fours-1", kind="partners")
    with pytest.raises(RuleError) as error:
        DrawInputs.from_json(data)
    assert codes(error) == [("D05", "algorithm")]


def test_threes_fours_and_pairs_of_one_list_share_no_seed():
    seeds = {
        redraw(DrawInputs.from_json(as_json(listed(6), algorithm=name))).seed
        for name in ("spadework-draw-1", *TABLES)
    }
    assert len(seeds) == 3


@pytest.mark.parametrize(("count", "most"), [(5, 18.5), (7, 22.5), (11, 29.6), (13, 32.9)])
def test_every_player_has_the_same_chance_of_a_bye_at_tables(count, most):
    """``most`` is the 99.9 % point of chi-square; the draws are fixed, so the test is too."""
    for algorithm in TABLES:
        tally = Counter()
        for attempt in range(1, 1501):
            data = as_json(listed(count), attempt=attempt, algorithm=algorithm)
            tables = redraw(DrawInputs.from_json(data)).tables
            tally.update(table[0] for table in tables if len(table) == 1)
        byes = sum(tally.values()) / 1500
        observed = [tally[entrant.id] for entrant in listed(count)]
        scaled = chi_square(observed, 1500 * byes / count) / (1 - byes / count)
        assert scaled * (count - 1) / count < most


def test_entry_listed_twice_is_refused():
    with pytest.raises(RuleError) as error:
        draw(event="e", attempt=1, entrants=[*listed(3), listed(1)[0]], secret=SECRET)
    assert codes(error) == [("D02", "entries")]


@pytest.mark.parametrize(("source", "public", "code"), [("none", "7", "D06"), ("dice", "", "D07")])
def test_public_value_must_go_with_its_source(source, public, code):
    with pytest.raises(RuleError) as error:
        drawn(3, public_source=source, public=public)
    assert codes(error) == [(code, "public")]


def test_unreadable_inputs_are_named_all_at_once():
    data = as_json(listed(2), attempt=True, public=None, kind="lottery") | {"secret": "00"}
    data["entries"] = [{"id": "a b", "name": "x", "salt": "0"}, 5, {"id": "c", "name_hash": "zz"}]
    with pytest.raises(RuleError) as error:
        DrawInputs.from_json(data)
    assert codes(error) == [
        ("D04", "attempt"),
        ("D04", "secret"),
        ("D03", "public"),
        ("D04", "kind"),
        ("D04", "entries.0.id"),
        ("D04", "entries.0.salt"),
        ("D04", "entries.1"),
        ("D04", "entries.2.name_hash"),
    ]


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=5,
)


@given(st.data())
def test_any_json_is_drawn_or_refused_and_never_breaks(data):
    good = as_json(listed(3))
    field = data.draw(st.sampled_from(sorted(good)))
    bad = good | {field: data.draw(json_values)}
    assert outcome(bad) == "refused" or outcome(bad) == slow_draw(bad)


def outcome(data):
    try:
        return redraw(DrawInputs.from_json(data)).to_json()
    except RuleError:
        return "refused"


def test_python_random_has_no_say_in_a_draw():
    random.seed(1)
    one = drawn(9)
    random.seed(2)
    assert drawn(9) == one

"""The draw under options: groups apart, seeded places, byes to the seeded, and what it refuses."""

import json
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.draws import (
    STEERED,
    DrawInputs,
    DrawOptions,
    Entrant,
    Sealed,
    closed_seeds,
    commitment,
    draw,
    draw_tables,
    entry_line,
    group_labels,
    list_hash,
    pair_up,
    redraw,
    verify,
)
from engine.faults import RuleError
from engine.steering import fold
from engine.streams import Stream, spread_byes
from tests.engine.command_line import ROOT, engine
from tests.engine.slow_draw import slow_draw

SECRET = bytes(range(32))
APART, SEEDS = DrawOptions(apart=True), DrawOptions(seeds=True)
TO_SEEDED = DrawOptions(seeds=True, byes="seeded")
BOTH = DrawOptions(apart=True, seeds=True)
ALL = DrawOptions(apart=True, seeds=True, byes="seeded")


def listed(count, seeds=0, groups=()):
    """Make entries: the last ``seeds`` of them seeded, the last of all first; groups by turns."""
    group = dict(enumerate(groups))
    return [
        Entrant(
            id=f"{number:032x}",
            name=f"Pair {number}",
            salt="00ff",
            seed=count - number if count - number <= seeds else None,
            group=group.get(number, ""),
        )
        for number in range(count)
    ]


def drawn(entrants, options, attempt=1, event="evening"):
    return draw(event=event, attempt=attempt, entrants=entrants, secret=SECRET, options=options)


def as_json(entrants, options, **rest):
    entries = [
        {"id": it.id, "name": it.name, "salt": it.salt, "seed": it.seed, "group": it.group}
        for it in entrants
    ]
    base = {"algorithm": STEERED, "event": "e", "attempt": 1, "secret": SECRET.hex()}
    options = options.to_json()
    base |= {"public_source": "none", "public": "", "options": options, "entries": entries}
    return base | rest


def matches_of(slots):
    return list(zip(slots[0::2], slots[1::2], strict=True))


@st.composite
def steered_lists(draw):
    """A list of 2 to 40 with options that go with it."""
    count = draw(st.integers(2, 40))
    places = 1 << (count - 1).bit_length()
    options = draw(st.sampled_from([APART, SEEDS, TO_SEEDED, ALL, BOTH]))
    free = options.byes == "seeded" or places == count
    most = count if free else min(count, places // 2)
    seeds = draw(st.integers(1, most)) if options.seeds else 0
    labels = st.sampled_from(["", "g1", "g2", "g3"])
    groups = draw(st.lists(labels, min_size=count, max_size=count)) if options.apart else ()
    return listed(count, seeds, groups), options


@given(steered_lists(), st.integers(1, 8))
def test_second_drawer_agrees_under_all_options(given_list, attempt):
    data = as_json(*given_list, attempt=attempt)
    assert redraw(DrawInputs.from_json(data)).to_json() == slow_draw(data)


@given(steered_lists(), st.integers(1, 8))
def test_everybody_is_drawn_once_and_no_match_is_empty(given_list, attempt):
    entrants, options = given_list
    result = drawn(entrants, options, attempt)
    assert sorted(it for it in result.slots if it) == [it.id for it in entrants]
    assert sorted(result.order) == [it.id for it in entrants]
    assert None not in result.slots[0::2]


@given(steered_lists(), st.randoms(use_true_random=False))
def test_order_of_signing_up_never_matters_under_options(given_list, shuffler):
    entrants, options = given_list
    mixed = list(entrants)
    shuffler.shuffle(mixed)
    assert drawn(mixed, options) == drawn(entrants, options)


def uneven(slots):
    """Give how far bye counts of parts of one level differ, and how many bye-holders meet."""
    byes = [int(lower is None) for _, lower in matches_of(slots)]
    meeting = sum(map(all, zip(byes[0::2], byes[1::2], strict=False)))
    most = 0
    while len(byes) > 1:
        most = max(most, max(byes) - min(byes))
        byes = [sum(byes[i : i + 2]) for i in range(0, len(byes), 2)]
    return most, meeting


@pytest.mark.parametrize("options", [SEEDS, TO_SEEDED])
def test_byes_lie_evenly_for_every_number_of_entries_under_options(options):
    for count in range(2, 258):
        result = drawn(listed(count, seeds=(count + 1) // 4 or 1), options)
        slots = len(result.slots)
        most, meeting = uneven(result.slots)
        assert slots // 2 < count <= slots or (count, slots) == (2, 2)
        assert None not in result.slots[0::2]
        assert most <= 1
        assert meeting == max(0, slots - count - slots // 4)


@pytest.mark.parametrize("count", [2, 3, 4, 7, 16, 33, 64])
def test_the_first_seeds_meet_as_late_as_they_can(count):
    """No two of the first 2, 4, 8 ... are in one half, quarter, eighth ... of the bracket."""
    result = drawn(listed(count, seeds=count), TO_SEEDED)
    number = {it.id: it.seed for it in listed(count, seeds=count)}
    parts = 2
    while parts <= len(result.slots) // 2:
        size = len(result.slots) // parts
        cut = [result.slots[i : i + size] for i in range(0, len(result.slots), size)]
        first = [sum(number.get(it, 99) <= parts for it in part) for part in cut]
        assert first == [1] * parts
        parts *= 2
    assert number[result.slots[0]] == 1


def test_matches_fold_as_printed_sheets_do():
    assert fold(1) == [1]
    assert fold(2) == [1, 2]
    assert fold(16) == [1, 16, 9, 8, 5, 12, 13, 4, 3, 14, 11, 6, 7, 10, 15, 2]


def test_byes_go_to_the_seeded_first_and_then_to_the_next_of_the_fold():
    """Six byes, two seeds: the seeds have one each, four are drawn into the matches 3 to 6."""
    result = drawn(listed(10, seeds=2), TO_SEEDED)
    byes = [at for at, (_, lower) in enumerate(matches_of(result.slots)) if lower is None]
    assert [fold(8)[at] for at in byes] == [1, 5, 4, 3, 6, 2]
    assert (result.slots[0], result.slots[14]) == (listed(10)[9].id, listed(10)[8].id)


def test_seeds_stay_where_they_are_whatever_is_drawn():
    places = {
        tuple(result.slots.index(it.id) for it in listed(12, seeds=3) if it.seed)
        for attempt in range(1, 51)
        for result in [drawn(listed(12, seeds=3), ALL, attempt)]
    }
    assert places == {(8, 14, 0)}


@given(steered_lists(), st.integers(1, 8))
def test_who_of_one_group_meet_is_published_and_nobody_else(given_list, attempt):
    entrants, options = given_list
    result = drawn(entrants, options, attempt)
    group = {it.id: it.group for it in entrants if it.group}
    together = [
        (upper, lower)
        for upper, lower in matches_of(result.slots)
        if upper in group and group[upper] == group.get(lower)
    ]
    assert list(result.met) == together


@given(st.integers(6, 40), st.integers(1, 8))
def test_a_group_of_a_quarter_is_always_kept_apart(count, attempt):
    """With as many others to swap with there is always a way, so nobody meets."""
    groups = ["g1"] * (count // 4) + ["g2"] * (count // 4)
    assert drawn(listed(count, groups=groups), APART, attempt).met == ()


@given(steered_lists(), st.integers(1, 8))
def test_swaps_move_no_bye_and_no_seed(given_list, attempt):
    entrants, options = given_list
    result = drawn(entrants, options, attempt)
    ungrouped = [Sealed(it.id, it.name_hash, it.seed) for it in entrants]
    seeds = [it.id for it in sorted(entrants, key=lambda it: it.seed or 99) if it.seed]
    places, empty = len(result.slots), result.slots.count(None)
    if options.byes == "drawn":
        byes = spread_byes(places, empty, Stream(bytes.fromhex(result.seed)))
    else:
        byes = tuple(int(rank <= empty) for rank in fold(places // 2))
    assert tuple(int(lower is None) for _, lower in matches_of(result.slots)) == byes
    where = [result.slots.index(it) for it in seeds]
    assert where == [drawn(ungrouped, options).slots.index(it) for it in seeds]
    assert list(result.order[: len(seeds)]) == seeds


def test_keeping_apart_takes_those_with_an_opponent_before_those_with_a_bye():
    """Six entries, two byes: there are always two others who play, so no bye changes hands."""
    for attempt in range(1, 101):
        result = drawn(listed(6, groups=["g1", "g1"]), APART, attempt)
        holders = [upper for upper, lower in matches_of(result.slots) if lower is None]
        byes = [at for at, it in enumerate(result.slots) if it is None]
        order = iter(result.order)
        laid = [None if at in byes else next(order) for at in range(8)]
        assert result.met == ()
        assert holders == [laid[at - 1] for at in byes]


def test_an_entry_alone_or_without_a_group_is_never_moved():
    apart = drawn(listed(14, groups=["g1"]), APART)
    assert [it for it in apart.slots if it] == list(apart.order)
    assert apart.met == ()


# One changed byte

BASE = as_json(listed(9, seeds=2, groups=["g1", "g1", "", "g2", "g2"]), ALL, public="1234")
BASE["public_source"] = "dice"


def entry_changed(**changes):
    first, *others = BASE["entries"]
    return {"entries": [first | changes, *others]}


CHANGES = {
    "event": {"event": "f"},
    "attempt": {"attempt": 2},
    "secret": {"secret": "01" + SECRET.hex()[2:]},
    "public": {"public": "1235"},
    "byes": {"options": {"apart": True, "seeds": True}},
    "an id": entry_changed(id="f" * 32),
    "a name": entry_changed(name="Pair 1"),
    "a salt": entry_changed(salt="01ff"),
    "a group": entry_changed(group="g3"),
    "no group": entry_changed(group=""),
    "a seed": entry_changed(seed=3),
    "an entry left out": {"entries": BASE["entries"][1:]},
    "the source": {"public_source": "diced"},
}


@pytest.mark.parametrize("change", CHANGES)
def test_one_changed_byte_of_an_input_is_found(change):
    claimed = redraw(DrawInputs.from_json(BASE)).to_json()
    assert verify(BASE, claimed) == ()
    differs = verify(BASE | CHANGES[change], claimed)
    assert ("commitment" if change == "the source" else "seed") in differs


def test_every_option_is_in_the_seed_even_where_it_moves_nobody():
    plain = listed(8, seeds=1)
    seeds = {drawn(plain, options).seed for options in (SEEDS, TO_SEEDED, BOTH, ALL)}
    assert len(seeds) == 4


@pytest.mark.parametrize("field", ["commitment", "list_hash", "seed", "order", "slots", "met"])
def test_verification_of_a_steered_draw_names_the_result_that_differs(field):
    data = as_json(listed(6, groups=["g1"] * 6), APART)
    claimed = redraw(DrawInputs.from_json(data)).to_json()
    assert verify(data, {**claimed, field: claimed[field][1:]}) == (field,)


def test_two_seeds_that_change_numbers_change_the_list():
    one, other = Sealed("a", "00" * 32, seed=1), Sealed("b", "11" * 32, seed=2)
    turned = [Sealed("a", "00" * 32, seed=2), Sealed("b", "11" * 32, seed=1)]
    assert list_hash([one, other], STEERED) != list_hash(turned, STEERED)
    assert list_hash([one, other]) == list_hash(turned)
    assert entry_line(one, STEERED) == b"a " + b"00" * 32 + b" 1 -\n"


def test_removed_name_keeps_seed_and_group_and_the_draw_is_the_same():
    entrants = listed(9, seeds=2, groups=["g1"] * 9)
    sealed = [Sealed(it.id, it.name_hash, it.seed, it.group) for it in entrants]
    assert drawn(sealed, ALL) == drawn(entrants, ALL)


def test_without_an_option_the_draw_is_the_one_by_chance_alone():
    plain = draw(event="evening", attempt=1, entrants=listed(9), secret=SECRET)
    assert drawn(listed(9), DrawOptions()) == plain
    assert plain.commitment == commitment("evening", 1, SECRET, "none")
    assert drawn(listed(9), APART).seed != plain.seed


def test_the_command_line_draws_and_checks_under_options(tmp_path):
    vector = json.loads((ROOT / "fixtures/draws/steered_twenty_one.json").read_text("utf-8"))
    path = tmp_path / "draw.json"
    path.write_text(json.dumps(vector), encoding="utf-8")
    told = engine("draw", str(path)).answer
    assert told == {name: vector[name] for name in told}
    assert engine("verify", str(path)).answer == {"equal": True, "differs": []}


# What is refused


def refused(entrants, options):
    with pytest.raises(RuleError) as error:
        drawn(entrants, options)
    return [one.code for one in error.value.faults]


@pytest.mark.parametrize("numbers", [(), (2,), (1, 1), (1, 3), (1, 2, 2), (2, 3, 4)])
def test_seeds_with_a_gap_twice_or_none_are_refused(numbers):
    others = [Sealed(f"x{at}", "00" * 32) for at in range(3)]
    seeded = [Sealed(f"s{at}", "11" * 32, seed=number) for at, number in enumerate(numbers)]
    assert refused([*others, *seeded], SEEDS) == ["D12"]


def test_more_seeds_than_matches_are_refused_where_a_drawn_bye_could_be_in_the_way():
    assert refused(listed(13, seeds=9), SEEDS) == ["D13"]
    assert drawn(listed(13, seeds=8), SEEDS).met == ()
    assert drawn(listed(13, seeds=9), TO_SEEDED).met == ()
    assert drawn(listed(16, seeds=16), SEEDS).slots == drawn(listed(16, seeds=16), SEEDS, 2).slots


def test_byes_to_the_seeded_without_seeds_are_refused():
    assert refused(listed(5), DrawOptions(byes="seeded")) == ["D14"]


def test_a_seed_or_group_that_would_count_for_nothing_is_refused():
    assert refused(listed(5, seeds=1), APART) == ["D15"]
    assert refused(listed(5, seeds=1, groups=["g1"]), DrawOptions()) == ["D15", "D15"]
    given = {"event": "e", "attempt": 1, "entrants": listed(5, seeds=1), "secret": SECRET}
    with pytest.raises(RuleError, match="option"):
        pair_up(**given)
    with pytest.raises(RuleError, match="option"):
        draw_tables(algorithm="spadework-draw-fours-1", **given)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"options": {"luck": True}}, [("D09", "options.luck")]),
        ({"options": {"apart": "yes"}}, [("D04", "options.apart")]),
        ({"options": {"byes": ["drawn"]}}, [("D04", "options.byes")]),
        ({"options": {"byes": "seeded"}}, [("D14", "options.byes")]),
        ({"options": [1]}, [("D04", "options")]),
        ({"options": {}}, [("D11", "options")]),
        ({"options": None}, [("D11", "options")]),
        ({"algorithm": "spadework-draw-1"}, [("D10", "options")]),
        ({"algorithm": "spadework-draw-threes-1"}, [("D10", "options")]),
        ({"kind": "partners"}, [("D05", "algorithm")]),
        ({"entries": [{"id": "a", "name_hash": "0" * 64, "seed": True}]}, [("D04", "seed")]),
        ({"entries": [{"id": "a", "name_hash": "0" * 64, "seed": 0}]}, [("D04", "seed")]),
        ({"entries": [{"id": "a", "name_hash": "0" * 64, "group": "G 1"}]}, [("D04", "group")]),
    ],
)
def test_options_that_make_no_sense_are_named(changes, expected):
    data = as_json(listed(5, groups=["g1"]), APART) | changes
    with pytest.raises(RuleError) as error:
        DrawInputs.from_json(data)
    faults = [(one.code, one.where.removeprefix("entries.0.")) for one in error.value.faults]
    assert faults == expected


# What staff typed


def test_words_of_a_club_become_labels_that_do_not_tell_them():
    words = {"a": "Müller", "b": "MÜLLER ", "c": "Adams", "d": "adams", "e": "Zed", "f": " "}
    assert group_labels(words) == {"a": "g2", "b": "g2", "c": "g1", "d": "g1"}


def test_seeds_who_stayed_away_leave_no_gap():
    assert closed_seeds({"a": 7, "b": 2, "c": 3}) == {"a": 3, "b": 1, "c": 2}
    assert closed_seeds({}) == {}


# Chance is still chance


def chi_square(observed, expected):
    return sum((each - expected) ** 2 / expected for each in observed)


def test_who_is_not_seeded_has_the_same_chance_of_a_bye_as_the_others():
    """Eleven entries, two of them seeded; 29.6 is the 99.9 % point; the draws are fixed."""
    tally = Counter()
    for attempt in range(1, 2001):
        slots = drawn(listed(11, seeds=2), SEEDS, attempt).slots
        tally.update(upper for upper, lower in matches_of(slots) if lower is None)
    share = 5 / 8  # for every seed: a match of eight has a bye with this chance
    seeded = [tally[it.id] for it in listed(11, seeds=2) if it.seed]
    assert all(abs(times / 2000 - share) < 0.05 for times in seeded)
    rest = [tally[it.id] for it in listed(11, seeds=2) if not it.seed]
    expected = (5 - 2 * share) / 9
    assert chi_square(rest, 2000 * expected) / (1 - expected) < 27.9

"""Final places as arithmetic: rounds share, a match for the third place parts, byes are no win."""

from engine.brackets.places import Meeting, Place, places


def won(number, winner, *losers, **words):
    return Meeting(number, (winner, *losers), is_over=True, winner=winner, **words)


def nobody(number, *entries, **words):
    return Meeting(number, entries, is_over=True, **words)


def spans(*meetings):
    return {entry: (place.first, place.last) for entry, place in places(meetings).items()}


EIGHT = [
    *(won(1, a, b) for a, b in ("ab", "cd", "ef", "gh")),
    *(won(2, a, b) for a, b in ("ac", "eg")),
]


def test_losers_of_one_round_share_a_place():
    assert spans(*EIGHT, won(3, "a", "e")) == {
        "a": (1, 1),
        "e": (2, 2),
        **dict.fromkeys("cg", (3, 4)),
        **dict.fromkeys("bdfh", (5, 8)),
    }


def test_a_match_for_the_third_place_parts_those_who_lost_the_semifinals():
    third = won(3, "g", "c", for_third=True)
    found = spans(*EIGHT, won(3, "a", "e"), third)
    assert (found["g"], found["c"], found["b"]) == ((3, 3), (4, 4), (5, 8))


def test_while_the_third_place_is_played_for_nobody_has_it():
    third = Meeting(3, ("g", "c"), for_third=True)
    assert set(spans(*EIGHT, won(3, "a", "e"), third)) == {"a", "e", *"bdfh"}


def test_where_nobody_plays_for_the_third_place_it_is_shared():
    third = nobody(3, "g", "c", for_third=True)
    found = spans(*EIGHT, won(3, "a", "e"), third)
    assert (found["g"], found["c"]) == ((3, 4), (3, 4))


def test_a_bye_counts_no_win_and_takes_nobody_out():
    """Somebody came second without a win: a bye, and then one match that nobody else played."""
    three = [won(1, "a", "b"), won(1, "c"), won(2, "a", "c")]
    assert spans(*three) == {"a": (1, 1), "c": (2, 2), "b": (3, 3)}


def test_places_are_settled_when_every_match_up_to_their_round_is_over():
    first = [won(1, "a", "b"), won(1, "c", "d"), won(1, "e", "f"), Meeting(1, ("g", "h"))]
    assert spans(*first, won(2, "a", "c")) == {}
    settled = spans(*first[:3], won(1, "g", "h"), won(2, "a", "c"), Meeting(2, ("e", "g")))
    assert settled == dict.fromkeys("bdfh", (5, 8))


def test_losers_of_one_table_of_three_or_four_share_a_place():
    tables = [won(1, *"abc"), won(1, *"def"), won(1, *"ghij"), won(2, *"adg")]
    assert spans(*tables) == {
        "a": (1, 1),
        "d": (2, 3),
        "g": (2, 3),
        **dict.fromkeys("bcefhij", (4, 10)),
    }


def test_a_match_in_which_all_are_out_takes_all_of_them_out_in_its_round():
    found = spans(nobody(1, "a", "b"), won(1, "c", "d"), won(2, "c"))
    assert found == {"c": (1, 1), **dict.fromkeys("abd", (2, 4))}


def test_without_a_champion_nobody_is_first():
    found = spans(won(1, "a", "b"), won(1, "c", "d"), nobody(2, "a", "c"))
    assert found == {**dict.fromkeys("ac", (2, 2)), **dict.fromkeys("bd", (3, 4))}


def test_the_third_place_of_one_semifinal_alone_goes_to_who_is_left():
    third = won(2, "d", for_third=True)
    found = spans(nobody(1, "a", "b"), won(1, "c", "d"), won(2, "c"), third)
    assert found == {"c": (1, 1), "d": (2, 2), "a": (3, 4), "b": (3, 4)}


def test_no_matches_no_places():
    assert (places([]), Place(3, 4) < Place(5, 8)) == ({}, True)

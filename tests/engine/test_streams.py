"""The counter stream: known numbers, even chances, and what rejection sampling is for."""

from collections import Counter

import pytest

from engine.streams import Stream, framed, shuffled, spread_byes


def test_first_numbers_of_the_zero_seed_never_change():
    stream = Stream(bytes(32))
    words = [stream.below(1 << 32) for _ in range(10)]
    assert words == [
        2213987025,
        2804682230,
        3979542596,
        1136224526,
        778709669,
        441249274,
        3409081635,
        671164197,
        3504540036,
        1320709713,
    ]


def test_frames_keep_parts_apart():
    assert framed(b"ab", b"c") != framed(b"a", b"bc")


@pytest.mark.parametrize("count", [2, 3, 5, 6, 7, 10, 13])
def test_every_number_below_a_bound_is_equally_likely(count):
    stream = Stream(b"\x07" * 32)
    tally = Counter(stream.below(count) for _ in range(count * 1000))
    assert sorted(tally) == list(range(count))
    assert sum((times - 1000) ** 2 / 1000 for times in tally.values()) < 40


def test_words_beyond_the_last_whole_multiple_are_thrown_away():
    """With a bound just above half of all words, about half of them must be refused."""
    bound = (1 << 31) + 1
    plain, refusing = Stream(bytes(32)), Stream(bytes(32))
    words = [plain.below(1 << 32) for _ in range(64)]
    kept = [word for word in words if word < bound]
    assert [refusing.below(bound) for _ in range(len(kept))] == kept


def test_every_order_of_four_is_equally_likely():
    stream = Stream(b"\x01" * 32)
    tally = Counter(shuffled("abcd", stream) for _ in range(24_000))
    assert len(tally) == 24
    assert sum((times - 1000) ** 2 / 1000 for times in tally.values()) < 49.7


def test_one_match_takes_its_bye_without_a_draw_from_the_stream():
    stream = Stream(bytes(32))
    assert spread_byes(2, 0, stream) == (0,)
    assert stream.below(1 << 32) == Stream(bytes(32)).below(1 << 32)

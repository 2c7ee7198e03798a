"""Random numbers that anybody can make again: a counter stream, a shuffle, a spread of byes.

Written out byte by byte in ``docs/draw.md``. Python's ``random`` is not used, because its methods
may change between versions; these may not: a change is a new algorithm with a new name.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from typing import TypeVar

Item = TypeVar("Item")

STREAM = b"spadework-stream-1"
WORD = 4
WORDS = 1 << 32
MATCH = 2
"""Places of a match: halving the bracket stops there."""


def framed(*parts: bytes) -> bytes:
    """Join byte strings so that they can be told apart again: 4 bytes of length, then the bytes.

    >>> framed(b"ab", b"").hex(" ")
    '00 00 00 02 61 62 00 00 00 00'
    """
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


class Stream:
    """Whole numbers from a seed: HMAC-SHA256 over a counter, read as 32-bit words.

    >>> stream = Stream(bytes(32))
    >>> [stream.below(10) for _ in range(8)]
    [5, 0, 6, 6, 9, 4, 5, 7]
    """

    def __init__(self, seed: bytes) -> None:
        self._words = _words(seed)

    def below(self, count: int) -> int:
        """Draw a number from 0 up to but not including ``count``, each equally likely."""
        limit = WORDS // count * count
        return next(word for word in self._words if word < limit) % count


def _words(seed: bytes) -> Iterator[int]:
    counter = 0
    while True:
        block = hmac.new(seed, framed(STREAM) + counter.to_bytes(8, "big"), hashlib.sha256).digest()
        for start in range(0, len(block), WORD):
            yield int.from_bytes(block[start : start + WORD], "big")
        counter += 1


def shuffled(items: Sequence[Item], stream: Stream) -> tuple[Item, ...]:
    """Put items in an order, each order equally likely: Fisher-Yates from the last place down.

    >>> sorted(shuffled(("a", "b", "c"), Stream(bytes(32))))
    ['a', 'b', 'c']
    """
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other = stream.below(last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def spread_byes(slots: int, byes: int, stream: Stream) -> tuple[int, ...]:
    """Say for each first-round match whether it holds a bye (1) or not (0), from the top down.

    Each half of the bracket gets its half of the byes, and so on down to single matches; an odd
    one goes to the upper half or the lower one by the toss of one draw.

    >>> spread_byes(8, 3, Stream(bytes(32))).count(1)
    3
    """
    if slots == MATCH:
        return (byes,)
    upper = byes // 2
    if byes % 2:
        upper += 1 - stream.below(2)
    half = slots // 2
    top = spread_byes(half, upper, stream)
    return top + spread_byes(half, byes - upper, stream)


def spread_over(
    room: Sequence[int], count: int, parts: Sequence[int], stream: Stream
) -> tuple[int, ...]:
    """Say for each position whether it gets one of ``count`` (1) or not (0), from the top down.

    ``parts`` says into how many parts the sheet is cut, and each part again, down to positions.
    The parts of one cut get one in turn, in a drawn order, while they have room.

    >>> spread_over([1, 1, 0, 1, 1, 0, 1, 1, 1], 3, (3, 3), Stream(bytes(32))).count(1)
    3
    """
    if not parts:
        return (count,)
    if count == 0:
        return (0,) * len(room)
    size = len(room) // parts[0]
    cut = [room[start : start + size] for start in range(0, len(room), size)]
    shares = _shares([sum(part) for part in cut], count, stream)
    spread = [spread_over(part, n, parts[1:], stream) for part, n in zip(cut, shares, strict=True)]
    return tuple(one for part in spread for one in part)


def _shares(room: Sequence[int], count: int, stream: Stream) -> list[int]:
    """Share out one at a time, round and round in a drawn order, to whoever still has room."""
    order = shuffled(range(len(room)), stream)
    shares = [0] * len(room)
    while sum(shares) < count:
        for part in order:
            if shares[part] < room[part] and sum(shares) < count:
                shares[part] += 1
    return shares

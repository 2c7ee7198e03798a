"""One way to write a value, so that equal facts are equal bytes."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final

FORMAT: Final = "spadework-bundle-1"
MOST: Final = 2**53 - 1
"""The largest whole number that every reader of JSON keeps."""
MOMENT: Final = "%Y-%m-%dT%H:%M:%S.%fZ"

Record = dict[str, Any]


class BundleFault(Exception):
    """A bundle that cannot be read, or that does not hold: the sentence says where and why."""


def canonical(value: object) -> str:
    """Write a value without spaces, the keys of objects sorted by code point.

    >>> canonical({"b": [1, None], "a": "é"})
    '{"a":"é","b":[1,null]}'
    """
    return json.dumps(
        value, ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")
    )


def moment(at: datetime | None) -> str | None:
    """Write a moment in UTC with its microseconds.

    >>> moment(datetime(2026, 9, 5, 18, 0, tzinfo=UTC))
    '2026-09-05T18:00:00.000000Z'
    """
    return at.astimezone(UTC).strftime(MOMENT) if at else None


def read_moment(text: str) -> datetime:
    """Read a moment as ``moment`` writes it. Raises ``ValueError`` for any other text."""
    at = datetime.strptime(text, MOMENT).replace(tzinfo=UTC)
    if moment(at) != text:
        raise ValueError(text)
    return at


def only_whole_numbers(value: object) -> bool:
    """Whether there is no number in a value but whole ones that every reader keeps."""
    if isinstance(value, Mapping):
        return all(only_whole_numbers(it) for it in value.values())
    if isinstance(value, list):
        return all(only_whole_numbers(it) for it in value)
    return not isinstance(value, float) and (not isinstance(value, int) or abs(value) <= MOST)

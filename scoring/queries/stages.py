"""What a table can be waiting for."""

from enum import StrEnum


class Stage(StrEnum):
    """What the table is waiting for."""

    FREE = "free"
    SEATS = "seats"
    BIDS = "bids"
    THROWN_IN = "thrown_in"
    TRICKS = "tricks"
    OVER = "over"

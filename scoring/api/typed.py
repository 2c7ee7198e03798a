"""What a table's phone sends. Shapes are checked here; what was typed goes to the engine as it is.

So a bid of 2.5, ``true`` or "3x" comes back as a fault with a code and a place, beside all others.
"""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

BID = {
    "oneOf": [
        {"type": "integer", "minimum": 0, "maximum": 13},
        {"type": "string", "pattern": "^([0-9]|1[0-3]|nil|blind)$"},
    ]
}
COUNT = {
    "oneOf": [
        {"type": "integer", "minimum": 0, "maximum": 13},
        {"type": "string", "pattern": "^([0-9]|1[0-3])$"},
    ]
}


class Typed(serializers.Field[Any, Any, Any, Any]):
    """Whatever was typed, or nothing."""

    def __init__(self, **kwargs: Any) -> None:  # noqa: ANN401 -- the framework's own
        super().__init__(required=False, allow_null=True, default=None, **kwargs)

    def to_internal_value(self, data: object) -> object:
        """Leave it to the engine."""
        return data


@extend_schema_field(BID)
class TypedBid(Typed):
    """One bid."""


@extend_schema_field({"type": "object", "additionalProperties": BID})
class TypedBids(Typed):
    """Seat to bid."""


@extend_schema_field({"type": "object", "additionalProperties": COUNT})
class TypedTricks(Typed):
    """Seat to count, or side to count together with every nil bidder's own."""


@extend_schema_field({"type": "object", "additionalProperties": {"type": "integer"}})
class TypedSeating(Typed):
    """Seat to player."""


@extend_schema_field({"type": "string"})
class TypedSeat(Typed):
    """A seat."""


class SheetIn(serializers.Serializer[Any]):
    """Says which match was looked at, so that a late entry never lands in another one."""

    sheet = serializers.CharField(max_length=24, help_text="As the table's state names it")


class SeatingIn(SheetIn):
    """Who sits where in a game, and who deals its first hand."""

    seating = TypedSeating(help_text='Seat to player id, such as {"N": 12, "E": 14, ...}')
    first_dealer = TypedSeat(help_text="A seat")


class OneBidIn(SheetIn):
    """One seat's bid."""

    seat = serializers.CharField(max_length=8)
    bid = TypedBid(help_text='4, "4", "nil" or "blind"')


class BidsIn(SheetIn):
    """The bids of several seats at once, entered in bidding order."""

    bids = TypedBids(help_text='Seat to bid, such as {"E": 3, "S": "nil"}')


class TricksIn(SheetIn):
    """The tricks of a hand whose bids are in."""

    tricks = TypedTricks(help_text='{"NS": 8, "EW": 5}, {"NS": 8, "EW": 5, "S": 0} or seat by seat')
    entry_key = serializers.UUIDField(help_text="Made once for this hand; keep it when you retry")


class HandIn(TricksIn):
    """A whole hand: a paper sheet, or one that was kept offline."""

    bids = TypedBids(help_text="Of every seat")

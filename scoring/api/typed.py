"""What a table's phone sends. Shapes are checked here; what was typed goes to the engine as it is.

So a bid of 2.5, ``true`` or "3x" comes back as a fault with a code and a place, beside all others.
"""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

BID = {
    "oneOf": [
        {"type": "integer", "minimum": 0, "maximum": 26},
        {"type": "string", "pattern": "^((blind )?([0-9]|1[0-9]|2[0-6])|(blind )?nil|blind)$"},
    ]
}
COUNT = {
    "oneOf": [
        {"type": "integer", "minimum": 0, "maximum": 26},
        {"type": "string", "pattern": "^([0-9]|1[0-9]|2[0-6])$"},
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
    """Seat to bid, or side to bid where partners bid together."""


@extend_schema_field({"type": "object", "additionalProperties": COUNT})
class TypedTricks(Typed):
    """Seat to count, or side to count together with every nil bidder's own."""


@extend_schema_field({"type": "object", "additionalProperties": COUNT})
class TypedSpades(Typed):
    """Seat to spades held."""


PASS = {
    "type": "object",
    "required": ["from", "to", "cards"],
    "properties": {
        "from": {"type": "string"},
        "to": {"type": "string"},
        "cards": {"type": "array", "items": {"type": "string"}},
    },
}


@extend_schema_field({"type": "array", "items": PASS})
class TypedExchange(Typed):
    """The cards that a blind nil and the partner passed each other."""


@extend_schema_field({"type": "string"})
class TypedCause(Typed):
    """What made a deal void."""


@extend_schema_field({"type": "object", "additionalProperties": {"type": "integer"}})
class TypedSeating(Typed):
    """Seat to player."""


@extend_schema_field({"type": "string"})
class TypedSeat(Typed):
    """A seat."""


class EntryKey(serializers.UUIDField):
    """A UUID as text; a number or true would be one of very few, and not made for one hand."""

    def to_internal_value(self, data: object) -> UUID:
        """Take text only."""
        if not isinstance(data, str):
            self.fail("invalid", value=data)
        key: UUID = super().to_internal_value(data)
        return key


class SheetIn(serializers.Serializer[Any]):
    """Says which match was looked at, so that a late entry never lands in another one."""

    sheet = serializers.CharField(max_length=24, help_text="As the table's state names it")


class SeatingIn(SheetIn):
    """Who sits where in a game, and who deals its first hand."""

    seating = TypedSeating(help_text='Seat to player id, such as {"N": 12, "E": 14, ...}')
    first_dealer = TypedSeat(help_text="A seat")


class OneBidIn(SheetIn):
    """One bid."""

    seat = serializers.CharField(
        max_length=8, help_text="A seat, or a side such as `NS` where partners bid together"
    )
    bid = TypedBid(help_text='4, "4", "nil", "blind" or, where the rules have it, "blind 6"')


class BidsIn(SheetIn):
    """The bids of several seats at once, entered in bidding order."""

    bids = TypedBids(help_text='Seat to bid, such as {"E": 3, "S": "nil"}')


class KeyedIn(SheetIn):
    """Something that writes a hand: sent again with the same key, it is the same hand."""

    entry_key = EntryKey(help_text="Made once for this hand; keep it when you retry")


class MisdealIn(KeyedIn):
    """A deal that is void."""

    cause = TypedCause(help_text="One of the `misdeal_causes` the table's state lists")


class TricksIn(KeyedIn):
    """The tricks of a hand whose bids are in."""

    tricks = TypedTricks(help_text='{"NS": 8, "EW": 5}, {"NS": 8, "EW": 5, "S": 0} or seat by seat')
    spades = TypedSpades(
        help_text="Where the state asks for `spades`: of those whose bids don't say"
    )
    ace = TypedSeat(help_text="Where the state asks for `ace`: who held the ace of spades")


class HandIn(TricksIn):
    """A whole hand: a paper sheet, or one that was kept offline."""

    bids = TypedBids(help_text="Of everybody who bids")
    misdeal = TypedCause(help_text="What made the deal void, if it was")
    exchange = TypedExchange(help_text="Of a blind nil, where the table wrote the cards down")

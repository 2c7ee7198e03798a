"""The state of a table, as a program at the table needs it to go on."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from engine.spades.held import asks_ace, held_by_bids
from engine.spades.variants import TARGETS_HELD
from scoring.queries import Stage
from scoring.queries.seats import Seat
from scoring.queries.sides import SideBoard
from scoring.queries.state import TableState
from tournament.api.matches import AdvancingOut, advancing
from tournament.models import Match, Player, Side
from tournament.wording import state_word

ASKED_AT: dict[Stage, tuple[str, ...]] = {
    Stage.SEATS: ("seating", "first_dealer"),
    Stage.BIDS: ("bids",),
    Stage.THROWN_IN: ("throw_in",),
}
"""What is asked at each stage but that of the tricks, which depends on the bids."""
ASKED = ("seating", "first_dealer", "bids", "throw_in", "tricks", "spades", "ace")


class PlayerOut(serializers.Serializer[Player]):
    """Somebody who may sit down for a side."""

    id = serializers.IntegerField(source="pk", help_text="What a seating names")
    name = serializers.CharField(source="person.name")


class TableSideOut(serializers.Serializer[tuple[SideBoard, Side]]):
    """One side: who plays, where they sit, and how they stand in the game in play."""

    side = serializers.CharField(help_text="Its seats in a row, such as `NS`")
    seats = serializers.ListField(child=serializers.CharField())
    letter = serializers.CharField()
    team = serializers.CharField()
    players = PlayerOut(many=True)
    games = serializers.IntegerField(help_text="Games won")
    score = serializers.IntegerField()
    bags = serializers.IntegerField()
    to_go = serializers.IntegerField(help_text="Points missing to the target")


class SeatOut(serializers.Serializer[Seat]):
    """Who bids, in bidding order: a seat, or a side where partners bid together."""

    seat = serializers.CharField(source="code")
    name = serializers.CharField()
    bid = serializers.SerializerMethodField(
        help_text='"4", "nil", "blind" or "blind 6"; null before it, and while bids are hidden'
    )
    has_bid = serializers.SerializerMethodField()

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_bid(self, seat: Seat) -> str | None:
        """Write the bid as it is read."""
        return str(seat.bid) if seat.bid and not self.context.get("hidden") else None

    def get_has_bid(self, seat: Seat) -> bool:
        """Say whether a bid was made, be it hidden or not."""
        return seat.bid is not None


class GameOut(serializers.Serializer[dict[str, Any]]):
    """The game in play, or the one played last."""

    number = serializers.IntegerField()
    first_dealer = serializers.CharField()
    hands_played = serializers.IntegerField()
    target = serializers.IntegerField()
    winner = serializers.CharField(allow_null=True, help_text="The side; null while it is in play")


class MatchHereOut(serializers.Serializer[Match]):
    """The match at a table, or the one that ended there last."""

    number = serializers.IntegerField()
    round = serializers.IntegerField()
    best_of = serializers.IntegerField()
    state = serializers.ChoiceField(Match.State.choices)
    reason = serializers.SerializerMethodField(help_text="How it ended; null until then")
    words = serializers.SerializerMethodField(help_text="Where it stands, as a page says it")
    advancing = serializers.SerializerMethodField()
    version = serializers.IntegerField(help_text="Rises with every visible change")

    @extend_schema_field(serializers.ChoiceField(Match.Reason.choices, allow_null=True))
    def get_reason(self, match: Match) -> str | None:
        """Give the reason code of a finished match."""
        return match.reason or None

    def get_words(self, match: Match) -> str:
        """Say where the match stands."""
        return state_word(match)

    @extend_schema_field(AdvancingOut)
    def get_advancing(self, match: Match) -> dict[str, Any]:
        """Say who goes on."""
        return advancing(match, match.winner)


class TableOut(serializers.Serializer[TableState]):
    """What a table waits for, and all that is needed to answer."""

    table = serializers.IntegerField(source="table.number")
    event = serializers.CharField(source="event.slug")
    stage = serializers.ChoiceField(
        [(stage.value, stage.value) for stage in Stage],
        help_text="`free`: no match; `seats`: open the next game; `bids`; `thrown_in`: too little "
        "was bid; `tricks`; `over`",
    )
    sheet = serializers.CharField(
        source="sheet_of",
        allow_blank=True,
        help_text="Names the match and its attempt; send it with everything you write",
    )
    match = MatchHereOut(allow_null=True)
    variant = serializers.CharField(source="rules.variant", help_text="The game")
    hand_size = serializers.IntegerField(source="rules.hand_size", help_text="Tricks in a hand")
    asks = serializers.SerializerMethodField(help_text="What the next entry carries")
    sides = serializers.SerializerMethodField()
    game = serializers.SerializerMethodField()
    next_game = serializers.SerializerMethodField(help_text="The game to open; null when none is")
    next_hand = serializers.SerializerMethodField(help_text="The hand being bid or played")
    dealer = serializers.SerializerMethodField(help_text="Who deals that hand")
    seats = serializers.SerializerMethodField(help_text="In bidding order, with bids so far")
    next_bidder = serializers.SerializerMethodField(help_text="null once all bids are in")
    bidders = serializers.SerializerMethodField(help_text="Who bids; nobody in a hand without bids")
    legal_bids = serializers.SerializerMethodField(help_text="What that seat may bid")
    misdeal_causes = serializers.SerializerMethodField(help_text="What makes this deal void")

    @extend_schema_field(TableSideOut(many=True))
    def get_sides(self, state: TableState) -> list[Any]:
        """Lay out the sides that play."""
        there = {side.place: side for side in state.sides}
        return [_side(it, state.rules.seats_of(it.name), there[it.place]) for it in state.boards]

    @extend_schema_field(serializers.ListField(child=serializers.ChoiceField(sorted(ASKED))))
    def get_asks(self, state: TableState) -> list[str]:
        """Say what is asked next, by the names of what is sent."""
        return list(_asks(state))

    @extend_schema_field(GameOut(allow_null=True))
    def get_game(self, state: TableState) -> dict[str, Any] | None:
        """Say where the game stands."""
        game = state.game
        if game is None:
            return None
        return {
            "number": game.number,
            "first_dealer": game.first_dealer,
            "hands_played": game.hands_played,
            "target": state.rules.target_score,
            "winner": game.winner or None,
        }

    def get_next_game(self, state: TableState) -> int | None:
        """Say which game is to be opened."""
        return state.next_game if state.stage == Stage.SEATS else None

    def get_next_hand(self, state: TableState) -> int | None:
        """Say which hand is on."""
        return state.number if _in_hand(state) else None

    def get_dealer(self, state: TableState) -> str | None:
        """Say who deals it."""
        return state.dealer if _in_hand(state) else None

    @extend_schema_field(SeatOut(many=True))
    def get_seats(self, state: TableState) -> list[Any]:
        """Lay out the seats."""
        told = {"hidden": state.deal is not None and state.deal.hidden}
        return [SeatOut(it, context=told).data for it in state.seats] if _in_hand(state) else []

    def get_next_bidder(self, state: TableState) -> str | None:
        """Say whose turn it is."""
        return state.turn if state.stage == Stage.BIDS else None

    def get_bidders(self, state: TableState) -> list[str]:
        """Name who bids in this hand, in bidding order."""
        asked = state.play is not None and state.play.asks_bids
        return [seat.code for seat in state.seats] if asked else []

    def get_misdeal_causes(self, state: TableState) -> list[str]:
        """List what makes the deal void; nothing once it is too late for that."""
        return list(state.rules.misdeal_causes) if _in_hand(state) and state.can_be_void else []

    def get_legal_bids(self, state: TableState) -> list[str]:
        """List the bids that seat may make."""
        return [str(bid) for bid in state.keys] if state.stage == Stage.BIDS else []


def _in_hand(state: TableState) -> bool:
    return state.stage in {Stage.BIDS, Stage.THROWN_IN, Stage.TRICKS}


def _asks(state: TableState) -> tuple[str, ...]:
    if state.stage != Stage.TRICKS:
        return ASKED_AT.get(state.stage, ())
    rules, bids = state.rules, state.play.hand.bids if state.play else {}
    holds = rules.variant in TARGETS_HELD
    untold = holds and len(held_by_bids(bids, rules)) < len(rules.seats)
    more = (("spades", untold), ("ace", asks_ace(bids, rules)))
    return ("tricks", *(name for name, asked in more if asked))


def _side(board: SideBoard, seats: tuple[str, ...], side: Side) -> dict[str, Any]:
    players = side.entry.players.all() if side.entry else ()
    return {
        "side": board.name,
        "seats": list(seats),
        "letter": board.letter,
        "team": board.team,
        "players": [PlayerOut(it).data for it in players if it.active],
        "games": board.games,
        "score": board.score,
        "bags": board.bags,
        "to_go": board.to_go,
    }

"""The state of a table, as a program at the table needs it to go on."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from scoring.queries.seats import Seat
from scoring.queries.sides import SideBoard
from scoring.queries.state import Stage, TableState
from tournament.api.matches import AdvancingOut, advancing
from tournament.models import Match, Player, Side
from tournament.wording import state_word


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
    """One seat, in bidding order."""

    seat = serializers.CharField(source="code")
    name = serializers.CharField()
    bid = serializers.SerializerMethodField(help_text='"4", "nil" or "blind"; null before it')

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_bid(self, seat: Seat) -> str | None:
        """Write the bid as it is read."""
        return str(seat.bid) if seat.bid else None


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
        help_text="`free`: no match; `seats`: open the next game; `bids`; `tricks`; `over`",
    )
    sheet = serializers.CharField(
        source="sheet_of",
        allow_blank=True,
        help_text="Names the match and its attempt; send it with everything you write",
    )
    match = MatchHereOut(allow_null=True)
    sides = serializers.SerializerMethodField()
    game = serializers.SerializerMethodField()
    next_game = serializers.SerializerMethodField(help_text="The game to open; null when none is")
    next_hand = serializers.SerializerMethodField(help_text="The hand being bid or played")
    dealer = serializers.SerializerMethodField(help_text="Who deals that hand")
    seats = serializers.SerializerMethodField(help_text="In bidding order, with bids so far")
    next_bidder = serializers.SerializerMethodField(help_text="null once all bids are in")
    legal_bids = serializers.SerializerMethodField(help_text="What that seat may bid")

    @extend_schema_field(TableSideOut(many=True))
    def get_sides(self, state: TableState) -> list[Any]:
        """Lay out both sides of the match."""
        rows = zip(state.boards, state.seat_sides if state.match else (), strict=True)
        return [_side(board, seats, side) for board, (seats, side) in rows]

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
        return [SeatOut(seat).data for seat in state.seats] if _in_hand(state) else []

    def get_next_bidder(self, state: TableState) -> str | None:
        """Say whose turn it is."""
        return state.turn if state.stage == Stage.BIDS else None

    def get_legal_bids(self, state: TableState) -> list[str]:
        """List the bids that seat may make."""
        return [str(bid) for bid in state.keys] if state.stage == Stage.BIDS else []


def _in_hand(state: TableState) -> bool:
    return state.stage in {Stage.BIDS, Stage.TRICKS}


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

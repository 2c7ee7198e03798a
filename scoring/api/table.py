"""Entry at a table: seats, bids, tricks. The same services as the table's page, and their words.

Every answer is the table as it is afterwards: 201 when something was written, 200 when the same was
already there, 409 with the newer state when the table has moved on, 422 with all faults.
"""

from collections.abc import Callable, Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, PolymorphicProxySerializer, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from engine.faults import Fault, RuleError
from engine.spades.bidding import bid_faults, bidding_order
from engine.spades.hands import shape_faults
from scoring.api.doors import TableView
from scoring.api.states import TableOut
from scoring.api.typed import (
    BidsIn,
    HandIn,
    KeyedIn,
    MisdealIn,
    OneBidIn,
    SeatingIn,
    SheetIn,
    TricksIn,
)
from scoring.models import Game, HandVersion
from scoring.queries.state import TableState
from scoring.queries.table import game_at
from scoring.services import (
    open_game,
    record_bid,
    record_hand,
    record_misdeal,
    record_tricks,
    take_back_bid,
    throw_in,
)
from scoring.services.reading import split_bids
from scoring.services.sheets import Paper, open_paper
from tournament.refusals import Refusal, Stale

DONE: dict[int, type[TableOut]] = {200: TableOut, 201: TableOut}
SHEET = OpenApiParameter(
    "sheet", str, required=True, description="As the table's state names the match"
)


class TableDetail(TableView):
    """The table itself."""

    @extend_schema(summary="Read the state of the table", tags=["table"], responses=TableOut)
    def get(self, request: Request) -> Response:
        """Say what the table waits for."""
        del request
        return Response(TableOut(self.state).data)


class GameAtTable(TableView):
    """A game of the match at the table."""

    @extend_schema(summary="Open a game", tags=["table"], request=SeatingIn, responses=DONE)
    def post(self, request: Request, game: int) -> Response:
        """Open the game with these seats and this dealer; called again it stays as it is."""
        typed = _read(SeatingIn, request.data)
        match = self.state.match
        if match is None or typed["sheet"] != self.state.sheet_of:
            raise _another_match()
        open_game(
            match,
            game_number=game,
            seating=_seating(self.state, typed["seating"]),
            first_dealer=typed["first_dealer"],
            by=self.actor,
        )
        is_new = game > len(self.state.games)
        return Response(self.newer_state(), 201 if is_new else 200)


class BidsOfHand(TableView):
    """The bids of the hand being bid."""

    @extend_schema(
        summary="Bid, for one seat or for several",
        tags=["table"],
        request=PolymorphicProxySerializer("BidIn", [OneBidIn, BidsIn], None),
        responses=DONE,
    )
    def post(self, request: Request, game: int, number: int) -> Response:
        """Write the bids in bidding order, all of them or none."""
        data = request.data
        if isinstance(data, dict) and "bids" in data:
            typed = _read(BidsIn, data)
            bids = _mapping("bids", typed["bids"])
        else:
            typed = _read(OneBidIn, data)
            bids = {typed["seat"]: typed["bid"]}
        paper = open_paper(_game(self, typed["sheet"], game))
        before = set(paper.hand.bids)
        _write_bids(paper, number, bids)
        return Response(self.newer_state(), 200 if before.issuperset(bids) else 201)


class BidOfSeat(TableView):
    """One seat's bid in the hand being bid."""

    @extend_schema(
        summary="Take a bid back", tags=["table"], parameters=[SHEET], responses={200: TableOut}
    )
    def delete(self, request: Request, game: int, number: int, seat: str) -> Response:
        """Take back a mistyped bid before the hand is played."""
        typed = _read(SheetIn, request.query_params)
        found = _game(self, typed["sheet"], game)
        take_back_bid(found, number=number, seat=seat, by=self.actor)
        return Response(self.newer_state())


class KeyedView(TableView):
    """A door that writes a hand under a key of the sender's."""

    def is_known(self, typed: Mapping[str, Any], game: int, number: int) -> bool:
        """Whether this entry key has written this hand, even if the table has moved on since.

        Raises ``Stale`` when the key has written something else.
        """
        said = HandVersion.objects.filter(entry_key=typed["entry_key"]).values_list(
            "by_table",
            "hand__number",
            "hand__game__number",
            "hand__game__match__number",
            "hand__game__attempt",
        )
        written = said.first()
        if written is None:
            return False
        match, _dot, attempt = typed["sheet"].partition(".")
        if tuple(map(str, written)) != (str(self.table.pk), str(number), str(game), match, attempt):
            raise Stale(
                "key_used",
                _("This key has already written another hand. Send a new one with every hand."),
            )
        return True

    def once(
        self,
        write: Callable[..., Game],
        typed: Mapping[str, Any],
        game: int,
        number: int,
        **said: object,
    ) -> Response:
        """Write the hand unless this key has done so, and answer with the table afterwards."""
        if self.is_known(typed, game, number):
            return Response(self.newer_state())
        found = _game(self, typed["sheet"], game)
        write(found, number=number, entry_key=typed["entry_key"], by=self.actor, **said)
        return Response(self.newer_state(), 201)


class MisdealOfHand(KeyedView):
    """A deal that is void."""

    @extend_schema(
        summary="Say why a deal is void", tags=["table"], request=MisdealIn, responses=DONE
    )
    def post(self, request: Request, game: int, number: int) -> Response:
        """Save the hand as void; the state says who deals the next one."""
        typed = _read(MisdealIn, request.data)
        return self.once(record_misdeal, typed, game, number, cause=typed["cause"] or "")


class ThrownInHand(KeyedView):
    """A hand that is not played because too little was bid."""

    @extend_schema(summary="Throw a hand in", tags=["table"], request=KeyedIn, responses=DONE)
    def post(self, request: Request, game: int, number: int) -> Response:
        """Save the hand as void once all bids are in and below what the table must bid."""
        return self.once(throw_in, _read(KeyedIn, request.data), game, number)


class TricksOfHand(KeyedView):
    """The tricks of a hand whose bids are in."""

    @extend_schema(summary="Enter the tricks", tags=["table"], request=TricksIn, responses=DONE)
    def post(self, request: Request, game: int, number: int) -> Response:
        """Score the hand. The same entry key sent again, however late, is the same hand."""
        typed = _read(TricksIn, request.data)
        said = {name: typed[name] for name in ("tricks", "spades", "ace")}
        return self.once(record_tricks, typed, game, number, **said)


class WholeHand(KeyedView):
    """A hand with bids and tricks at once."""

    @extend_schema(summary="Enter a whole hand", tags=["table"], request=HandIn, responses=DONE)
    def post(self, request: Request, game: int, number: int) -> Response:
        """Score a hand from paper, or one that was kept while the network was gone."""
        typed = _read(HandIn, request.data)
        said = {name: it for name, it in typed.items() if name not in KeyedIn().fields}
        return self.once(record_hand, typed, game, number, **said)


def _read(reader: type[SheetIn], data: object) -> dict[str, Any]:
    paper = reader(data=data)
    paper.is_valid(raise_exception=True)
    typed: dict[str, Any] = paper.validated_data
    return typed


def _mapping(name: str, typed: object) -> dict[str, Any]:
    """Take what was typed as a mapping, or let the engine say that it is none."""
    faults = shape_faults({name: typed})
    if faults:
        raise RuleError(faults)
    return dict(typed) if isinstance(typed, Mapping) else {}


def _game(view: TableView, sheet: str, number: int) -> Game:
    """Find a game of the match that was looked at, if it is still the one at this table."""
    game = game_at(view.table, number, sheet)
    if game:
        return game
    if sheet != view.state.sheet_of:
        raise _another_match()
    raise Stale("no_such_game", _("Game %(number)d has not begun.") % {"number": number})


def _another_match() -> Stale:
    return Stale(
        "another_match",
        _("Another match is at this table, none, or one begun anew. Nothing was changed."),
    )


def _seating(state: TableState, typed: object) -> dict[str, int]:
    """Keep what names a player by seat; the service says what is missing or does not fit."""
    given = typed if isinstance(typed, Mapping) else {}
    unknown = [seat for seat in given if seat not in state.next_rules.seats]
    if unknown:
        faults = {f"seat_{it}": _("There is no seat %(seat)s.") % {"seat": it} for it in unknown}
        raise Refusal("seating", faults)
    return {
        seat: player
        for seat, player in given.items()
        if isinstance(player, int) and not isinstance(player, bool)
    }


@transaction.atomic
def _write_bids(paper: Paper, number: int, bids: Mapping[str, Any]) -> None:
    """Write bids in bidding order, after all that is wrong with them was said at once."""
    game, hand = paper.game, paper.hand
    if number == hand.number and not game.winner:
        faults = _faults_of(paper, bids)
        if faults:
            raise RuleError(faults)
    order = bidding_order(hand.dealer, game.rule_set)
    for seat in (*(it for it in order if it in bids), *(it for it in bids if it not in order)):
        said = bids[seat] if isinstance(bids[seat], str) else str(bids[seat])
        record_bid(game, number=number, seat=seat, bid=said)


def _faults_of(paper: Paper, bids: Mapping[str, Any]) -> list[Fault]:
    """Everything wrong with these bids beside those already made; seats to come are not missing."""
    rules, hand = paper.game.rule_set, paper.hand
    numbers, blind = split_bids(bids)
    merged = {**hand.bids, **numbers}
    blind += [seat for seat in hand.blind if seat not in bids]
    to_come = {f"bids.{seat}" for seat in rules.bidders if seat not in merged}
    found = bid_faults(merged, rules, paper.context, blind)
    return [it for it in found if not (it.code == "B01" and it.where in to_come)]

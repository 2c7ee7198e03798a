"""What the phone at a table shows: whose turn it is, and all that was played before."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from engine.spades.bidding import Context, legal_bids, next_bidder
from engine.spades.games import GameState
from engine.spades.hands import Bid
from engine.spades.rules import RuleSet
from scoring.models import Game, Hand
from scoring.queries.endings import Half, Played, halves_of, next_steps, tally_of
from scoring.queries.seats import Contract, Deal, Seat, bid_of
from scoring.queries.sheets import Row, bid_words, ledger
from scoring.queries.sides import SideBoard, boards_of, call_names, names_of, people_now
from tournament.models import Event, Match, Side, Table


class Stage(StrEnum):
    """What the table is waiting for."""

    FREE = "free"
    SEATS = "seats"
    BIDS = "bids"
    TRICKS = "tricks"
    OVER = "over"


@dataclass(frozen=True, kw_only=True)
class TableState:
    """All that the page of one table needs. Nothing here asks the database again."""

    table: Table
    match: Match | None = None
    sides: tuple[Side, ...] = ()
    games: tuple[Game, ...] = ()
    above: tuple[Side, ...] = ()

    @property
    def event(self) -> Event:
        """The event this table stands in."""
        return self.table.event

    @property
    def stage(self) -> Stage:
        """What the table is waiting for."""
        if self.match is None:
            return Stage.FREE
        if not self.match.is_open:
            return Stage.OVER
        if self.game is None or self.game.winner:
            return Stage.SEATS
        return Stage.TRICKS if self.turn is None else Stage.BIDS

    @property
    def stamp(self) -> str:
        """Changes whenever the page would look different; a phone asks with the one it has."""
        made = sorted(self.hand.bids.items()) if self.hand else []
        bids = "".join(f"{seat}{bid}" for seat, bid in made)
        blind = "".join(self.hand.blind) if self.hand else ""
        match = f"{self.match.pk}.{self.match.version}" if self.match else ""
        match += f".{self.match.above.version}" if self.match and self.match.above else ""
        return f"{match}.{self.table.state}.{self.event.status}.{bids}.{blind}"

    @property
    def sheet_of(self) -> str:
        """The match and attempt a form is made for; a form of another match is stale."""
        return f"{self.match.number}.{self.match.attempt}" if self.match else ""

    @cached_property
    def rules(self) -> RuleSet:
        """The rules of the game in play, or of the event while there is none."""
        return self.game.rule_set if self.game else self.event.rule_set

    @property
    def game(self) -> Game | None:
        """The game in play, else the one played last."""
        return self.games[-1] if self.games else None

    @property
    def next_game(self) -> int:
        """The number of the game to open next."""
        return len(self.games) + 1

    @cached_property
    def progress(self) -> GameState | None:
        """The game replayed from its hands."""
        return self.game.replay() if self.game else None

    @cached_property
    def hand(self) -> Hand | None:
        """The hand being bid or played, once its first bid is made."""
        hands = self.game.hands.all() if self.game else ()
        return next((hand for hand in hands if not hand.is_scored), None)

    @property
    def number(self) -> int:
        """The number of the hand being bid or played."""
        return self.game.next_number if self.game else 1

    @property
    def dealer(self) -> str:
        """The seat that deals the hand being bid or played."""
        if self.hand:
            return self.hand.dealer
        return dealer_of(self.game, self.number) if self.game else ""

    @property
    def turn(self) -> str | None:
        """The seat that bids now; nobody once all bids are in."""
        return next_bidder(self.dealer, self.hand.bids if self.hand else (), self.rules)

    @cached_property
    def boards(self) -> tuple[SideBoard, ...]:
        """The score of the game in play, side by side."""
        return boards_of(self.match, self.sides, self.rules, self.game) if self.match else ()

    @cached_property
    def names(self) -> dict[str, str]:
        """What people and teams are called in sentences, by seat and by side."""
        seated = names_of(self.game, people_now(self.sides)) if self.game else {}
        return {**call_names(seated), **{it.name: it.team for it in self.boards}}

    def deal_of(self, hand: Hand | None, dealer: str, turn: str | None) -> Deal:
        """Lay out one hand of the game in play."""
        return Deal(
            rules=self.rules,
            boards=self.boards,
            names=self.names,
            hand=hand,
            dealer=dealer,
            turn=turn,
        )

    @cached_property
    def deal(self) -> Deal:
        """The hand being bid or played."""
        return self.deal_of(self.hand, self.dealer, self.turn)

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        """The seats in bidding order, with what they have bid."""
        return self.deal.seats()

    @property
    def bidder(self) -> Seat | None:
        """The seat that bids now, with its name and side."""
        return next((seat for seat in self.seats if seat.is_now), None)

    @property
    def dealing(self) -> Seat | None:
        """Who deals the hand being bid or played."""
        return next((seat for seat in self.seats if seat.deals), None)

    @property
    def last_bidder(self) -> Seat | None:
        """The seat whose bid was made last in bidding order."""
        return next((seat for seat in reversed(self.seats) if seat.bid), None)

    @property
    def bid_so_far(self) -> int:
        """Tricks bid by those who have bid."""
        return sum(self.hand.bids.values()) if self.hand else 0

    @cached_property
    def keys(self) -> tuple[Bid, ...]:
        """The bids the seat whose turn it is may make."""
        if self.turn is None or self.game is None:
            return ()
        made = {seat.code: seat.bid for seat in self.seats if seat.bid}
        scores = {side: total["score"] for side, total in self.game.totals.items()}
        context = Context(scores=scores, dealer=self.dealer, hand_no=self.number)
        return legal_bids(self.turn, made, self.rules, context)

    @property
    def number_keys(self) -> tuple[int, ...]:
        """The legal bids that are plain numbers."""
        return tuple(bid.tricks for bid in self.keys if not bid.is_nil)

    @property
    def nil_keys(self) -> tuple[tuple[str, str], ...]:
        """The legal nil bids: what is sent, and what the key says."""
        return tuple((str(bid), bid_words(bid)) for bid in self.keys if bid.is_nil)

    @cached_property
    def contracts(self) -> tuple[Contract, ...]:
        """What each side has bid, once the bids are in."""
        return tuple(self.deal.contract(board) for board in self.boards)

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """The hands of the game so far, first to last."""
        if self.game is None or self.progress is None:
            return ()
        return ledger(self.game, self.progress, self.names)

    @property
    def seat_sides(self) -> tuple[tuple[tuple[str, ...], Side], ...]:
        """Which seats each side of the match sits in."""
        return tuple(zip(self.rules.sides, self.sides, strict=True))

    @property
    def usual_seats(self) -> dict[str, str | int]:
        """How the next game is most likely to begin: same seats, and the deal goes on."""
        if self.game is None:
            return {}
        seats: dict[str, str | int] = {f"seat_{it}": who for it, who in self.game.seating.items()}
        dealer = dealer_of(self.game, self.game.hands_played + 1)
        return {**seats, "first_dealer": dealer}

    @property
    def halves(self) -> tuple[Half, ...]:
        """How the last game ended, side by side."""
        return halves_of(self.game, self.boards) if self.game and self.game.winner else ()

    @property
    def winner(self) -> SideBoard | None:
        """The side that won the match, once it is over."""
        won = (it.place for it in self.sides if it.entry_id and it.entry_id == self._winner_id)
        return next((self.boards[place] for place in won), None)

    @property
    def _winner_id(self) -> int | None:
        return self.match.winner_id if self.match else None

    @property
    def tally(self) -> tuple[Played, ...]:
        """The games of the match so far, and those that may follow."""
        return tally_of(self.match, self.games, self.sides) if self.match else ()

    @property
    def steps(self) -> tuple[str, ...]:
        """Who goes on from a finished match, and where."""
        return next_steps(self.match, self.sides, self.above) if self.match else ()

    def find(self, game: int, number: int) -> tuple[Game, Hand] | None:
        """Find a hand whose bids are in, by game and number, whether it is saved or not."""
        for found in self.games:
            for hand in found.hands.all():
                if (found.number, hand.number) == (game, number):
                    is_bid = all(bid_of(hand, seat) for seat in found.rule_set.seats)
                    return (found, hand) if is_bid else None
        return None

    def saved_hand(self, sheet: str) -> int:
        """Give the number of the hand called "game.hand" if that one is saved, else 0."""
        saved = {
            f"{game.number}.{hand.number}": hand.number
            for game in self.games
            for hand in game.hands.all()
            if hand.is_scored
        }
        return saved.get(sheet, 0)


def dealer_of(game: Game, number: int) -> str:
    """Say which seat deals a hand: the deal goes one seat to the left each time."""
    seats = game.rule_set.seats
    return seats[(seats.index(game.first_dealer) + number - 1) % len(seats)]

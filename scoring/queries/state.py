"""What the phone at a table shows: whose turn it is, and all that was played before."""

import json
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.utils.crypto import salted_hmac
from django.utils.timezone import now

from engine.spades.games import GameState
from engine.spades.hands import Bid
from engine.spades.rules import RuleSet
from scoring.models import Game, Hand
from scoring.queries import remarks
from scoring.queries.counting import shown_game
from scoring.queries.endings import Half, Played, halves_of, next_steps, tally_of, with_dashes
from scoring.queries.in_play import OpenHand, next_dealer, open_hand_of
from scoring.queries.seats import Contract, Deal, Seat
from scoring.queries.sheets import Row, ledger
from scoring.queries.sides import SideBoard, boards_of, call_names, names_of, people_now
from scoring.queries.stages import Stage
from tournament.models import Event, Match, Side, Table
from tournament.queries.deadlines import Deadline, deadline_of

__all__ = ["Stage", "TableState"]


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

    @cached_property
    def stage(self) -> Stage:
        """What the table is waiting for."""
        if self.match is None:
            return Stage.FREE
        if not self.match.is_open:
            return Stage.OVER
        if self.play is None:
            return Stage.SEATS
        if self.play.turn is not None:
            return Stage.BIDS
        return Stage.THROWN_IN if self.play.is_thrown_in else Stage.TRICKS

    @property
    def stamp(self) -> str:
        """Changes whenever the page would look different; it does not give hidden bids away."""
        match = f"{self.match.pk}.{self.match.version}" if self.match else ""
        match += f".{self.match.above.version}" if self.match and self.match.above else ""
        clock = self.clock
        match += "" if clock is None else ".late" if clock.is_late else f".{clock.is_near}"
        paper = json.dumps(self.hand.paper, sort_keys=True) if self.hand else ""
        mark = salted_hmac("table", paper).hexdigest()
        return f"{match}.{self.table.state}.{self.event.status}.{mark[:8]}"

    @cached_property
    def clock(self) -> Deadline | None:
        """The clock that runs for a called match; None where none does."""
        return deadline_of(self.match, now()) if self.match else None

    @property
    def sheet_of(self) -> str:
        """The match and attempt a form is made for; a form of another match is stale."""
        return f"{self.match.number}.{self.match.attempt}" if self.match else ""

    @property
    def game(self) -> Game | None:
        """The game in play, else the one played last that counts."""
        return shown_game(self.games, self.match.best_of) if self.games and self.match else None

    @property
    def next_game(self) -> int:
        """The number of the game to open next."""
        return len(self.games) + 1

    @cached_property
    def rules(self) -> RuleSet:
        """The rules of the game in play or played last; while there is none, of the next."""
        return self.game.rule_set if self.game else self.next_rules

    @cached_property
    def next_rules(self) -> RuleSet:
        """The rules of the game to open next: who is there decides which."""
        return self.match.rules_at(sides=len(self.playing)) if self.match else self.event.rule_set

    @cached_property
    def playing(self) -> tuple[Side, ...]:
        """The sides that play the next game; in a match that is over, all that were to play."""
        there = tuple(side for side in self.sides if side.plays)
        is_open = self.match is not None and self.match.is_open
        return there if is_open else tuple(side for side in self.sides if side.entry_id)

    @property
    def seat_sides(self) -> tuple[tuple[tuple[str, ...], Side], ...]:
        """Which seats each side sits in, in the game in play or else in the next."""
        rules, sides = (self.next_rules, self.playing)
        if self.game and self.play:
            rules, sides = self.rules, self.sides_of(self.game)
        return tuple(zip(rules.sides, sides, strict=False))

    def sides_of(self, game: Game) -> tuple[Side, ...]:
        """Name the sides of the match that play in a game, in the order of its rules."""
        places = [game.place_of(name) for name in game.rule_set.side_names]
        return tuple(side for place in places for side in self.sides if side.place == place)

    @cached_property
    def progress(self) -> GameState | None:
        """The game replayed from its hands."""
        return self.game.replay() if self.game else None

    @cached_property
    def play(self) -> OpenHand | None:
        """The hand being bid or played, whether or not anything of it is saved."""
        if self.game is None or self.progress is None or self.game.winner:
            return None
        return open_hand_of(self.game, self.progress)

    @property
    def hand(self) -> Hand | None:
        """The hand being bid or played, once its first bid is made."""
        return self.play.hand if self.play and self.play.hand.pk else None

    @property
    def number(self) -> int:
        """The number of the hand being bid or played."""
        return self.game.next_number if self.game else 1

    @property
    def dealer(self) -> str:
        """The seat that deals the hand being bid or played, or the first of the next game."""
        if self.play:
            return self.play.hand.dealer
        return next_dealer(self.game, self.progress) if self.game and self.progress else ""

    @property
    def turn(self) -> str | None:
        """The seat or side that bids now; nobody once all bids are in."""
        return self.play.turn if self.play else None

    @cached_property
    def boards(self) -> tuple[SideBoard, ...]:
        """The score of the game in play, side by side."""
        return boards_of(self.match, self.sides, self.rules, self.game) if self.match else ()

    @cached_property
    def names(self) -> dict[str, str]:
        """What people and teams are called in sentences, by seat and by side."""
        seated = names_of(self.game, people_now(self.sides)) if self.game else {}
        return {**{it.name: it.team for it in self.boards}, **call_names(seated)}

    @cached_property
    def deal(self) -> Deal | None:
        """The hand being bid or played, laid out."""
        if self.play is None:
            return None
        return Deal(
            rules=self.rules,
            boards=self.boards,
            names=self.names,
            hand=self.play.hand,
            turn=self.turn,
            hidden=self.play.hides_bids,
        )

    def deal_of(self, game: Game, hand: Hand) -> Deal:
        """Lay out a hand whose bids are in."""
        boards = boards_of(self.match or game.match, self.sides, game.rule_set, game)
        names = {**{it.name: it.team for it in boards}, **self.names}
        return Deal(rules=game.rule_set, boards=boards, names=names, hand=hand)

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        """Who bids, in bidding order, with what they have bid."""
        return self.deal.seats() if self.deal else ()

    @property
    def bidder(self) -> Seat | None:
        """Who bids now, with name and side."""
        return next((seat for seat in self.seats if seat.is_now), None)

    @property
    def last_bidder(self) -> Seat | None:
        """Whose bid was made last in bidding order."""
        return next((seat for seat in reversed(self.seats) if seat.bid), None)

    @property
    def bid_so_far(self) -> int | None:
        """Tricks bid by those who have bid, where they add up and may be seen."""
        if self.play is None or self.play.hides_bids or self.rules.bid_mode == "second_fixes":
            return None
        return self.play.said_so_far

    @property
    def keys(self) -> tuple[Bid, ...]:
        """The bids that whoever's turn it is may make."""
        return self.play.legal if self.play else ()

    @property
    def bid_question(self) -> str:
        """What is asked of whoever bids now."""
        who = self.bidder
        return remarks.bid_question(self.play, who.name) if self.play and who else ""

    @property
    def can_be_void(self) -> bool:
        """Whether the deal in play may still be void."""
        is_late = self.rules.misdeal_until == "first_bid" and self.hand and self.hand.bids
        return bool(self.rules.misdeal_causes) and not is_late

    @property
    def remarks(self) -> tuple[str, ...]:
        """What the table should know about this hand, in sentences."""
        return remarks.remarks_of(self.play, self.names) if self.play else ()

    @property
    def thrown_in(self) -> str:
        """Why the hand is not played, once all bids are in and too low."""
        play = self.play
        return remarks.thrown_in_words(play, self.names) if play and play.is_thrown_in else ""

    @property
    def until(self) -> datetime | None:
        """When the clock of the game in play runs out, if it has one."""
        return remarks.time_until(self.game, self.rules) if self.game and self.play else None

    @property
    def format_words(self) -> str:
        """How long the match is and what ends its games."""
        return remarks.format_words(self.match, self.next_rules) if self.match else ""

    @property
    def contracts(self) -> tuple[Contract, ...]:
        """What each side has bid, once the bids are in; nothing where nobody bids."""
        if self.deal is None or not self.deal.hand.bids:
            return ()
        return tuple(self.deal.contract(board) for board in self.boards)

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """The hands of the game so far, first to last."""
        game, progress = self.game, self.progress
        return ledger(game, progress, self.names) if game and progress else ()

    @property
    def usual_seats(self) -> dict[str, str | int]:
        """How the next game is most likely to begin: same seats, and the deal goes on."""
        if self.game is None:
            return {}
        seats = {f"seat_{it}": who for it, who in self.game.seating.items()}
        return {**seats, "first_dealer": self.dealer}

    @property
    def halves(self) -> tuple[Half, ...]:
        """How the last game ended, side by side."""
        return halves_of(self.game, self.boards) if self.game and self.game.winner else ()

    @property
    def winner(self) -> SideBoard | None:
        """The side that won the match, once it is over."""
        winner = self.match.winner_id if self.match else None
        won = [it.place for it in self.sides if it.entry_id and it.entry_id == winner]
        return next((board for board in self.boards if board.place in won), None)

    @property
    def tally(self) -> tuple[Played, ...]:
        """The games of the match so far, and those that may follow."""
        return tally_of(self.match, self.games, self.sides) if self.match else ()

    @property
    def games_won(self) -> str:
        """The standing of the match in one line."""
        return with_dashes([board.games for board in self.boards])

    @property
    def steps(self) -> tuple[str, ...]:
        """Who goes on from a finished match, and where."""
        return next_steps(self.match, self.sides, self.above) if self.match else ()

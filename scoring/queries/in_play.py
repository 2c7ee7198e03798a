"""The hand in play at a table, and where its game stood before it."""

from dataclasses import dataclass
from functools import cached_property

from engine.spades.bidding import Context, hand_is_bid, legal_bids, next_bidder
from engine.spades.facts import contract_total, void_of
from engine.spades.games import GameState
from engine.spades.hands import Bid
from engine.spades.held import live_held_faults
from engine.spades.rules import RuleSet
from scoring.models import Game, Hand
from scoring.queries.keys import BidKey, keys_of


@dataclass(frozen=True)
class OpenHand:
    """One hand that is being bid or played: what it asks for next."""

    game: Game
    hand: Hand
    before: GameState

    @property
    def rules(self) -> RuleSet:
        """The rules of the game."""
        return self.game.rule_set

    @property
    def bids_are_spades(self) -> bool:
        """Whether nobody chooses a bid: it is the number of spades in the hand."""
        return self.rules.variant == "mirror"

    @property
    def context(self) -> Context:
        """What the house rules may ask about."""
        return Context(
            scores={side: total.score for side, total in self.before.totals.items()},
            dealer=self.hand.dealer,
            hand_no=self.hand.number,
            first=not self.before.played,
        )

    @property
    def asks_bids(self) -> bool:
        """Whether this hand is bid at all."""
        return hand_is_bid(self.rules, self.before.played)

    @property
    def turn(self) -> str | None:
        """Who bids now, a seat or a side; nobody once all bids are in."""
        if not self.asks_bids:
            return None
        return next_bidder(self.hand.dealer, self.hand.bids, self.rules)

    @property
    def hides_bids(self) -> bool:
        """Whether what was bid is not shown yet, because all bid at once."""
        return self.rules.bid_order == "hidden" and self.turn is not None

    @property
    def is_thrown_in(self) -> bool:
        """Whether all bids are in and too low for the table to play the hand."""
        hand = self.hand
        said = (None, hand.bids, (), (), self.rules)
        return void_of(*said, stopped=False, dealer=hand.dealer) == "thrown_in"

    @property
    def bid_total(self) -> int:
        """What all sides promised together, once all bids are in."""
        return contract_total(self.hand.bids, self.hand.dealer, self.rules)

    @property
    def said_so_far(self) -> int:
        """Tricks bid by those who have bid."""
        return sum(bid.tricks for bid in self.made.values())

    @property
    def made(self) -> dict[str, Bid]:
        """The bids so far, by who made them."""
        return {
            name: Bid(number, blind=name in self.hand.blind)
            for name, number in self.hand.bids.items()
        }

    @cached_property
    def legal(self) -> tuple[Bid, ...]:
        """The bids that whoever's turn it is may make."""
        who = self.turn
        if who is None:
            return ()
        return tuple(
            bid
            for bid in legal_bids(who, self.made, self.rules, self.context)
            if not any(live_held_faults(who, {**self.made, who: bid}, self.rules))
        )

    @property
    def word_keys(self) -> tuple[BidKey, ...]:
        """The keys of legal bids that are said in words."""
        return tuple(key for key in keys_of(self.legal, self.rules) if key.is_word)

    @property
    def number_keys(self) -> tuple[BidKey, ...]:
        """The keys of legal bids that are numbers."""
        return tuple(key for key in keys_of(self.legal, self.rules) if not key.is_word)


def next_dealer(game: Game, state: GameState) -> str:
    """Say which seat deals next, be it in this game or, once that is over, in the one after it."""
    last = state.hands[-1].sheet.dealer if state.hands else None
    return state.next_dealer or (game.rule_set.left_of(last) if last else game.first_dealer)


def open_hand_of(game: Game, before: GameState) -> OpenHand:
    """Find the hand being bid or played, or lay a fresh one; a fresh one is not saved."""
    hand = next((it for it in game.hands.all() if not it.is_scored), None)
    fresh = Hand(game=game, number=game.next_number, dealer=next_dealer(game, before))
    return OpenHand(game, hand or fresh, before)

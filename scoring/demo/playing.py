"""Made-up hands, entered at a table through the services: how the demo begins half played."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import uuid4

from engine.simulate import random_sheet
from engine.spades.bidding import bidding_order
from engine.spades.hands import HandSheet
from engine.spades.rules import RuleSet
from scoring.models import Game
from scoring.services import open_game, record_bid, record_hand
from scoring.services.sheets import Paper, open_paper
from tournament.actors import Actor
from tournament.models import Match, Side

Skill = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Hall:
    """Everybody at the tables, with the dice that decide how they play."""

    dice: random.Random

    def play_game(
        self, match: Match, number: int, *, skill: Skill | None = None, hands: int | None = None
    ) -> Game:
        """Play one game of a match at its table: to the end, or only so many hands."""
        game = self._open(match, number)
        while not game.winner and game.hands_played != hands:
            game = self._enter(game, self._sheet(open_paper(game), skill))
        return game

    def play_match(self, match: Match) -> Match:
        """Play a match at its table to its end."""
        number = 1
        while match.is_open:
            self.play_game(match, number)
            match.refresh_from_db()
            number += 1
        return match

    def make_bids(self, game: Game, *, seats: int) -> None:
        """Let the first seats bid on the next hand, and leave it there."""
        paper = open_paper(game)
        sheet = self._sheet(paper, None)
        bidders = bidding_order(paper.hand.dealer, game.rule_set) if paper.asks_bids else ()
        for name in bidders[:seats]:
            record_bid(game, number=game.next_number, seat=name, bid=str(sheet.bids[name]))

    def _open(self, match: Match, number: int) -> Game:
        sides = [side for side in match.sides.select_related("entry") if side.plays]
        rules = match.rules_at(sides=len(sides))
        return open_game(
            match,
            game_number=number,
            seating=_seating(sides, rules),
            first_dealer=self.dice.choice(rules.seats),
            by=_table(match),
        )

    def _sheet(self, paper: Paper, skill: Skill | None) -> HandSheet:
        rules, dealer = paper.game.rule_set, paper.hand.dealer
        return random_sheet(self.dice, dealer, rules, context=paper.context, skill=skill)

    @staticmethod
    def _enter(game: Game, sheet: HandSheet) -> Game:
        return record_hand(
            game,
            number=game.next_number,
            bids={seat: str(bid) for seat, bid in sheet.bids.items()},
            tricks=sheet.tricks,
            spades=sheet.spades,
            entry_key=uuid4(),
            by=_table(game.match),
        )


def _table(match: Match) -> Actor:
    return Actor(table=match.table)


def _seating(sides: Sequence[Side], rules: RuleSet) -> dict[str, int]:
    """Seat the players of each side as they were written down."""
    return {
        seat: player.pk
        for side, seats in zip(sides, rules.sides, strict=True)
        if side.entry
        for seat, player in zip(seats, side.entry.players.filter(active=True), strict=True)
    }

"""Made-up hands, entered at a table through the services: how the demo begins half played."""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from uuid import uuid4

from engine.simulate import random_sheet
from engine.spades.bidding import Context, bidding_order
from engine.spades.hands import HandSheet
from scoring.models import Game
from scoring.services import open_game, record_bid, record_hand
from scoring.services.sheets import dealer_of
from tournament.actors import Actor
from tournament.models import Match

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
            game = self._enter(game, self._sheet(game, skill))
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
        sheet = self._sheet(game, None)
        for seat in bidding_order(dealer_of(game, game.next_number), game.rule_set)[:seats]:
            record_bid(game, number=game.next_number, seat=seat, bid=str(sheet.bids[seat]))

    def _open(self, match: Match, number: int) -> Game:
        return open_game(
            match,
            game_number=number,
            seating=_seating(match),
            first_dealer=self.dice.choice(match.event.rule_set.seats),
            by=_table(match),
        )

    def _sheet(self, game: Game, skill: Skill | None) -> HandSheet:
        scores = {side: total["score"] for side, total in game.totals.items()}
        return random_sheet(
            self.dice,
            dealer_of(game, game.next_number),
            game.rule_set,
            context=Context(scores=scores),
            skill=skill,
        )

    @staticmethod
    def _enter(game: Game, sheet: HandSheet) -> Game:
        return record_hand(
            game,
            number=game.next_number,
            bids={seat: str(bid) for seat, bid in sheet.bids.items()},
            tricks=sheet.tricks,
            entry_key=uuid4(),
            by=_table(game.match),
        )


def _table(match: Match) -> Actor:
    return Actor(table=match.table)


def _seating(match: Match) -> dict[str, int]:
    """Seat the partners of each side as they were written down."""
    sides = match.sides.order_by("place").prefetch_related("entry__players")
    return {
        seat: player.pk
        for side, seats in zip(sides, match.event.rule_set.sides, strict=True)
        if side.entry
        for seat, player in zip(seats, side.entry.players.all(), strict=True)
    }

"""A hall full of people who play what a seeded engine deals them, through doors of the site."""

import random
import time
from collections import defaultdict

from engine.simulate import random_sheet
from engine.spades.bidding import bidding_order
from engine.spades.games import replay
from tests.evening.tables import HAND, OPEN
from tournament.models import Event


class HallPlayer:
    """Plays every table of an event, and writes down what was dealt for the oracle.

    ``papers`` keeps, by match and game number, the first dealer and the hands as they were entered.
    """

    def __init__(self, front, door, seed):
        self.front = front
        self.event = Event.objects.get(slug=front.slug)
        self.rules = self.event.rule_set
        self.dice = random.Random(seed)
        self.tables = [door(table.token) for table in self.event.tables.all()]
        self.papers = defaultdict(lambda: defaultdict(list))
        self.dealers = {}

    def play(self, patience=0.0):
        """Play until the event is over; wait so long for a worker when no table has a match."""
        idle_since = None
        while not self.is_over():
            if sum(self.play_one(table) for table in self.tables):
                idle_since = None
                continue
            idle_since = idle_since or time.monotonic()
            assert time.monotonic() - idle_since <= patience, "the hall stands still"
            time.sleep(0.02)

    def is_over(self):
        """Ask the site whether the event is over."""
        return self.front.status()["status"] == "finished"

    def play_one(self, table):
        """Play one table for as long as it has a match; say whether there was one."""
        stage, match, game, hand = table.look()
        was_there = stage in {OPEN, HAND}
        here = match
        while stage in {OPEN, HAND} and match == here:
            if stage == OPEN:
                self.dealers[match, game] = self.dice.choice(self.rules.seats)
                stage, match, game, hand = table.open_game(self.dealers[match, game])
            else:
                stage, match, game, hand = self._hand(table, match, game, hand)
        return was_there

    def _hand(self, table, match, game, hand):
        papers = self.papers[match][game]
        assert hand == len(papers) + 1
        dealer = self.dealers[match, game]
        if papers:
            dealer = replay(papers, self.rules, dealer).next_dealer
        sheet = random_sheet(self.dice, dealer, self.rules)
        papers.append(sheet)
        return table.enter(sheet, bidding_order(dealer, self.rules))

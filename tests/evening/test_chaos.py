"""Everybody does everything at once, and the bracket holds: each winner one round up, once."""

import random
import threading
import time
from collections import Counter
from uuid import uuid4

import pytest
from django.db import connection

from engine.faults import RuleError
from relay.models import Letter, Message
from relay.tasks import deliver
from scoring.models import Game, Hand
from scoring.services import correct_hand, open_game, record_bid, record_hand, record_misdeal
from tests.stage import PLACES, director_of, drawn_event, played, seating_of, work
from tournament import tasks
from tournament.actors import Actor
from tournament.models import Match
from tournament.refusals import Refusal, Stale
from tournament.services import calls, conduct, departures, entries, tables

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.fault]

SECONDS = 5
DECIDES = ({"N": "5", "E": "1", "S": "5", "W": "1"}, {"NS": 11, "EW": 2})
PLAYS_ON = ({"N": "2", "E": "3", "S": "2", "W": "3"}, {"NS": 6, "EW": 7})


class Hall:
    """One event, and those who act in it at random."""

    def __init__(self, event):
        self.event = event
        self.by = director_of(event.club)
        self.over = threading.Event()

    def crowd(self, *acts):
        """Let each act go on in a thread of its own until the time is up.

        What breaks in a thread is an error of the test: pytest warns, and warnings are errors.
        """
        threads = [threading.Thread(target=self._again, args=pair) for pair in enumerate(acts)]
        for thread in threads:
            thread.start()
        time.sleep(SECONDS)
        self.over.set()
        for thread in threads:
            thread.join(60)

    def _again(self, seed, act):
        dice = random.Random(seed)
        while not self.over.is_set():
            try:
                act(dice)
            except (Refusal, Stale, RuleError):
                continue  # a clear "no" is what the others' haste may come to
            finally:
                connection.close()

    def table(self, dice):
        """Open a game, bid, deal again or play a hand."""
        at_table = self.event.matches.filter(state__in=["called", "playing"])
        match = pick(dice, at_table.select_related("table", "event"))
        if match is None:
            return
        by = Actor(table=match.table)
        game = Game.objects.filter(match=match, attempt=match.attempt, winner="").first()
        if game is None:
            seating = seating_of(match)
            open_game(match, game_number=1, seating=seating, first_dealer="N", by=by)
        elif dice.random() < 0.3:
            record_bid(game, number=game.next_number, seat=dice.choice("NESW"), bid="3")
        elif dice.random() < 0.2:
            record_misdeal(
                game, number=game.next_number, cause="wrong_count", entry_key=uuid4(), by=by
            )
        else:
            bids, took = dice.choice([DECIDES, PLAYS_ON])
            words = {"bids": bids, "tricks": took, "entry_key": uuid4(), "by": by}
            record_hand(game, number=game.next_number, **words)

    def corrector(self, dice):
        """Correct any hand, over and over."""
        hand = pick(dice, Hand.objects.filter(game__match__event=self.event, tricks__isnull=False))
        if hand:
            bids, took = dice.choice([DECIDES, PLAYS_ON])
            words = {"reason": "Slip.", "entry_key": uuid4(), "by": self.by.user}
            correct_hand(hand, bids=bids, tricks=took, **words)

    def staff(self, dice):
        """Call, take back, close, withdraw, remove, take a table away."""
        time.sleep(0.1)
        match, table = pick(dice, self.event.matches), pick(dice, self.event.tables)
        entry, player = pick(dice, self.event.entries), pick(dice, self.event.players)
        case = {"kind": "other", "ruling": "removal", "note": "", "entry_key": uuid4()}
        choices = {
            lambda: calls.call_match(match, table, by=self.by): 6,
            lambda: calls.uncall_match(match, by=self.by): 4,
            lambda: departures.award_walkover(match, absent=[dice.choice([0, 1])], by=self.by): 2,
            lambda: departures.forfeit(match, sides=[dice.choice([0, 1])], by=self.by): 2,
            lambda: entries.withdraw_entry(entry, by=self.by): 1,
            lambda: conduct.record_incident(
                self.event, person=player.person, by=self.by, **case
            ): 1,
            lambda: tables.set_table_state(
                table, state=dice.choice(["off", "open"]), by=self.by
            ): 2,
        }
        dice.choices(list(choices), list(choices.values()))[0]()

    def worker(self, dice):
        """Do errands in any order, and sweep now and then."""
        waiting = Message.objects.filter(channel="task", done_at=None).order_by("?")
        for message in waiting[:3]:
            deliver(message.pk)
        if dice.random() < 0.1:
            tasks.sweep()
        time.sleep(0.02)

    def finish(self):
        """Play what is left in peace; that it can be played shows that nothing is stuck."""
        for table in self.event.tables.filter(state="off"):
            tables.set_table_state(table, state="open", by=self.by)
        work()
        still_open = ["ready", "called", "playing"]
        while match := self.event.matches.filter(state__in=still_open).first():
            played(match)
            work()


def pick(dice, rows):
    found = list(rows.all())
    return dice.choice(found) if found else None


def told_anew(event):
    """Give the matches whose winner a correction may have changed: those corrected, and above."""
    corrected = set(event.matches.filter(acts__key="hand_corrected").values_list("pk", flat=True))
    while above := set(
        event.matches.filter(below__in=corrected)
        .exclude(pk__in=corrected)
        .values_list("pk", flat=True)
    ):
        corrected |= above
    return corrected


@pytest.fixture
def hall(settings):
    settings.CELERY_TASK_ALWAYS_EAGER = False  # errands wait for the workers of this test
    hall = Hall(drawn_event(8, tables=3, auto_call=True))
    work()
    return hall


@pytest.mark.everywhere
def test_whatever_happens_at_once_every_winner_goes_up_once_and_totals_say_what_hands_say(hall):
    phones, officials, workers = [hall.table] * 3, [hall.staff] * 2, [hall.worker] * 2
    hall.crowd(*phones, hall.corrector, *officials, *workers)
    hall.finish()

    hall.event.refresh_from_db()
    assert hall.event.status == "finished"
    for match in hall.event.matches.exclude(above=None).exclude(winner=None):
        assert match.above.sides.get(place=match.above_place).entry == match.winner
    for match in Match.objects.filter(event=hall.event, reason="played"):
        [game] = match.games.filter(attempt=match.attempt)
        assert PLACES[match.sides.get(entry=match.winner).place] == game.winner
    for game in Game.objects.filter(match__event=hall.event):
        state = game.replay()
        told = {side: (total["score"], total["bags"]) for side, total in game.totals.items()}
        assert told == {side: (it.score, it.bags) for side, it in state.totals.items()}
    won = Letter.objects.filter(fact__startswith="you_won:").values_list("fact", flat=True)
    told = Counter(int(fact.split(":")[1]) for fact in won)
    assert {told[pk] for pk in told.keys() - told_anew(hall.event)} <= {1}

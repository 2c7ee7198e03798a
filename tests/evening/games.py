"""Evenings of any game: the staff chooses its rules, the tables play what its sheet asks."""

import random
from collections import defaultdict
from dataclasses import replace
from uuid import uuid4

from engine.simulate import random_sheet
from engine.spades.bidding import Context, legal_bids, next_bidder
from engine.spades.games import replay
from engine.spades.hands import HandSheet, Ruling
from engine.spades.pairs import RulePair
from scoring.demo.pages import forms_of
from tests.evening.front import Front
from tests.evening.tables import HAND, OPEN, WAIT, ApiTable, PhoneTable
from tests.scoring.any_hand import answers, bid_keys
from tournament.models import Event

ALONE = ("cutthroat", "solo", "two_handed")


class GameFront(Front):
    """A club that plays more than one game, and whom people tell by every door that they come."""

    def choose_rules(self, start, **changes):
        """Start from a preset on the page of the rules, change a little, and save."""
        form = self.staff.get(self.desk("rules/"), {"start": start}).context["form"]
        shown = {name: form[name].value() for name in form.fields}
        sent = {
            name: "on" if it is True else it
            for name, it in shown.items()
            if it is not None and it is not False and it != []
        }
        self.act("rules/", **{**sent, **changes}, save="1")

    def come(self, entries, *, alone):
        """Enter so many: by the public form, at the desk and through the API in turn."""
        for n in range(1, entries + 1):
            (self._by_form, self._at_the_desk, self._by_api)[n % 3](n, alone=alone)

    def _by_form(self, n, *, alone):
        answer = self.public.post(f"/e/{self.slug}/enter/", _typed(n, alone=alone))
        assert answer.status_code == 302, answer.content.decode()

    def _at_the_desk(self, n, *, alone):
        self.act("entries/new/", **_typed(n, alone=alone))

    def _by_api(self, n, *, alone):
        typed = _typed(n, alone=alone) | {"kind": "player" if alone else "pair"}
        where = f"/api/v1/events/{self.slug}/entries/"
        answer = self.public.post(where, typed, content_type="application/json")
        assert answer.status_code == 201, answer.content.decode()

    def rule(self, match, game, hand, ruling):
        """Rule on a hand at the desk, from the hands of the match."""
        self.act(
            f"matches/{match}/hands/{game}/{hand}/ruling/",
            **{name: it for name, it in ruling.to_json().items() if it is not None},
            note="Seen by the director",
            entry_key=uuid4(),
        )

    def call_time(self, match, game):
        """Call time in one game."""
        self.act(f"matches/{match}/games/{game}/time/")

    def look_up(self, where=""):
        """Read what the API tells everybody."""
        answer = self.public.get(f"/api/v1/events/{self.slug}/{where}")
        assert answer.status_code == 200, answer.content.decode()
        return answer.json()


def _typed(n, *, alone):
    typed = {"email": f"ada{n}@example.org", "entry_key": str(uuid4())}
    if alone:
        return typed | {"person_name": f"Ada {n}"}
    return typed | {"name": f"Pair {n}", "first": f"Ada {n}", "second": f"Ben {n}"}


class GamePhone(PhoneTable):
    """Taps a hand of any game: every bid, then whatever the page asks."""

    acts = ("open", "bid", "tricks", "throw-in")

    def enter(self, sheet, rules):
        """Bid in order, then answer the page, or throw the hand in."""
        for name, key in bid_keys(sheet, rules):
            assert self.form.fields.get("seat", name) == name
            assert key in self.form.buttons["bid"]
            self._send(seat=name, bid=key)
        if sheet.void:
            assert self.form.act == "throw-in"
            return self._send()
        told = answers(sheet, rules)
        asked = {name for name in self.form.choices if not name.startswith("more_")}
        assert asked == {name for name in told if not name.startswith("more_")}
        return self._send(**told)

    def misdeal(self, cause):
        """Say that the deal is void, and why."""
        where = self.form.action.rpartition(self.form.act)[0] + "misdeal/"
        asked = self.client.get(where, headers={"HX-Request": ""}).content.decode()
        self.form = next(it for it in forms_of(asked) if it.act == "misdeal")
        return self._send(cause=cause)

    def _read(self, answer):
        forms = forms_of(answer.content.decode())
        self.form = next((it for it in forms if it.act in self.acts), None)
        if self.form is None:
            return WAIT, 0, 0, 0
        parts = self.form.action.strip("/").split("/")
        match, game = int(self.form.fields["match"].split(".")[0]), int(parts[3])
        if self.form.act == "open":
            return OPEN, match, game, 0
        return HAND, match, game, int(parts[5])


class GameApi(ApiTable):
    """Sends hands of any game, whole."""

    def enter(self, sheet, rules):
        """Send bids, tricks, and the spades held where the game asks."""
        return self._hand(
            bids=dict(bid_keys(sheet, rules)),
            tricks=dict(sheet.tricks),
            spades=dict(sheet.spades),
        )

    def misdeal(self, cause):
        """Say that the deal is void, and why."""
        return self._hand("misdeal/", cause=cause)

    def _hand(self, act="", **typed):
        where = f"games/{self.state['game']['number']}/hands/{self.state['next_hand']}/{act}"
        return self.post(where, **typed, entry_key=str(uuid4()))

    def _read(self, answer, wanted):
        read = super()._read(answer, wanted)
        if self.state["stage"] != "tricks":
            return read
        state = self.state
        return HAND, state["match"]["number"], state["game"]["number"], state["next_hand"]


class GameHall:
    """Plays every table of an event by phone and API in turn, and notes all that was dealt.

    ``mishaps`` says what happens before which hand, by match, game and hand.
    """

    def __init__(self, front, book, *, seed, doors=(GamePhone, GameApi), mishaps=None):
        self.front, self.book = front, book
        self.dice = random.Random(seed)
        tables = Event.objects.get(slug=front.slug).tables.order_by("number")
        self.tables = [doors[n % len(doors)](it.token) for n, it in enumerate(tables)]
        self.mishaps = dict(mishaps or {})
        self.papers = defaultdict(lambda: defaultdict(list))
        self.dealers = {}

    def play(self):
        """Play until the event is over."""
        while self.front.status()["status"] != "finished":
            assert sum(self._play_one(table) for table in self.tables), "the hall stands still"
        assert self.mishaps == {}, "not everything happened that was to happen"

    def _play_one(self, table):
        stage, match, game, hand = table.look()
        here, was_there = match, stage in {OPEN, HAND}
        rules = self._rules(match) if was_there else None
        while stage in {OPEN, HAND} and match == here:
            if stage == OPEN:
                self.dealers[match, game] = self.dice.choice(rules.seats)
                stage, match, game, hand = table.open_game(self.dealers[match, game])
            else:
                stage, match, game, hand = self._hand(table, rules, match, game, hand)
        return was_there

    def _rules(self, match):
        sides = self.front.look_up(f"matches/{match}/")["sides"]
        return rules_for(self.book, sum(not side["gone"] for side in sides))

    def _hand(self, table, rules, match, game, hand):
        papers = self.papers[match][game]
        assert hand == len(papers) + 1
        state = replay(papers, rules, self.dealers[match, game])
        happens = self.mishaps.pop((match, game, hand), None)
        if happens:
            return happens(self, table, rules, (match, game), state)
        papers.append(self.deal(state, rules))
        return table.enter(papers[-1], rules)

    def deal(self, state, rules):
        """Make the next hand up."""
        scores = {side: total.score for side, total in state.totals.items()}
        context = Context(scores=scores, first=not state.played)
        return random_sheet(self.dice, state.next_dealer, rules, context=context)


def rules_for(book, sides):
    """Give the rules of a table where so many sides play."""
    return book.at(sides) if isinstance(book, RulePair) else book


def misdeal(hall, table, rules, game, state):
    """Deal wrongly."""
    cause = rules.misdeal_causes[0]
    paper = HandSheet(state.next_dealer, {}, {}, misdeal=cause, rules=rules)
    hall.papers[game[0]][game[1]].append(paper)
    return table.misdeal(cause)


def table_talk(hall, table, rules, game, state):
    """Have the director punish the first seat for its talk in the hand before."""
    papers = hall.papers[game[0]][game[1]]
    ruling = Ruling(offence="table_talk", seat=rules.seats[0], effect="points:20")
    papers[-1] = replace(papers[-1], rulings=(ruling,), rules=rules)
    hall.front.rule(*game, len(papers), ruling)
    return table.look()


def time_is_up(hall, table, rules, game, state):
    """Call time between two hands: the hand before was the last."""
    papers = hall.papers[game[0]][game[1]]
    papers[-1] = replace(papers[-1], time_called=True, rules=rules)
    hall.front.call_time(*game)
    return table.look()


def dare(hall, table, rules, game, state):
    """Bid blind, whoever may, and make it or not."""
    dealer, bids = state.next_dealer, {}
    context = Context(dealer=dealer, first=not state.played)
    while name := next_bidder(dealer, bids, rules):
        legal = legal_bids(name, bids, rules, context)
        blind = [bid for bid in legal if bid.blind]
        bids[name] = hall.dice.choice(blind or legal)
    assert any(bid.blind for bid in bids.values())
    tricks = dict.fromkeys(rules.seats, 0)
    for _ in range(rules.hand_size):
        tricks[hall.dice.choice(rules.seats)] += 1
    paper = HandSheet(dealer, bids, tricks, rules=rules)
    hall.papers[game[0]][game[1]].append(paper)
    return table.enter(paper, rules)


def throw_in(hall, table, rules, game, state):
    """Bid as little as may be, so that the hand is not played."""
    dealer, bids = state.next_dealer, {}
    context = Context(dealer=dealer, first=not state.played)
    while name := next_bidder(dealer, bids, rules):
        legal = legal_bids(name, bids, rules, context)
        bids[name] = min((bid for bid in legal if not bid.blind), key=lambda bid: bid.tricks)
    paper = HandSheet(dealer, bids, {}, rules=rules)
    assert paper.void == "thrown_in"
    hall.papers[game[0]][game[1]].append(paper)
    return table.enter(paper, rules)

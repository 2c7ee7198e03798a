"""A table that plays itself through the door people use: it reads the page and presses its keys."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.client import HTTPException
from http.cookiejar import CookieJar
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode, urljoin, urlsplit
from urllib.request import HTTPCookieProcessor, OpenerDirector, ProxyHandler, Request, build_opener

from engine.simulate import random_sheet
from engine.spades.bidding import Context
from engine.spades.hands import HandSheet
from engine.spades.rules import RuleSet
from scoring.demo.pages import PageForm, forms_of

PATIENCE_SECONDS = 10
NIL_HOLDS = 0.7


@dataclass(slots=True)
class Browser:
    """A browser without a screen: it keeps cookies, follows redirects and sends forms."""

    site: str
    opener: OpenerDirector = field(init=False)

    def __post_init__(self) -> None:
        """Open with an empty jar of cookies, and never by way of a proxy."""
        if urlsplit(self.site).scheme not in {"http", "https"}:
            raise ValueError(f"not the address of a site: {self.site}")
        self.opener = build_opener(ProxyHandler({}), HTTPCookieProcessor(CookieJar()))

    def get(self, address: str) -> str | None:
        """Load a page; None when there is none, or the server cannot be reached just now."""
        return self._answer(address)

    def send(self, form: PageForm, **changes: str) -> str | None:
        """Send a form and read the page that answers, also when it refuses or has moved on."""
        body = urlencode({**form.fields, **changes}).encode()
        return self._answer(form.action, body)

    def _answer(self, address: str, body: bytes | None = None) -> str | None:
        request = Request(urljoin(self.site, address), body)  # noqa: S310 -- our own site, by http
        try:
            with self.opener.open(request, timeout=PATIENCE_SECONDS) as answer:
                return str(answer.read().decode())
        except HTTPError as refused:
            with refused:
                return str(refused.read().decode()) if refused.code in {409, 422} else None
        except (URLError, HTTPException, OSError):
            return None  # restarting, perhaps: we look again at the next turn


@dataclass(slots=True)
class Visitors:
    """The people at one table. They remember only the hand they are playing."""

    browser: Browser
    address: str
    rules: RuleSet
    dice: random.Random
    paper: HandSheet | None = None
    page: str | None = None

    def turn(self) -> str:
        """Do the next thing the page asks for; say what it was, or "wait"."""
        self.page = self.page or self.browser.get(self.address)
        form = next((it for it in forms_of(self.page or "") if it.act in self._acts), None)
        if form is None:
            self.page = None
            return "wait"
        self.page = self.browser.send(form, **self._acts[form.act](form))
        return form.act

    @property
    def _acts(self) -> dict[str, Callable[[PageForm], Mapping[str, str]]]:
        """What is answered to each form of the page."""
        return {
            "open": self._seats,
            "bid": self._bid,
            "tricks": self._tricks,
            "throw-in": self._throw_in,
        }

    def play_hand(self) -> str:
        """Go on until a hand is saved, or there is nothing to do; say what the last thing was."""
        self.page = None  # somebody else may have tapped since
        for _turn in range(2 * len(self.rules.seats)):
            act = self.turn()
            if act in {"tricks", "throw-in", "wait"}:
                return act
        return "wait"

    def _seats(self, form: PageForm) -> Mapping[str, str]:
        """Sit as the page proposes; draw for the deal where it proposes nobody."""
        if form.fields.get("first_dealer"):
            return {}
        return {"first_dealer": self.dice.choice(form.choices["first_dealer"])}

    def _bid(self, form: PageForm) -> Mapping[str, str]:
        """Bid what this hand seems to be worth, as far as the page offers it."""
        who, offered = form.fields["seat"], form.buttons.get("bid", [])
        self.paper = self.paper or self._planned_hand(who)
        bid = str(self.paper.bids[who]) if self.paper and who in self.paper.bids else ""
        wanted = bid if bid in offered or not offered else self.dice.choice(offered)
        return {"bid": wanted}

    def _planned_hand(self, first: str) -> HandSheet | None:
        """Make a hand up that this seat or side bids first; none at seats of other rules."""
        if first not in self.rules.bidders:
            return None
        seat = first if first in self.rules.seats else self.rules.seats_of(first)[0]
        dealer = self.rules.seats[self.rules.seats.index(seat) - 1]
        paper = random_sheet(self.dice, dealer, self.rules, context=Context(first=False))
        return None if paper.void else paper

    def _throw_in(self, form: PageForm) -> Mapping[str, str]:
        """Throw the hand in, as the page says."""
        del form
        self.paper = None
        return {}

    def _tricks(self, form: PageForm) -> Mapping[str, str]:
        """Take what was planned; for bids that others made, come close to them."""
        planned = self._planned(form, self.paper) if self.paper else {}
        self.paper = None
        return self._guessed(form) | planned

    def _guessed(self, form: PageForm) -> dict[str, str]:
        """Answer every question of the page, with no more tricks than there are."""
        answers: dict[str, str] = {}
        left = None
        for name, keys in form.choices.items():
            kind = name.partition("_")[0]
            if kind == "tricks":
                left = int(keys[-1]) if left is None else left
                took = min(int(self._near(form, name)), left)
                left -= took
                answers[name] = str(took)
            elif kind == "nil":
                answers[name] = self._nil()
            elif kind != "more":
                answers[name] = keys[0]
        return answers

    def _planned(self, form: PageForm, paper: HandSheet) -> dict[str, str]:
        answers: dict[str, str] = {}
        for name in form.choices:
            kind, _line, who = name.partition("_")
            counts = paper.spades if kind == "spades" else paper.tricks
            seats = self.rules.seats_of(who) if who in self.rules.side_names else (who,)
            if not all(seat in counts for seat in seats):
                continue
            took = str(sum(counts[seat] for seat in seats))
            few = form.choices[name][-1] if took not in form.choices[name] else took
            answers[name] = took if kind == "more" else few
        return {name: it for name, it in answers.items() if it in form.choices[name]}

    def _near(self, form: PageForm, name: str) -> str:
        keys = form.choices[name]
        wanted = keys.index(form.likely[name]) if name in form.likely else len(keys) // 2
        return keys[max(0, min(len(keys) - 1, wanted + self.dice.choice((-1, 0, 0, 1, 1))))]

    def _nil(self) -> str:
        return "0" if self.dice.random() < NIL_HOLDS else "1"

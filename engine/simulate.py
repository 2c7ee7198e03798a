"""Players who are made up: random but legal hands, for demo evenings, load and properties.

Everything comes from the ``random.Random`` handed in, so a seed plays the same evening again.
"""

import random
from collections.abc import Mapping
from dataclasses import replace

from engine.matches import match_state
from engine.spades.bidding import bidding_order, hand_is_bid, legal_bids
from engine.spades.facts import void_of
from engine.spades.games import GameState, replay
from engine.spades.hands import Bid, HandSheet
from engine.spades.house import NOTHING_KNOWN, Context
from engine.spades.rules import RuleSet
from engine.spades.targets import spades_in_deck
from engine.spades.variants import TARGETS_HELD

MOST_HANDS = 10_000
"""A game longer than this never ends under its rules."""
SPREAD = 3.3
"""How alike hands are dealt; chosen so that a game to 500 takes about nine hands."""
CAUTION = 0.45
"""Tricks a player keeps back from what the hand seems to be worth."""
DOUBT = 0.45
"""How far a guess of one's own tricks goes wrong, as a standard deviation."""
NIL_BELOW = 0.85
"""A hand that seems worth less than this may be bid nil."""
NIL_NERVE = 0.65
BLIND_NERVE = 0.012
SURE = 0.82
"""The share of what a hand seems to be worth that is sure to come."""
NIL_GUARD = 0.8
"""How often a nil that was about to take a trick escapes it."""


def random_sheet(
    rng: random.Random,
    dealer: str,
    rules: RuleSet,
    *,
    context: Context = NOTHING_KNOWN,
    skill: Mapping[str, float] | None = None,
) -> HandSheet:
    """Make up one hand: every bid is legal, and the tricks add up.

    ``skill`` makes a side luckier than 1 or less so; ``context`` tells the scores where blind nil
    depends on them.

    >>> from engine.spades.rules import STANDARD
    >>> sheet = random_sheet(random.Random(5), "W", STANDARD)
    >>> sum(sheet.tricks.values()), tuple(sheet.bids)
    (13, ('N', 'E', 'S', 'W'))
    """
    luck = skill or {}
    weights = {
        seat: rng.gammavariate(SPREAD, 1.0) * luck.get(rules.side_of(seat), 1.0)
        for seat in rules.seats
    }
    worth = {seat: rules.hand_size * it / sum(weights.values()) for seat, it in weights.items()}
    unbid = not hand_is_bid(rules, played=0 if context.is_first else 1)
    spades = _spades(rng, worth, rules) if rules.variant in TARGETS_HELD else {}
    known = replace(context, dealer=dealer, spades=spades or None)
    bids: dict[str, Bid] = {}
    for name in () if unbid else bidding_order(dealer, rules):
        guess = worth[name] if name in worth else sum(worth[seat] for seat in rules.seats_of(name))
        bids[name] = _bid(rng, name, guess, bids, rules, known)
    numbers = {name: bid.tricks for name, bid in bids.items()}
    void = void_of(None, numbers, (), (), rules, stopped=False, dealer=dealer)
    tricks = {} if void else _tricks(rng, worth, bids, rules)
    return HandSheet(dealer, bids, tricks, rules=rules, spades=spades)


def _spades(rng: random.Random, worth: Mapping[str, float], rules: RuleSet) -> dict[str, int]:
    """Deal the spades: more of them to the better hands."""
    dealt = dict.fromkeys(rules.seats, 0)
    for _ in range(spades_in_deck(rules)):
        room = [seat for seat in rules.seats if dealt[seat] < rules.hand_size]
        dealt[rng.choices(room, [worth[seat] + 1 for seat in room])[0]] += 1
    return dealt


def _bid(
    rng: random.Random,
    seat: str,
    worth: float,
    bids: Mapping[str, Bid],
    rules: RuleSet,
    context: Context,
) -> Bid:
    """Choose the legal bid nearest to what the hand seems to be worth."""
    legal = legal_bids(seat, bids, rules, context)
    guess = rng.gauss(worth, DOUBT) - CAUTION
    if rng.random() < BLIND_NERVE and Bid(0, blind=True) in legal:
        return Bid(0, blind=True)
    if guess < NIL_BELOW and rng.random() < NIL_NERVE and Bid(0) in legal:
        return Bid(0)
    wanted = max(1, round(guess))
    return min(
        [bid for bid in legal if not bid.blind] or legal,
        key=lambda bid: (bid.is_nil and wanted > 0, abs(bid.tricks - wanted)),
    )


def _tricks(
    rng: random.Random, worth: Mapping[str, float], bids: Mapping[str, Bid], rules: RuleSet
) -> dict[str, int]:
    """Give out the sure tricks, then the rest one by one; a nil is mostly kept clear of them."""
    seats = rules.seats
    open_bids = [seat for seat in seats if seat not in bids or not bids[seat].is_nil]
    taken = {seat: int(worth[seat] * SURE) if seat in open_bids else 0 for seat in seats}
    for _ in range(rules.hand_size - sum(taken.values())):
        seat = rng.choices(seats, [worth[seat] for seat in seats])[0]
        if seat not in open_bids and open_bids and rng.random() < NIL_GUARD:
            seat = rng.choices(open_bids, [worth[other] for other in open_bids])[0]
        taken[seat] += 1
    return taken


def play_game(
    rng: random.Random,
    rules: RuleSet,
    *,
    first_dealer: str | None = None,
    skill: Mapping[str, float] | None = None,
) -> list[HandSheet]:
    """Play one game to its end and give its hands.

    >>> from engine.spades.rules import STANDARD
    >>> replay(play_game(random.Random(1), STANDARD), STANDARD).status
    'complete'
    """
    sheets: list[HandSheet] = []
    state = replay(sheets, rules, first_dealer or rng.choice(rules.seats))
    while not state.is_over:
        if len(sheets) == MOST_HANDS:
            raise RuntimeError(f"no winner after {MOST_HANDS} hands")
        dealer = state.next_dealer or rules.seats[0]
        sheets.append(random_sheet(rng, dealer, rules, context=_known(state), skill=skill))
        state = replay(sheets[-1:], rules, after=state)
    return sheets


def _known(state: GameState) -> Context:
    scores = {side: total.score for side, total in state.totals.items()}
    return Context(scores=scores, first=not state.played)


def play_match(
    rng: random.Random, rules: RuleSet, *, skill: Mapping[str, float] | None = None
) -> list[list[HandSheet]]:
    """Play a match to its end and give the hands of each of its games.

    >>> from engine.spades.rules import STANDARD
    >>> len(play_match(random.Random(1), STANDARD)) in {2, 3}
    True
    """
    games: list[list[HandSheet]] = []
    winners: list[str] = []
    while match_state(winners, rules.best_of).winner is None:
        games.append(play_game(rng, rules, skill=skill))
        winners.append(replay(games[-1], rules).winner or "")
    return games

"""Cases as JSON, in and out: what the command line scores and checks."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from engine.faults import Fault, RuleError, fault
from engine.spades.bidding import Context, hand_faults
from engine.spades.entry import is_whole
from engine.spades.games import GameState, replay
from engine.spades.hands import HandSheet
from engine.spades.rules import RuleSet

Answer = dict[str, Any]
MOST_POINTS = 10**9


def score_case(case: object) -> Answer:
    """Score the hands of {"id", "variant", "options", "hands"}.

    A hand with faults has them in its place; later hands are null and the status is "faulty".

    >>> answer = score_case({"id": 1, "variant": "bridge", "hands": []})
    >>> answer["status"], answer["faults"][0]["code"]
    ('faulty', 'O05')
    """
    base: Answer = {"id": case_identity(case)}
    try:
        rules, hands = case_rules(case), _hands(case)
    except RuleError as error:
        return {**base, "faults": _told(error.faults), "hands": [], "status": "faulty"}
    state = replay((), rules)
    for number, hand in enumerate(hands):
        faults = _scoring_faults(hand, rules, state)
        if faults:
            rest = [None] * (len(hands) - number - 1)
            place = [{"faults": _told(faults)}, *rest]
            return {**base, **_standing(state, place), "winner": None, "status": "faulty"}
        state = replay([HandSheet.from_json(hand, rules)], rules, after=state)
    return {**base, **_standing(state)}


def check_case(case: object) -> Answer:
    """Check the hand of {"id", "variant", "options", "context", "hand"} as it was typed.

    >>> check_case({"id": 2, "hand": {"bids": {"N": 3, "E": 3, "S": 3}}})["faults"][0]["where"]
    'bids.W'
    """
    try:
        rules, context, hand = case_rules(case), _context(case), _hand(case)
    except RuleError as error:
        faults = error.faults
    else:
        faults = hand_faults(hand, rules, context)
    return {"id": case_identity(case), "valid": not faults, "faults": _told(faults)}


def _scoring_faults(hand: object, rules: RuleSet, state: GameState) -> tuple[Fault, ...]:
    """Everything that keeps this hand from being scored next; tricks must be there."""
    if not isinstance(hand, Mapping):
        return (fault("H06", "", kind="an object"),)
    scores = {side: total.score for side, total in state.totals.items()}
    dealer = state.next_dealer if hand.get("dealer") is not None else None
    known = Context(
        scores=scores,
        dealer=dealer,
        game_over=state.is_over,
        winner=state.winner,
        first=not state.played,
    )
    played = hand if hand.get("tricks") is not None else {**hand, "tricks": {}}
    return hand_faults(played, rules, known)


def _standing(state: GameState, place: Sequence[Answer | None] = ()) -> Answer:
    hands = [
        {side: result._asdict() for side, result in hand.sides.items()} for hand in state.hands
    ]
    totals = {side: total._asdict() for side, total in state.totals.items()}
    winner, status = state.winner, state.status
    return {"hands": [*hands, *place], "totals": totals, "winner": winner, "status": status}


def _told(faults: Iterable[Fault]) -> list[dict[str, str]]:
    return [one.to_json() for one in faults]


def case_identity(case: object) -> str | int | None:
    """Give back the "id" of a case, as text where it is no number.

    >>> case_identity({"id": "PLAY-001"}), case_identity([])
    ('PLAY-001', None)
    """
    identity = case.get("id") if isinstance(case, Mapping) else None
    return identity if isinstance(identity, str | int) or identity is None else str(identity)


def _part(case: object, name: str, default: object = None) -> object:
    """Give one part of a case; only a part that is not there at all is as usual."""
    if not isinstance(case, Mapping):
        raise RuleError.of("H06", "", kind="an object")
    return case.get(name, default)


def case_rules(case: object) -> RuleSet:
    """Read the rule set of a case from its "variant" and "options".

    Raises:
        RuleError: what keeps them from being a rule set; places are those of the case.

    >>> case_rules({"options": {"target_score": 350}}).target_score
    350
    """
    variant, options = _part(case, "variant", "standard"), _part(case, "options", {})
    if not isinstance(options, Mapping):
        raise RuleError.of("O07", "options")
    if "variant" in options:
        raise RuleError.of("O01", "options.variant", name="variant")
    try:
        return RuleSet.from_json({**options, "variant": variant})
    except RuleError as error:
        inside = (one if one.where == "variant" else one.under("options") for one in error.faults)
        raise RuleError(inside) from error


def _hands(case: object) -> list[Any]:
    hands = _part(case, "hands")
    if not isinstance(hands, list):
        raise RuleError.of("H06", "hands", kind="a list of hands")
    return hands


def _hand(case: object) -> Mapping[str, Any]:
    hand = _part(case, "hand", {})
    if not isinstance(hand, Mapping):
        raise RuleError.of("H06", "hand", kind="an object")
    return hand


def _context(case: object) -> Context:
    context = _part(case, "context", {})
    if not isinstance(context, Mapping):
        raise RuleError.of("H06", "context", kind="an object")
    faults = tuple(_context_faults(context, case_rules(case)))
    if faults:
        raise RuleError(faults)
    return Context(**{name: value for name, value in context.items() if value is not None})


def _context_faults(context: Mapping[str, Any], rules: RuleSet) -> Iterator[Fault]:
    """Find what is told of the game but is not of the right kind."""
    sides = rules.side_names
    checks: dict[str, tuple[bool, str]] = {
        "scores": (_are_scores(context.get("scores"), sides), "whole numbers by side"),
        "dealer": (context.get("dealer") in (None, *rules.seats), "a seat"),
        "hand_no": (context.get("hand_no") is None or is_whole(context["hand_no"]), "a number"),
        "game_over": (isinstance(context.get("game_over", False), bool), "true or false"),
        "first": (isinstance(context.get("first", False), bool), "true or false"),
        "winner": (context.get("winner") in (None, *sides), "a side"),
    }
    for name, (ok, kind) in checks.items():
        if not ok:
            yield fault("H06", f"context.{name}", kind=kind)
    for name in context:
        if name not in checks:
            yield fault("O01", f"context.{name}", name=str(name))


def _are_scores(scores: object, sides: tuple[str, ...]) -> bool:
    if scores is None:
        return True
    if not isinstance(scores, Mapping):
        return False
    return all(
        side in sides and is_whole(score) and abs(score) <= MOST_POINTS
        for side, score in scores.items()
    )

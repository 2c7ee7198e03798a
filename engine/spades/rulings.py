"""What a director ruled in a hand: an offence, by whom, for the how manyth time."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from engine.faults import Fault, fault
from engine.spades.rows import AS_RENEGE, OFFENCES, PHASES, effect_of, is_effect
from engine.spades.rules import RuleSet

RENEGE, FALSE_CLAIM, REPLAY = "renege", "false_claim", "replay"
LOSING = frozenset({"game_loss", "event_out"})
"""Effects by which a side loses the game, whatever is still to be played."""
MOST_TIMES = 9
KEYS = ("offence", "seat", "nth", "phase", "effect")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """One ruling. ``seat`` may be a whole side; ``effect`` overrides what the rules say.

    >>> from engine.spades.rules import STANDARD
    >>> Ruling(offence="table_talk", seat="N", nth=2).effect_under(STANDARD)
    'future_ban'
    """

    offence: str
    seat: str
    nth: int = 1
    phase: str = "any"
    effect: str | None = None

    def side(self, rules: RuleSet) -> str:
        """Name the side that pays."""
        return self.seat if self.seat in rules.side_names else rules.side_of(self.seat)

    def effect_under(self, rules: RuleSet) -> str:
        """Say what the ruling costs: the director's word, or the row that fits best."""
        if self.effect is not None:
            return self.effect
        rows = [
            row
            for row in rules.penalties
            if row.offence == self.offence
            and row.nth <= self.nth
            and row.phase in {"any", self.phase}
        ]
        if rows:
            return max(rows, key=lambda row: row.nth).effect
        claim = rules.false_claim_penalty
        if self.offence == RENEGE or (self.offence == FALSE_CLAIM and claim == AS_RENEGE):
            return rules.renege_penalty
        return claim if self.offence == FALSE_CLAIM else "none"

    def to_json(self) -> dict[str, Any]:
        """Write the ruling in the shape a hand carries it."""
        return {key: value for key, value in asdict(self).items() if value is not None}


def ruling_faults(rulings: object, rules: RuleSet) -> Iterator[Fault]:
    """Say what is wrong with rulings as they were typed (R01 to R05).

    >>> from engine.spades.rules import STANDARD
    >>> [one.code for one in ruling_faults([{"offence": "talk", "seat": "X"}], STANDARD)]
    ['R02', 'R01']
    """
    if rulings is None:
        return
    if not isinstance(rulings, list | tuple) or not all(isinstance(it, Mapping) for it in rulings):
        yield fault("H06", "rulings", kind="a list of rulings")
        return
    for number, given in enumerate(rulings):
        yield from _faults_of(given, f"rulings.{number}", rules)


def _faults_of(given: Mapping[str, Any], where: str, rules: RuleSet) -> Iterator[Fault]:
    seats = (*rules.seats, *rules.side_names)
    if not isinstance(given.get("offence"), str) or given["offence"] not in OFFENCES:
        yield fault("R02", f"{where}.offence", known=", ".join(OFFENCES))
    if not isinstance(given.get("seat"), str) or given["seat"] not in seats:
        yield fault("R01.ruling", f"{where}.seat", who=str(given.get("seat")))
    nth = given.get("nth", 1)
    if isinstance(nth, bool) or not isinstance(nth, int) or not 1 <= nth <= MOST_TIMES:
        yield fault("R03", f"{where}.nth", high=MOST_TIMES)
    if given.get("phase", "any") not in PHASES:
        yield fault("R04", f"{where}.phase", known=", ".join(PHASES))
    if given.get("effect") is not None and not is_effect(given["effect"]):
        yield fault("R05", f"{where}.effect")
    for key in given:
        if key not in KEYS:
            yield fault("O01", f"{where}.{key}", name=str(key))


def effects_of(
    rulings: tuple[Ruling, ...], renege: tuple[str, ...], rules: RuleSet
) -> tuple[tuple[Ruling, str, int], ...]:
    """List the rulings of a hand with the effect and number of each, reneges first.

    >>> from engine.spades.rules import STANDARD
    >>> [effect for _, effect, _ in effects_of((), ("N",), STANDARD)]
    ['auto_fail']
    """
    every = (*(Ruling(offence=RENEGE, seat=seat) for seat in renege), *rulings)
    return tuple((it, *effect_of(it.effect_under(rules))) for it in every)


def effect_words(
    rulings: tuple[Ruling, ...], renege: tuple[str, ...], rules: RuleSet
) -> frozenset[str]:
    """Say which effects the rulings of a hand have, without their numbers.

    >>> from engine.spades.rules import STANDARD
    >>> effect_words((), (), STANDARD)
    frozenset()
    """
    if not (rulings or renege):
        return frozenset()
    return frozenset(effect for _, effect, _ in effects_of(rulings, renege, rules))

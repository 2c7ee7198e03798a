"""Two rule sets in one: events of single players seat three at a table, or four."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from engine.faults import Fault, RuleError, fault
from engine.spades.game_options import VERSION
from engine.spades.options import OPTIONS
from engine.spades.rules import PRESETS, RuleSet

SHARED = tuple(
    name
    for name, option in OPTIONS.items()
    if option.group in {"winning", "scoring", "bags"} or name.endswith("_value")
)
"""Target and values, which both tables share."""
PLACES: dict[Literal["three", "four"], str] = {"three": "cutthroat", "four": "solo"}


@dataclass(frozen=True, slots=True, kw_only=True)
class RulePair:
    """The rules for three players at a table and for four, with target and values shared.

    ``main`` says which of them the event is about; the other is for the odd tables.

    Raises:
        RuleError: other seats than three and four, a shared option that differs, or no such main.

    >>> RulePair().at(3).variant, RulePair().at(4).variant
    ('cutthroat', 'solo')
    """

    three: RuleSet = PRESETS["cutthroat"]
    four: RuleSet = PRESETS["solo"]
    main: Literal["three", "four"] = "three"

    def __post_init__(self) -> None:
        """Refuse a pair that is none."""
        wrong = [
            fault(f"H05.{game}", place)
            for place, game in PLACES.items()
            if getattr(self, place).variant != game
        ]
        differ = [
            fault("O11", name, name=name)
            for name in SHARED
            if getattr(self.three, name) != getattr(self.four, name)
        ]
        wrong += _main_faults(self.main)
        if wrong or differ:
            raise RuleError(wrong or differ)

    @property
    def main_rules(self) -> RuleSet:
        """The rules of the tables the event is about.

        >>> RulePair(main="four").main_rules.variant
        'solo'
        """
        return self.four if self.main == "four" else self.three

    def at(self, seats: int) -> RuleSet:
        """Give the rules for a table of so many seats; where two are left, of Two-handed.

        >>> RulePair().patched({"target_score": 200}).at(2).target_score
        200
        """
        if seats == len(PRESETS["two_handed"].seats):
            shared = {name: getattr(self.three, name) for name in SHARED}
            return PRESETS["two_handed"].with_options(**shared)
        return self.three if seats == len(self.three.seats) else self.four

    @classmethod
    def around(cls, rules: RuleSet) -> "RulePair":
        """Make a pair of one rule set for three or four; the other table shares what must be.

        >>> pair = RulePair.around(PRESETS["solo"].with_options(target_score=300))
        >>> pair.main, pair.at(3).target_score
        ('four', 300)
        """
        place = next(place for place, game in PLACES.items() if game == rules.variant)
        shared = {name: getattr(rules, name) for name in SHARED}
        if place == "four":
            return cls(three=PRESETS["cutthroat"].with_options(**shared), four=rules, main="four")
        return cls(three=rules, four=PRESETS["solo"].with_options(**shared))

    def patched(self, patch: Mapping[str, Any]) -> "RulePair":
        """Make the pair as one round plays it.

        >>> RulePair().patched({"target_score": 200}).at(4).target_score
        200
        """
        return replace(self, three=self.three.patched(patch), four=self.four.patched(patch))

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "RulePair":
        """Read a pair: shared options and "main" beside, others under "three" and "four".

        Raises:
            RuleError: whatever keeps either from being a rule set, with where it stands.

        >>> pair = RulePair.from_json({"target_score": 200, "three": {"first_dealer": "high_card"}})
        >>> pair.at(3).target_score, pair.at(4).target_score
        (200, 200)
        """
        if not isinstance(data, Mapping):
            raise RuleError.of("O07", "")
        options = {str(name): value for name, value in data.items()}
        version = options.pop("version", VERSION)
        if version != VERSION or version is True:
            raise RuleError.of("O06", "version", given=str(version), known=VERSION)
        main = options.pop("main", "three")
        own = {place: options.pop(place, {}) for place in PLACES}
        read: dict[Literal["three", "four"], RuleSet] = {}
        faults = _main_faults(main)
        for place, game in PLACES.items():
            try:
                read[place] = _read(own[place], options, game)
            except RuleError as error:
                faults += [
                    one if one.where.partition(".")[0] in options else one.under(place)
                    for one in error.faults
                ]
        if faults:
            raise RuleError({(one.code, one.where): one for one in faults}.values())
        return cls(three=read["three"], four=read["four"], main=main)

    def to_json(self) -> dict[str, Any]:
        """Write the pair so that ``from_json`` reads it back equal.

        >>> RulePair.from_json(RulePair().to_json()) == RulePair()
        True
        """
        three, four = self.three.to_json(), self.four.to_json()
        shared = {name: three[name] for name in SHARED}
        own = {
            place: {name: it for name, it in rules.items() if name not in {*SHARED, "version"}}
            for place, rules in (("three", three), ("four", four))
        }
        return {"version": VERSION, "main": self.main, **shared, **own}


def _main_faults(main: object) -> list[Fault]:
    if main in tuple(PLACES):
        return []
    return [fault("O02.choice", "main", name="main", choices=", ".join(PLACES))]


def _read(own: object, shared: Mapping[str, Any], game: str) -> RuleSet:
    if not isinstance(own, Mapping):
        raise RuleError.of("O07", "")
    stray = [name for name in shared if name in OPTIONS and name not in SHARED]
    twice = [name for name in own if name in SHARED]
    if stray or twice:
        raise RuleError(
            [
                *(fault("O12", name, name=name) for name in stray),
                *(fault("O11", str(name), name=str(name)) for name in twice),
            ]
        )
    return RuleSet.from_json({"variant": game, **own, **shared})

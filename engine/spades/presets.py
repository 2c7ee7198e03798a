"""Rule sets to start from: the eight games, and the sheets of organisers as data files."""

import json
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from engine.faults import Phrase, RuleError
from engine.spades.rules import PRESETS, RuleSet
from engine.spades.variants import fitting

SHEETS = Path(__file__).resolve().parents[2] / "fixtures" / "rulesets"


class Preset(NamedTuple):
    """A rule set to start from: its key, its title, and the rules themselves."""

    key: str
    title: Phrase
    rules: RuleSet


@lru_cache(maxsize=1)
def presets() -> tuple[Preset, ...]:
    """List everything to start from: the games first, then the organisers' sheets by title.

    >>> [it.key for it in presets()][:3]
    ['standard', 'suicide', 'nobid']
    """
    games = [Preset(name, Phrase(f"game.{name}"), rules) for name, rules in PRESETS.items()]
    return (*games, *sorted(_sheets(), key=lambda it: str(it.title.params["title"])))


def _sheets() -> list[Preset]:
    found: list[Preset] = []
    for path in sorted(SHEETS.glob("*.json")):
        sheet = json.loads(path.read_text(encoding="utf-8"))
        title = Phrase("game.sheet", {"title": sheet["title"]})
        found.append(Preset(path.stem, title, RuleSet.from_json(sheet["rules"])))
    return found


def find_preset(key: str) -> Preset | None:
    """Find a preset by its key; None where there is none.

    >>> find_preset("whiz").title.say(), find_preset("bridge")
    ('Whiz', None)
    """
    return next((it for it in presets() if it.key == key), None)


class Seated(NamedTuple):
    """The rules for the seats that were chosen, and what to say when the game had to change."""

    rules: RuleSet
    notice: Phrase | None


def seat_at(rules: RuleSet, seats: int, *, pairs: bool) -> Seated:
    """Fit rules to other seats: a game that needs two pairs turns back to standard bidding.

    Target, nil, bags and the other options that both games know are kept where they may be.

    >>> from engine.spades.rules import preset
    >>> moved = seat_at(preset("suicide"), 3, pairs=False)
    >>> moved.rules.variant, moved.notice.say()
    ('cutthroat', 'Suicide needs other seats; these rules turn back to Cutthroat.')
    """
    name = fitting(rules.variant, seats, pairs=pairs)
    if name == rules.variant:
        return Seated(rules, None)
    params = {"old": Phrase(f"game.{rules.variant}"), "new": Phrase(f"game.{name}")}
    kept = PRESETS[rules.variant].patch_to(rules)
    return Seated(_kept_where_it_fits(PRESETS[name], kept), Phrase("game.turned_back", params))


def _kept_where_it_fits(base: RuleSet, kept: dict[str, object]) -> RuleSet:
    """Carry changes over one by one; what the other game does not know is left behind."""
    rules = base
    for name, value in kept.items():
        try:
            rules = rules.with_options(**{name: value})
        except RuleError:
            continue
    return rules

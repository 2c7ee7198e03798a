"""Rule sets by name or from a file, with changes: what ``python -m engine rules`` prints."""

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.faults import RuleError, fault
from engine.spades.presets import find_preset
from engine.spades.rules import RuleSet
from engine.spades.sheet import plain_text

rules_text = plain_text


def chosen_rules(name: str, changes: Iterable[str], read: Callable[[str], object]) -> RuleSet:
    """Find a preset by its key, or read a file, and change what ``name=value`` says.

    A file holds the options themselves, or an organiser's sheet with "title" and "rules".

    Raises:
        RuleError: no rule set, or one that nobody could play; all faults at once.

    >>> chosen_rules("standard", ["target_score=350"], lambda name: {}).target_score
    350
    """
    found = find_preset(name)
    rules = found.rules if found else RuleSet.from_json(_options(read(name)))
    said = [_pair(change) for change in changes]
    twice = {key for key, _ in said if [it for it, _ in said].count(key) > 1}
    if twice:
        raise RuleError([fault("O13", key, name=key) for key in sorted(twice)])
    return rules.patched(dict(said)) if said else rules


def _options(found: object) -> Mapping[str, Any]:
    if not isinstance(found, Mapping):
        raise RuleError.of("O07", "")
    rules = found.get("rules", found) if "title" in found else found
    if not isinstance(rules, Mapping):
        raise RuleError.of("O07", "rules")
    return rules


def _pair(change: str) -> tuple[str, Any]:
    """Part a change: the value is JSON where it can be read so, and text otherwise."""
    name, equals, text = change.partition("=")
    if not equals:
        raise RuleError.of("O14", name, given=change)
    try:
        return name.strip(), json.loads(text)
    except (json.JSONDecodeError, RecursionError):
        return name.strip(), text.strip()
    except ValueError as error:
        raise RuleError.of("O14", name, given=name) from error

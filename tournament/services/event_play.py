"""What is said of the day itself: third place, latecomers, substitutes, the end of the evening."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from django.utils.timezone import is_naive
from django.utils.translation import gettext as _

from engine.faults import RuleError
from tournament.models import Event
from tournament.rule_books import read_rule_book, rules_for

NO_SHOW_LEAST: Final = 1
NO_SHOW_MOST: Final = 240
ROUND_MOST: Final = 30
TWO_SIDES: Final = 2


def play_faults(details: Mapping[str, Any], old: Event | None = None) -> dict[str, str]:
    """Say what is wrong with the fields of the day, by field; an old event fills the gaps."""
    faults = {
        "no_show_minutes": _no_show_fault(details.get("no_show_minutes")),
        "substitutes": _substitutes_fault(details.get("substitutes", Event.Substitutes.FREE)),
        "substitutes_until": _until_fault(details.get("substitutes_until")),
        "ends_by": _ends_fault(details, old),
    }
    return {name: fault for name, fault in faults.items() if fault} | _third_fault(details, old)


def third_place_fault(rules: Mapping[str, Any]) -> str:
    """Say why nobody can play for third place under these rules; empty where they can."""
    try:
        sides = rules_for(read_rule_book(dict(rules)), sides=0).sides
    except RuleError:
        return ""  # named where the rules are judged
    if len(sides) == TWO_SIDES:
        return ""
    return _(
        "Only where two sides meet in a match can the losers of the semi-finals play for third."
    )


def _third_fault(details: Mapping[str, Any], old: Event | None) -> dict[str, str]:
    """Put the fault beside what was changed: the wish for the match, or the game."""
    wanted = details.get("third_place", old.third_place if old else False)
    rules = details.get("rules", old.rules if old else {})
    fault = third_place_fault(rules) if wanted else ""
    if not fault:
        return {}
    if "third_place" in details:
        return {"third_place": fault}
    if "rules" not in details:
        return {}
    return {
        "rules": _("%(why)s Take the match for third place out of the set-up.") % {"why": fault}
    }


def _no_show_fault(minutes: int | None) -> str:
    if minutes is None or NO_SHOW_LEAST <= minutes <= NO_SHOW_MOST:
        return ""
    return _("Give the minutes from 1 to %(most)d, or leave it empty for no clock.") % {
        "most": NO_SHOW_MOST
    }


def _substitutes_fault(substitutes: str) -> str:
    return "" if substitutes in Event.Substitutes.values else _("Choose one of the three.")


def _until_fault(number: int | None) -> str:
    if number is None or 1 <= number <= ROUND_MOST:
        return ""
    return _("Give the number of a round from 1 to %(most)d, or leave it empty.") % {
        "most": ROUND_MOST
    }


def _ends_fault(details: Mapping[str, Any], old: Event | None) -> str:
    ends: datetime | None = details.get("ends_by", old.ends_by if old else None)
    starts: datetime | None = details.get("starts_at", old.starts_at if old else None)
    if ends is None or not {"ends_by", "starts_at"} & details.keys():
        return ""
    if is_naive(ends):
        return _("This time has no time zone.")
    if starts is not None and not is_naive(starts) and ends <= starts:
        return _("The hall closes before the first deal.")
    return ""

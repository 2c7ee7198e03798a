"""The rules before the draw: each change is a version, and everybody who entered is told."""

from collections.abc import Mapping
from typing import Any

from django.utils import translation
from django.utils.translation import gettext as _

from engine.faults import RuleError
from tournament import log, notifications
from tournament.actors import Actor
from tournament.models import Entry, Event, RulesVersion
from tournament.queries.rules import readers_of, rules_are_open
from tournament.refusals import Stale
from tournament.round_words import round_name
from tournament.rule_books import RuleBook, read_rule_book, rules_for


def fixed_faults(event: Event, changed: Mapping[str, Any]) -> dict[str, str]:
    """Say which of the changed fields may not change any more, or not like this."""
    faults = {}
    if "public_source" in changed and event.status != Event.Status.DRAFT:
        faults["public_source"] = _("This is fixed since registration opened.")
    if "third_place" in changed and event.is_drawn:
        faults["third_place"] = _("This is fixed since the draw.")
    if "rules" in changed and not rules_are_open(event):
        faults["rules"] = _("The rules are fixed since the list was closed for the draw.")
    elif "rules" in changed and (fault := _new_rules_fault(event, changed["rules"])):
        faults["rules"] = fault
    return faults


def refuse_rules_changed_meanwhile(event: Event, seen: int | None) -> None:
    """Refuse rules that were made from an older version than the one in force."""
    if seen is not None and seen != newest_number(event):
        raise Stale(
            "rules_have_changed",
            _("Somebody else has changed the rules meanwhile. Look at them and change them again."),
        )


def _new_rules_fault(event: Event, rules: Mapping[str, Any]) -> str | None:
    """Say why these rules do not fit who entered, or what single rounds play."""
    try:
        book = read_rule_book(rules)
    except RuleError:
        return None  # named where the details are checked
    return _seats_fault(event, book) or _rounds_fault(event, book)


def _seats_fault(event: Event, book: RuleBook) -> str | None:
    """Refuse to make pairs of single players, or the other way round, once somebody entered."""
    together = len(rules_for(book, sides=0).sides[0])
    left = (Entry.State.WITHDRAWN, Entry.State.REMOVED)
    if together == event.players_each or not event.entries.exclude(state__in=left).exists():
        return None
    if together == 1:
        return _("Pairs have already entered: choose a game for two pairs.")
    return _("Single players have already entered: choose a game in which each plays alone.")


def _rounds_fault(event: Event, book: RuleBook) -> str | None:
    """Name the rounds whose own rules contradict these."""
    said = []
    for rounds_to_go, patch in sorted(event.round_rules.items()):
        try:
            book.patched(patch)
        except RuleError as refusal:
            told = " ".join(fault.say(translation) for fault in refusal.faults)
            said.append(
                _("%(round)s, with its own rules: %(faults)s")
                % {"round": round_name(event, int(rounds_to_go)), "faults": told}
            )
    return " ".join(said) or None


def first_version(event: Event, *, by: Actor) -> RulesVersion:
    """Write down which rules people enter under; an event that has versions keeps them."""
    first, _is_new = RulesVersion.objects.get_or_create(
        event=event, number=1, defaults={"rules": event.rules, "by": by.user}
    )
    return first


def next_version(event: Event, *, old: dict[str, object], by: Actor) -> RulesVersion:
    """Write the changed rules of a locked event as its next version, and tell who entered.

    An event that opened before versions were kept gets the rules it had as its first.
    """
    RulesVersion.objects.get_or_create(event=event, number=1, defaults={"rules": old})
    version = RulesVersion.objects.create(
        event=event, number=newest_number(event) + 1, rules=event.rules, by=by.user
    )
    log.write(event, "rules_changed", by, number=version.number)
    notifications.rules_changed(
        event,
        version.number,
        readers_of(event),
        old=read_rule_book(old),
        new=event.rule_book,
    )
    return version


def newest_number(event: Event) -> int:
    """Give the number of the version in force; 0 while nobody could enter under any."""
    newest = event.rules_versions.order_by("-number").values_list("number", flat=True).first()
    return newest or 0

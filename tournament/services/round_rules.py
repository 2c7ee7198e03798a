"""What single rounds play differently: a few options on top of the rules of the event."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import translation
from django.utils.translation import gettext as _

from engine.faults import RuleError
from engine.spades.pairs import RulePair
from engine.spades.rules import RuleSet
from tournament import log
from tournament.actors import Actor
from tournament.models import Event, Match
from tournament.queries.rules import fixed_since
from tournament.refusals import Refusal, Stale
from tournament.round_words import round_name
from tournament.rule_books import RuleBook
from tournament.services.locks import lock_event, lock_matches
from tournament.services.news import event_changed

ROUNDS_MOST = 30
"""More rounds than any event has."""


@transaction.atomic
def set_round_rules(
    event: Event, *, rounds_to_go: int, patch: Mapping[str, Any], by: Actor
) -> Event:
    """Say which options one round changes, by rounds to go: the final has 1. None: as all others.

    Options that are said as the event has them anyway are left out. Called twice, it changes
    nothing more. After the draw the matches of the round get its number of games.

    Raises:
        Refusal: every fault of the patch, keyed by option; under the empty key no such round.
        Stale: the event is over, or the first match of the round has been called.
    """
    event = lock_event(event.pk)
    _require_round(event, rounds_to_go)
    changed = _fitting(event, patch)
    key = str(rounds_to_go)
    if changed == event.round_rules.get(key, {}):
        return event
    matches = lock_matches(_matches_of(event, rounds_to_go))
    if rounds_to_go in fixed_since(event):
        raise Stale(
            "round_has_begun",
            _(
                "%(round)s: the first match of this round has been called, and its rules are "
                "fixed. Take the call back, as long as nobody has played; or change a later round."
            )
            % {"round": round_name(event, rounds_to_go)},
        )
    rest = {name: it for name, it in event.round_rules.items() if name != key}
    event.round_rules = rest | {key: changed} if changed else rest
    event.save(update_fields=["round_rules"])
    _write_best_of(event, matches, rounds_to_go)
    sentence = "round_rules_changed" if changed else "round_rules_removed"
    log.write(event, sentence, by, round=rounds_to_go)
    event_changed(event)
    return event


def _require_round(event: Event, rounds_to_go: int) -> None:
    if event.status in {Event.Status.FINISHED, Event.Status.CANCELLED}:
        raise Stale("event_is_over", _("This event is over and is not changed any more."))
    if not 1 <= rounds_to_go <= (event.rounds or ROUNDS_MOST):
        raise Refusal.because("no_such_round", _("This event has no such round."))


def _fitting(event: Event, patch: Mapping[str, Any]) -> dict[str, Any]:
    """Read a patch against the rules of all tables, and keep what it changes in any of them."""
    book = event.rule_book
    try:
        patched = book.patched(patch)
    except RuleError as refusal:
        faults: dict[str, str] = {}
        for fault in refusal.faults:
            field = fault.where.partition(".")[0]
            faults[field] = f"{faults.get(field, '')} {fault.say(translation)}".strip()
        raise Refusal("round_rules", faults) from refusal
    told = {name: it for name, it in patch.items() if _differs(book, patched, name)}
    return told if book.patched(told) == patched else dict(patch)


def _differs(book: RuleBook, patched: RuleBook, name: str) -> bool:
    """Whether an option says something else at any table."""
    if isinstance(book, RulePair) and isinstance(patched, RulePair):
        tables: list[tuple[RuleSet, RuleSet]] = [
            (book.three, patched.three),
            (book.four, patched.four),
        ]
        return any(getattr(old, name) != getattr(new, name) for old, new in tables)
    return bool(getattr(book, name) != getattr(patched, name))


def _matches_of(event: Event, rounds_to_go: int) -> list[int]:
    of_round = event.matches.filter(round=event.rounds - rounds_to_go + 1)
    return list(of_round.values_list("pk", flat=True)) if event.rounds else []


def _write_best_of(event: Event, matches: list[Match], rounds_to_go: int) -> None:
    """Give the matches of a round its number of games, as the draw does."""
    best_of = event.rules_at(sides=0, rounds_to_go=rounds_to_go).best_of
    changed = [match.pk for match in matches if match.best_of != best_of]
    Match.objects.filter(pk__in=changed).update(best_of=best_of, version=F("version") + 1)

"""The rule sheet of an event for the wall of the hall, and what it said before."""

from itertools import pairwise

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament.models import Event, RulesVersion
from tournament.queries.rules import versions_of
from tournament.rule_books import read_rule_book, rules_for
from tournament.rule_words import RuleChange, changes_between, game_name, sections_of, wall_of
from tournament.views.doors import event_or_404

Told = list[tuple[RulesVersion, list[RuleChange]]]


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the rules in force, made for the printer, and below what each version changed."""
    event = event_or_404(request, slug)
    versions = versions_of(event)
    context = {
        "event": event,
        "here": "rules",
        "game": game_name(event.rule_set),
        "sections": wall_of(event),
        "version": versions[0] if versions else None,
        "history": _history(versions),
    }
    return render(request, "tournament/rules.html", context)


@require_safe
def version(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the rules as one version had them, and what is otherwise now."""
    event: Event = event_or_404(request, slug)
    versions = versions_of(event)
    shown = next((it for it in versions if it.number == number), None)
    if shown is None:
        raise Http404
    book = read_rule_book(shown.rules)
    context = {
        "event": event,
        "here": "rules",
        "game": game_name(rules_for(book, sides=0)),
        "sections": sections_of(book),
        "version": shown,
        "newest": versions[0],
        "changes": changes_between(book, event.rule_book),
        "history": _history(versions),
    }
    return render(request, "tournament/rules.html", context)


def _history(versions: list[RulesVersion]) -> Told:
    """Say of each version what it changed in the one before it, the newest first."""
    books = [read_rule_book(it.rules) for it in versions]
    changes = [changes_between(old, new) for new, old in pairwise(books)]
    return list(zip(versions, [*changes, []], strict=False))

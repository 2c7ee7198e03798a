"""The rule sheet in the words of the reader, group by group, and what one sheet changes in another.

An event has one sheet: that of the tables it is about, then what other tables and single rounds
play differently. Each sentence of those comes from the engine's sheet of their own rules.
"""

from collections.abc import Callable, Mapping
from functools import partial
from itertools import cycle
from typing import Any, Final, NamedTuple

from django.utils import translation
from django.utils.translation import gettext as _

from engine.faults import Phrase
from engine.spades.pairs import RulePair
from engine.spades.rules import RuleSet
from engine.spades.sheet import rule_sheet
from tournament.models import Event
from tournament.round_words import round_name, round_to_go
from tournament.rule_books import RuleBook, rules_for

SUITS: Final = ("spade", "heart", "club", "diamond")


class RuleGroup(NamedTuple):
    """One group of the sheet, with the suit that heads it."""

    suit: str
    title: str
    sentences: list[str]


class RuleChange(NamedTuple):
    """What a group said before, and what it says instead."""

    title: str
    old: list[str]
    new: list[str]


def sections_of(
    book: RuleBook,
    *,
    rounds: Mapping[str, Mapping[str, Any]] | None = None,
    named: Callable[[int], str] = round_to_go,
) -> list[RuleGroup]:
    """Say the rules as they hang on the wall; ``rounds`` are the patches of single rounds.

    ``named`` gives a round its name, by rounds to go.
    """
    main = rules_for(book, sides=0)
    groups = [
        (section.title.say(translation), [it.say(translation) for it in section.sentences])
        for section in rule_sheet(main)
    ]
    if isinstance(book, RulePair):
        groups.append(_other_tables(book))
    for rounds_to_go, patch in sorted((rounds or {}).items(), key=lambda it: int(it[0])):
        groups.append((named(int(rounds_to_go)), round_sentences(book, patch)))
    suits = cycle(SUITS)
    return [RuleGroup(next(suits), title, told) for title, told in groups if told]


def wall_of(event: Event) -> list[RuleGroup]:
    """Say the rules of an event, with what single rounds of it play differently."""
    named = partial(round_name, event)
    return sections_of(event.rule_book, rounds=event.round_rules, named=named)


def round_sentences(book: RuleBook, patch: Mapping[str, Any]) -> list[str]:
    """Say what one round plays differently at the tables the event is about."""
    main = rules_for(book, sides=0)
    return _said_instead(rules_for(book, sides=0, patch=patch), main) if patch else []


def changes_between(old: RuleBook, new: RuleBook) -> list[RuleChange]:
    """Say sentence by sentence what new rules change, in the order of the sheet."""
    before = {it.title: it.sentences for it in sections_of(old)}
    after = {it.title: it.sentences for it in sections_of(new)}
    changes = []
    for title in dict.fromkeys((*after, *before)):
        was, now = before.get(title, []), after.get(title, [])
        gone = [it for it in was if it not in now]
        come = [it for it in now if it not in was]
        if gone or come:
            changes.append(RuleChange(title, gone, come))
    return changes


def _other_tables(pair: RulePair) -> tuple[str, list[str]]:
    """Say what the odd tables play: their game, and where it differs from the main one."""
    other = pair.three if pair.main == "four" else pair.four
    title = _("Tables of three") if pair.main == "four" else _("Tables of four")
    two = _("Where two are left at a table, they play %(game)s.") % {"game": game_name(pair.at(2))}
    played = _("Such a table plays %(game)s.") % {"game": game_name(other)}
    return title, [played, *_said_instead(other, pair.main_rules), two]


def _said_instead(rules: RuleSet, main: RuleSet) -> list[str]:
    """Say what a sheet has that the main one has not; then what of the main one does not hold."""
    known, own = _said(main), _said(rules)
    new = {said: key for said, key in own.items() if said not in known}
    dropped = _("This does not hold: %(sentence)s")
    gone = [
        dropped % {"sentence": said}
        for said, key in known.items()
        if said not in own and key not in new.values()
    ]
    return [*new, *gone]


def _said(rules: RuleSet) -> dict[str, str]:
    """Map every sentence of a sheet to what it is about, so that one can stand for another."""
    return {
        it.say(translation): ".".join(it.key.split(".")[:2])
        for section in rule_sheet(rules)
        for it in section.sentences
    }


def game_name(rules: RuleSet) -> str:
    """Name the game that a rule set plays."""
    return Phrase(f"game.{rules.variant}").say(translation)


def match_length(rules: RuleSet) -> str:
    """Say how many games a match has and what each is played to, where a score ends it."""
    words = {"games": rules.best_of, "points": rules.target_score}
    if not rules.target_enabled:
        return _("one game") if rules.best_of == 1 else _("best of %(games)d games") % words
    if rules.best_of == 1:
        return _("one game to %(points)d") % words
    return _("best of %(games)d games to %(points)d") % words

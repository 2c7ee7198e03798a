"""Whether an event fits its day: reckoned from its form before the draw, with what would help."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.brackets.tables import FEWEST
from engine.durations import Length, match_length
from engine.faults import RuleError
from engine.forecast import TWO_SIDES, forecast, rounds_of, to_be_drawn
from engine.spades.pairs import RulePair
from engine.spades.rules import RuleSet
from tournament.queries.outlook import Outlook, outlook_from
from tournament.rule_books import RuleBook, rules_for

MOST_RECKONED: Final = 4096
"""Nobody plays a larger event in one day, whatever the form says."""
SHORT_TARGET, SHORT_CLOCK = 300, 40
HELPS_SHOWN: Final = 4


@dataclass(frozen=True, slots=True)
class DayPlan:
    """An event as its form has it: so many entries, so many tables, from a first deal on."""

    book: RuleBook
    entries: int
    tables: int
    starts_at: datetime
    tz: ZoneInfo
    ends_by: datetime | None = None
    third_place: bool = False
    round_rules: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    changed: Mapping[str, Any] = field(default_factory=dict)
    """Options that every round is tried with."""

    @property
    def outlook(self) -> Outlook | None:
        """Expect the end; None where there are too few entries or no table."""
        if not self._least <= self.entries <= MOST_RECKONED:
            return None
        meetings = to_be_drawn(
            self.entries, self._length, seats=self._seats, third_place=self.third_place
        )
        finish = forecast(meetings, self.tables)
        return outlook_from(finish, self.starts_at, self.ends_by) if finish else None

    @property
    def helps(self) -> list[tuple[str, Outlook]]:
        """What would end it before the hall closes, each alone; or else all of it at once."""
        tried = list(self._changes())
        found = [(words, it.outlook) for words, it in tried]
        fitting = [(words, it) for words, it in found if it and not it.is_too_late]
        if fitting or not tried:
            return fitting[:HELPS_SHOWN]
        everything = self
        for _words, it in tried:
            everything = replace(
                everything,
                changed={**everything.changed, **it.changed},
                tables=max(everything.tables, it.tables),
            )
        outlook = everything.outlook
        changes = " · ".join(words for words, _it in tried)
        words = _("Only all at once (%(changes)s)") % {"changes": changes}
        return [(words, outlook)] if outlook else []

    def rules_at(self, to_go: int) -> RuleSet:
        """Give the rules of a round, by rounds to go."""
        patch = {**self.round_rules.get(str(to_go), {}), **self.changed}
        return rules_for(self.book, sides=0, patch=patch)

    @property
    def _seats(self) -> int:
        return len(self.book.main_rules.seats) if isinstance(self.book, RulePair) else TWO_SIDES

    @property
    def _least(self) -> int:
        return FEWEST if isinstance(self.book, RulePair) else TWO_SIDES

    def _length(self, to_go: int) -> Length:
        rules = self.rules_at(to_go)
        return match_length(rules, won=(0,) * len(rules.sides))

    def _changes(self) -> Iterator[tuple[str, "DayPlan"]]:
        """Try what organisers do when time is short, as far as the rules have room for it."""
        now = self.rules_at(1)
        if now.best_of > 1:
            yield from self._with(_("One game a match"), best_of=1)
        if now.target_score > SHORT_TARGET:
            words = _("Games to %(points)d") % {"points": SHORT_TARGET}
            yield from self._with(words, target_score=SHORT_TARGET)
        if now.minutes is None or now.minutes > SHORT_CLOCK:
            words = _("A clock of %(minutes)d minutes a game") % {"minutes": SHORT_CLOCK}
            yield from self._with(words, minutes=SHORT_CLOCK)
        size, byes = rounds_of(self.entries, self._seats)[0]
        if size - byes > self.tables:
            count = size - byes
            words = ngettext("%(count)d table", "%(count)d tables", count) % {"count": count}
            yield words, replace(self, tables=count)

    def _with(self, words: str, **changed: object) -> Iterator[tuple[str, "DayPlan"]]:
        tried = replace(self, changed=changed)
        try:
            tried.rules_at(1)
        except RuleError:
            return
        yield words, tried


def length_words(rules: RuleSet) -> str:
    """Say how long a match takes under these rules: "about 2 h 20"."""
    length = match_length(rules, won=(0,) * len(rules.sides))
    minutes = 5 * max(1, round(min(length.minutes, length.most) / 5))
    hours, rest = divmod(minutes, 60)
    if not hours:
        return _("about %(minutes)d min") % {"minutes": rest}
    if not rest:
        return _("about %(hours)d h") % {"hours": hours}
    return _("about %(hours)d h %(minutes)02d") % {"hours": hours, "minutes": rest}

"""What a draw makes of so many entries: places, tables, byes and rounds, in one sentence."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.brackets.tables import FEWEST, first_round, widths
from engine.draws import TABLES
from tournament.wording import listed


@dataclass(frozen=True, slots=True)
class Forecast:
    """What a draw by some algorithm makes of so many entries, of one or two people each."""

    algorithm: str
    entries: int
    players_each: int = 2

    @property
    def brief(self) -> str:
        """Say how the field stands: "5 pairs, 8 places, 3 byes."."""
        if self._at_tables:
            return str(self)
        return _("%(entries)s, %(slots)d places, %(byes)s.") % self._words

    def __str__(self) -> str:
        if self._at_tables:
            return _("%(entries)s: %(tables)s in round 1, %(rounds)s.") % self._words
        return _("%(entries)s in %(slots)d places: %(byes)s in round 1, %(rounds)s.") % self._words

    @property
    def _at_tables(self) -> bool:
        return self.algorithm in TABLES and self.entries >= FEWEST

    @property
    def _words(self) -> dict[str, object]:
        if self._at_tables:
            return _tables_words(self.entries, TABLES[self.algorithm])
        rounds = (self.entries - 1).bit_length()
        slots = 1 << rounds
        return {
            "entries": _entries_words(self.entries, self.players_each),
            "slots": slots,
            "byes": _byes_words(slots - self.entries),
            "rounds": _rounds_words(rounds),
        }


def _tables_words(entries: int, seats: int) -> dict[str, object]:
    first = first_round(entries, seats)
    threes = ngettext("%(n)d table of three", "%(n)d tables of three", first.threes)
    fours = ngettext("%(n)d table of four", "%(n)d tables of four", first.fours)
    parts = [
        words
        for count, words in (
            (first.threes, threes % {"n": first.threes}),
            (first.fours, fours % {"n": first.fours}),
            (first.byes, _byes_words(first.byes)),
        )
        if count
    ]
    return {
        "entries": _entries_words(entries, 1),
        "tables": listed(parts),
        "rounds": _rounds_words(1 + len(widths(first.positions, seats))),
    }


def _entries_words(count: int, players_each: int) -> str:
    if players_each == 1:
        return ngettext("%(n)d player", "%(n)d players", count) % {"n": count}
    return ngettext("%(n)d pair", "%(n)d pairs", count) % {"n": count}


def _byes_words(count: int) -> str:
    return ngettext("%(n)d bye", "%(n)d byes", count) % {"n": count}


def _rounds_words(count: int) -> str:
    return ngettext("%(n)d round", "%(n)d rounds", count) % {"n": count}

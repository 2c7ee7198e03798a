"""The form of the rules: every option of a game, in the groups and at the depth of its sheet."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from django import forms
from django.forms.boundfield import BoundField
from django.utils import translation
from django.utils.translation import gettext as _

from engine.faults import Fault, Phrase, RuleError
from engine.spades.option_kinds import Option, help_text, label
from engine.spades.options import GROUPS, OPTIONS
from engine.spades.presets import Seated, seat_at
from engine.spades.rules import PRESETS, RuleSet
from tournament.other_table import OtherTable
from tournament.rule_books import RuleBook, read_rule_book, rules_for
from tournament.rule_fields import SEATINGS, field_of, read, told
from tournament.rule_rows import TABLES, columns, read_row, row_fields, rows_in, told_row

BASIC, MORE, EVERYTHING = 1, 2, 3
PAIRED: Final = "pairs"


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a table, by its number."""

    number: int
    fields: tuple[BoundField, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table of the house: what it is called, and its rows with an empty one at the end."""

    title: str
    hint: str
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Level:
    """What a group asks at one depth."""

    number: int
    fields: tuple[BoundField, ...]
    tables: tuple[Table, ...]
    has_faults: bool


@dataclass(frozen=True, slots=True)
class Group:
    """One group of the sheet, in the form."""

    key: str
    title: str
    levels: tuple[Level, ...]


def seating_of(rules: RuleSet) -> str:
    """Say how people sit in a game, as the form does."""
    return PAIRED if len(rules.sides[0]) > 1 else str(len(rules.seats))


class RulesForm(forms.Form):
    """Every option that means something in one game; ``rules`` are read from it when sound.

    In events of single players ``book`` has the other tables beside; ``start`` may be a book too.
    """

    variant = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(self, data: Mapping[str, Any] | None = None, *, start: RuleBook) -> None:
        game = PRESETS.get(str(data.get("variant"))) if data is not None else None
        start = read_rule_book(start.to_json())
        self.base = game or rules_for(start, sides=0)
        self.rules: RuleSet | None = None
        self.book: RuleBook | None = None
        self.start = start
        self.places: dict[str, list[int]] = {}
        values = self.base.to_json()
        initial = {"variant": self.base.variant, "seating": seating_of(self.base)}
        super().__init__(data, initial=initial)
        seats = forms.ChoiceField(label=_("Seats"), choices=list(SEATINGS.items()))
        self.fields["seating"] = seats
        for name, option in self.options.items():
            if option.kind == "rows":
                self._add_rows(name, values[name])
                continue
            sent = data.get(name) if data is not None else None
            self.fields[name] = field_of(name, option, sent or values[name])
            self.initial[name] = told(option, values[name])
        self.other = OtherTable.beside(start if game is None else read_rule_book(values))
        if self.other is not None:
            self.fields.update(self.other.fields(self.data))
            self.initial.update(self.other.initial)

    @property
    def options(self) -> dict[str, Option]:
        """The options that mean something in this game."""
        return {n: it for n, it in OPTIONS.items() if self.base.variant in it.games}

    def _add_rows(self, table: str, values: list[dict[str, Any]]) -> None:
        rows = [*values, {}]
        if self.is_bound:
            rows = [{}] * max(1, rows_in(table, self.data))
        for number, row in enumerate(rows):
            sent = {"effect": self.data.get(f"{table}-{number}-effect")} if self.is_bound else row
            for column, field in row_fields(table, sent).items():
                self.fields[f"{table}-{number}-{column}"] = field
            for column, value in told_row(table, row).items():
                self.initial[f"{table}-{number}-{column}"] = value

    def clean(self) -> dict[str, Any]:
        """Have the engine judge all that could be read, and put every fault beside its field."""
        if self.cleaned_data.get("variant") not in PRESETS:
            self.add_error(None, _("There is no such game: start again from the list."))
        said = {name: self._value(name, it) for name, it in self.options.items()}
        options = {name: it for name, it in said.items() if name not in self._unread}
        try:
            rules = RuleSet.from_json({"variant": self.base.variant, **options})
        except RuleError as refusal:
            for fault in refusal.faults:
                self._blame(fault)
        else:
            self._take(rules)
        return self.cleaned_data

    def _take(self, rules: RuleSet) -> None:
        """Keep sound rules, with those of the other tables beside them."""
        try:
            book = self.other.read(rules, self.cleaned_data) if self.other else rules
        except RuleError as refusal:
            for fault in refusal.faults:
                self._blame(fault)
            return
        if not self.errors:
            self.rules, self.book = rules, book

    @cached_property
    def _unread(self) -> frozenset[str]:
        """Options with a fault in their own field: the engine is not asked about them."""
        return frozenset(name.partition("-")[0] for name in self.errors)

    def _value(self, name: str, option: Option) -> Any:  # noqa: ANN401 -- of any kind of option
        if option.kind != "rows":
            return read(option, self.cleaned_data[name]) if name in self.cleaned_data else None
        rows = []
        self.places[name] = []
        for number in range(rows_in(name, self.data)):
            cells = {it: self.cleaned_data.get(f"{name}-{number}-{it}") for it in columns(name)}
            row = read_row(name, cells)
            if row is not None:
                rows.append(row)
                self.places[name].append(number)
        return rows

    def _blame(self, fault: Fault) -> None:
        field = self._field_of(fault.where)
        self.add_error(field, self._sentence(fault, field))

    def _field_of(self, where: str) -> str | None:
        """Find the field a fault belongs to; a row's number is that on the page."""
        if where in self.fields:
            return where
        name, _dot, rest = where.partition(".")
        if name in TABLES and rest:
            number, _dot, column = rest.partition(".")
            place = f"{name}-{self.places[name][int(number)]}-"
            tries = (column, f"{column}_each", columns(name)[0])
            return next(place + it for it in tries if place + it in self.fields)
        if name in TABLES:
            name = f"{name}-0-{columns(name)[0]}"
        return name if name in self.fields else None

    def _sentence(self, fault: Fault, field: str | None) -> str:
        """Say a fault; an option is called what the form calls it."""
        params = dict(fault.phrase.params)
        if field is not None and params.get("name") in OPTIONS:
            params["name"] = label(str(params["name"]))
        return Phrase(fault.phrase.key, params).say(translation)

    @property
    def seated(self) -> Seated:
        """The rules for the seats that were chosen; only of a form without faults."""
        if self.rules is None:
            raise ValueError("rules with faults sit nowhere")
        seating = self.cleaned_data["seating"]
        seats = 4 if seating == PAIRED else int(seating)
        return seat_at(self.rules, seats, pairs=seating == PAIRED)

    @property
    def shown(self) -> RuleBook:
        """What a preview shows of a form without faults: what is typed, at the seats chosen."""
        if not self.is_bound or self.book is None:
            return self.start
        moved = self.seated
        return self.book if moved.notice is None else read_rule_book(moved.rules.to_json())

    @property
    def other_fields(self) -> list[BoundField]:
        """What the other tables are asked, after the switch that has them follow."""
        names = self.other.names if self.other else frozenset()
        return [self[name] for name in self.fields if name in names]

    @property
    def other_is_open(self) -> bool:
        """Whether the other tables have rules of their own, or faults in them, to be looked at."""
        return not self["other_follows"].value() or any(it.errors for it in self.other_fields)

    @property
    def groups(self) -> Iterator[Group]:
        """The fields as the sheet groups them, each group in three depths."""
        for key in GROUPS:
            levels = [self._level(key, number) for number in (BASIC, MORE, EVERYTHING)]
            asked = tuple(it for it in levels if it.fields or it.tables)
            if asked:
                yield Group(key, Phrase(f"group.{key}").say(translation), asked)

    def _level(self, group: str, number: int) -> Level:
        asked = [n for n, o in self.options.items() if (o.group, o.level) == (group, number)]
        fields = [self[name] for name in asked if name not in TABLES]
        if (group, number) == ("teams", BASIC):
            fields.insert(0, self["seating"])
        tables = [self._table(name) for name in asked if name in TABLES]
        cells = [cell for it in tables for row in it.rows for cell in row.fields]
        faulty = any(it.errors for it in (*fields, *cells))
        return Level(number, tuple(fields), tuple(tables), faulty)

    def _table(self, name: str) -> Table:
        first = columns(name)[0]
        count = sum(it.startswith(f"{name}-") and it.endswith(f"-{first}") for it in self.fields)
        rows = (
            Row(number + 1, tuple(self[f"{name}-{number}-{it}"] for it in columns(name)))
            for number in range(count)
        )
        title, hint = label(name).say(translation), help_text(name).say(translation)
        return Table(title, hint, tuple(rows))

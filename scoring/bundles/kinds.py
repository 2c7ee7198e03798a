"""What stands in a bundle: kinds of records, each a row of one model, in the order of the file."""

from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Field, Model

from scoring.models import Game, Hand, HandVersion
from tournament.models import (
    Act,
    CheckIn,
    Club,
    Draw,
    Entry,
    Event,
    Incident,
    LogLine,
    Match,
    Person,
    Player,
    RulesVersion,
    Side,
    Table,
)

NUMBERED: Final = frozenset({Person, Player, Incident, LogLine})
"""Models whose rows have no name of their own: a bundle counts them from 1."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of record: the columns that name it, the others, and those kept to the club."""

    name: str
    model: type[Model]
    key: tuple[str, ...]
    columns: tuple[str, ...]
    closed: tuple[str, ...] = ()
    is_closed: bool = False

    def fields(self, *, contacts: bool) -> tuple[str, ...]:
        """List what a record of this kind says, with or without what is the club's alone."""
        return (*self.key, *self.columns, *(self.closed if contacts else ()))

    @property
    def all_columns(self) -> "list[Field[Any, Any]]":
        """List the columns of the model, in a bundle or not."""
        return list(self.model._meta.concrete_fields)  # noqa: SLF001 -- Django's own door

    def column(self, name: str) -> "Field[Any, Any]":
        """Find a column by its name."""
        return next(column for column in self.all_columns if column.name == name)

    def field(self, name: str) -> "Field[Any, Any] | None":
        """Find the column behind a name; the number that a bundle gives has none."""
        is_ours = self.model in NUMBERED and name == "number"
        return None if is_ours else self.column(name)


KINDS: Final = (
    Kind("club", Club, ("slug",), ("name",), ("contact",)),
    Kind(
        "event",
        Event,
        ("ref",),
        (
            *("slug", "name", "about", "venue", "zone", "starts_at", "check_in_from"),
            *("check_in_until", "places", "rules", "round_rules", "public_source"),
            *("draw_options", "third_place", "no_show_minutes", "substitutes"),
            *("substitutes_until", "ends_by", "auto_call", "status", "rounds", "champion"),
            *("created_at", "finished_at", "archived_at"),
        ),
    ),
    Kind("rules_version", RulesVersion, ("number",), ("rules", "by", "at")),
    Kind("person", Person, ("number",), ("name",), ("email",)),
    Kind(
        "entry",
        Entry,
        ("ref",),
        ("salt", "name", "state", "joined_as", "seed", "entered_at", "entered_by", "left_at"),
        ("email", "apart", "reserve"),
    ),
    Kind("player", Player, ("number",), ("entry", "person", "place", "active")),
    Kind("check_in", CheckIn, ("entry",), ("at", "by")),
    Kind(
        "draw",
        Draw,
        ("kind", "attempt"),
        (
            *("algorithm", "state", "commitment", "secret", "public_source", "public_value"),
            *("entries", "options", "list_hash", "seed", "order", "slots", "revealed", "reason"),
            *("committed_at", "frozen_at", "drawn_at", "spent_at", "drawn_by"),
        ),
    ),
    Kind("table", Table, ("number",), ("state", "free_since")),
    Kind(
        "match",
        Match,
        ("number",),
        (
            *("round", "position", "for_third", "best_of", "above", "above_place", "state"),
            *("reason", "winner", "by_ruling", "ruling", "attempt", "table", "pinned", "held"),
            *("due_at", "game_number", "hand_number", "hand_at", "ready_at", "called_at"),
            *("started_at", "finished_at", "advanced_at"),
        ),
    ),
    Kind(
        "side",
        Side,
        ("match", "place"),
        (
            *("kind", "entry", "source", "takes", "gone", "gone_for", "here_at"),
            *("games", "points", "bags"),
        ),
    ),
    Kind(
        "game",
        Game,
        ("match", "attempt", "number"),
        (
            *("rules", "seating", "places", "first_dealer", "hands_played", "totals", "winner"),
            *("opened_at", "finished_at"),
        ),
    ),
    Kind(
        "hand",
        Hand,
        ("game", "number"),
        (
            *("dealer", "bids", "blind", "tricks", "spades", "ace", "renege", "rulings"),
            *("misdeal", "time_called", "exchange", "version", "entered_at", "scored_at"),
        ),
    ),
    Kind(
        "version", HandVersion, ("hand", "number"), ("paper", "reason", "by_user", "by_table", "at")
    ),
    Kind(
        "incident",
        Incident,
        ("number",),
        ("person", "entry", "kind", "ruling", "note", "substitute", "by", "at"),
        is_closed=True,
    ),
    Kind(
        "act",
        Act,
        ("number",),
        ("key", "match", "entry", "params", "before", "after", "undoes", "by", "at"),
    ),
    Kind(
        "line",
        LogLine,
        ("number",),
        ("key", "params", "public", "match", "act", "by_user", "by_table", "at"),
    ),
)
"""Every kind, in the order in which a bundle tells of them."""

BY_NAME: Final = {kind.name: kind for kind in KINDS}

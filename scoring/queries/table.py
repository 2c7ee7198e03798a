"""Finding a table by its link, and the match that is played there."""

import re

from django.db.models import Case, F, Value, When

from scoring.models import Game
from scoring.queries.sides import sides_of
from scoring.queries.state import TableState
from tournament.models import Match, Table

TOKEN = re.compile(r"[A-Za-z0-9_-]{1,40}")


def table_by_token(token: str) -> Table:
    """Find a table by its link.

    Raises:
        Table.DoesNotExist: no such link, or it was revoked; nobody can tell which.
    """
    if not TOKEN.fullmatch(token):  # PostgreSQL would not even take every text there is
        raise Table.DoesNotExist
    return Table.objects.select_related("event__club").get(token=token)


def table_state(table: Table) -> TableState:
    """Load what the page of a table shows: at most seven queries, however long the match."""
    match = match_at(table)
    if match is None:
        return TableState(table=table)
    games = Game.objects.filter(match=match, attempt=match.attempt).order_by("number")
    above = match.above.sides.select_related("entry", "source") if match.above else ()
    return TableState(
        table=table,
        match=match,
        sides=sides_of(match),
        games=tuple(games.prefetch_related("hands")),
        above=tuple(above) if not match.is_open else (),
    )


def game_at(table: Table, number: int, sheet_of: str) -> Game | None:
    """Find a game of the match at this table, unless the form was made for another match.

    ``sheet_of`` is the match and attempt the form names; empty means the one that is there.
    """
    match = match_at(table)
    if match is None or sheet_of not in {"", TableState(table=table, match=match).sheet_of}:
        return None
    return Game.objects.filter(match=match, attempt=match.attempt, number=number).first()


def match_at(table: Table) -> Match | None:
    """Find the match that holds a table; else the one that ended there last."""
    held = Case(
        When(state__in=[Match.State.CALLED, Match.State.PLAYING], then=Value(0)), default=Value(1)
    )
    match = (
        Match.objects.filter(table=table)
        .select_related("above__table", "winner")
        .order_by(held, F("finished_at").desc(nulls_last=True))
        .first()
    )
    if match:
        match.event, match.table = table.event, table
    return match

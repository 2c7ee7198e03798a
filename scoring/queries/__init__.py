"""What pages show of matches, games and hands. One function per page; its queries are pinned."""

from scoring.queries.match import MatchPage, match_page
from scoring.queries.seats import Pad, Seat
from scoring.queries.sides import SideBoard
from scoring.queries.state import Stage, TableState
from scoring.queries.table import table_by_token, table_state

__all__ = [
    "MatchPage",
    "Pad",
    "Seat",
    "SideBoard",
    "Stage",
    "TableState",
    "match_page",
    "table_by_token",
    "table_state",
]

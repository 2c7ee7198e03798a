"""Who acts: a member of staff, a table's phone, the public door, or the system by itself."""

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User

from tournament.models import Table


@dataclass(frozen=True, slots=True)
class Actor:
    """Whoever does something that the log must remember."""

    user: User | None = None
    table: Table | None = None

    @property
    def columns(self) -> dict[str, Any]:
        """The two columns that store an actor on a row."""
        return {"by_user": self.user, "by_table": self.table}


SYSTEM = Actor()
"""A task that goes on by itself, or somebody at the public door."""

"""The records of a bundle, laid out so that an event can be worked out from them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from scoring.bundles.canon import Record

Key = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Facts:
    """One event as records: matches by number, and what belongs to what."""

    event: Record
    entries: Mapping[str, Record]
    draws: tuple[Record, ...]
    matches: Mapping[int, Record]
    sides: Mapping[int, list[Record]]
    games: Mapping[int, list[Record]]
    hands: Mapping[Key, list[Record]]
    versions: Mapping[Key, list[Record]]

    @classmethod
    def of(cls, records: Iterable[Record]) -> "Facts":
        """Sort the records of a bundle."""
        by_type: dict[str, list[Record]] = {}
        for record in records:
            by_type.setdefault(record["type"], []).append(record)

        def found(name: str) -> list[Record]:
            return by_type.get(name, [])

        return cls(
            event=found("event")[0],
            entries={it["ref"]: it for it in found("entry")},
            draws=tuple(found("draw")),
            matches={it["number"]: it for it in found("match")},
            sides=_grouped(found("side"), "match"),
            games=_grouped(found("game"), "match"),
            hands=_grouped(found("hand"), "game"),
            versions=_grouped(found("version"), "hand"),
        )

    @property
    def bracket_draw(self) -> Record | None:
        """The attempt that made the bracket."""
        drawn = [it for it in self.draws if it["kind"] == "bracket" and it["state"] == "drawn"]
        return drawn[-1] if drawn else None

    def counting_games(self, match: Record) -> list[Record]:
        """List the games of the attempt that counts, in their order."""
        games = self.games.get(match["number"], [])
        return [game for game in games if game["attempt"] == match["attempt"]]

    def name_of(self, ref: str | None) -> str:
        """Name an entry, or nobody."""
        entry = self.entries.get(ref) if ref else None
        return str(entry["name"] or _("name removed")) if entry else "\N{EN DASH}"


def _grouped(records: Iterable[Record], by: str) -> dict[Any, list[Record]]:
    groups: dict[Any, list[Record]] = {}
    for record in records:
        key = record[by]
        groups.setdefault(tuple(key) if isinstance(key, list) else key, []).append(record)
    return groups

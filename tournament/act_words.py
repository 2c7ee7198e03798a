"""What an act of the staff changed in one match, told in words: what it said, what it says now."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from tournament.models import Act, Match, Side
from tournament.models.matches import LETTERS

Names = Mapping[int, str]
Columns = Mapping[str, Any]


def changes_in(act: Act, match: Match, names: Names) -> list[str]:
    """Tell what an act changed in a match and its sides, one sentence a fact.

    ``names`` maps the ids of entries to what they are called; see ``entries_named``. The match
    comes with its sides.
    """
    old, new = _rows(act, "match", match.pk)
    told = [*_of_match(old, new, names)]
    for side in match.sides.all():
        told += _of_side(side, *_rows(act, "side", side.pk), names)
    return told


def entries_named(acts: list[Act], match: Match) -> set[int]:
    """Gather the ids of all entries that the words of these acts will name."""
    rows = [("match", match.pk), *(("side", side.pk) for side in match.sides.all())]
    columns = [found for act in acts for kind, pk in rows for found in _rows(act, kind, pk)]
    ids = [row.get(name) for row in columns for name in ("winner_id", "entry_id")]
    return {pk for pk in ids if isinstance(pk, int)}


def _rows(act: Act, kind: str, pk: int) -> tuple[Columns, Columns]:
    """Give the columns of one row that an act changed: as they were, and as they are since.

    What an act keeps besides, to tell how far a match was, it has not changed.
    """
    old, new = (it.get(kind, {}).get(str(pk), {}) for it in (act.before, act.after))
    return old, {name: new[name] for name in old if name in new}


def _of_match(old: Columns, new: Columns, names: Names) -> Iterator[str]:
    if "state" in new:
        yield _was(_("State"), _label(Match.State, old["state"]), _label(Match.State, new["state"]))
    if "winner_id" in new:
        yield _was(_("Goes on"), *(_name(row["winner_id"], names) for row in (old, new)))
    if new.get("reason"):
        yield _("How it ended: {reason}").format(reason=_label(Match.Reason, new["reason"]))
    if "by_ruling" in new:
        yield _("It stands by ruling") if new["by_ruling"] else _("No ruling any more")
    if "attempt" in new and old.get("game_number"):
        yield _("What was played before decides nothing any more")


def _of_side(side: Side, old: Columns, new: Columns, names: Names) -> Iterator[str]:
    letter = LETTERS[side.place]
    if "kind" in new or "entry_id" in new:
        was, now = (_stands(row, side, names) for row in (old, new))
        yield _was(_("Side {letter}").format(letter=letter), was, now)
    if "gone" in new:
        told = _("{team}: gone") if new["gone"] else _("{team}: in the match again")
        yield told.format(team=side.entry or _("Side {letter}").format(letter=letter))
    if "games" in new:
        what = _("Games of {team}").format(team=side.entry or letter)
        yield _was(what, str(old.get("games", 0)), str(new["games"]))


def _stands(row: Columns, side: Side, names: Names) -> str:
    """Name who stood in a slot; where only the kind changed, the team is the one that is there."""
    if row.get("entry_id"):
        return _name(row["entry_id"], names)
    kind = row.get("kind", side.kind)
    return _label(Side.Kind, kind)


def _name(pk: int | None, names: Names) -> str:
    return names.get(pk, _("a team")) if pk else _("nobody")


def _label(choices: type[Match.State | Match.Reason | Side.Kind], value: str) -> str:
    label: str | Promise = choices(value).label if value else ""
    return str(label)


def _was(what: str, old: str, new: str) -> str:
    return _("{what}: {old}, now {new}").format(what=what, old=old, new=new)

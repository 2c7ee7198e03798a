"""Saying in words which record of a bundle is meant."""

from typing import Any

from django.utils.translation import gettext as _


def told(record: object) -> str:
    """Name a record the way people at the tables would.

    >>> told({"type": "hand", "game": [7, 1, 1], "number": 4})
    'hand 4 of game 1 of match 7'
    """
    if not isinstance(record, dict):
        return _("no record")
    try:
        return _in_words(record)
    except (KeyError, IndexError, TypeError):  # whatever was changed in it, it has no name now
        return _("a record without a name")


def _in_words(record: dict[str, Any]) -> str:
    kind, number = record["type"], record.get("number")
    words = {
        "match": lambda: _("match %(number)s") % record,
        "side": lambda: (
            _("side %(side)s of match %(match)s") % {**record, "side": "ABCD"[record["place"]]}
        ),
        "game": lambda: game_told([record["match"], record["attempt"], number]),
        "hand": lambda: hand_told([*record["game"], number]),
        "version": lambda: (
            _("version %(number)s of %(hand)s")
            % {"number": number, "hand": hand_told(record["hand"])}
        ),
        "draw": lambda: _("attempt %(attempt)s of the draw") % record,
        "check_in": lambda: _("the check-in of entry %(entry)s") % record,
    }
    if kind in words:
        return words[kind]()
    name = number or record.get("name") or record["ref"]
    return f"{str(kind).replace('_', ' ')} {name}"


def game_told(key: list[Any]) -> str:
    """Name a game by its match, attempt and number; the first attempt goes without saying."""
    match, attempt, number = key
    words = {"match": match, "attempt": attempt, "number": number}
    if attempt == 1:
        return _("game %(number)s of match %(match)s") % words
    return _("game %(number)s of attempt %(attempt)s of match %(match)s") % words


def hand_told(key: list[Any]) -> str:
    """Name a hand by its game and number."""
    return _("hand %(hand)s of %(game)s") % {"hand": key[3], "game": game_told(key[:3])}

"""The lines of rulings in an event's log: what was ruled, why, and by which form."""

from collections.abc import Mapping
from typing import TypedDict, Unpack
from uuid import UUID

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from engine.spades.hands import Ruling
from engine.spades.rows import effect_of
from scoring.models import Game
from scoring.queries.desk import seat_names
from tournament import log
from tournament.actors import Actor
from tournament.models import LogLine, Match
from tournament.refusals import Stale

WITHOUT_RESULT = frozenset({"none", "warn", "future_ban"})
"""Effects that change no score: their lines are for the staff."""


class Signed(TypedDict):
    """Why, by which form and by whom something was ruled."""

    note: str
    entry_key: UUID
    by: User


def write_line(
    key: str, game: Game, number: int, ruling: Ruling, **signed: Unpack[Signed]
) -> LogLine:
    """Tell it in the event's log: to everybody where it can change a result."""
    effect = ruling.effect_under(game.rule_set)
    return log.write(
        game.match.event,
        key,
        by=Actor(user=signed["by"]),
        match=game.match,
        public=effect_of(effect)[0] not in WITHOUT_RESULT,
        number=game.match.number,
        game=game.number,
        hand=number,
        offence=ruling.offence,
        who=seat_names(game).get(ruling.seat, ruling.seat),
        effect=effect,
        note=signed["note"],
        entry_key=str(signed["entry_key"]),
    )


def is_known(match: Match, entry_key: UUID, told: Mapping[str, object]) -> bool:
    """Whether this very form has been sent before: its line in the log carries the key.

    The browser's back button brings an old form back, and with it the key of a ruling made: nobody
    is to be told that a ruling is written down which is not there.
    """
    lines = match.event.log.filter(match=match, key__in=["ruled", "ruling_taken_back"])
    line = lines.filter(params__entry_key=str(entry_key)).first()
    if line is None:
        return False
    said = {**line.params, "key": line.key}
    if any(said.get(name) != it for name, it in told.items()):
        sentence = _("This form has already written another ruling. Nothing was changed.")
        raise Stale("key_used", sentence)
    return True


def told_of(
    key: str, game: Game, number: int, offence: str, seat: str, note: str
) -> dict[str, object]:
    """Say what the log's line of a ruling says of it, whatever the rules make of it."""
    return {
        "key": key,
        "game": game.number,
        "hand": number,
        "offence": offence,
        "who": seat_names(game).get(seat, seat),
        "note": note.strip(),
    }


def costs(effect: str | None) -> dict[str, object]:
    """Say what a ruling costs, where the director has said so."""
    return {} if effect is None else {"effect": effect}

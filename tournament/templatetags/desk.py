"""Words of the desk: how matches, sides, acts and those who did them are told."""

from datetime import datetime

from django import template
from django.utils.translation import gettext as _

from tournament import hold_ups, log
from tournament.consequence_words import new_result, sentences_of, standing_word
from tournament.models import Act, Entry, LogLine, Match, Side
from tournament.queries.deeds import taken_back_by
from tournament.slips import Slip
from tournament.wording import gone_word, match_title, side_words, state_word

register = template.Library()

TAGS = {
    Match.State.WAITING: "tag-wait",
    Match.State.READY: "tag-wait",
    Match.State.CALLED: "tag-call",
    Match.State.PLAYING: "tag-play",
    Match.State.FINISHED: "tag-done",
}
PUBLIC_ACTS = frozenset({"pair_entered", "player_entered", "single_entered"})
"""What somebody without an account can do."""


@register.filter
def told(line: LogLine) -> str:
    """Say a line of the log."""
    return log.sentence(line)


@register.filter
def doer(line: LogLine) -> str:
    """Say who did it: a member of staff, a table's phone, or nobody."""
    if line.by_user:
        return line.by_user.get_full_name() or line.by_user.get_username()
    if line.by_table:
        return _("at table %(table)d") % {"table": line.by_table.number}
    return _("at the public door") if line.key in PUBLIC_ACTS else _("by itself")


@register.filter
def title(match: Match) -> str:
    """Name a match by its number."""
    return match_title(match)


@register.filter
def undone_by(line: LogLine) -> Act | None:
    """Give the act that took back what a line tells of."""
    return taken_back_by(line.act)


@register.filter
def hold_up(slip: Slip, moment: datetime) -> hold_ups.HoldUp | None:
    """Say what a match waits for, or since when."""
    return hold_ups.hold_up(slip, moment)


@register.filter
def stands(match: Match) -> str:
    """Say where a match stands."""
    return state_word(match)


@register.filter
def tag(match: Match) -> str:
    """Give the shape that goes with that word."""
    if match.is_bye:
        return "tag-out"
    return TAGS[Match.State(match.state)]


@register.filter
def hand_now(match: Match) -> int:
    """Say which hand of its game a match is at: the next one, or the last of a game that is over.

    The match comes with its sides; a game they have won is counted with them.
    """
    over = sum(side.games for side in match.sides.all()) >= match.game_number
    return match.hand_number if over else match.hand_number + 1


@register.filter
def who(side: Side) -> str:
    """Say who or what stands on a side."""
    return side_words(side)


@register.filter
def whither(side: Side, match: Match) -> str:
    """Say why a side is gone."""
    return gone_word(side, match)


@register.filter
def beside(entry: Entry) -> str:
    """Write the people of an entry beside its name, where the name does not say it all."""
    names = people(entry)
    return "" if entry.state == Entry.State.SINGLE or names == entry.name else names


@register.filter
def people(entry: Entry) -> str:
    """Write the names of those who play, in the order they were entered."""
    players = [player for player in entry.players.all() if player.active] or entry.players.all()
    return ", ".join(player.person.name for player in players)


register.filter("new_result", new_result)
register.filter("what_changes", sentences_of)
register.filter("standing_word", standing_word)

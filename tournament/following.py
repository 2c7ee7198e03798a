"""What the one who follows a team has to know first: where it is now, or what comes next."""

from dataclasses import dataclass

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournament.models import Entry, Match, Side
from tournament.queries.bracket import Bracket
from tournament.slips import Slip
from tournament.wording import listed, met_words

COMING = Side.Kind.TO_BE_DECIDED


@dataclass(frozen=True, slots=True)
class Following:
    """The team somebody follows, and one sentence about it; ``now`` asks for an act."""

    entry: Entry
    sentence: SafeString | str
    now: bool = False


def following(bracket: Bracket) -> Following | None:
    """Say where the followed team stands, or None when no team of this event is followed."""
    entry = bracket.followed
    if entry is None:
        return None
    if not bracket.way:
        return Following(entry, _("They are not in the bracket."))
    last = bracket.way[-1]
    if last.match.is_open:
        return Following(entry, _ahead(last, entry), now=last.match.state == Match.State.CALLED)
    return Following(entry, _behind(last.match, entry))


def _ahead(slip: Slip, entry: Entry) -> SafeString | str:
    match = slip.match
    own = next(side for side in slip.sides if side.entry_id == entry.pk)
    others = [it for it in slip.sides if it != own and (it.plays or it.kind == COMING)]
    if not entry.is_in or own.gone:
        return _("They are out.")
    met = listed([met_words(side) for side in others])
    if match.table and match.is_at_table:
        table = format_html(
            '<span class="n">{}</span>', _("table {number}").format(number=match.table.number)
        )
        told = (
            _("Go to {table} now, against {other}.")
            if match.state == Match.State.CALLED
            else _("They play at {table}, against {other}.")
        )
        return format_html(told, table=table, other=met)
    if match.state == Match.State.READY:
        return _("Next they meet {other}, as soon as a table is free.").format(other=met)
    if others:
        return _("Next they meet {other}.").format(other=met)
    return _("Their next match is match {number}.").format(number=match.number)


def _behind(match: Match, entry: Entry) -> str:
    if match.for_third and match.winner_id == entry.pk:
        return _("They came third.")
    if match.winner_id != entry.pk:
        return _("They are out since match {number}.").format(number=match.number)
    return _("They go on.") if match.above_id else _("They won the event.")

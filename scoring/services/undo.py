"""Taking an act of the staff back, with the hand it corrected where it corrected one."""

from typing import Any, Final, Unpack
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from scoring.models import Hand, HandVersion
from scoring.queries.contradictions import contradicted
from scoring.services.corrections import write_version
from scoring.services.outcomes import (
    Chosen,
    carry,
    outcome_of,
    require_one_in_play,
    rewrite,
)
from scoring.services.reading import put_paper
from scoring.services.totals import (
    Standings,
    games_with,
    report_standings,
    standings,
    write_totals,
)
from tournament import log
from tournament.actors import Actor
from tournament.models import Act, Match
from tournament.refusals import Stale
from tournament.services.acts import done_with, recorded
from tournament.services.locks import lock_event, lock_matches
from tournament.services.undo import take_back, undo_fault

FIGURES: Final = {
    "match": frozenset({"game_number", "hand_number", "hand_at"}),
    "side": frozenset({"games", "points", "bags"}),
}
"""Columns that only repeat what the hands say."""


@transaction.atomic
def take_back_act(act: Act, *, entry_key: UUID, by: Actor, **chosen: Unpack[Chosen]) -> Act:
    """Restore what the bracket, and a corrected hand, said before an act, as an act of its own.

    The hand gets a new version with what it said before; nothing is deleted. Taking back what took
    an act back does it again. A correction that moved nothing but figures is taken back whatever
    was played since: that is scored anew. Safe to call twice with one ``entry_key``.

    Raises:
        ChoiceNeeded: with what was played since, the match would have another winner now.
        Refusal: two games of the match would be in play.
        Stale: a later act or play stands on this one, or the key has done something else.
    """
    event = lock_event(act.event_id)
    if known := done_with(event, entry_key):
        if known.undoes_id != act.pk:
            raise Stale("key_used", _("This form has already done something else."))
        return known
    written = version_of(act)
    lock_matches(event.matches.values_list("pk", flat=True))
    if written is None or by.user is None:
        if fault := _contradiction(act):
            raise Stale("cannot_be_undone", undo_fault(act) or fault)
        return take_back(act, entry_key=entry_key, by=by)
    if fault := _hand_fault(act, written):
        raise Stale("cannot_be_undone", fault)
    if _moved_figures_only(act):
        return _correct_back(act, written, entry_key, by, chosen)
    hand = _put_back(act, written, entry_key, by.user)
    _store_totals(hand)
    undone = take_back(act, entry_key=entry_key, by=by)
    _bring_into_line(hand)
    return undone


def act_fault(act: Act) -> str:
    """Say why an act cannot be taken back, and what to do; "" when it can. Reads only."""
    written = version_of(act)
    if written and _moved_figures_only(act):
        return _hand_fault(act, written)
    return undo_fault(act) or (_hand_fault(act, written) if written else _contradiction(act))


def _contradiction(act: Act) -> str:
    """Say which match the undo would give a winner that its hands, corrected since, deny."""
    match = contradicted(act)
    if match is None:
        return ""
    return _(
        "The hands of match %(number)d were corrected since and say otherwise. Take that "
        "correction back first, or correct the result."
    ) % {"number": match.number}


def version_of(act: Act) -> HandVersion | None:
    """Find the version of a hand that an act wrote: both carry the key of the one form. 1 query."""
    versions = HandVersion.objects.select_related("hand__game__match")
    return versions.filter(entry_key=act.entry_key).first()


def _hand_fault(act: Act, written: HandVersion) -> str:
    """Say what stands on a corrected hand: a later version of it, or another attempt."""
    hand = written.hand
    if undone := Act.objects.filter(undoes=act).first():
        return _("Act %(act)d has been taken back already, by act %(by)d.") % {
            "act": act.number,
            "by": undone.number,
        }
    newest = hand.versions.get(number=hand.version)
    if _said_in(newest) != _said_in(written):
        later = Act.objects.filter(entry_key=newest.entry_key).first()
        if later:
            return _("Act %(later)d changed the same hand since. Take that back first.") % {
                "later": later.number
            }
        return _("The hand was changed again since. Correct it instead.")
    if hand.game.attempt != hand.game.match.attempt:
        return _("The hand is void by now and decides nothing any more.")
    return ""


def _said_in(version: HandVersion) -> int:
    """Find the version, by number, whose words these are: taking an act back brings older ones."""
    act = Act.objects.select_related("undoes").filter(entry_key=version.entry_key).first()
    undone = version_of(act.undoes) if act and act.undoes else None
    if undone is None:
        return version.number
    return _said_in(version.hand.versions.get(number=undone.number - 1))


def _moved_figures_only(act: Act) -> bool:
    """Whether an act changed nothing but what is worked out from the hands."""
    return all(
        set(columns) <= FIGURES.get(kind, frozenset())
        for kind, rows in act.before.items()
        for columns in rows.values()
    )


def _correct_back(
    act: Act, written: HandVersion, entry_key: UUID, by: Actor, chosen: Chosen
) -> Act:
    """Correct the hand to what it said before the act; what follows, follows from the hands."""
    event, match = act.event, written.hand.game.match
    told: dict[str, Any] = {"number": match.number, "act": act.number}
    line = act.lines.filter(public=True).order_by("pk").first()
    what = [line.key, line.params] if line else ["act_done", {}]
    with recorded(
        event, "taken_back", by, match=match, entry_key=entry_key, undoes=act, **told
    ) as undone:
        hand = _put_back(act, written, entry_key, by.user)
        carry(hand.game, why=_reason(act), by=by, **chosen)
        log.write(event, "taken_back", by, match=match, act=act.number, what=what)
    return undone


def _put_back(act: Act, written: HandVersion, entry_key: UUID, by: User | None) -> Hand:
    """Write a version with what the hand said before."""
    hand = Hand.objects.select_related("game__match__event").get(pk=written.hand_id)
    put_paper(hand, hand.versions.get(number=written.number - 1).paper)
    write_version(hand, reason=_reason(act), entry_key=entry_key, by=by)
    return hand


def _reason(act: Act) -> str:
    return _("Taken back: act %(act)d") % {"act": act.number}


def _store_totals(hand: Hand) -> None:
    game = hand.game
    write_totals(game, game.replay())
    require_one_in_play(games_with(game), game)
    game.save(update_fields=["hands_played", "totals", "winner", "finished_at"])


def _bring_into_line(hand: Hand) -> None:
    """Show what the hands say now of a match that was put back.

    Raises ``Stale`` where hands corrected since would give the match another end.
    """
    game = hand.game
    game.match = match = Match.objects.select_related("event").get(pk=game.match_id)
    stand = standings(games_with(game), match)
    if outcome_of(match, stand) or (match.is_open and stand.winner_place is not None):
        raise Stale(
            "cannot_be_undone",
            _(
                "With what was corrected since, the match would end otherwise than before the "
                "act. Correct the hand instead."
            ),
        )
    if _shows(match, stand):
        return
    if match.is_open:
        report_standings(match, stand)
    else:
        rewrite(match, stand)


def _shows(match: Match, stand: Standings) -> bool:
    """Whether a match already shows these figures."""
    shown = {side.place: (side.games, side.points, side.bags) for side in match.sides.all()}
    told = {place: (it.games, it.points, it.bags) for place, it in stand.sides.items()}
    numbers = (stand.game.number, stand.game.hands_played)
    return shown | told == shown and (match.game_number, match.hand_number) == numbers

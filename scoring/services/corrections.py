"""Corrections: a new version of a hand, with who, when and why. The totals are replayed."""

from collections.abc import Mapping
from typing import Any, Unpack
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from engine.matches import MatchState
from engine.spades.games import GameState
from engine.spades.hands import shape_faults
from engine.spades.held import held_by_bids
from engine.spades.rules import RuleSet
from scoring.models import SOMETIMES, Game, Hand
from scoring.services.reading import Extras, Rulings, read_paper, split_bids
from scoring.services.sheets import is_saved, paper_of
from scoring.services.totals import report, standings, state_of_match, store_totals
from tournament import log
from tournament.actors import Actor
from tournament.models import Match
from tournament.refusals import Refusal, Stale
from tournament.services.locks import lock_match
from tournament.services.results import report_progress, rewrite_sides

LONGEST_REASON = 200


class Correction(Extras, Rulings):
    """All that a correction may change beside bids and tricks."""


@transaction.atomic
def correct_hand(
    hand: Hand,
    *,
    bids: Mapping[str, Any],
    tricks: Mapping[str, Any],
    reason: str,
    entry_key: UUID,
    by: User,
    seen: int | None = None,
    **more: Unpack[Correction],
) -> Hand:
    """Write a new version of a scored hand and replay its game. The old version is kept.

    Safe to call twice with one ``entry_key``. ``seen`` is the version the form was made from. What
    is left out or None stays as the hand says now; spades follow from corrected bids where those
    tell them.

    Raises:
        RuleError: all faults of the corrected bids and tricks at once.
        Refusal: no reason given, nothing changed, or the correction would change the winner of a
            decided game or match, or end a game before its last hand.
        Stale: the hand was corrected since the form was made, the form is of another hand, or its
            key has written something else.
    """
    match = lock_match(Game.objects.values_list("match_id", flat=True).get(pk=hand.game_id))
    hand = Hand.objects.select_related("game").get(pk=hand.pk)
    typed = {"bids": bids, "tricks": tricks, **completed(more, hand, bids)}
    if is_saved(hand.game_id, hand.number, entry_key):
        _require_the_same(hand, typed, entry_key)
        return hand
    if seen not in {None, hand.version}:
        raise Stale(
            "corrected_meanwhile",
            _("This hand was corrected in the meantime. The form shows what it says now."),
        )
    game = hand.game
    game.match = match
    old = hand.paper
    _require_a_correctable_hand(hand, match, reason)
    read_paper(hand, typed, game.rule_set, paper_of(hand).context)
    if _says_the_same(hand.paper, old, game.rule_set):
        raise Refusal.because("nothing_changed", _("This is what the hand already says."))
    _write_version(hand, reason=reason.strip(), entry_key=entry_key, by=by)
    _replay(game)
    log.write(
        match.event,
        "hand_corrected",
        by=Actor(user=by),
        match=match,
        number=match.number,
        game=game.number,
        hand=hand.number,
        reason=reason.strip(),
    )
    return hand


def _require_the_same(hand: Hand, typed: Mapping[str, Any], entry_key: UUID) -> None:
    """Refuse a form whose key has written something else: browsers bring old forms back."""
    written = hand.versions.get(entry_key=entry_key).paper
    draft = Hand.objects.select_related("game").get(pk=hand.pk)
    read_paper(draft, typed, draft.game.rule_set, paper_of(draft).context)
    if draft.paper != written:
        raise Stale(
            "key_used",
            _("This form has already been saved with something else. It shows what it says now."),
        )


def completed(more: Correction, hand: Hand, bids: Mapping[str, Any]) -> dict[str, object]:
    """Keep what the hand says where nothing was given; a deal that turns out void has no cards."""
    given = {name: it for name, it in more.items() if it is not None}
    gone = ("spades", "ace", "exchange") if given.get("misdeal") else ()
    kept = {name: getattr(hand, name) for name in SOMETIMES if name not in gone}
    if "spades" in kept:
        kept["spades"] = _untold_spades(hand, bids)
    return kept | given


def _untold_spades(hand: Hand, bids: Mapping[str, Any]) -> dict[str, int]:
    """Keep the counts of spades that the corrected bids do not tell."""
    shape = shape_faults({"bids": bids})
    told = {} if shape else held_by_bids(split_bids(bids)[0], hand.game.rule_set)
    return {seat: held for seat, held in hand.spades.items() if seat not in told}


def _require_a_correctable_hand(hand: Hand, match: Match, reason: str) -> None:
    faults: dict[str, str] = {}
    if not reason.strip():
        faults["reason"] = _("Write why: the reason is shown with the correction.")
    elif len(reason.strip()) > LONGEST_REASON:
        faults["reason"] = _("Keep the reason under %(n)d characters.") % {"n": LONGEST_REASON}
    if not hand.is_scored:
        faults[""] = _("This hand is still being played. Change it at the table.")
    elif hand.game.attempt != match.attempt:
        faults[""] = _("This hand is void and decides nothing any more.")
    if faults:
        raise Refusal("not_correctable", faults)


def _says_the_same(new: Mapping[str, Any], old: Mapping[str, Any], rules: RuleSet) -> bool:
    """Whether a paper adds nothing to an old one, which may count by seat what it adds up."""
    tricks, had = new["tricks"] or {}, old["tricks"] or {}
    added = {
        side: sum(had[seat] for seat in rules.seats_of(side))
        for side in rules.side_names
        if all(seat in had for seat in rules.seats_of(side))
    }
    known = {**added, **had}
    same = {**new, "tricks": None} == {**old, "tricks": None}
    return same and bool(tricks) == bool(had) and all(known.get(it) == tricks[it] for it in tricks)


def _write_version(hand: Hand, *, reason: str, entry_key: UUID, by: User) -> None:
    hand.version += 1
    hand.save()
    hand.versions.create(
        number=hand.version, paper=hand.paper, reason=reason, entry_key=entry_key, by_user=by
    )


def _replay(game: Game) -> None:
    """Work the game out anew and bring its totals and its match up to date."""
    before = game.winner
    state = game.replay()
    _require_the_same_outcome(game, before, state)
    store_totals(game, state)
    _report(game, before)


def _require_the_same_outcome(game: Game, before: str, state: GameState) -> None:
    """Refuse, and so roll back, what would change a decided game or cut a game short."""
    later = game.next_number
    ended_early = bool(state.winner) and len(state.hands) < game.hands_played
    if before and (state.winner or "") != before:
        raise Refusal.because(
            "changes_a_decided_game",
            _(
                "With this change game %(game)d would have another result, and it is already "
                "decided. Rule on it first; the hand was not changed."
            )
            % {"game": game.number},
        )
    if ended_early or (not before and state.winner and game.hands.filter(number=later).exists()):
        raise Refusal.because(
            "ends_the_game_earlier",
            _(
                "With this change the game would have ended after hand %(hand)d, and later hands "
                "have been entered. The hand was not changed."
            )
            % {"hand": len(state.hands)},
        )


def _report(game: Game, before: str) -> None:
    """Bring the match up to date: one that is just decided is reported, any other re-written."""
    match = game.match
    latest = match.games.filter(attempt=match.attempt).order_by("-number").first() or game
    latest = game if latest.pk == game.pk else latest
    won = state_of_match(match)
    if match.is_open and latest.winner and (won.winner is not None or not before):
        report(latest)
    elif match.is_open:
        sides = standings(latest, won)
        report_progress(match, game=latest.number, hand=latest.hands_played, sides=sides)
    else:
        _require_the_same_winner(match, won)
        rewrite_sides(match, standings(latest, won))


def _require_the_same_winner(match: Match, won: MatchState) -> None:
    """Refuse, and so roll back, what would change a match that was decided on points."""
    if match.reason != Match.Reason.PLAYED:
        return
    winners = [] if won.winner is None else [int(won.winner)]
    if not match.sides.filter(place__in=winners, entry=match.winner_id).exists():
        raise Refusal.because(
            "changes_a_decided_match",
            _(
                "With this change the match would have another result, and it is already decided. "
                "Rule on it first; the hand was not changed."
            ),
        )

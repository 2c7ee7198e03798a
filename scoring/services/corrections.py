"""Corrections: a new version of a hand, with who, when and why. The totals are replayed."""

from collections.abc import Mapping
from typing import Any, Unpack
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from engine.spades.hands import shape_faults
from engine.spades.held import held_by_bids
from engine.spades.rules import RuleSet
from scoring.models import SOMETIMES, Game, Hand
from scoring.services.outcomes import Chosen, carry
from scoring.services.reading import Extras, Rulings, read_paper, split_bids
from scoring.services.sheets import is_saved, paper_of
from tournament import log
from tournament.actors import Actor
from tournament.models import Match
from tournament.refusals import Refusal, Stale
from tournament.services.acts import recorded
from tournament.services.leaving import carry_up
from tournament.services.locks import lock_event, lock_match

LONGEST_REASON = 200


class Correction(Extras, Rulings):
    """All that a correction may change beside bids and tricks."""


class Corrected(Correction, Chosen):
    """What is corrected, and what is to become of the matches that follow from the old result."""


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
    **more: Unpack[Corrected],
) -> Hand:
    """Write a new version of a scored hand and replay its game. The old version is kept.

    Safe to call twice with one ``entry_key``. ``seen`` is the version the form was made from. What
    is left out or None stays as the hand says now; spades follow from corrected bids where those
    tell them. Where the match gets another winner, or none, and later play stands on it, ``choice``
    says what becomes of that, and ``stamp`` what the chooser saw.

    Raises:
        RuleError: all faults of the corrected bids and tricks at once.
        ChoiceNeeded: later matches have begun on the old result, and nothing was chosen.
        Refusal: no reason given, nothing changed, or two games would be in play at once.
        Stale: the hand was corrected since the form was made, the form is of another hand, its key
            has written something else, or what would follow has changed since it was shown.
    """
    chosen: Chosen = {"choice": more.pop("choice", ""), "stamp": more.pop("stamp", "")}
    lock_event(hand.game.match.event_id)
    carry_up(hand.game.match)  # what a worker has left lying counts as it would have
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
    hand.game.match = match
    old = hand.paper
    _require_a_correctable_hand(hand, match, reason)
    read_paper(hand, typed, hand.game.rule_set, paper_of(hand).context)
    if _says_the_same(hand.paper, old, hand.game.rule_set):
        raise Refusal.because("nothing_changed", _("This is what the hand already says."))
    _write(hand, reason.strip(), entry_key, by, chosen)
    return hand


def _write(hand: Hand, reason: str, entry_key: UUID, by: User, chosen: Chosen) -> None:
    """Keep the new version and carry what it changes through the bracket, as one act."""
    match, actor = hand.game.match, Actor(user=by)
    said: dict[str, Any] = {
        "number": match.number,
        "game": hand.game.number,
        "hand": hand.number,
        "reason": reason,
    }
    known: dict[str, Any] = {"hand_id": hand.pk, "version": hand.version + 1}
    with recorded(
        match.event, "hand_corrected", actor, match=match, entry_key=entry_key, **said, **known
    ):
        write_version(hand, reason=reason, entry_key=entry_key, by=by)
        carry(hand.game, why=reason, by=actor, **chosen)
        log.write(match.event, "hand_corrected", by=actor, match=match, **said)


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


def write_version(hand: Hand, *, reason: str, entry_key: UUID, by: User | None) -> None:
    """Save what a hand says now as its newest version."""
    hand.version += 1
    hand.save()
    hand.versions.create(
        number=hand.version, paper=hand.paper, reason=reason, entry_key=entry_key, by_user=by
    )

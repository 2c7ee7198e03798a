"""A director's rulings on hands. The hand carries them, so that a replay needs nothing else."""

from collections.abc import Mapping
from typing import Any, TypedDict, Unpack
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import translation
from django.utils.translation import gettext as _

from engine.faults import RuleError
from engine.spades.hands import Ruling
from engine.spades.rulings import FALSE_CLAIM, MOST_TIMES, RENEGE, ruling_faults
from scoring.models import Game, Hand
from scoring.queries.saying import rulings_on
from scoring.services.corrections import LONGEST_REASON, correct_hand
from scoring.services.kept import keep
from scoring.services.outcomes import Chosen
from scoring.services.reading import typed_bids
from scoring.services.ruling_lines import Signed, costs, is_known, told_of, write_line
from scoring.services.sheets import game_in_play, open_paper, require_next
from tournament.models import Act, LogLine, Match
from tournament.refusals import Refusal, Stale
from tournament.services.locks import lock_event, lock_match


class Terms(TypedDict, total=False):
    """What a director may say of a ruling beside the offence: else the rules and the match say it.

    ``nth`` counts the offences of this player or side in the match; ``effect`` overrides what the
    rules of the game make of it.
    """

    nth: int | None
    phase: str
    effect: str | None


class Ruled(Terms, Chosen):
    """The terms of a ruling, and what becomes of later matches where it changes who won."""


class Decided(Signed, Chosen):
    """Who ruled and why, and what becomes of later matches where it changes who won."""


@transaction.atomic
def rule_on(
    game: Game,
    *,
    number: int,
    offence: str,
    seat: str,
    note: str,
    entry_key: UUID,
    by: User,
    **terms: Unpack[Ruled],
) -> Game:
    """Write a ruling onto a hand, open or saved, and into the log. Safe twice with one key.

    On the open hand it stands before the hand is played; a hand that is to be played again, or in
    which the game is lost, is over at once. A saved hand gets a new version with the note as its
    reason, as in a correction; and as there, ``choice`` and ``stamp`` say what becomes of later
    matches where somebody else has won with it.

    Raises:
        Refusal: no offence, seat, time, phase or effect there is, or no note: all faults at once.
        ChoiceNeeded: later matches have begun on a result that changes with this.
        Stale: the hand is not the one the form showed, the match is not in play, or the key has
            ruled something else.
    """
    chosen: Chosen = {"choice": terms.pop("choice", ""), "stamp": terms.pop("stamp", "")}
    game = _locked(game)
    match = game.match
    told = told_of("ruled", game, number, offence, seat, note)
    if is_known(match, entry_key, told | costs(terms.get("effect"))):
        return game
    typed: dict[str, Any] = {"offence": offence, "seat": seat, "phase": "any", **terms}
    _require_sound(typed, note, game)
    if typed.get("nth") is None:
        typed["nth"] = next_time(game, offence, seat)
    ruling = Ruling(**typed)
    signed = Signed(note=note.strip(), entry_key=entry_key, by=by)
    return _write("ruled", game, _with(_hand(game, number), ruling), ruling, chosen, **signed)


@transaction.atomic
def rule_on_claim(
    game: Game,
    *,
    number: int,
    claimant: str,
    accused: str,
    stood: bool,
    **signed: Unpack[Decided],
) -> Game:
    """Decide a claim of a renege: against the accused where it stood, else against the claimant.

    Raises:
        Refusal: nobody such sits here, both are of one side, or no note; all faults at once.
        ChoiceNeeded, Stale: as ``rule_on``.
    """
    rules = Game.objects.get(pk=game.pk).rule_set
    faults = {
        name: _("Choose a player of this table.")
        for name, seat in (("claimant", claimant), ("accused", accused))
        if seat not in rules.seats
    }
    if not faults and rules.side_of(claimant) == rules.side_of(accused):
        faults["accused"] = _("Nobody claims a renege of the own side.")
    if faults:
        raise Refusal("not_ruled", faults | _note_faults(signed["note"]))
    offence, seat = (RENEGE, accused) if stood else (FALSE_CLAIM, claimant)
    return rule_on(game, number=number, offence=offence, seat=seat, **signed)


@transaction.atomic
def take_back_ruling(
    game: Game, *, number: int, ruling: Ruling, **decided: Unpack[Decided]
) -> Game:
    """Take a ruling back that was entered by mistake; the log keeps both. Safe twice with one key.

    Raises:
        Refusal: no note, or the hand was not played because of the ruling.
        ChoiceNeeded: as ``rule_on``.
        Stale: the ruling is not on the hand any more, the match is not in play, or the key has
            ruled something else.
    """
    chosen: Chosen = {"choice": decided.pop("choice", ""), "stamp": decided.pop("stamp", "")}
    signed = Signed(note=decided["note"], entry_key=decided["entry_key"], by=decided["by"])
    game = _locked(game)
    match = game.match
    key = "ruling_taken_back"
    told = told_of(key, game, number, ruling.offence, ruling.seat, signed["note"])
    if is_known(match, signed["entry_key"], told):
        return game
    faults = _note_faults(signed["note"])
    if faults:
        raise Refusal("not_ruled", faults)
    signed["note"] = signed["note"].strip()
    return _write(key, game, _without(_hand(game, number), ruling), ruling, chosen, **signed)


def _locked(game: Game) -> Game:
    """Lock the event, for a ruling may change who goes on, then the match; read the game anew."""
    event = lock_event(Match.objects.values_list("event_id", flat=True).get(pk=game.match_id))
    match = lock_match(game.match_id)
    match.event = event
    game = Game.objects.get(pk=game.pk)
    game.match = match
    return game


def next_time(game: Game, offence: str, seat: str) -> int:
    """Count the how manyth time it is in this match that this player, or side, offends so."""
    players = _players(game, seat)
    games = Game.objects.filter(match=game.match_id, attempt=game.attempt)
    times = sum(
        it.offence == offence and bool(players & _players(other, it.seat))
        for other in games.prefetch_related("hands")
        for hand in other.hands.all()
        for it in rulings_on(hand.paper)
    )
    return min(times + 1, MOST_TIMES)


def _players(game: Game, seat: str) -> set[int]:
    rules = game.rule_set
    seats = rules.seats_of(seat) if seat in rules.side_names else (seat,)
    return {game.seating[it] for it in seats if it in game.seating}


def _require_sound(typed: Mapping[str, Any], note: str, game: Game) -> None:
    """Refuse what is no ruling, naming every part of it that is wrong."""
    said = {name: it for name, it in typed.items() if it is not None}
    found = ruling_faults([said], game.rule_set)
    faults = {it.where.rpartition(".")[2]: it.say(translation) for it in found}
    faults |= _note_faults(note)
    if faults:
        raise Refusal("not_ruled", faults)


def _note_faults(note: str) -> dict[str, str]:
    if not note.strip():
        return {"note": _("Write what happened: the note is shown with the ruling.")}
    if len(note.strip()) > LONGEST_REASON:
        return {"note": _("Keep the note under %(n)d characters.") % {"n": LONGEST_REASON}}
    return {}


def _hand(game: Game, number: int) -> Hand:
    """Find the hand that is ruled on: saved, or the open one.

    Raises:
        Stale: the game waits for an earlier hand, is over, or its match is not in play.
    """
    if 1 <= number <= game.hands_played:
        hand = game.hands.get(number=number)
        hand.game = game
        return hand
    game = game_in_play(game.match, game.pk)
    require_next(game, number)
    return open_paper(game).hand


def _is_first_renege(ruling: Ruling) -> bool:
    """Whether a hand carries the ruling among its reneges: that is what those are."""
    return ruling == Ruling(offence=RENEGE, seat=ruling.seat)


def _with(hand: Hand, ruling: Ruling) -> Hand:
    if _is_first_renege(ruling) and ruling.seat in hand.game.rule_set.seats:
        hand.renege = [*hand.renege, ruling.seat]
    else:
        hand.rulings = [*hand.rulings, ruling.to_json()]
    return hand


def _without(hand: Hand, ruling: Ruling) -> Hand:
    if _is_first_renege(ruling) and ruling.seat in hand.renege:
        hand.renege = [seat for seat in hand.renege if seat != ruling.seat]
        return hand
    rulings = [Ruling(**it) for it in hand.rulings]
    if ruling not in rulings:
        sentence = _("This ruling is not on the hand any more. Nothing was changed.")
        raise Stale("ruling_is_gone", sentence)
    rulings.remove(ruling)
    hand.rulings = [it.to_json() for it in rulings]
    return hand


def _write(
    key: str, game: Game, hand: Hand, ruling: Ruling, chosen: Chosen, **signed: Unpack[Signed]
) -> Game:
    """Write the rulings of a hand, on the open one as it lies, else as a correction; tell it."""
    if not hand.is_scored:
        paper = open_paper(hand.game)
        paper.hand.renege, paper.hand.rulings = hand.renege, hand.rulings
        game = keep(paper, reason=signed["note"], entry_key=signed["entry_key"], by=signed["by"])
        write_line(key, game, hand.number, ruling, **signed)
        return game
    _correct(hand, chosen, **signed)
    match, game = game.match, Game.objects.get(pk=game.pk)
    game.match = match
    line = write_line(key, game, hand.number, ruling, **signed)
    acts = Act.objects.filter(entry_key=signed["entry_key"])
    LogLine.objects.filter(pk=line.pk).update(act=acts.first())
    acts.update(key=key)
    return game


def _correct(hand: Hand, chosen: Chosen, **signed: Unpack[Signed]) -> None:
    try:
        correct_hand(
            hand,
            bids=typed_bids(hand),
            tricks=hand.tricks or {},
            renege=hand.renege,
            rulings=hand.rulings,
            reason=signed["note"],
            entry_key=signed["entry_key"],
            by=signed["by"],
            **chosen,
        )
    except RuleError as refused:
        raise Refusal.because(
            "hand_without_tricks",
            _("Hand %(hand)d was not played. Correct it: write its tricks, or why it is void.")
            % {"hand": hand.number},
        ) from refused

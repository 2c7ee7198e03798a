"""What the play of a hand shows, in words: for the desk's page and for the API."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.phrases import NAMES
from engine.spades.play import PlayFault, Renege, Review
from engine.spades.records import PlayRecord
from engine.spades.rules import RuleSet

DASH = "\N{EN DASH}"


@dataclass(frozen=True, slots=True)
class PlayedTrick:
    """One trick: who played what, in order, and who took it."""

    number: int
    plays: tuple[tuple[str, str], ...]
    winner: str


@dataclass(frozen=True, slots=True)
class Examined:
    """All that the record of a hand shows. Without faults there is no ``first``."""

    first: str
    later: tuple[str, ...]
    reneges: tuple[str, ...]
    tricks: tuple[PlayedTrick, ...]
    counts: tuple[tuple[str, str, tuple[tuple[str, str], ...]], ...]
    """For each side its name, its tricks, and the same of its seats where it has several."""
    broken: str
    settled: bool


def examined(
    record: PlayRecord, seen: Review, rules: RuleSet, names: Mapping[str, str]
) -> Examined:
    """Say what a review has found, with the names of those who played."""
    known = called(rules, names)
    faults = tuple(_fault(it, known) for it in seen.faults)
    shown = zip(record.tricks, seen.winners, strict=True)
    return Examined(
        first=faults[0] if faults else "",
        later=faults[1:],
        reneges=tuple(renege_words(it, known) for it in seen.reneges),
        tricks=tuple(
            PlayedTrick(
                number,
                tuple((known[seat], card.picture) for seat, card in trick.plays),
                known[winner] if winner else "",
            )
            for number, (trick, winner) in enumerate(shown, 1)
        ),
        counts=_counts(seen, rules, known),
        broken=_broken(record, seen, known),
        settled=seen.settled,
    )


def called(rules: RuleSet, names: Mapping[str, str]) -> dict[str, str]:
    """Name every seat and every side: by people where they are known, else North, East, ..."""
    seats = {seat: names.get(seat) or _(NAMES[seat]) for seat in rules.seats}
    sides = {
        side: names.get(side) or DASH.join(seats[seat] for seat in rules.seats_of(side))
        for side in rules.side_names
    }
    return sides | seats


def renege_words(renege: Renege, names: Mapping[str, str]) -> str:
    """Say who reneged with what, and which cards would have followed."""
    words = {
        "who": names[renege.seat],
        "trick": renege.trick,
        "card": renege.card.picture,
        "held": ", ".join(card.picture for card in renege.held),
        "shown": renege.shown_at,
    }
    if renege.shown_at is None:
        told = _("%(who)s reneged in trick %(trick)d with %(card)s and held %(held)s.")
    else:
        told = _(
            "%(who)s reneged in trick %(trick)d with %(card)s and held %(held)s; "
            "one of these came out in trick %(shown)d."
        )
    return told % words


def _fault(it: PlayFault, names: Mapping[str, str]) -> str:
    said = it.say(translation, names)
    if it.trick is None:
        return said
    place = {"trick": it.trick, "card": it.card, "said": said}
    if it.card is None:
        return _("Trick %(trick)d: %(said)s") % place
    return _("Trick %(trick)d, card %(card)d: %(said)s") % place


def _counts(
    seen: Review, rules: RuleSet, names: Mapping[str, str]
) -> tuple[tuple[str, str, tuple[tuple[str, str], ...]], ...]:
    told = []
    for side in rules.side_names:
        seats = rules.seats_of(side)
        own = tuple((names[seat], _tricks(seen.tricks[seat])) for seat in seats)
        total = _tricks(sum(seen.tricks[seat] for seat in seats))
        told.append((names[side], total, own if len(seats) > 1 else ()))
    return tuple(told)


def _tricks(count: int) -> str:
    return ngettext("%(n)d trick", "%(n)d tricks", count) % {"n": count}


def _broken(record: PlayRecord, seen: Review, names: Mapping[str, str]) -> str:
    if seen.spades_broken_at is None:
        return _("Spades were not broken.")
    trick, place = seen.spades_broken_at
    seat, card = record.tricks[trick - 1].plays[place - 1]
    said = _("Spades broke in trick %(trick)d, when %(who)s played %(card)s.")
    return said % {"trick": trick, "who": names[seat], "card": card.picture}

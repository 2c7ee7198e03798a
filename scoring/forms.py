"""What a table's phone sends: who sits where, one bid, the tricks of one hand.

Forms check shapes and say what is missing; the engine checks rules, the services check state.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django import forms
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.phrases import NAMES
from scoring.queries.seats import Pad, Seat
from scoring.queries.sides import SideBoard
from tournament.models import Side

MORE = "5+"
MORE_FROM = 5
TWO_DIGITS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """One seat to be filled before a game."""

    code: str
    title: str
    letter: str
    field: forms.BoundField
    deals: bool


class SeatsForm(forms.Form):
    """Who sits where in the next game, and who deals its first hand."""

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        sides: tuple[tuple[tuple[str, ...], Side], ...],
        initial: dict[str, Any] | None = None,
    ) -> None:
        """Offer each side's own people for its seats. ``sides`` are seats with who plays there."""
        super().__init__(data, initial=initial)
        self.sides = sides
        people: list[tuple[str, str]] = []
        for seats, side in sides:
            names = _people(side)
            for place, seat in enumerate(seats):
                self.fields[f"seat_{seat}"] = forms.ChoiceField(
                    choices=names,
                    widget=forms.Select(attrs={"class": "in"}),
                    initial=names[place % len(names)][0] if names else None,
                    required=False,
                    error_messages={"invalid_choice": gettext_lazy("Choose one of the partners.")},
                )
            people += [(seat, seat) for seat in seats]
        self.fields["first_dealer"] = forms.ChoiceField(
            choices=people,
            widget=forms.RadioSelect,
            error_messages={
                "required": gettext_lazy("Say who deals first."),
                "invalid_choice": gettext_lazy("Say who deals first."),
            },
        )

    def clean(self) -> dict[str, Any]:
        """Fill seats left out with the next partner, and refuse one person in two seats."""
        cleaned = super().clean() or {}
        for seats, side in self.sides:
            names = dict(_people(side))
            chosen = [cleaned[f"seat_{seat}"] for seat in seats if cleaned.get(f"seat_{seat}")]
            left = [player for player in names if player not in chosen]
            for seat in seats:
                field = f"seat_{seat}"
                if left and not cleaned.get(field) and field not in self.errors:
                    cleaned[field] = left.pop(0)
            if len(set(chosen)) < len(chosen):
                told = _("%(name)s cannot sit in both seats. Choose the partner for one of them.")
                self.add_error(f"seat_{seats[-1]}", told % {"name": names[chosen[0]]})
        return cleaned

    @property
    def places(self) -> tuple[Place, ...]:
        """The seats clockwise as the page lays them out."""
        dealer = str(self["first_dealer"].value() or "")
        return tuple(
            Place(
                code=seat,
                title=_(NAMES[seat]),
                letter=side.letter,
                field=self[f"seat_{seat}"],
                deals=seat == dealer,
            )
            for seat, side in self._clockwise()
        )

    def _clockwise(self) -> list[tuple[str, Side]]:
        """Partners sit opposite: first seat of every side, then the second."""
        rows = [[(seat, side) for seat in seats] for seats, side in self.sides]
        return [place for across in zip(*rows, strict=True) for place in across]

    @property
    def seating(self) -> dict[str, int]:
        """Seat to player id, once the form is valid."""
        return {
            seat: int(self.cleaned_data[f"seat_{seat}"])
            for seats, _side in self.sides
            for seat in seats
        }


def _people(side: Side) -> list[tuple[str, str]]:
    players = side.entry.players.all() if side.entry else []
    return [(str(it.pk), it.person.name) for it in players if it.active]


class BidForm(forms.Form):
    """One seat's bid: "4", "nil" or "blind". The seat is named, so a double tap is one bid."""

    seat = forms.CharField(max_length=2)
    bid = forms.CharField(max_length=12)


@dataclass(frozen=True, slots=True)
class Key:
    """One key of a pad."""

    value: str
    likely: bool = False
    checked: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """One row of keys, what it asks, and what is wrong with the answer."""

    name: str
    kind: str
    board: SideBoard | None
    seat: Seat | None
    keys: tuple[Key, ...]
    faults: tuple[str, ...]


class MisdealForm(forms.Form):
    """Why a deal is void. Which causes count here is for the rules to say."""

    cause = forms.CharField(max_length=20)
    entry_key = forms.UUIDField()


class TricksForm(forms.Form):
    """The tricks of one hand: every side's number but the last, and how each nil went."""

    entry_key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)

    def __init__(self, data: Mapping[str, Any] | None = None, *, pad: Pad) -> None:
        """Ask what the pad of this hand asks."""
        super().__init__(data)
        self.pad = pad
        for board in pad.asked:
            self.fields[f"tricks_{board.name}"] = self._count(
                0, pad.size, _("Tap how many tricks %(team)s took.") % {"team": board.team}
            )
        for seat in pad.nils:
            self.fields[f"nil_{seat.code}"] = forms.ChoiceField(
                choices=[(key, key) for key in self._nil_keys()],
                error_messages={
                    key: _("Say how the nil of %(name)s went.") % {"name": seat.name}
                    for key in ("required", "invalid_choice")
                },
            )
            self.fields[f"more_{seat.code}"] = self._count(MORE_FROM, pad.size, "", required=False)

    @staticmethod
    def _count(low: int, high: int, message: str, *, required: bool = True) -> forms.IntegerField:
        words = message or _("Tap a number from %(low)d to %(high)d.") % {"low": low, "high": high}
        return forms.IntegerField(
            min_value=low,
            max_value=high,
            required=required,
            error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), words),
        )

    @staticmethod
    def _nil_keys() -> tuple[str, ...]:
        return (*(str(number) for number in range(MORE_FROM)), MORE)

    def clean(self) -> dict[str, Any]:
        """Work out the counts nobody typed, and see that partners' counts agree."""
        cleaned = super().clean() or {}
        for seat in self.pad.nils:
            name = f"nil_{seat.code}"
            if cleaned.get(name) == MORE:
                cleaned[name] = cleaned.get(f"more_{seat.code}")
                if cleaned[name] is None and f"more_{seat.code}" not in self.errors:
                    self.add_error(
                        f"more_{seat.code}",
                        _("Tap how many tricks %(name)s took, from 5 up.") % {"name": seat.name},
                    )
        if not self.errors:
            self._check_rest()
        return cleaned

    def _check_rest(self) -> None:
        if self.rest is None or self.rest < 0:
            self.add_error(
                f"tricks_{self.pad.asked[-1].name}",
                _("There are only %(n)d tricks in a hand.") % {"n": self.pad.size},
            )

    @property
    def rest(self) -> int | None:
        """What is left for the last side, as far as the others are known."""
        known = [self._number(f"tricks_{board.name}") for board in self.pad.asked]
        if any(number is None for number in known):
            return None
        return self.pad.size - sum(number for number in known if number is not None)

    def _number(self, name: str) -> int | None:
        text = self._typed(name)
        is_number = text.isascii() and text.isdecimal() and len(text) <= TWO_DIGITS
        return int(text) if is_number else None

    def _typed(self, name: str) -> str:
        value = self[name].value()
        return "" if value is None else str(value)

    @property
    def tricks(self) -> dict[str, int]:
        """Side to tricks, and each nil bidder's own, once the form is valid."""
        counts = {it.name: self.cleaned_data[f"tricks_{it.name}"] for it in self.pad.asked}
        counts[self.pad.rest.name] = self.pad.size - sum(counts.values())
        nils = {seat.code: int(self.cleaned_data[f"nil_{seat.code}"]) for seat in self.pad.nils}
        return counts | nils

    @cached_property
    def questions(self) -> tuple[Question, ...]:
        """List the rows of keys, in the order they are asked."""
        rows = [self._tricks_question(board) for board in self.pad.asked]
        for seat in self.pad.nils:
            rows.append(self._nil_question(seat, f"nil_{seat.code}", self._nil_keys(), "nil"))
            more = tuple(str(n) for n in range(MORE_FROM, self.pad.size + 1))
            rows.append(self._nil_question(seat, f"more_{seat.code}", more, "more"))
        return tuple(rows)

    def _tricks_question(self, board: SideBoard) -> Question:
        name = f"tricks_{board.name}"
        chosen = self._typed(name)
        keys = tuple(
            Key(str(n), likely=n == self.pad.likely[board.name], checked=str(n) == chosen)
            for n in range(self.pad.size + 1)
        )
        return Question(name, "tricks", board, None, keys, tuple(map(str, self[name].errors)))

    def _nil_question(self, seat: Seat, name: str, values: tuple[str, ...], kind: str) -> Question:
        chosen = self._typed(name)
        keys = tuple(Key(value, checked=value == chosen) for value in values)
        return Question(name, kind, None, seat, keys, tuple(map(str, self[name].errors)))

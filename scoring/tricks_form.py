"""The tricks of one hand as a table's phone sends them, and the keys to tap them with.

The form checks shapes and says what is missing; the engine checks rules, the services check state.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django import forms
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from scoring.queries.seats import Pad, Seat
from scoring.queries.sides import SideBoard

MORE = "5+"
MORE_FROM = 5
TWO_DIGITS = 2


@dataclass(frozen=True, slots=True)
class Key:
    """One key of a pad; it says its value where it has no other words."""

    value: str
    likely: bool = False
    checked: bool = False
    words: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """One row of keys, what it asks, and what is wrong with the answer.

    ``kind``: tricks of a side, nil of a seat, more for a badly failed one, held spades, ace.
    """

    name: str
    kind: str
    board: SideBoard | None
    seat: Seat | None
    keys: tuple[Key, ...]
    faults: tuple[str, ...]


class TricksForm(forms.Form):
    """The tricks of one hand: every side's number but the last, and how each nil went.

    Where nil bidders keep their spades to themselves, these are asked too, but for the last one's.
    """

    entry_key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)

    def __init__(self, data: Mapping[str, Any] | None = None, *, pad: Pad) -> None:
        """Ask what the pad of this hand asks."""
        super().__init__(data)
        self.pad = pad
        for board in pad.asked:
            told = _("Tap how many tricks %(team)s took.") % {"team": board.team}
            self.fields[f"tricks_{board.name}"] = _count(0, pad.size, told)
        for seat in pad.nils:
            told = _("Say how the nil of %(name)s went.") % {"name": seat.name}
            self.fields[f"nil_{seat.code}"] = _choice(_nil_keys(), told)
            told = _("Tap a number from %(low)d to %(high)d.") % {
                "low": MORE_FROM,
                "high": pad.size,
            }
            self.fields[f"more_{seat.code}"] = _count(MORE_FROM, pad.size, told, required=False)
        for seat in pad.held:
            told = _("Tap how many spades %(name)s held.") % {"name": seat.name}
            self.fields[f"spades_{seat.code}"] = _count(0, pad.left, told)
        if pad.aces:
            seats = tuple(seat.code for seat in pad.aces)
            self.fields["ace"] = _choice(seats, _("Tap who held the ace of spades."))

    def clean(self) -> dict[str, Any]:
        """Work out the counts nobody typed, and see that they can be."""
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
            told = _("There are only %(n)d tricks in a hand.") % {"n": self.pad.size}
            self.add_error(f"tricks_{self.pad.asked[-1].name}", told)
        if sum(self._held.values()) > self.pad.left:
            told = _("Only %(n)d spades are left for them.") % {"n": self.pad.left}
            self.add_error(f"spades_{self.pad.held[-1].code}", told)

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

    @property
    def _held(self) -> dict[str, int]:
        return {seat.code: self.cleaned_data[f"spades_{seat.code}"] for seat in self.pad.held}

    @property
    def spades(self) -> dict[str, int]:
        """Seat to spades held, of those whose bids do not tell, once the form is valid."""
        held, last = self._held, self.pad.follows
        return held | ({last.code: self.pad.left - sum(held.values())} if last else {})

    @property
    def ace(self) -> str:
        """Who held the ace of spades, where that is asked."""
        return str(self.cleaned_data.get("ace", ""))

    @cached_property
    def questions(self) -> tuple[Question, ...]:
        """List the rows of keys, in the order they are asked."""
        rows = [self._tricks_question(board) for board in self.pad.asked]
        for seat in self.pad.nils:
            rows.append(self._question(f"nil_{seat.code}", "nil", _nil_keys(), seat))
            rows.append(self._question(f"more_{seat.code}", "more", self._up_to(MORE_FROM), seat))
        for seat in self.pad.held:
            keys = tuple(str(number) for number in range(self.pad.left + 1))
            rows.append(self._question(f"spades_{seat.code}", "held", keys, seat))
        if self.pad.aces:
            rows.append(self._ace_question())
        return tuple(rows)

    def _up_to(self, low: int) -> tuple[str, ...]:
        return tuple(str(number) for number in range(low, self.pad.size + 1))

    def _tricks_question(self, board: SideBoard) -> Question:
        name = f"tricks_{board.name}"
        chosen, likely = self._typed(name), str(self.pad.likely.get(board.name, ""))
        keys = tuple(Key(it, likely=it == likely, checked=it == chosen) for it in self._up_to(0))
        return Question(name, "tricks", board, None, keys, self._faults(name))

    def _question(self, name: str, kind: str, values: tuple[str, ...], seat: Seat) -> Question:
        chosen = self._typed(name)
        keys = tuple(Key(value, checked=value == chosen) for value in values)
        return Question(name, kind, None, seat, keys, self._faults(name))

    def _ace_question(self) -> Question:
        chosen = self._typed("ace")
        keys = tuple(
            Key(seat.code, checked=seat.code == chosen, words=seat.name) for seat in self.pad.aces
        )
        return Question("ace", "ace", None, None, keys, self._faults("ace"))

    def _faults(self, name: str) -> tuple[str, ...]:
        return tuple(map(str, self[name].errors))


def _nil_keys() -> tuple[str, ...]:
    return (*(str(number) for number in range(MORE_FROM)), MORE)


def _count(low: int, high: int, told: str, *, required: bool = True) -> forms.IntegerField:
    return forms.IntegerField(
        min_value=low,
        max_value=high,
        required=required,
        error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), told),
    )


def _choice(values: tuple[str, ...], told: str) -> forms.ChoiceField:
    return forms.ChoiceField(
        choices=[(value, value) for value in values],
        error_messages=dict.fromkeys(("required", "invalid_choice"), told),
    )

"""What a table's phone sends before the cards are played: who sits where, one bid, a void deal.

Forms check shapes and say what is missing; the engine checks rules, the services check state.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.phrases import NAMES
from tournament.models import Side


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """One seat to be filled before a game."""

    code: str
    title: str
    letter: str
    field: forms.BoundField
    deals: bool
    alone: str = ""
    """Who sits here, where nobody else may."""


class SeatsForm(forms.Form):
    """Who sits where in the next game, and who deals its first hand.

    Partners choose who of them sits in which of their seats; whoever plays alone has one seat.
    """

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
                alone=str(side.entry) if len(self.rows_of(side)) == 1 else "",
            )
            for seat, side in self._clockwise()
        )

    @property
    def has_choice(self) -> bool:
        """Whether anybody may sit in more than one seat."""
        return any(len(seats) > 1 for seats, _side in self.sides)

    def rows_of(self, side: Side) -> tuple[str, ...]:
        """Name the seats of one side."""
        return next(seats for seats, it in self.sides if it is side)

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
    """One bid: "4", "nil", "blind" or "blind 6". Who bids is named, so a double tap is one bid."""

    seat = forms.CharField(max_length=4)
    bid = forms.CharField(max_length=12)


class MisdealForm(forms.Form):
    """Why a deal is void. Which causes count here is for the rules to say."""

    cause = forms.CharField(max_length=20)
    entry_key = forms.UUIDField()


class ThrowInForm(forms.Form):
    """That a hand is not played because too little was bid."""

    entry_key = forms.UUIDField()

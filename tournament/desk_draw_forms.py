"""What the draw goes by besides chance, as staff type it; the services judge it."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _l

from engine.draws import DrawOptions
from tournament.models import Entry, Event
from tournament.services.draw_options import APART, APART_LENGTH, SEED, Steer


class DrawOptionsForm(forms.Form):
    """Whom the draw keeps apart, whether it seeds, and who has the byes."""

    apart = forms.BooleanField(
        label=_l("Keep members of one club or family apart in round 1"), required=False
    )
    seeds = forms.BooleanField(
        label=_l("Put the seeded into their places, so that they meet late"), required=False
    )
    byes = forms.ChoiceField(
        label=_l("Byes"),
        choices=[("drawn", _l("are drawn")), ("seeded", _l("go to the seeded"))],
        widget=forms.RadioSelect,
    )

    @classmethod
    def of(cls, event: Event) -> "DrawOptionsForm":
        """Fill the form with what the event asks for now."""
        return cls(initial=DrawOptions.from_json(event.draw_options).to_json())


class SeedsForm(forms.Form):
    """Two fields for each entry: its seed, and the club or family it is of."""

    def __init__(self, *args: Any, entries: Sequence[Entry], **options: Any) -> None:  # noqa: ANN401
        super().__init__(*args, **options)
        self.entries = entries
        for entry in entries:
            self.fields[SEED % entry.pk] = forms.CharField(
                label=_("Seed of %(team)s") % {"team": entry.name},
                required=False,
                initial=entry.seed or "",
                widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
            )
            self.fields[APART % entry.pk] = forms.CharField(
                label=_("Club or family of %(team)s") % {"team": entry.name},
                required=False,
                strip=False,
                initial=entry.apart,
                widget=forms.TextInput(
                    attrs={"list": "apart", "autocomplete": "off", "maxlength": APART_LENGTH}
                ),
            )

    @property
    def lines(self) -> list[tuple[Entry, forms.BoundField, forms.BoundField]]:
        """Every entry with its two fields."""
        return [(it, self[SEED % it.pk], self[APART % it.pk]) for it in self.entries]

    @property
    def known(self) -> list[str]:
        """The clubs and families that are written down already."""
        return sorted({entry.apart for entry in self.entries if entry.apart})

    @property
    def typed(self) -> dict[int, Steer]:
        """What was typed; an entry that was not on the page is left out."""
        return {
            entry.pk: Steer(
                self.cleaned_data[SEED % entry.pk].strip(), self.cleaned_data[APART % entry.pk]
            )
            for entry in self.entries
            if SEED % entry.pk in self.data
        }

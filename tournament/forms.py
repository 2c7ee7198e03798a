"""The forms of the public: a pair enters, somebody who needs a partner, or who plays alone.

They only carry what was typed. The service judges it, so that every fault is told at once and a
form, an import and the API refuse the same things in the same words.
"""

from typing import Any, Self
from uuid import UUID, uuid4

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS
from django.utils.translation import gettext_lazy as _

from tournament.models import Event
from tournament.refusals import Refusal


class KeyField(forms.UUIDField):
    """The key a form was made with. One that does not read is as good as a new one."""

    widget = forms.HiddenInput

    def clean(self, value: str | None) -> UUID:
        """Read the key, or make one."""
        try:
            key: UUID = super().clean(value)
        except forms.ValidationError:
            return uuid4()
        return key


class EntryForm(forms.Form):
    """What both ways in have in common."""

    email = forms.CharField(
        label=_("E-mail address"),
        required=False,
        strip=False,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
        help_text=_("For the confirmation and your calls. Never shown."),
    )
    another_person = forms.BooleanField(
        label=_("This is somebody else of the same name"), required=False
    )
    entry_key = KeyField(initial=uuid4)

    names: tuple[str, ...] = ()
    """The fields that name a person; a clash there offers ``another_person``."""

    @property
    def asks_who(self) -> bool:
        """Whether a person's name was refused although there was one."""
        typed: dict[str, Any] = self.cleaned_data if self.is_bound else {}
        ticked = bool(typed.get("another_person"))
        return ticked or any(typed.get(name) and self[name].errors for name in self.names)

    def renewed(self) -> Self:
        """Make the same form with a new key, so that what is sent next is another entry."""
        data = {name: self.data[name] for name in self.data} | {"entry_key": str(uuid4())}
        form = type(self)(data)
        form.full_clean()
        return form

    def refuse(self, refusal: Refusal) -> None:
        """Put every sentence of a refusal next to its field."""
        for field, sentence in refusal.fields.items():
            self._errors_of(field).append(sentence)

    def _errors_of(self, field: str) -> Any:  # noqa: ANN401 -- an ErrorList of Django's own making
        # Not add_error(): it would drop what was typed from cleaned_data.
        name = field if field in self.fields else NON_FIELD_ERRORS
        return self.errors.setdefault(name, self.error_class(renderer=self.renderer))


class PairForm(EntryForm):
    """Two people enter as a team."""

    names = ("first", "second")
    field_order = ("name", "first", "second", "email", "another_person", "entry_key")

    name = forms.CharField(
        label=_("Team name"),
        required=False,
        strip=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    first = forms.CharField(
        label=_("First player"),
        required=False,
        strip=False,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    second = forms.CharField(
        label=_("Second player"),
        required=False,
        strip=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 -- Django's own
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("E-mail of one of you")


class SingleForm(EntryForm):
    """One person enters and needs a partner."""

    names: tuple[str, ...] = ("person_name",)
    field_order = ("person_name", "email", "another_person", "entry_key")

    person_name = forms.CharField(
        label=_("Your name"),
        required=False,
        strip=False,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )


class PlayerForm(SingleForm):
    """One person enters and plays alone.

    Two of one name are told apart by it alone, so the public is not asked who it is; staff are,
    for there may be a namesake of somebody who was removed.
    """

    names: tuple[str, ...] = ()


class PlayerAtDeskForm(PlayerForm):
    """One person who plays alone, entered by staff."""

    names = ("person_name",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 -- Django's own
        super().__init__(*args, **kwargs)
        self.fields["person_name"].label = _("Name of the player")


def form_of(event: Event) -> type[PairForm | PlayerForm]:
    """Choose the form by which a place is taken: for a pair, or for one player."""
    return PlayerForm if event.players_each == 1 else PairForm

"""The form by which a director changes how a match ended."""

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _l

from tournament.desk_forms import offer
from tournament.forms import KeyField
from tournament.models import Match, Side
from tournament.services.result_corrections import LONGEST_WHY, NOBODY, reasons_of

NOBODY_GOES_ON, AGAIN = "nobody", "again"


class ResultForm(forms.Form):
    """Who goes on and why; what is wrong with it, the service says all at once."""

    winner = forms.ChoiceField(label=_l("Who goes on?"), required=False, widget=forms.RadioSelect)
    reason = forms.ChoiceField(
        label=_l("How"),
        required=False,
        help_text=_l("Counts where one side goes on."),
    )
    why = forms.CharField(
        label=_l("Reason"),
        required=False,
        help_text=_l("Stands in the public log and on the match, and goes out with the letters."),
        widget=forms.TextInput(attrs={"maxlength": LONGEST_WHY}),
    )
    entry_key = KeyField(initial=uuid4)

    def __init__(self, *args: Any, match: Match, sides: Sequence[Side], **options: Any) -> None:  # noqa: ANN401 -- Django's own
        super().__init__(*args, **options)
        again = (
            _("Void it: it is played again from the beginning")
            if match.game_number
            else _("It is to be played after all")
        )
        teams = [(str(side.place), str(side.entry)) for side in sides if side.entry]
        offer(self, "winner", [*teams, (NOBODY_GOES_ON, _("Nobody")), (AGAIN, again)])
        offer(self, "reason", [(it.value, _how(it)) for it in reasons_of(match)])

    @property
    def says_who(self) -> bool:
        """Whether anything was chosen that one could look at."""
        return bool(self.cleaned_data.get("winner"))

    @property
    def is_again(self) -> bool:
        """Whether the match is to be played again."""
        return bool(self.cleaned_data.get("winner") == AGAIN)

    @property
    def ending(self) -> dict[str, Any]:
        """Who is to go on, by place, and for what reason, as the service takes it."""
        winner = self.cleaned_data.get("winner", "")
        if self.is_again:
            return {"winner": None, "reason": ""}
        if winner == NOBODY_GOES_ON:
            return {"winner": None, "reason": NOBODY.value}
        place = int(winner) if winner else -1
        return {"winner": place, "reason": self.cleaned_data.get("reason", "")}


def _how(reason: Match.Reason) -> str:
    """Say how a side is said to have won."""
    return {
        Match.Reason.PLAYED: _("By ruling, over what the hands say"),
        Match.Reason.WALKOVER: _("The others did not come"),
        Match.Reason.FORFEIT: _("The others forfeit"),
        Match.Reason.WITHDRAWAL: _("The others withdrew"),
        Match.Reason.REMOVAL: _("The others had to leave"),
    }[reason]

"""What staff choose when they wish something of the tables: a table, or another match."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _l

from tournament.desk_forms import offer
from tournament.models import Match, Table
from tournament.queries.desk import meeting


class PinForm(forms.Form):
    """The one table a match is called to; empty for any."""

    table = forms.TypedChoiceField(label=_l("Table"), coerce=int, required=False, empty_value=None)

    def __init__(self, *args: Any, tables: list[Table], **options: Any) -> None:  # noqa: ANN401
        super().__init__(*args, **options)
        choices = [(table.pk, str(table)) for table in tables]
        offer(self, "table", [("", _("Any table")), *choices])


class SwapForm(forms.Form):
    """The match that gets the table; its own goes the other way, if it has one."""

    other = forms.TypedChoiceField(label=_l("Match"), coerce=int)

    def __init__(self, *args: Any, matches: list[Match], **options: Any) -> None:  # noqa: ANN401
        super().__init__(*args, **options)
        choices = [(match.pk, f"{meeting(match)} ({_stands(match)})") for match in matches]
        offer(self, "other", [("", _("Choose")), *choices])


def _stands(match: Match) -> str:
    if match.table:
        return _("at table %(table)d") % {"table": match.table.number}
    return _("waits for a table")

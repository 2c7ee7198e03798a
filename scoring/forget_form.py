"""The form by which a name is removed."""

from django import forms
from django.utils.translation import gettext_lazy as _


class ForgetForm(forms.Form):
    """Whether the names of teams go, too."""

    with_teams = forms.BooleanField(
        label=_("Remove the names of all teams they played in, too"), required=False
    )

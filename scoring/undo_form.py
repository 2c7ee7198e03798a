"""The form by which an act is taken back."""

from uuid import uuid4

from django import forms

from tournament.forms import KeyField


class TakeBackForm(forms.Form):
    """Nothing but the key that keeps a double tap one act."""

    entry_key = KeyField(initial=uuid4)

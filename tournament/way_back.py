"""The way back from what was done a moment ago: beside the sentence that says it was done."""

from datetime import timedelta

from django.urls import reverse
from django.utils.html import format_html
from django.utils.timezone import now
from django.utils.translation import gettext as _

from tournament.actors import Actor
from tournament.models import Event

JUST_NOW = timedelta(seconds=60)


def with_way_back(said: str, event: Event, by: Actor, *keys: str) -> str:
    """Put "take it back" beside a sentence, where the same person has just done such an act."""
    last = event.acts.filter(by=by.user, at__gt=now() - JUST_NOW).order_by("-number").first()
    if last is None or last.key not in keys:
        return said
    address = reverse("hands:take-back-act", args=[event.slug, last.number])
    return format_html('{} <a href="{}">{}</a>', said, address, _("Take it back"))

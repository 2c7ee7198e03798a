"""The clocks of an event, for pages of the desk that know nothing of games."""

from collections.abc import Sequence

from django import template
from django.utils.timezone import now

from scoring.queries.clock import Clock, clocks_of
from tournament.models import Event

register = template.Library()


@register.simple_tag
def clocks(event: Event) -> Sequence[Clock]:
    """List the games in play by the clock. An event without one costs no query."""
    patched = any("minutes" in patch for patch in event.round_rules.values())
    return clocks_of(event, now()) if patched or event.rule_set.minutes else ()

"""The bracket as one file to keep, print or set into another page."""

import re

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from tournament.bracket_picture import picture_of
from tournament.models import Event
from tournament.queries.bracket import bracket_of
from tournament.queries.open_data import bracket_stamp
from tournament.views.doors import event_or_404

NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Signs that no XML file may hold, not even written as numbers."""


@require_safe
@cache_control(no_cache=True)
def svg(request: HttpRequest, slug: str) -> HttpResponse:
    """Draw the bracket; who has this very picture already is told so, and nothing is drawn."""
    event = event_or_404(request, slug)
    seal = f'"{bracket_stamp(event)}.{get_language()}.svg"'
    known = get_conditional_response(request, etag=seal)
    answer = known or HttpResponse(_drawn(event), content_type="image/svg+xml; charset=utf-8")
    answer["ETag"] = seal
    return answer


def _drawn(event: Event) -> str:
    bracket = bracket_of(event)
    context = {"event": event, "bracket": bracket, "picture": picture_of(bracket)}
    return NOT_XML.sub("", render_to_string("tournament/bracket.svg", context))

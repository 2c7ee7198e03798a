"""The way in to every page of an event."""

from math import ceil

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.views import APIView

from tournament.models import Event
from tournament.permissions import may_view


def event_or_404(request: HttpRequest, slug: str) -> Event:
    """Find an event by its address. A draft is there for the club's staff alone."""
    event = get_object_or_404(Event.objects.select_related("club", "champion"), slug=slug)
    if event.status == Event.Status.DRAFT and not may_view(request.user, event):
        raise Http404
    return event


class _WayIn(APIView):
    """What the limits of the API want to know of a door: whoever enters is counted there too."""

    throttle_scope = "enter"


def seconds_to_wait(request: HttpRequest) -> int:
    """Count somebody who enters by a page; when it was too often, say how long they must wait."""
    door = _WayIn()
    for limit in door.get_throttles():
        if not limit.allow_request(Request(request), door):
            return ceil(limit.wait() or 1)
    return 0

"""The way in to every page of an event."""

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from tournament.models import Event
from tournament.permissions import may_view


def event_or_404(request: HttpRequest, slug: str) -> Event:
    """Find an event by its address. A draft is there for the club's staff alone."""
    event = get_object_or_404(Event.objects.select_related("club", "champion"), slug=slug)
    if event.status == Event.Status.DRAFT and not may_view(request.user, event):
        raise Http404
    return event

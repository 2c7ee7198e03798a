"""What every open door of the API has in common."""

from collections.abc import Mapping
from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import SAFE_METHODS, AllowAny, BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from tournament.models import Event
from tournament.queries.open_data import open_events
from tournament.refusals import Stale
from tournament.services.locks import require_unarchived


class OpenView(APIView):
    """A door without a lock: it knows nobody, so it shows everybody the same."""

    authentication_classes: list[type[BaseAuthentication]] = []
    permission_classes: list[type[BasePermission]] = [AllowAny]


class EventView(OpenView):
    """A door that belongs to one event."""

    def event(self) -> Event:
        """Find the event the address names; drafts are not there for anybody."""
        return get_object_or_404(open_events(), slug=self.kwargs["slug"])

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 -- the framework's own
        """Let nobody write into an event that is archived, whatever they wrote."""
        super().initial(request, *args, **kwargs)
        if request.method not in SAFE_METHODS:
            require_unarchived(self.event())


class Superseded(Stale):
    """What was sent is overtaken; the answer shows the newer state beside the sentence."""

    def __init__(self, code: str, sentence: str, state: Mapping[str, Any]) -> None:
        """Keep the newer state for the answer."""
        super().__init__(code, sentence)
        self.state = dict(state)

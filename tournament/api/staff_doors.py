"""The doors of the API for staff: whoever is signed in and has a role at the event's club."""

from typing import cast

from django.contrib.auth.models import User
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from tournament.actors import Actor
from tournament.api.doors import EventView
from tournament.permissions import DIRECT, SCORE, role_of


class _HasRole(BasePermission):
    """Asks for a role; what a door takes is told to everybody who asks with OPTIONS."""

    roles: frozenset[str] = DIRECT

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Whether the member's role reaches so far."""
        if request.method == "OPTIONS":
            return True
        event = cast("StaffView", view).event()
        return role_of(request.user, event.club) in self.roles


class MayDirect(_HasRole):
    """Lets the directors in."""


class MayScore(_HasRole):
    """Lets directors and scorekeepers in."""

    roles = SCORE


class StaffView(EventView):
    """A door of one event for those who direct it; a post needs the token against forgery."""

    authentication_classes: list[type[BaseAuthentication]] = [SessionAuthentication]
    permission_classes: list[type[BasePermission]] = [MayDirect]

    @property
    def actor(self) -> Actor:
        """Whom the log names."""
        return Actor(user=cast("User", self.request.user))

"""The lock of a table's door: whoever holds the table's link may write at that table."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any, cast

from django.contrib.auth.models import AnonymousUser
from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import cache_control
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import NotFound
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from scoring.api.states import TableOut
from scoring.queries.state import TableState
from scoring.queries.table import table_by_token, table_state
from tournament.actors import Actor
from tournament.models import Table


class NoTable(NotFound):
    """Unknown, revoked or unreadable: nobody can tell which."""

    default_detail = _("There is no table with this link.")


class TableCapability(BaseAuthentication):
    """Reads ``Authorization: Table <token>``. In an address the token would end up in logs."""

    def authenticate(self, request: Request) -> tuple[AnonymousUser, Table] | None:
        """Find the table whose link this is; without the header nobody is there."""
        scheme, _space, token = request.headers.get("Authorization", "").strip().partition(" ")
        if scheme.lower() != "table":
            return None
        try:
            return AnonymousUser(), table_by_token(token)
        except Table.DoesNotExist:
            raise NoTable from None

    def authenticate_header(self, request: Request) -> str:
        """Name the scheme to whoever came without."""
        del request
        return "Table"


class TableScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # its register
    """How the capability is described in the schema."""

    target_class = TableCapability
    name = "table"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        """Describe the header."""
        del auto_schema
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "`Table <token>`, with the last part of the table's link as token",
        }


class AtTable(BasePermission):
    """Lets in whoever has shown a table's link."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Say whether there is a table."""
        del view
        return isinstance(request.auth, Table)


@method_decorator(cache_control(no_store=True), name="dispatch")
class TableView(APIView):
    """A door at one table. What it refuses is told in the names of those who sit there."""

    authentication_classes = [TableCapability]
    permission_classes = [AtTable]

    @property
    def table(self) -> Table:
        """The table whose link was shown."""
        return cast("Table", self.request.auth)

    @property
    def actor(self) -> Actor:
        """Who writes here."""
        return Actor(table=self.table)

    @cached_property
    def state(self) -> TableState:
        """The table as it was when the request came in."""
        return table_state(self.table)

    @property
    def names(self) -> Mapping[str, str]:
        """What the seats and sides are called in sentences."""
        return self.state.names

    def newer_state(self) -> dict[str, Any]:
        """Show the table as it is now."""
        shown: dict[str, Any] = TableOut(table_state(self.table)).data
        return shown

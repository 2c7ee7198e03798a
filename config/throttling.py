"""How often one network address may knock at a door that is open to all."""

from rest_framework.request import Request
from rest_framework.throttling import ScopedRateThrottle

from config.clients import address_of


class ByAddress(ScopedRateThrottle):
    """Counts by the caller's address, as our proxy names it; a view says its scope."""

    def get_ident(self, request: Request) -> str:
        """Name the caller."""
        return address_of(request._request)  # noqa: SLF001 -- Django's request below the framework's

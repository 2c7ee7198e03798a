"""How often one network address may knock at a door that is open to all."""

import logging
from typing import TYPE_CHECKING

from django.core.cache import caches
from redis.exceptions import RedisError
from rest_framework.request import Request
from rest_framework.throttling import ScopedRateThrottle

from config.clients import address_of

if TYPE_CHECKING:  # the framework's views ask for this class while they load
    from rest_framework.views import APIView

log = logging.getLogger(__name__)


class ByAddress(ScopedRateThrottle):
    """Counts by the caller's address, as our proxy names it; a view says its scope."""

    cache = caches["knocks"]

    def allow_request(self, request: Request, view: "APIView") -> bool:
        """Count the caller. While the count cannot be kept the door stays open, and that is logged.

        A hall must be able to enter when Redis is down, as it can do all else.
        """
        try:
            return super().allow_request(request, view)
        except RedisError:
            log.warning("Nobody counts who knocks: Redis does not answer", exc_info=True)
            return True

    def get_ident(self, request: Request) -> str:
        """Name the caller."""
        return address_of(request._request)  # noqa: SLF001 -- Django's request below the framework's

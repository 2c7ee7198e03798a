"""Who is calling, when a proxy stands in front."""

from django.conf import settings
from django.http import HttpRequest


def address_of(request: HttpRequest) -> str:
    """Name the caller's network address.

    Behind our proxy it is the last entry of ``X-Forwarded-For``: the proxy wrote that one, and
    what stands before it anybody could have made up.
    """
    forwarded: str = request.META.get("HTTP_X_FORWARDED_FOR", "")
    if settings.BEHIND_PROXY and forwarded:
        return forwarded.rsplit(",", 1)[-1].strip()
    address: str = request.META.get("REMOTE_ADDR", "")
    return address

"""ASGI entry point of the one-process site: streams raw, everything else by Django."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from django.core.asgi import get_asgi_application

from relay.stream import Receive, Scope, Send, is_live, stream

pages = get_asgi_application()


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer ``/live/`` without Django; hand everything else on."""
    await (stream if is_live(scope) else pages)(scope, receive, send)

"""ASGI entry point of a process that serves nothing but live streams."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from relay.stream import stream as application

__all__ = ["application"]

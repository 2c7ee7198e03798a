"""The JSON door: one router, one shape of error."""

from typing import Any

from rest_framework.response import Response
from rest_framework.routers import DefaultRouter
from rest_framework.views import exception_handler

router = DefaultRouter()


def explain(exc: Exception, context: dict[str, Any]) -> Response | None:
    """Turn what the rules and services raise into one JSON shape."""
    return exception_handler(exc, context)

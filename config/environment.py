"""Reads what differs between places from the environment."""

import os
import secrets
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured


def text(name: str, default: str = "") -> str:
    """Read a value as it stands."""
    return os.environ.get(name, default)


def flag(name: str, *, default: bool = False) -> bool:
    """Read ``true`` or ``false``; anything else is a mistake worth stopping for."""
    value = os.environ.get(name, str(default)).lower()
    if value not in {"true", "false"}:
        raise ImproperlyConfigured(f"{name} must be true or false, not {value!r}")
    return value == "true"


def number(name: str, default: int) -> int:
    """Read a whole number."""
    value = os.environ.get(name, str(default))
    if not value.isdecimal():
        raise ImproperlyConfigured(f"{name} must be a whole number, not {value!r}")
    return int(value)


def words(name: str, default: str = "") -> list[str]:
    """Read values separated by commas."""
    return [word.strip() for word in text(name, default).split(",") if word.strip()]


def secret(name: str, *, required: bool, kept_in: Path) -> str:
    """Read a secret; where none is required, make one once and keep it in a private file."""
    if value := os.environ.get(name):
        return value
    if required:
        raise ImproperlyConfigured(f"{name} must be set in the environment")
    kept_in.parent.mkdir(parents=True, exist_ok=True)
    if not kept_in.exists():
        kept_in.touch(mode=0o600)
        kept_in.write_text(secrets.token_urlsafe(60))
    return kept_in.read_text()

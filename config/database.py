"""A database address from the environment, as Django wants it."""

from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

# Writers take turns from their first statement on, and wait instead of failing: with Django's
# defaults most concurrent read-then-write transactions end in "database is locked".
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL;PRAGMA synchronous=NORMAL;",
}
POOL = {"min_size": 1, "max_size": 8, "timeout": 10}  # one a thread: waiting for a lock holds it


def database_from(url: str, embedded: Path) -> dict[str, Any]:
    """Read ``postgres://user:password@host:port/name``; nothing means the embedded SQLite file."""
    if not url:
        return _sqlite(embedded)
    parts = urlsplit(url)
    match parts.scheme:
        case "postgres" | "postgresql":
            return {
                "ENGINE": "django.db.backends.postgresql",
                "NAME": unquote(parts.path.lstrip("/")),
                "USER": unquote(parts.username or ""),
                "PASSWORD": unquote(parts.password or ""),
                "HOST": parts.hostname or "",
                "PORT": str(parts.port or ""),
                "CONN_MAX_AGE": 0,  # the pool keeps connections, threads do not
                "OPTIONS": {"pool": POOL, **dict(parse_qsl(parts.query))},
            }
        case "sqlite":
            return _sqlite(Path(unquote(parts.path)))
    raise ImproperlyConfigured("DATABASE_URL must start with postgres:// or sqlite://")


def _sqlite(path: Path) -> dict[str, Any]:
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "OPTIONS": SQLITE_OPTIONS,
        # A test database in memory fails as soon as a second thread writes.
        "TEST": {"NAME": path.with_name(f"test-{path.name}")},
    }

"""Who plays in the demo: read from ``fixtures/demo/evening.json``, all of them invented."""

import json
from dataclasses import dataclass
from typing import Any

from django.conf import settings

SCRIPT = settings.BASE_DIR / "fixtures" / "demo" / "evening.json"


@dataclass(frozen=True, slots=True)
class Bill:
    """One event of the demo: what is said of it, and who comes."""

    name: str
    venue: str
    about: str
    pairs: tuple[tuple[str, str, str], ...]
    singles: tuple[str, ...] = ()
    places: int | None = None


@dataclass(frozen=True, slots=True)
class Cast:
    """The club of the demo and its three events."""

    club: str
    contact: str
    tonight: Bill
    coming: Bill
    past: Bill


def read_cast() -> Cast:
    """Read the script of the demo."""
    script = json.loads(SCRIPT.read_text(encoding="utf-8"))
    return Cast(
        club=script["club"]["name"],
        contact=script["club"]["contact"],
        tonight=_bill(script["tonight"]),
        coming=_bill(script["coming"]),
        past=_bill(script["past"]),
    )


def address_of(person: str) -> str:
    """Make the e-mail address of somebody who does not exist.

    >>> address_of("Hazel Whitcombe")
    'hazel.whitcombe@example.org'
    """
    return f"{'.'.join(person.lower().split())}@example.org"


def _bill(script: dict[str, Any]) -> Bill:
    pairs = tuple((name, first, second) for name, first, second in script.pop("pairs"))
    return Bill(**{**script, "singles": tuple(script.get("singles", ()))}, pairs=pairs)

"""Who is in a draw: entries, the frozen list, and the inputs of a draw read from JSON."""

import hashlib
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from engine.draw_options import ALGORITHM, ALL_RANDOM, STEERED, DrawOptions, option_faults
from engine.faults import Fault, RuleError, fault
from engine.streams import framed

TABLES = {"spadework-draw-threes-1": 3, "spadework-draw-fours-1": 4}
"""The algorithms for single players, and how many sit at a full table of theirs."""
NO_SOURCE = "none"
"""The source of a public value when none is mixed in; the value is then empty."""

HASH = re.compile(r"[0-9a-f]{64}")
SALT = re.compile(r"(?:[0-9a-f]{2})+")
IDENTITY = re.compile(r"[!-~]{1,64}")
LABEL = re.compile(r"[a-z0-9]{1,16}")


@dataclass(frozen=True, slots=True)
class Entrant:
    """One entry of the list: its random id, the team's name, and the salt (hex) that hides it.

    ``seed`` and ``group`` are for draws whose options ask for them.
    """

    id: str
    name: str
    salt: str
    seed: int | None = None
    group: str = ""

    @property
    def name_hash(self) -> str:
        """What stands for the name on the frozen list.

        >>> Entrant("a1", "Bag Ladies", "00ff").name_hash[:16]
        'e4cd2cbc80099556'
        """
        name = unicodedata.normalize("NFC", self.name).encode()
        return hashlib.sha256(framed(bytes.fromhex(self.salt), name)).hexdigest()


@dataclass(frozen=True, slots=True)
class Sealed:
    """An entry whose name is not told (any more): only the hash that stood on the list."""

    id: str
    name_hash: str
    seed: int | None = None
    group: str = ""


Entry = Entrant | Sealed


def entry_line(entrant: Entry, algorithm: str = ALGORITHM) -> bytes:
    r"""Write one line of the frozen list: id, hash of the name; with options also seed and group.

    >>> entry_line(Sealed("a1", "00" * 32))[:8]
    b'a1 00000'
    >>> entry_line(Sealed("a1", "00" * 32, seed=3), STEERED)[-8:]
    b'000 3 -\n'
    """
    words = [entrant.id, entrant.name_hash]
    if algorithm == STEERED:
        words += [str(entrant.seed or "-"), entrant.group or "-"]
    return f"{' '.join(words)}\n".encode()


def list_hash(entrants: Sequence[Entry], algorithm: str = ALGORITHM) -> str:
    """Hash the frozen list; the order in which people signed up does not matter.

    >>> one, two = Sealed("a1", "00" * 32), Sealed("b2", "11" * 32)
    >>> list_hash([one, two]) == list_hash([two, one])
    True
    """
    lines = sorted(entry_line(entrant, algorithm) for entrant in entrants)
    return hashlib.sha256(b"".join(lines)).hexdigest()


@dataclass(frozen=True, slots=True)
class DrawInputs:
    """Everything a draw is made from; ``kind`` says whether for the bracket or for partners."""

    event: str
    attempt: int
    entrants: tuple[Entry, ...]
    secret: bytes
    public_source: str
    public: str
    kind: Literal["bracket", "partners"] = "bracket"
    algorithm: str = ALGORITHM
    options: DrawOptions = ALL_RANDOM

    @classmethod
    def from_json(cls, data: object) -> "DrawInputs":
        """Read the inputs of a draw.

        Raises:
            RuleError: D03 and D04 for what is missing or unreadable, D05 for another algorithm,
                D09 to D11 and D14 for its options; all at once.

        >>> try:
        ...     DrawInputs.from_json({"algorithm": "dice", "event": "e1", "attempt": 0})
        ... except RuleError as error:
        ...     [one.code for one in error.faults]
        ['D05', 'D04', 'D03', 'D03', 'D03', 'D03']
        """
        if not isinstance(data, Mapping):
            raise RuleError.of("D04", "", name="A draw", kind="an object")
        faults = tuple(_input_faults(data))
        if faults:
            raise RuleError(faults)
        return cls(
            event=data["event"],
            attempt=data["attempt"],
            entrants=tuple(_entry(each) for each in data["entries"]),
            secret=bytes.fromhex(data["secret"]),
            public_source=data["public_source"],
            public=data["public"],
            kind=data.get("kind", "bracket"),
            algorithm=data["algorithm"],
            options=DrawOptions.from_json(data.get("options") or {}),
        )


def _entry(data: Mapping[str, Any]) -> Entry:
    steered = (data.get("seed"), data.get("group") or "")
    if "name_hash" in data:
        return Sealed(data["id"], data["name_hash"], *steered)
    return Entrant(data["id"], data["name"], data["salt"], *steered)


def _input_faults(data: Mapping[str, Any]) -> Iterator[Fault]:
    yield from _algorithm_faults(data.get("algorithm"), data.get("kind"))
    yield from _options_faults(data.get("algorithm"), data.get("options"))
    yield from _field("event", data, "text", ok=_is_text(data.get("event"), least=1))
    yield from _field("attempt", data, "a whole number from 1", ok=_is_count(data.get("attempt")))
    yield from _field("secret", data, "64 hex digits", ok=_fits(HASH, data.get("secret")))
    yield from _field(
        "public_source", data, "text", ok=_is_text(data.get("public_source"), least=1)
    )
    yield from _field("public", data, "text", ok=_is_text(data.get("public")))
    if data.get("kind", "bracket") not in {"bracket", "partners"}:
        yield fault("D04", "kind", name="kind", kind="bracket or partners")
    entries = data.get("entries")
    yield from _field("entries", data, "a list", ok=isinstance(entries, list))
    if isinstance(entries, list):
        for number, entry in enumerate(entries):
            yield from _entry_faults(f"entries.{number}", entry)


def _algorithm_faults(algorithm: object, kind: object) -> Iterator[Fault]:
    """Name what is wrong with the algorithm; a lot of partners has but one."""
    known = (ALGORITHM,) if kind == "partners" else (ALGORITHM, STEERED, *TABLES)
    if algorithm is None:
        yield fault("D03", "algorithm", name="algorithm")
    elif algorithm not in known:
        yield fault("D05", "algorithm", given=str(algorithm), known=", ".join(known))


def _options_faults(algorithm: object, options: object) -> Iterator[Fault]:
    """Name what is wrong with the options; one algorithm needs some, the others have none."""
    given = {} if options is None else options
    faults = tuple(option_faults(given))
    if faults:
        yield from faults
    elif algorithm == STEERED and DrawOptions.from_json(given).plain:
        yield fault("D11", "options", algorithm=STEERED)
    elif algorithm != STEERED and not DrawOptions.from_json(given).plain:
        yield fault("D10", "options", algorithm=str(algorithm), steered=STEERED)


def _entry_faults(where: str, entry: object) -> Iterator[Fault]:
    if not isinstance(entry, Mapping):
        yield fault("D04", where, name=where, kind="an object")
        return
    checks = {"id": ("1 to 64 visible ASCII characters", _fits(IDENTITY, entry.get("id")))}
    if "name_hash" in entry:
        checks["name_hash"] = ("64 hex digits", _fits(HASH, entry["name_hash"]))
    else:
        checks["name"] = ("text", _is_text(entry.get("name")))
        checks["salt"] = ("hex digits", _fits(SALT, entry.get("salt")))
    if entry.get("seed") is not None:
        checks["seed"] = ("a whole number from 1", _is_count(entry["seed"]))
    if entry.get("group"):
        checks["group"] = ("1 to 16 small letters and digits", _fits(LABEL, entry["group"]))
    for name, (kind, ok) in checks.items():
        for one in _field(name, entry, kind, ok=ok):
            yield fault(one.code, f"{where}.{name}", name=f"{where}.{name}", kind=kind)


def _field(name: str, data: Mapping[str, Any], kind: str, *, ok: bool) -> Iterator[Fault]:
    if data.get(name) is None:
        yield fault("D03", name, name=name)
    elif not ok:
        yield fault("D04", name, name=name, kind=kind)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


def _is_text(value: object, least: int = 0) -> bool:
    """Whether a value is text that can be written as UTF-8; a lone surrogate can't."""
    if not isinstance(value, str) or len(value) < least:
        return False
    return not any("\ud800" <= letter <= "\udfff" for letter in value)


def _fits(pattern: re.Pattern[str], value: object) -> bool:
    return isinstance(value, str) and pattern.fullmatch(value) is not None

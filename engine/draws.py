"""The draw that anybody can check: commitment, frozen list, seed, order, slots, verification.

Every byte of it stands in ``docs/draw.md``. Secrets and salts come in; nothing random is made here.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Any

from engine.brackets import tables
from engine.draw_options import ALGORITHM, ALL_RANDOM, STEERED, DrawOptions
from engine.draw_results import DrawResult, PairingResult, Result, SteeredResult, TablesResult
from engine.entrants import (
    NO_SOURCE,
    TABLES,
    DrawInputs,
    Entrant,
    Entry,
    Sealed,
    entry_line,
    list_hash,
)
from engine.faults import RuleError
from engine.steering import (
    closed_seeds,
    group_labels,
    meetings,
    slot_count,
    steer,
    steering_faults,
)
from engine.streams import Stream, framed, shuffled, spread_byes

__all__ = [
    "ALGORITHM",
    "COMMITMENT",
    "NO_SOURCE",
    "STEERED",
    "TABLES",
    "DrawInputs",
    "DrawOptions",
    "DrawResult",
    "Entrant",
    "Entry",
    "PairingResult",
    "Result",
    "Sealed",
    "SteeredResult",
    "TablesResult",
    "closed_seeds",
    "commitment",
    "draw",
    "draw_tables",
    "entry_line",
    "group_labels",
    "list_hash",
    "meetings",
    "pair_up",
    "redraw",
    "seed",
    "verify",
]

COMMITMENT = "spadework-commit-1"
PARTNERS = ":partners"
FEWEST = 2


def commitment(event: str, attempt: int, secret: bytes, public_source: str) -> str:
    """Seal a secret before the list is known; published when registration opens.

    ``public_source`` says in words which public value will be mixed in, or "none".

    >>> commitment("e1", 1, bytes(32), "none")[:16]
    'eff03255b9273e5b'
    """
    parts = (COMMITMENT.encode(), event.encode(), _ascii(attempt), secret, public_source.encode())
    return hashlib.sha256(framed(*parts)).hexdigest()


def seed(
    event: str,
    attempt: int,
    list_hash: str,
    secret: bytes,
    public: str,
    algorithm: str = ALGORITHM,
    options: str = "",
) -> str:
    """Make the seed of a draw from everything that was fixed before it.

    ``options`` is their text; it is one more field where the algorithm knows options.

    >>> seed("e1", 1, "00" * 32, bytes(32), "")[:16]
    '0d3d7a80ba857049'
    """
    fixed = (algorithm.encode(), event.encode(), _ascii(attempt), bytes.fromhex(list_hash))
    given = [secret, public.encode(), *([options.encode()] if algorithm == STEERED else [])]
    return hashlib.sha256(framed(*fixed, *given)).hexdigest()


def _ascii(number: int) -> bytes:
    return str(number).encode("ascii")


def draw(
    *,
    event: str,
    attempt: int,
    entrants: Sequence[Entry],
    secret: bytes,
    public_source: str = NO_SOURCE,
    public: str = "",
    options: DrawOptions = ALL_RANDOM,
) -> DrawResult:
    """Draw a single-elimination bracket: by chance alone, or steered where an option is on.

    Raises:
        RuleError: D01 for fewer than two entries, D02 for one id twice, D06 or D07 when the public
            value does not go with its source, D12 to D15 when options and list do not go together.

    >>> pairs = [Entrant(id, id.upper(), "00") for id in ("a1", "b2", "c3")]
    >>> result = draw(event="e1", attempt=1, entrants=pairs, secret=bytes(32))
    >>> len(result.slots), result.slots.count(None), sorted(result.order)
    (4, 1, ['a1', 'b2', 'c3'])
    """
    given = (event, attempt, tuple(entrants), secret, public_source, public)
    lot = _lot(DrawInputs(*given, algorithm=options.algorithm, options=options))
    if len(entrants) < FEWEST:
        raise RuleError.of("D01", "entries")
    stream = Stream(bytes.fromhex(lot.seed))
    if not options.plain:
        out = steer(entrants, options, stream)
        proof = (lot.commitment, lot.list_hash, lot.seed)
        return SteeredResult(*proof, out.order, out.slots, out.met)
    places = slot_count(len(entrants))
    byes = spread_byes(places, places - len(entrants), stream)
    order = shuffled(lot.ids, stream)
    return DrawResult(lot.commitment, lot.list_hash, lot.seed, order, _laid(order, byes))


def _laid(order: Sequence[str], byes: Sequence[int]) -> tuple[str | None, ...]:
    """Lay the entries into the places from the top; a bye has the second place of its match."""
    waiting = iter(order)
    slots: list[str | None] = []
    for bye in byes:
        slots += [next(waiting), None if bye else next(waiting)]
    return tuple(slots)


def draw_tables(
    *,
    algorithm: str,
    event: str,
    attempt: int,
    entrants: Sequence[Entry],
    secret: bytes,
    public_source: str = NO_SOURCE,
    public: str = "",
) -> TablesResult:
    """Draw a bracket of tables of three and four; the algorithm says which of them is the full one.

    The same formulas as ``draw``, with the algorithm's own name in the seed.

    Raises:
        RuleError: as ``draw``; D08 for fewer than three entries.

    >>> players = [Entrant(id, id.upper(), "00") for id in ("a1", "b2", "c3", "d4", "e5")]
    >>> result = draw_tables(algorithm="spadework-draw-threes-1", event="e1", attempt=1,
    ...                      entrants=players, secret=bytes(32))
    >>> sorted(map(len, result.tables))
    [1, 1, 3]
    """
    given = (event, attempt, tuple(entrants), secret, public_source, public)
    lot = _lot(DrawInputs(*given, algorithm=algorithm))
    stream = Stream(bytes.fromhex(lot.seed))
    sizes = tables.laid_out(len(entrants), TABLES[algorithm], stream)
    order = shuffled(lot.ids, stream)
    waiting = iter(order)
    seated = tuple(tuple(islice(waiting, size)) for size in sizes)
    return TablesResult(lot.commitment, lot.list_hash, lot.seed, order, seated)


def pair_up(
    *,
    event: str,
    attempt: int,
    entrants: Sequence[Entry],
    secret: bytes,
    public_source: str = NO_SOURCE,
    public: str = "",
) -> PairingResult:
    """Give partners by lot to those who came alone: the order of the lot, two by two.

    The same formulas as ``draw``, with ":partners" after the event's id, so that neither draw says
    anything about the other.

    >>> singles = [Entrant(id, id.upper(), "00") for id in ("a1", "b2", "c3")]
    >>> result = pair_up(event="e1", attempt=1, entrants=singles, secret=bytes(32))
    >>> len(result.pairs), result.odd_one_out in {"a1", "b2", "c3"}
    (1, True)
    """
    given = (attempt, tuple(entrants), secret, public_source, public)
    lot = _lot(DrawInputs(event + PARTNERS, *given))
    order = shuffled(lot.ids, Stream(bytes.fromhex(lot.seed)))
    pairs = tuple(zip(order[0::2], order[1::2], strict=False))
    odd = order[-1] if len(order) % 2 else None
    return PairingResult(lot.commitment, lot.list_hash, lot.seed, order, pairs, odd)


@dataclass(frozen=True, slots=True)
class _Lot:
    """What is fixed before the first number is drawn."""

    ids: tuple[str, ...]
    commitment: str
    list_hash: str
    seed: str


def _lot(inputs: DrawInputs) -> _Lot:
    """Check the list, the options and the public value, and make the hashes."""
    entrants, algorithm, options = inputs.entrants, inputs.algorithm, inputs.options
    ids = sorted(entrant.id for entrant in entrants)
    for first, second in pairwise(ids):
        if first == second:
            raise RuleError.of("D02", "entries", id=first)
    source, public = inputs.public_source, inputs.public
    if source == NO_SOURCE and public:
        raise RuleError.of("D06", "public")
    if source != NO_SOURCE and not public:
        raise RuleError.of("D07", "public", source=source)
    options.check()
    if faults := tuple(steering_faults(entrants, options)):
        raise RuleError(faults)
    fixed = inputs.event, inputs.attempt
    sealed = commitment(*fixed, inputs.secret, source)
    hashed = list_hash(entrants, algorithm)
    seeded = seed(*fixed, hashed, inputs.secret, public, algorithm, options.text)
    return _Lot(tuple(ids), sealed, hashed, seeded)


def redraw(inputs: DrawInputs) -> Result:
    """Draw from inputs that were read as JSON, whichever kind of draw they are for.

    >>> two = (Sealed("a1", "00" * 32), Sealed("b2", "11" * 32))
    >>> type(redraw(DrawInputs("e1", 1, two, bytes(32), "none", "", kind="partners"))).__name__
    'PairingResult'
    """
    given: dict[str, Any] = {
        "event": inputs.event,
        "attempt": inputs.attempt,
        "entrants": inputs.entrants,
        "secret": inputs.secret,
        "public_source": inputs.public_source,
        "public": inputs.public,
    }
    if inputs.kind == "partners":
        return pair_up(**given)
    if inputs.algorithm in TABLES:
        return draw_tables(algorithm=inputs.algorithm, **given)
    return draw(**given, options=inputs.options)


def verify(inputs: Mapping[str, Any], claimed: Mapping[str, Any]) -> tuple[str, ...]:
    """Draw again from published inputs and name every published result that differs.

    Raises:
        RuleError: the inputs can't be drawn from at all.

    >>> inputs = {"algorithm": ALGORITHM, "event": "e1", "attempt": 1, "secret": "00" * 32,
    ...           "entries": [{"id": "a1", "name_hash": "00" * 32},
    ...                       {"id": "b2", "name_hash": "11" * 32}],
    ...           "public_source": "none", "public": ""}
    >>> claimed = redraw(DrawInputs.from_json(inputs)).to_json()
    >>> verify(inputs, claimed), verify(inputs, {**claimed, "seed": "00" * 32})
    ((), ('seed',))
    """
    again = redraw(DrawInputs.from_json(inputs)).to_json()
    return tuple(name for name, value in again.items() if claimed.get(name) != value)

"""What comes out of a draw, with the hashes that prove it."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Proof:
    """What every draw publishes: the sealed secret, the list, the seed, the order."""

    commitment: str
    list_hash: str
    seed: str
    order: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Write it as the command line does."""
        return {
            "commitment": self.commitment,
            "list_hash": self.list_hash,
            "seed": self.seed,
            "order": list(self.order),
        }


@dataclass(frozen=True, slots=True)
class DrawResult(Proof):
    """A drawn bracket of matches of two. ``slots`` has None where a bye sits."""

    slots: tuple[str | None, ...]

    def to_json(self) -> dict[str, Any]:
        """Write it as the command line does."""
        return {**Proof.to_json(self), "slots": list(self.slots)}


@dataclass(frozen=True, slots=True)
class SteeredResult(DrawResult):
    """A bracket drawn under options; ``met`` names those of one group who meet all the same."""

    met: tuple[tuple[str, str], ...]

    def to_json(self) -> dict[str, Any]:
        """Write it as the command line does."""
        return {**DrawResult.to_json(self), "met": [list(pair) for pair in self.met]}


@dataclass(frozen=True, slots=True)
class TablesResult(Proof):
    """A drawn bracket of tables of three and four. Who is alone at a position has a bye."""

    tables: tuple[tuple[str, ...], ...]

    def to_json(self) -> dict[str, Any]:
        """Write it as the command line does."""
        return {**Proof.to_json(self), "tables": [list(table) for table in self.tables]}


@dataclass(frozen=True, slots=True)
class PairingResult(Proof):
    """Partners by lot; ``odd_one_out`` is None for an even number."""

    pairs: tuple[tuple[str, str], ...]
    odd_one_out: str | None

    def to_json(self) -> dict[str, Any]:
        """Write it as the command line does."""
        pairs = [list(pair) for pair in self.pairs]
        return {**Proof.to_json(self), "pairs": pairs, "odd_one_out": self.odd_one_out}


Result = DrawResult | TablesResult | PairingResult

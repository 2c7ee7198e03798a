"""What an organiser may ask of a draw beforehand: to keep apart, to seed, to favour with byes."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

from engine.faults import Fault, RuleError, fault

ALGORITHM = "spadework-draw-1"
STEERED = "spadework-draw-2"
"""The algorithm of a draw with at least one option; all others draw by chance alone."""

Byes = Literal["drawn", "seeded"]
BYES: tuple[Byes, ...] = ("drawn", "seeded")
BY_NAME = {"apart": "true or false", "seeds": "true or false", "byes": "drawn or seeded"}
"""Every option, and what it may be."""


@dataclass(frozen=True, slots=True)
class DrawOptions:
    """Fixed when the list is closed, and part of what the seed is made from."""

    apart: bool = False
    seeds: bool = False
    byes: Byes = "drawn"

    @property
    def plain(self) -> bool:
        """Whether nothing is asked for: chance alone decides."""
        return self == ALL_RANDOM

    @property
    def algorithm(self) -> str:
        """The algorithm that draws matches of two under these options."""
        return ALGORITHM if self.plain else STEERED

    @property
    def text(self) -> str:
        """How the options go into the seed.

        >>> DrawOptions(seeds=True, byes="seeded").text
        'apart=no seeds=yes byes=seeded'
        """
        said = {False: "no", True: "yes"}
        return f"apart={said[self.apart]} seeds={said[self.seeds]} byes={self.byes}"

    def to_json(self) -> dict[str, Any]:
        """Write all of them down, also those that are off."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: object) -> "DrawOptions":
        """Read options; what is not named is off.

        Raises:
            RuleError: D09 for an option nobody knows, D04 for a value it can't have, D14 for byes
                to the seeded without seeds; all at once.

        >>> DrawOptions.from_json({"apart": True})
        DrawOptions(apart=True, seeds=False, byes='drawn')
        """
        faults = tuple(option_faults(data))
        if faults or not isinstance(data, Mapping):
            raise RuleError(faults)
        return cls(**data)

    def check(self) -> None:
        """Refuse options that were put together here and make no sense together.

        Raises:
            RuleError: as ``from_json``.
        """
        faults = tuple(option_faults(self.to_json()))
        if faults:
            raise RuleError(faults)


ALL_RANDOM = DrawOptions()
"""Every option off."""


def option_faults(data: object) -> Iterator[Fault]:
    """Name everything that keeps data from being options of a draw.

    >>> [one.code for one in option_faults({"luck": 7, "byes": "seeded"})]
    ['D09', 'D14']
    """
    if not isinstance(data, Mapping):
        yield fault("D04", "options", name="options", kind="an object")
        return
    for name, value in data.items():
        where = f"options.{name}"
        if name not in BY_NAME:
            yield fault("D09", where, name=str(name), known=", ".join(BY_NAME))
        elif not (value in BYES if name == "byes" else isinstance(value, bool)):
            yield fault("D04", where, name=where, kind=BY_NAME[name])
    if data.get("byes") == "seeded" and data.get("seeds", False) is False:
        yield fault("D14", "options.byes")

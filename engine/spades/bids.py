"""What one player, or two partners with one voice, promised."""

from dataclasses import dataclass
from typing import Self

from engine.faults import RuleError

MOST_TRICKS = 26


@dataclass(frozen=True, slots=True, order=True)
class Bid:
    """A number of tricks, or nil (0); either may be blind, bid before looking.

    Whether blind bids of tricks are played is for the rules to say.

    Raises:
        RuleError: B03 for a number no hand has.

    >>> Bid(4), Bid(0).is_nil, str(Bid(0, blind=True)), str(Bid(6, blind=True))
    (Bid(tricks=4, blind=False), True, 'blind', 'blind 6')
    """

    tricks: int
    blind: bool = False

    def __post_init__(self) -> None:
        """Refuse what no hand can give."""
        if not 0 <= self.tricks <= MOST_TRICKS:
            raise RuleError.of("B03.any", "bids", high=MOST_TRICKS)

    @property
    def is_nil(self) -> bool:
        """Whether the player promised no trick at all."""
        return self.tricks == 0

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a bid as people write it: ``"4"``, ``"nil"``, ``"blind"`` or ``"blind 6"``.

        Raises:
            RuleError: B30, that is no bid.

        >>> Bid.parse(" Nil "), Bid.parse("blind").blind, Bid.parse("Blind 6")
        (Bid(tricks=0, blind=False), True, Bid(tricks=6, blind=True))
        """
        words = text.strip().lower()
        blind = words.startswith("blind")
        match words.removeprefix("blind").strip():
            case "nil" | "0":
                return cls(0, blind=blind)
            case "" if blind:
                return cls(0, blind=True)
            case digits if digits.isascii() and digits.isdecimal() and len(digits) <= len("26"):
                return cls(int(digits), blind=blind)
            case _:
                raise RuleError.of("B30", "bids", text=text.strip())

    def __str__(self) -> str:
        if self.blind:
            return f"blind {self.tricks}" if self.tricks else "blind"
        return str(self.tricks) if self.tricks else "nil"

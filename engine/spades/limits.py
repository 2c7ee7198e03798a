"""Which numbers one player, and two partners together, may bid: the arithmetic of the house."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class BidLimits:
    """The options that bound a bid. ``zero`` says what a 0 is: nil, a plain number, or nothing."""

    low: int
    high: int
    zero: bool
    both_zero: bool
    team_low: int | None
    team_high: int | None

    @classmethod
    def of(cls, options: Mapping[str, Any]) -> Self:
        """Read the limits out of options by name.

        >>> from engine.spades.rules import STANDARD
        >>> BidLimits.of(STANDARD.to_json()).singles()[-1]
        13
        """
        nil = options["nil_allowed"] and options["zero_is_nil"]
        plain = not options["zero_is_nil"] and options["min_bid"] == 0
        return cls(
            low=max(options["min_bid"], 1),
            high=options["max_bid"],
            zero=nil or plain,
            both_zero=plain or (nil and options["double_nil_allowed"]),
            team_low=options["min_team_bid"],
            team_high=options["max_team_bid"],
        )

    def singles(self) -> tuple[int, ...]:
        """List the numbers one player may bid, whatever the partner bids.

        >>> BidLimits(2, 4, True, False, None, None).singles()
        (0, 2, 3, 4)
        """
        return (*((0,) if self.zero else ()), *range(self.low, self.high + 1))

    def completions(self, first: int) -> tuple[int, ...]:
        """List the numbers that a partner may add to a first bid.

        >>> BidLimits(1, 4, True, False, 3, 5).completions(0), BidLimits(
        ...     1, 4, True, False, 3, 5).completions(4)
        ((3, 4), (0, 1))
        """
        low = 0 if self.team_low is None else self.team_low
        high = 2 * self.high if self.team_high is None else self.team_high
        both = self.both_zero or first > 0
        return tuple(it for it in self.singles() if low <= first + it <= high and (it or both))

    def totals(self) -> frozenset[int]:
        """Everything that two partners may bid together.

        >>> sorted(BidLimits(1, 3, False, False, 4, None).totals())
        [4, 5, 6]
        """
        return frozenset(first + it for first in self.singles() for it in self.completions(first))

    def can_get_stuck(self, tricks: int) -> bool:
        """Whether bids may not add up to the tricks and could leave the last player none.

        >>> BidLimits(1, 4, False, False, 6, None).can_get_stuck(13)
        True
        """
        totals = self.totals()
        only = [(first, self.completions(first)) for first in self.singles()]
        return any(len(rest) == 1 and tricks - first - rest[0] in totals for first, rest in only)

"""Which numbers one player, and two partners together, may bid: the arithmetic of the house."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class BidLimits:
    """The options that bound a bid. ``zero`` says what a 0 is: nil, a plain number, or nothing.

    With ``one_zero`` exactly one of two partners bids 0; with ``single`` a side bids one number.
    """

    low: int
    high: int
    zero: bool
    both_zero: bool
    team_low: int | None
    team_high: int | None
    forbidden: frozenset[int] = frozenset()
    one_zero: bool = False
    single: bool = False

    @classmethod
    def of(cls, options: Mapping[str, Any]) -> Self:
        """Read the limits out of options by name.

        >>> from engine.spades.rules import STANDARD
        >>> BidLimits.of(STANDARD.to_json()).singles()[-1]
        13
        """
        nil = options["nil_allowed"] and options["zero_is_nil"]
        plain = not options["zero_is_nil"] and options["min_bid"] == 0
        suicide = options["variant"] == "suicide"
        strict = suicide and options["suicide_strict"]
        alone = max(map(len, options["sides"])) == 1
        return cls(
            low=max(options["min_bid"], options["suicide_min_bid"] if suicide else 1),
            high=options["max_bid"],
            zero=nil or plain,
            both_zero=plain or (nil and options["double_nil_allowed"] and not strict),
            team_low=options["min_team_bid"],
            team_high=options["max_team_bid"],
            forbidden=frozenset(options["forbidden_team_bids"]),
            one_zero=strict,
            single=alone or options["bid_mode"] != "sum",
        )

    def singles(self) -> tuple[int, ...]:
        """List the numbers one player may bid, whatever the partner bids.

        >>> BidLimits(2, 4, True, False, None, None).singles()
        (0, 2, 3, 4)
        """
        return (*((0,) if self.zero else ()), *range(self.low, self.high + 1))

    def allows(self, total: int) -> bool:
        """Whether a side may bid this number, however it is made up.

        >>> BidLimits(1, 13, True, True, 4, None, frozenset({9})).allows(9)
        False
        """
        low = 0 if self.team_low is None else self.team_low
        high = 2 * self.high if self.team_high is None else self.team_high
        return low <= total <= high and total not in self.forbidden

    def completions(self, first: int) -> tuple[int, ...]:
        """List the numbers that a partner may add to a first bid.

        >>> BidLimits(1, 4, True, False, 3, 5).completions(0), BidLimits(
        ...     1, 4, True, False, 3, 5).completions(4)
        ((3, 4), (0, 1))
        """
        return tuple(it for it in self.singles() if self._fits(first, it))

    def _fits(self, first: int, second: int) -> bool:
        if self.one_zero and (first == 0) == (second == 0):
            return False
        return self.allows(first + second) and (first > 0 or second > 0 or self.both_zero)

    def totals(self) -> frozenset[int]:
        """Everything that a side may bid.

        >>> sorted(BidLimits(1, 3, False, False, 4, None).totals())
        [4, 5, 6]
        """
        if self.single:
            return frozenset(it for it in self.singles() if self.allows(it))
        return frozenset(first + it for first in self.singles() for it in self.completions(first))

    def can_get_stuck(self, tricks: int) -> bool:
        """Whether bids may not add up to the tricks and could leave the last player none.

        >>> BidLimits(1, 4, False, False, 6, None).can_get_stuck(13)
        True
        """
        totals = self.totals()
        if self.single:
            return len(totals) == 1
        only = [(first, self.completions(first)) for first in self.singles()]
        return any(len(rest) == 1 and tricks - first - rest[0] in totals for first, rest in only)

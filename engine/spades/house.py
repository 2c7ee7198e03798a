"""What the house does not allow in bids that are sound numbers: nil, blind nil, limits, sums."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from engine.faults import Fault, Who, fault
from engine.spades.hands import Bid
from engine.spades.rules import RuleSet


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """What is known of the game when a hand is entered; whatever is None is not checked."""

    scores: Mapping[str, int] = field(default_factory=dict)
    """Scores by side before this hand; a side left out stands at 0."""
    dealer: str | None = None
    """Who should deal this hand."""
    hand_no: int | None = None
    """The number of the hand to be entered next."""
    game_over: bool = False
    """Whether the game is already won."""
    winner: str | None = None
    """The side that won it, to be named."""

    def deficit(self, side: str) -> int:
        """How far a side is behind the leader; 0 for the leader (A-14b).

        >>> Context(scores={"NS": 101, "EW": 200}).deficit("NS")
        99
        """
        own = self.scores.get(side, 0)
        return max(self.scores.values(), default=own) - own


NOTHING_KNOWN = Context()


@dataclass(frozen=True, slots=True)
class BidRound:
    """Bids as they stand, to be held against the house rules.

    ``wished`` are seats that asked for blind nil, whether or not they bid 0. With ``only`` just
    what the bid of that seat brings about is asked, as for a bid made now.
    """

    bids: Mapping[str, Bid]
    rules: RuleSet
    context: Context = NOTHING_KNOWN
    wished: frozenset[str] = frozenset()
    only: str | None = None

    def faults(self) -> Iterator[Fault]:
        """Everything the house does not allow (B05 to B13 but B08)."""
        for seat, bid in self.bids.items():
            if self.only in {None, seat}:
                yield from self._single(seat, bid)
                if bid.blind or seat in self.wished:
                    yield from self._blind(seat)
        for side in self.rules.sides:
            if self.only is None or self.only in side:
                yield from self._team(side)
        yield from self._table()

    def _is_nil(self, bid: Bid) -> bool:
        return bid.blind or (bid.is_nil and self.rules.zero_is_nil)

    def _single(self, seat: str, bid: Bid) -> Iterator[Fault]:
        rules, where, is_nil = self.rules, f"bids.{seat}", self._is_nil(bid)
        if bid.tricks < rules.min_bid and not (is_nil and rules.nil_allowed):
            yield fault("B05", where, who=Who(seat), low=rules.min_bid, bid=bid.tricks)
        if is_nil and not rules.nil_allowed:
            yield fault("B06", where, who=Who(seat))

    def _blind(self, seat: str) -> Iterator[Fault]:
        where, side = f"blind.{seat}", self.rules.side_of(seat)
        needs, behind = self.rules.blind_nil_min_deficit, self.context.deficit(side)
        if not self.rules.blind_nil_allowed:
            yield fault("B09", where)
        elif needs is not None and behind < needs:
            key = "B10" if behind > 0 else "B10.ahead"
            yield fault(key, where, side=Who(side), behind=behind, needs=needs)

    def _team(self, side: tuple[str, ...]) -> Iterator[Fault]:
        """Say what partners may not bid together; asked once both have bid."""
        made = [self.bids[seat] for seat in side if seat in self.bids]
        if len(side) == 1 or len(made) < len(side):
            return
        where, name = f"bids.{self.only or self._last_of(side)}", Who("".join(side))
        total, low, high = sum(bid.tricks for bid in made), *self._team_limits()
        if all(map(self._is_nil, made)) and not self.rules.double_nil_allowed:
            yield fault("B07", where)
        if low is not None and total < low:
            yield fault("B11", where, side=name, bid=total, low=low)
        if high is not None and total > high:
            yield fault("B12", where, side=name, bid=total, high=high)

    def _team_limits(self) -> tuple[int | None, int | None]:
        return self.rules.min_team_bid, self.rules.max_team_bid

    def _table(self) -> Iterator[Fault]:
        rules = self.rules
        total = sum(bid.tricks for bid in self.bids.values())
        complete = all(seat in self.bids for seat in rules.seats)
        if rules.forbid_bids_equal_tricks and complete and total == rules.hand_size:
            last = self.only or self._last_of(rules.seats)
            yield fault("B13", f"bids.{last}", who=Who(last), bid=total)

    def _last_of(self, seats: tuple[str, ...]) -> str:
        """Name the seat of these that bids last; without a known dealer the last by name."""
        dealer = self.context.dealer
        if dealer not in self.rules.seats:
            return seats[-1]
        start = self.rules.seats.index(dealer) + 1
        order = self.rules.seats[start:] + self.rules.seats[:start]
        return max(seats, key=order.index)

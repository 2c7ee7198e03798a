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
        """Everything the house does not allow (B05 to B13 but B08).

        >>> from engine.spades.rules import STANDARD
        >>> bids, rules = {"N": Bid(1), "S": Bid(2)}, STANDARD.with_options(min_team_bid=4)
        >>> [one.message for one in BidRound(bids, rules).faults()]
        ['North–South bid 3 together; the minimum is 4.']
        """
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
        """Say what partners may not bid together; a first bid must leave the second one."""
        made = [self.bids[seat] for seat in side if seat in self.bids]
        if len(side) == 1 or not made:
            return
        if len(made) < len(side):
            yield from self._first_of(side, made[0])
            return
        where, name = f"bids.{self.only or self._last_of(side)}", Who("".join(side))
        total, rules = sum(bid.tricks for bid in made), self.rules
        if all(map(self._is_nil, made)) and not rules.double_nil_allowed:
            yield fault("B07", where)
        if rules.min_team_bid is not None and total < rules.min_team_bid:
            yield fault("B11", where, side=name, bid=total, low=rules.min_team_bid)
        if rules.max_team_bid is not None and total > rules.max_team_bid:
            yield fault("B12", where, side=name, bid=total, high=rules.max_team_bid)

    def _first_of(self, side: tuple[str, ...], bid: Bid) -> Iterator[Fault]:
        """Refuse a first bid made now that leaves the partner none, as team limits can."""
        low, high = self.rules.min_team_bid, self.rules.max_team_bid
        if self.only not in side or (low is None and high is None):
            return
        if self.rules.limits.completions(bid.tricks):
            return
        where, params = f"bids.{self.only}", {"side": Who("".join(side)), "who": Who(self.only)}
        if low is not None and bid.tricks < low:
            yield fault("B11.first", where, **params, low=low)
        else:
            yield fault("B12.first", where, **params, high=high)

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

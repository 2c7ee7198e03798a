"""What the house does not allow in bids that are sound numbers: nil, blind nil, limits, sums."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from engine.faults import Fault, Who, fault
from engine.spades.bids import Bid
from engine.spades.facts import bidding_order
from engine.spades.judging import deficit
from engine.spades.rules import RuleSet
from engine.spades.suicide import suicide_faults


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
    first: bool | None = None
    """Whether this is the first hand of the game that counts; None asks its number."""

    spades: Mapping[str, int] | None = None
    """Spades each player holds, where that says what may be bid."""

    @property
    def is_first(self) -> bool | None:
        """Whether this is the first hand, as far as that is known.

        >>> Context(hand_no=1).is_first, Context(hand_no=2, first=True).is_first
        (True, True)
        """
        if self.first is not None:
            return self.first
        return None if self.hand_no is None else self.hand_no == 1


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
        """Everything the house does not allow (B05 to B13, B24 but B08).

        >>> from engine.spades.rules import STANDARD
        >>> bids, rules = {"N": Bid(1), "S": Bid(2)}, STANDARD.with_options(min_team_bid=4)
        >>> [one.message for one in BidRound(bids, rules).faults()]
        ['North–South bid 3 together; the minimum is 4.']
        """
        for seat, bid in self.bids.items():
            if self.only in {None, seat}:
                yield from self._single(seat, bid)
                if bid.blind or seat in self.wished:
                    yield from self._blind(seat, bid)
        for side in self.rules.sides:
            if self.only is None or self.only in (*side, "".join(side)):
                yield from self._team(side)
        if self.rules.variant == "suicide":
            order = bidding_order(self.context.dealer, self.rules)
            yield from suicide_faults(self.bids, order, self.rules, self.only)
        yield from self._table()

    def _is_nil(self, bid: Bid) -> bool:
        return bid.is_nil and (bid.blind or self.rules.zero_counts_as_nil)

    def _single(self, seat: str, bid: Bid) -> Iterator[Fault]:
        rules, where, is_nil = self.rules, f"bids.{seat}", self._is_nil(bid)
        if bid.tricks < rules.min_bid and not (is_nil and rules.nil_allowed):
            yield fault("B05", where, who=Who(seat), low=rules.min_bid, bid=bid.tricks)
        if is_nil and not rules.nil_allowed:
            yield fault("B06", where, who=Who(seat))

    def _blind(self, seat: str, bid: Bid) -> Iterator[Fault]:
        where, rules = f"blind.{seat}", self.rules
        side = seat if seat in rules.side_names else rules.side_of(seat)
        behind = deficit(side, self.context.scores, rules)
        if bid.tricks and any(row.blind for row in rules.contracts):
            return
        needs = rules.blind_nil_min_deficit
        if not rules.blind_nil_allowed:
            yield fault("B09", where)
        elif needs is not None and behind < needs:
            yield _too_close(where, side, behind, needs)

    def _team(self, side: tuple[str, ...]) -> Iterator[Fault]:
        """Say what a side may not bid; a first bid must leave the second one."""
        who = bidders_of(side, self.rules)
        made = {seat: self.bids[seat] for seat in who if seat in self.bids}
        if made and len(made) < len(who) and self.rules.bid_mode == "sum":
            yield from self._first_of(side, next(iter(made.values())))
        if len(made) < len(who):
            return
        where, name, rules = f"bids.{self.only or self._last_of(who)}", "".join(side), self.rules
        total = self._total(made, side)
        several = len(side) > 1
        if self._is_both_nil(made) and not rules.double_nil_allowed and rules.variant != "suicide":
            yield fault("B07", where)
        if several and rules.min_team_bid is not None and total < rules.min_team_bid:
            yield fault("B11", where, side=Who(name), bid=total, low=rules.min_team_bid)
        if several and rules.max_team_bid is not None and total > rules.max_team_bid:
            yield fault("B12", where, side=Who(name), bid=total, high=rules.max_team_bid)
        if total in rules.forbidden_team_bids:
            yield fault("B24", where, side=Who(name), bid=total)
        yield from self._blind_contract(name, made, total)

    def _is_both_nil(self, made: Mapping[str, Bid]) -> bool:
        return len(made) > 1 and all(map(self._is_nil, made.values()))

    def _total(self, made: Mapping[str, Bid], side: tuple[str, ...]) -> int:
        if self.rules.bid_mode == "second_fixes":
            return made[self._last_of(side)].tricks
        return sum(bid.tricks for bid in made.values())

    def _blind_contract(self, side: str, made: Mapping[str, Bid], total: int) -> Iterator[Fault]:
        """Hold a number bid before looking against the rows it may be bid in."""
        numbers = {seat: bid for seat, bid in made.items() if bid.tricks}
        marked = [seat for seat, bid in numbers.items() if bid.blind]
        if not marked or not any(row.blind for row in self.rules.contracts):
            return
        where = f"blind.{marked[0]}"
        if self.rules.bid_mode == "sum" and len(marked) < len(numbers):
            yield fault("B23.both", where)
            return
        yield from self._offered(side, where, {total}, total)

    def _offered(self, side: str, where: str, totals: set[int], said: int) -> Iterator[Fault]:
        """Find a row for one of these numbers of a side, bid before looking, and ask its score."""
        blind = [row for row in self.rules.contracts if row.blind]
        rows = [row for row in blind if any(total in row.bids for total in totals)]
        behind = deficit(side, self.context.scores, self.rules)
        needs = [row.behind or 0 for row in rows]
        if not rows and any(said in row.bids for row in blind):
            yield fault("B23.both", where)
        elif not rows:
            yield fault("B23", where, bid=said)
        elif behind < min(needs):
            yield _too_close(where, side, behind, min(needs))

    def _first_of(self, side: tuple[str, ...], bid: Bid) -> Iterator[Fault]:
        """Refuse a first bid made now that leaves the partner none, as team limits can.

        Nor does a number bid before looking stand, if no bid of the partner makes it one on offer.
        """
        rules, limits = self.rules, self.rules.limits
        low, high = rules.min_team_bid, rules.max_team_bid
        limited = low is not None or high is not None or rules.forbidden_team_bids
        blind = bid.blind and bid.tricks and any(row.blind for row in rules.contracts)
        if self.only not in side or not (limited or blind):
            return
        totals = {bid.tricks + it for it in limits.completions(bid.tricks)}
        if totals:
            if blind:
                yield from self._offered("".join(side), f"blind.{self.only}", totals, bid.tricks)
            return
        where, params = f"bids.{self.only}", {"side": Who("".join(side)), "who": Who(self.only)}
        if low is not None and bid.tricks < low:
            yield fault("B11.first", where, **params, low=low)
        elif high is not None:
            yield fault("B12.first", where, **params, high=high)
        else:
            yield fault("B24.first", where, who=Who(self.only))

    def _table(self) -> Iterator[Fault]:
        rules = self.rules
        total = sum(bid.tricks for bid in self.bids.values())
        complete = bool(rules.bidders) and all(seat in self.bids for seat in rules.bidders)
        if rules.forbid_bids_equal_tricks and complete and total == rules.hand_size:
            last = self.only or self._last_of(rules.bidders)
            yield fault("B13", f"bids.{last}", who=Who(last), bid=total)

    def _last_of(self, names: tuple[str, ...]) -> str:
        """Name who of these bids last; without a known dealer the last by name."""
        order = bidding_order(self.context.dealer, self.rules)
        return max(names, key=order.index)


def bidders_of(side: tuple[str, ...], rules: RuleSet) -> tuple[str, ...]:
    """Name who bids for a side.

    >>> from engine.spades.rules import STANDARD
    >>> bidders_of(("N", "S"), STANDARD)
    ('N', 'S')
    """
    return ("".join(side),) if rules.bid_mode == "team" else side


def _too_close(where: str, side: str, behind: int, needs: int) -> Fault:
    key = "B10" if behind > 0 else "B10.ahead"
    return fault(key, where, side=Who(side), behind=behind, needs=needs)

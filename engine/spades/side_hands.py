"""The one definition of a side's points: its nils, its contract, what it took towards it."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from engine.faults import Who
from engine.spades.rows import ContractRow
from engine.spades.rules import RuleSet
from engine.spades.scores import BLIND, UNBID, Item, Outcome, SideFacts, SideScore, Zero, item

TRICK_POINTS = 10
BY_ROW = ("contracts",)


def score_facts(rules: RuleSet, facts: SideFacts) -> SideScore:
    """Work out what these facts are worth, item by item.

    >>> from engine.spades.rules import STANDARD
    >>> score_facts(STANDARD, SideFacts(4, 6, (Zero("S", False, 2),))).points
    -58
    """
    hand = _SideHand(rules, facts)
    items = tuple(hand.items())
    points = sum(each.points for each in items)
    outcome: Outcome = "wins" if hand.wins_game else ""
    return SideScore(points, hand.bags, items, hand.counts_as_set, outcome, hand.gives)


@dataclass(frozen=True)
class _SideHand:
    """One side of one hand in the words of §9."""

    rules: RuleSet
    facts: SideFacts

    @cached_property
    def nils(self) -> tuple[Zero, ...]:
        plain = not self.rules.zero_counts_as_nil
        return tuple(zero for zero in self.facts.zeros if zero.blind or not plain)

    @cached_property
    def has_contract(self) -> bool:
        return self.facts.how != UNBID and len(self.nils) < self.rules.bidders_a_side

    @cached_property
    def stray(self) -> int:
        """Tricks taken by players who had bid nil."""
        return sum(nil.tricks for nil in self.nils)

    @cached_property
    def took(self) -> int:
        helps = self.rules.failed_nil_tricks == "partner" and self.has_contract
        return self.facts.total if helps else self.facts.total - self.stray

    @cached_property
    def row(self) -> ContractRow | None:
        """The first row of the contracts that is for this bid."""
        blind = self.facts.how == BLIND
        for number, row in enumerate(self.rules.contracts):
            barred = number in self.facts.verdict.barred
            if self.facts.bid in row.bids and row.blind == blind and not barred:
                return row
        return None

    @cached_property
    def is_unit(self) -> bool:
        unit = self.rules.double_nil_scoring == "unit"
        return unit and len(self.nils) == self.rules.bidders_a_side > 1

    @cached_property
    def is_set(self) -> bool:
        if self.facts.how == UNBID or self.facts.verdict.made:
            return False
        return bool(self.facts.verdict.failed) or self.took < self.facts.bid

    @property
    def counts_as_set(self) -> bool:
        if self.rules.failed_nil_is_set and self.stray:
            return True
        return self.is_set and self.has_contract and (self.row is None or self.row.counts_as_set)

    @cached_property
    def overtricks(self) -> int:
        unbid = self.facts.how == UNBID
        return 0 if self.is_set or unbid else max(0, self.took - self.facts.bid)

    @cached_property
    def stray_bags(self) -> int:
        """How many tricks of failed nils are bags."""
        how = self.rules.failed_nil_tricks
        if self.facts.verdict.failed or how == "none" or (how == "partner" and self.has_contract):
            return 0
        if self.is_set and not self.rules.failed_nil_bags_when_set:
            return 0
        return self.stray

    @property
    def bags(self) -> int:
        return 0 if self.is_unit else self.overtricks + self.stray_bags

    @cached_property
    def is_blown(self) -> bool:
        """Whether so many tricks were taken that a made bid turns into a loss."""
        factor, bid = self.rules.blowout_factor, self.facts.bid
        if factor is None or not bid or self.row is not None or self.is_set:
            return False
        return self.has_contract and self.took >= factor * bid

    @cached_property
    def is_moon(self) -> bool:
        every = self.facts.total == self.rules.hand_size and not self.facts.verdict.failed
        return every and (self.rules.moon_when == "any" or self.facts.bid < self.facts.total)

    @property
    def wins_game(self) -> bool:
        if self.is_moon and self.rules.moon_wins_game:
            return True
        made = self.has_contract and not self.is_set
        return made and self.row is not None and self.row.ends_game

    @property
    def gives(self) -> int:
        """Points that every other side gets from this one's contract."""
        if not self.has_contract or self.is_blown:
            return 0
        if self.is_set:
            return self.row.set_to_opponents if self.row else 0
        each = self.row.over_to_opponents if self.row else self.rules.bag_points_to_opponents
        return each * self.overtricks

    def items(self) -> Iterator[Item]:
        if self.is_moon and self.rules.moon_bonus and self.rules.moon_scores == "instead":
            yield item("moon", self.rules.moon_bonus, "moon_bonus", "moon_scores")
            yield from self._endings()
            return
        if self.facts.how == UNBID:
            took = self.facts.total
            yield item("unbid", took * self.rules.unbid_trick_points, n=took)
        elif self.is_unit:
            yield self._unit_item()
        else:
            yield from self._nil_items()
            yield from self._contract_items()
        if self.is_moon and self.rules.moon_bonus and not self.is_unit:
            yield item("moon", self.rules.moon_bonus)
        yield from self._endings()

    def _endings(self) -> Iterator[Item]:
        if self.is_moon and self.rules.moon_wins_game:
            yield item("moon_wins", 0)
        elif self.wins_game:
            yield item("row_wins", 0, bid=self.facts.bid)

    def _nil_items(self) -> Iterator[Item]:
        for seat, blind, tricks in self.nils:
            stake = self.rules.blind_nil_value if blind else self.rules.nil_value
            kind = "blind" if blind else "nil"
            if seat in self.facts.verdict.failed and not tricks:
                yield item("nil_renege", -stake, who=Who(seat))
            elif tricks:
                yield item(f"{kind}_failed", -stake, who=Who(seat), n=tricks)
            else:
                yield item(f"{kind}_made", stake, who=Who(seat))

    def _unit_item(self) -> Item:
        rules = self.rules
        stake = sum(rules.blind_nil_value if nil.blind else rules.nil_value for nil in self.nils)
        failed = bool(self.stray or self.facts.verdict.failed)
        return item("unit_failed", -stake) if failed else item("unit_made", stake)

    def _contract_items(self) -> Iterator[Item]:
        if self.has_contract and self.is_set:
            yield self._set_item()
        elif self.has_contract:
            yield from self._made_items()
        elif self.overtricks:
            yield item("bags", self.overtricks * self.rules.bag_points, n=self.overtricks)
        if self.stray_bags:
            worth = self.rules.bag_points if self.rules.failed_nil_bag_points else 0
            yield item("nil_bags", self.stray_bags * worth, n=self.stray_bags)

    def _set_item(self) -> Item:
        bid, failed = self.facts.bid, self.facts.verdict.failed
        short = bid if failed else bid - self.took
        how = {"bid": bid, "shortfall": short, "none": 0}[self.rules.set_penalty]
        points = self.row.worth(self.row.set, bid) if self.row else -TRICK_POINTS * how
        by = BY_ROW if self.row else ()
        if failed:
            return item("renege", points, *by, bid=bid, who=Who(failed[0]))
        return item("set", points, *by, bid=bid, took=self.took)

    def _made_items(self) -> Iterator[Item]:
        bid, over = self.facts.bid, self.overtricks
        shown = {"bid": bid, "took": self.took}
        if self.is_blown:
            yield item("blowout", -TRICK_POINTS * bid, **shown)
            return
        made, each, by = self._terms()
        key = "ruled_made" if self.facts.verdict.made and self.took < bid else "made"
        if over and each == 1:
            keys = by or ("bid_mode", "bag_points")
            yield item("made_bags", made + over, *keys, **{**shown, "worth": made}, n=over)
            return
        yield item(key, made, *by, **{**shown, "worth": made})
        if over:
            yield item("bags", over * each, *by, n=over)

    def _terms(self) -> tuple[int, int, tuple[str, ...]]:
        """Points for the bid, points for each trick above it, and the rule that says so."""
        row, bid = self.row, self.facts.bid
        if row is None:
            return TRICK_POINTS * bid, self.rules.bag_points, ()
        line = row.made_over if self.overtricks and row.made_over is not None else row.made
        return row.worth(line, bid), row.over, BY_ROW

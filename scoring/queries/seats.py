"""One hand laid out: who bids in which order, what they bid, and what must be asked after it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.spades.bidding import bidding_order
from engine.spades.facts import second_of
from engine.spades.hands import Bid
from engine.spades.held import held_by_bids, says_held
from engine.spades.rules import RuleSet
from engine.spades.targets import spades_in_deck
from engine.spades.variants import TARGETS_HELD
from scoring.models import Hand
from scoring.queries.sheets import bid_words
from scoring.queries.sides import SideBoard

PARTNERS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """One seat in bidding order, or one side where partners bid together.

    ``deals`` and ``leads`` may be said of a side; ``dealer`` and ``leader`` then name the person.
    """

    code: str
    letter: str
    name: str
    bid: Bid | None
    words: str
    """The bid as the table says it, or nothing yet."""
    is_now: bool
    deals: bool
    leads: bool
    dealer: str = ""
    leader: str = ""
    is_hidden: bool = False

    @property
    def is_word(self) -> bool:
        """Whether the bid is said in words, which need more room than a number."""
        return bool(self.words) and not self.words.isdecimal()


@dataclass(frozen=True, slots=True, kw_only=True)
class Contract:
    """What one side has bid together, said large, who said what, and which cards change hands."""

    letter: str
    call: str
    each: str
    exchange: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Pad:
    """What has to be asked after a hand: tricks of every side but the last, and every nil.

    ``held`` are those whose spades nobody knows yet, but for the last of them, ``left`` are the
    spades among them all; ``aces`` are those who may have held the ace, where that is asked.
    """

    asked: tuple[SideBoard, ...]
    rest: SideBoard
    nils: tuple[Seat, ...]
    likely: Mapping[str, int]
    size: int
    held: tuple[Seat, ...] = ()
    follows: Seat | None = None
    left: int = 0
    aces: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """Everything needed to lay out the seats of one hand."""

    rules: RuleSet
    boards: tuple[SideBoard, ...]
    names: Mapping[str, str]
    hand: Hand
    turn: str | None = None
    hidden: bool = False

    def seats(self) -> tuple[Seat, ...]:
        """Lay out who bids, in bidding order; where nobody bids, who sits here."""
        return tuple(self._seat(name) for name in bidding_order(self.hand.dealer, self.rules))

    def _seat(self, name: str) -> Seat:
        rules, dealer = self.rules, self.hand.dealer
        leader = rules.left_of(dealer)
        members = (name,) if name in rules.seats else rules.seats_of(name)
        side = rules.side_of(members[0])
        bid = bid_of(self.hand, name)
        is_side = len(members) > 1
        return Seat(
            code=name,
            letter=next(board.letter for board in self.boards if board.name == side),
            name=self.names.get(name, name),
            bid=bid,
            words=self._words(bid),
            is_now=name == self.turn,
            deals=dealer in members,
            leads=leader in members,
            dealer=self.names.get(dealer, dealer) if is_side else "",
            leader=self.names.get(leader, leader) if is_side else "",
            is_hidden=self.hidden,
        )

    def _words(self, bid: Bid | None) -> str:
        if bid is None:
            return ""
        return _("is in") if self.hidden else call_of(bid, self.rules)

    def contract(self, board: SideBoard) -> Contract:
        """Say what one side has bid."""
        members = (*self.rules.seats_of(board.name), board.name)
        seats = [seat for seat in self.seats() if seat.code in members and seat.bid]
        seats.sort(key=lambda seat: members.index(seat.code))
        bids = [seat.bid for seat in seats if seat.code in self._counting(board) and seat.bid]
        told = [f"{seat.name} {seat.words.lower()}" for seat in seats]
        return Contract(
            letter=board.letter,
            call=self._call(side_bid_words(bids, self.rules)),
            each=", ".join(told) if len(told) > 1 else self._alone(board),
            exchange=self._exchange(seats),
        )

    def _call(self, words: str) -> str:
        if self.rules.variant == "mirror":
            return _("Holds %(bid)s") % {"bid": words}
        return _("Bid %(bid)s") % {"bid": words}

    def _alone(self, board: SideBoard) -> str:
        return self.names.get(board.name, board.team)

    def _counting(self, board: SideBoard) -> tuple[str, ...]:
        """Name whose bids count for a side: all, or only the partner's who bid second."""
        seats = self.rules.seats_of(board.name)
        if self.rules.bid_mode == "second_fixes":
            return (second_of(seats, self.hand.dealer, self.rules),)
        return seats if len(seats) == 1 else (board.name, *seats)

    def _exchange(self, seats: Sequence[Seat]) -> str:
        blind = [seat for seat in seats if seat.bid and seat.bid.blind and seat.bid.is_nil]
        if len(seats) != PARTNERS or len(blind) != 1 or not self.rules.blind_nil_exchange:
            return ""
        partner = next(seat for seat in seats if seat is not blind[0])
        return _("%(bidder)s and %(partner)s swap %(n)d cards before the first lead.") % {
            "bidder": blind[0].name,
            "partner": partner.name,
            "n": self.rules.blind_nil_exchange,
        }

    def pad(self) -> Pad:
        """Say what has to be asked once the hand is played."""
        *asked, rest = self.boards
        seats = self.seats()
        shared = {seat for side in self.rules.sides if len(side) > 1 for seat in side}
        unknown = self._unknown(seats)
        return Pad(
            asked=tuple(asked),
            rest=rest,
            nils=tuple(it for it in seats if it.bid and it.bid.is_nil and it.code in shared),
            likely={board.name: self._likely(board) for board in self.boards if self.hand.bids},
            size=self.rules.hand_size,
            held=unknown[:-1],
            follows=unknown[-1] if unknown else None,
            left=self._spades_left(),
            aces=seats if self._asks_ace() else (),
        )

    def _likely(self, board: SideBoard) -> int:
        bids = (bid_of(self.hand, name) for name in self._counting(board))
        return sum(int(bid.tricks) for bid in bids if bid is not None)

    def _unknown(self, seats: Sequence[Seat]) -> tuple[Seat, ...]:
        """Name those of whom neither a bid nor what is left says how many spades they held."""
        if self.rules.variant not in TARGETS_HELD:
            return ()
        known = held_by_bids(self.hand.bids, self.rules)
        return tuple(seat for seat in seats if seat.code not in known)

    def _spades_left(self) -> int:
        told = [bid for bid in self.hand.bids.values() if says_held(bid, self.rules)]
        return int(spades_in_deck(self.rules) - sum(told))

    def _asks_ace(self) -> bool:
        rules = self.rules
        return (
            rules.variant == "whiz" and not rules.whiz_nil_with_ace and 0 in self.hand.bids.values()
        )


def bid_of(hand: Hand, name: str) -> Bid | None:
    """Read the bid a seat or a side has made in a hand, if it has."""
    return Bid(hand.bids[name], blind=name in hand.blind) if name in hand.bids else None


def is_nil_call(bid: Bid, rules: RuleSet) -> bool:
    """Whether a bid of 0 is a nil here, and not a plain 0.

    >>> from engine.spades.rules import STANDARD
    >>> is_nil_call(Bid(0), STANDARD), is_nil_call(Bid(0), STANDARD.with_options(zero_is_nil=False))
    (True, False)
    """
    return bid.is_nil and (bid.blind or (rules.nil_allowed and rules.zero_counts_as_nil))


def call_of(bid: Bid, rules: RuleSet) -> str:
    """Say a bid as the table does, by the rules it was made under.

    >>> from engine.spades.rules import STANDARD
    >>> call_of(Bid(4), STANDARD), call_of(Bid(0), STANDARD), call_of(Bid(6, blind=True), STANDARD)
    ('4', 'Nil', 'Blind 6')
    """
    if bid.is_nil:
        return bid_words(bid) if is_nil_call(bid, rules) else "0"
    return _("Blind %(bid)d") % {"bid": bid.tricks} if bid.blind else str(bid.tricks)


def side_bid_words(bids: Sequence[Bid], rules: RuleSet) -> str:
    """Say what partners have bid together: their tricks, then their nils.

    >>> from engine.spades.rules import STANDARD
    >>> side_bid_words([Bid(4), Bid(0)], STANDARD)
    '4 + nil'
    """
    open_bids = [bid for bid in bids if not is_nil_call(bid, rules)]
    nils = [call_of(bid, rules).lower() for bid in bids if is_nil_call(bid, rules)]
    tricks = str(sum(bid.tricks for bid in open_bids))
    if any(bid.blind for bid in open_bids):
        tricks = _("blind %(bid)s") % {"bid": tricks}
    return " + ".join([*([tricks] if open_bids else []), *nils])

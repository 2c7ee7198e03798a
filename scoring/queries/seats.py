"""One hand before it is played: the seats in bidding order, what they bid, what must be asked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.spades.bidding import bidding_order
from engine.spades.hands import Bid
from engine.spades.rules import RuleSet
from scoring.models import Hand
from scoring.queries.sheets import bid_words
from scoring.queries.sides import SideBoard

PARTNERS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """One seat in bidding order."""

    code: str
    letter: str
    name: str
    bid: Bid | None
    is_now: bool
    deals: bool
    leads: bool

    @property
    def words(self) -> str:
        """The bid as the table says it, or nothing yet."""
        return bid_words(self.bid) if self.bid else ""

    @property
    def is_word(self) -> bool:
        """Whether the bid is said in words, which need more room than a number."""
        return self.bid is not None and self.bid.is_nil


@dataclass(frozen=True, slots=True, kw_only=True)
class Contract:
    """What one side has bid together, said large, who said what, and which cards change hands."""

    letter: str
    call: str
    each: str
    exchange: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Pad:
    """What has to be asked after a hand: tricks of every side but the last, and every nil."""

    asked: tuple[SideBoard, ...]
    rest: SideBoard
    nils: tuple[Seat, ...]
    likely: Mapping[str, int]
    size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """Everything needed to lay out the seats of one hand."""

    rules: RuleSet
    boards: tuple[SideBoard, ...]
    names: Mapping[str, str]
    hand: Hand | None
    dealer: str
    turn: str | None

    def seats(self) -> tuple[Seat, ...]:
        """Lay out the seats in bidding order."""
        order = bidding_order(self.dealer, self.rules)
        letters = {board.name: board.letter for board in self.boards}
        return tuple(
            Seat(
                code=seat,
                letter=letters[self.rules.side_of(seat)],
                name=self.names.get(seat, seat),
                bid=bid_of(self.hand, seat),
                is_now=seat == self.turn,
                deals=seat == self.dealer,
                leads=seat == order[0],
            )
            for seat in order
        )

    def contract(self, board: SideBoard) -> Contract:
        """Say what one side has bid."""
        order = self.rules.seats_of(board.name)
        seats = sorted(
            (seat for seat in self.seats() if seat.code in order),
            key=lambda seat: order.index(seat.code),
        )
        call = side_bid_words([seat.bid for seat in seats if seat.bid])
        return Contract(
            letter=board.letter,
            call=_("Bid %(bid)s") % {"bid": call},
            each=", ".join(f"{seat.name} {seat.words.lower()}" for seat in seats),
            exchange=self._exchange(seats),
        )

    def _exchange(self, seats: Sequence[Seat]) -> str:
        blind = [seat for seat in seats if seat.bid and seat.bid.blind]
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
        bids = self.hand.bids if self.hand else {}
        return Pad(
            asked=tuple(asked),
            rest=rest,
            nils=tuple(seat for seat in self.seats() if seat.bid and seat.bid.is_nil),
            likely={
                board.name: sum(bids.get(seat, 0) for seat in self.rules.seats_of(board.name))
                for board in self.boards
            },
            size=self.rules.hand_size,
        )


def bid_of(hand: Hand | None, seat: str) -> Bid | None:
    """Read the bid a seat has made in a hand, if it has."""
    if hand is None or seat not in hand.bids:
        return None
    return Bid(hand.bids[seat], blind=seat in hand.blind)


def side_bid_words(bids: Sequence[Bid]) -> str:
    """Say what partners have bid together: their tricks, then their nils.

    >>> side_bid_words([Bid(4), Bid(0)])
    '4 + nil'
    """
    tricks = [bid.tricks for bid in bids if not bid.is_nil]
    nils = [bid_words(bid).lower() for bid in bids if bid.is_nil]
    return " + ".join([*([str(sum(tricks))] if tricks else []), *nils])

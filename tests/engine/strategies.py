"""Hypothesis strategies: legal hands, rule sets that are accepted, and things people type."""

from hypothesis import strategies as st

from engine.faults import RuleError
from engine.spades.hands import Bid, HandSheet
from engine.spades.options import OPTIONS
from engine.spades.rules import STANDARD

SEATS = STANDARD.seats
BIDS = st.one_of(
    st.integers(0, 13).map(Bid), st.integers(1, 5).map(Bid), st.just(Bid(0, blind=True))
)


@st.composite
def tricks(draw):
    cuts = sorted(draw(st.lists(st.integers(0, 13), min_size=3, max_size=3)))
    counts = [high - low for low, high in zip([0, *cuts], [*cuts, 13], strict=True)]
    return dict(zip(SEATS, counts, strict=True))


@st.composite
def sheets(draw, *, renege=False):
    bids = {seat: draw(BIDS) for seat in SEATS}
    guilty = draw(st.lists(st.sampled_from(SEATS), unique=True, max_size=2)) if renege else []
    return HandSheet(draw(st.sampled_from(SEATS)), bids, draw(tricks()), tuple(guilty))


def _values(name, option):
    usual = getattr(STANDARD, name)
    match option.kind:
        case "bool":
            values = st.booleans()
        case "choice":
            values = st.sampled_from(option.choices)
        case "renege":
            values = st.sampled_from(["none", "auto_fail", "game_loss", "transfer:3", "transfer:1"])
        case "int":
            low, high = max(option.low, -250), min(option.high, 600)
            values = st.one_of(st.integers(low, high), st.integers(max(low, -20), min(high, 20)))
        case _:
            values = st.just(usual)
    return st.one_of(values, st.none()) if option.nullable else values


def _accepted(options):
    try:
        return STANDARD.with_options(**options)
    except RuleError:
        return None


FREE = sorted(set(OPTIONS) - {"hand_size", "removed_cards", "jokers", "min_bid", "max_bid"})
"""Options that can be set alone without asking for another deck or another range of bids."""

FREE_OPTIONS = st.fixed_dictionaries({}, optional={n: _values(n, OPTIONS[n]) for n in FREE})

rule_sets = FREE_OPTIONS.map(_accepted).filter(lambda rules: rules is not None)

anything = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-3, 20),
        st.integers(),
        st.floats(),
        st.text(max_size=5),
        st.sampled_from(["N", "E", "S", "W", "NS", "EW", "3", "auto_fail"]),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(
            st.sampled_from(["N", "E", "S", "W", "NS", "EW", "X", "from", "to", "cards", ""]),
            inner,
            max_size=5,
        ),
    ),
    max_leaves=8,
)

typed_hands = st.fixed_dictionaries(
    {},
    optional={
        "dealer": anything,
        "hand_no": anything,
        "bids": st.one_of(
            anything,
            st.fixed_dictionaries(
                {}, optional=dict.fromkeys(SEATS, BIDS.map(lambda bid: bid.tricks) | anything)
            ),
        ),
        "blind": anything,
        "tricks": st.one_of(anything, tricks()),
        "renege": anything,
        "exchange": anything,
    },
)

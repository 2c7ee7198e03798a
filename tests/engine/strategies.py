"""Hypothesis strategies: legal hands, rule sets that are accepted, and things people type."""

from hypothesis import strategies as st

from engine.faults import RuleError
from engine.spades.hands import Bid, HandSheet
from engine.spades.options import OPTIONS
from engine.spades.rules import PRESETS, STANDARD

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


def _tricks_of(draw, rules):
    """Any counts that add up to the tricks of a hand."""
    left, counts = rules.hand_size, {}
    for seat in rules.seats[:-1]:
        counts[seat] = draw(st.integers(0, left))
        left -= counts[seat]
    return {**counts, rules.seats[-1]: left}


@st.composite
def hands_of(draw, rules):
    """A hand of any rule set: numbers in range, whether or not the house allows the bids."""
    bids = {}
    blind_rows = any(row.blind for row in rules.contracts)
    for name in rules.bidders:
        number = draw(st.integers(0 if rules.bid_mode == "sum" else 1, rules.hand_size))
        bids[name] = Bid(number, blind=draw(st.booleans()) and (blind_rows or number == 0))
    if rules.first_hand == "itself" and draw(st.booleans()):
        bids = {}
    dealer = draw(st.sampled_from(rules.seats))
    return HandSheet(dealer, bids, _tricks_of(draw, rules), rules=rules)


ROWS = st.builds(
    lambda low, more, rest: {"low": low, "high": min(13, low + more), **rest},
    st.integers(1, 13),
    st.integers(0, 4),
    st.fixed_dictionaries(
        {
            "made": st.tuples(st.integers(-20, 20), st.integers(-250, 250)).map(list),
            "set": st.tuples(st.integers(-20, 20), st.integers(-250, 250)).map(list),
        },
        optional={
            "blind": st.booleans(),
            "behind": st.integers(1, 120),
            "made_over": st.just([0, 75]),
            "over": st.integers(-2, 2),
            "over_to_opponents": st.integers(0, 2),
            "set_to_opponents": st.integers(0, 60),
            "counts_as_set": st.booleans(),
            "ends_game": st.booleans(),
        },
    ),
)
EFFECTS = st.sampled_from(
    ["none", "warn", "auto_fail", "opponents_made", "replay", "game_loss", "transfer:3", "drop:1"]
)
PENALTIES = st.lists(
    st.fixed_dictionaries(
        {"offence": st.sampled_from(["table_talk", "conduct", "phone"]), "effect": EFFECTS},
        optional={"nth": st.integers(1, 3), "phase": st.sampled_from(["before_bid", "after_bid"])},
    ),
    max_size=3,
)
ORDERS = ["continue", ["low_bags", "continue"], ["last_bid", "sudden_death"], "sudden_death"]


def _values(name, option, usual):
    match option.kind:
        case "bool":
            values = st.booleans()
        case "choice":
            values = st.sampled_from(option.choices)
        case "effect" | "claim":
            values = EFFECTS
        case "order":
            values = st.sampled_from(ORDERS)
        case "numbers":
            values = st.lists(st.integers(option.low, 14), unique=True, max_size=2)
        case "several":
            values = st.lists(st.sampled_from(option.choices), unique=True, max_size=3)
        case "rows":
            values = st.lists(ROWS, max_size=3) if name == "contracts" else PENALTIES
        case "int":
            low, high = max(option.low, -250), min(option.high, 600)
            values = st.one_of(st.integers(low, high), st.integers(max(low, -20), min(high, 20)))
        case _:
            values = st.just(usual)
    return st.one_of(values, st.none()) if option.nullable else values


def _accepted(rules, options):
    try:
        return rules.with_options(**options)
    except RuleError:
        return None


BOUND = {"hand_size", "removed_cards", "jokers", "min_bid", "max_bid", "first_trick"}
"""Options that ask for another deck or another range of bids when set alone."""


def free_options(rules, without=()):
    names = [
        name
        for name, option in OPTIONS.items()
        if rules.variant in option.games and name not in {*BOUND, *without}
    ]
    some = st.lists(st.sampled_from(names), unique=True, max_size=7)
    return some.flatmap(
        lambda chosen: st.fixed_dictionaries(
            {name: _values(name, OPTIONS[name], getattr(rules, name)) for name in chosen}
        )
    )


def rules_like(rules, without=()):
    """Rule sets of one game that are accepted."""
    made = free_options(rules, without).map(lambda options: _accepted(rules, options))
    return made.filter(lambda it: it is not None)


FREE_OPTIONS = free_options(STANDARD)
rule_sets = rules_like(STANDARD, without=("bid_mode",))
any_rules = st.sampled_from(list(PRESETS.values())).flatmap(rules_like)

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

typed_rulings = st.lists(
    st.fixed_dictionaries(
        {},
        optional={
            "offence": st.sampled_from(["phone", "renege", "rain"]) | anything,
            "seat": st.sampled_from(["N", "A", "NS"]) | anything,
            "nth": st.integers(0, 11) | anything,
            "phase": st.sampled_from(["any", "before_bid"]) | anything,
            "effect": EFFECTS | anything,
        },
    ),
    max_size=2,
)
NAMES = ["N", "E", "S", "W", "A", "B", "C", "NS", "EW"]


@st.composite
def typed_for(draw, rules):
    """A hand of these rules as somebody might type it, with one or two things amiss."""
    hand = draw(hands_of(rules)).to_json()
    if rules.variant in {"mirror", "whiz"}:
        hand["spades"] = {seat: bid or 0 for seat, bid in hand["bids"].items()}
    for part in draw(st.lists(st.sampled_from(["bids", "tricks", "spades"]), max_size=2)):
        hand.setdefault(part, {})[draw(st.sampled_from(NAMES))] = draw(anything)
    more = draw(
        st.fixed_dictionaries(
            {},
            optional={
                "rulings": typed_rulings | anything,
                "misdeal": st.sampled_from(["wrong_count", "peek"]) | anything,
                "time_called": st.booleans() | anything,
                "ace": st.sampled_from(NAMES) | anything,
                "tricks": st.just({}) | anything,
                "blind": st.lists(st.sampled_from(NAMES), max_size=2),
            },
        )
    )
    return hand | more


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

"""Games with rulings, void hands and time called, at tables of two, three and four sides."""

from hypothesis import given
from hypothesis import strategies as st

from engine.spades.games import replay
from engine.spades.hands import HandSheet, Ruling
from tests.engine.slow_scorer import slow_game
from tests.engine.strategies import any_rules, hands_of

PLAIN = ["warn", "none", "future_ban", "points:30", "drop:2", "transfer:3", "replay"]
PLAIN_EFFECT = st.sampled_from(PLAIN)
EVERY_EFFECT = st.sampled_from([*PLAIN, "auto_fail", "opponents_made", "game_loss", "event_out"])


@st.composite
def ruled_hands(draw, rules, effects=EVERY_EFFECT):
    """A hand of any rules on which something may have been ruled, or which did not count."""
    hand = draw(hands_of(rules))
    seats = st.sampled_from([*rules.seats, *rules.side_names])
    rulings = draw(
        st.lists(
            st.builds(Ruling, offence=st.just("conduct"), seat=seats, effect=effects), max_size=2
        )
    )
    what = draw(st.sampled_from(["", "", "", "misdeal", "time", "stopped"]))
    tricks = {} if what == "stopped" and rules.time_up == "stop" else dict(hand.tricks)
    misdeal = rules.misdeal_causes[0] if what == "misdeal" and rules.misdeal_causes else None
    return HandSheet(
        hand.dealer,
        dict(hand.bids),
        tricks,
        rules=rules,
        rulings=tuple(rulings),
        misdeal=misdeal,
        time_called=what in {"time", "stopped"},
    )


def turned(hand, rules):
    """The same hand with everybody one seat further to the left."""

    def left(name):
        if name in rules.seats:
            return rules.left_of(name)
        return rules.side_of(rules.left_of(name[0]))

    rulings = [
        Ruling(offence=it.offence, seat=left(it.seat), effect=it.effect) for it in hand.rulings
    ]
    return HandSheet(
        left(hand.dealer),
        {left(name): bid for name, bid in hand.bids.items()},
        {left(name): count for name, count in hand.tricks.items()},
        rules=rules,
        rulings=tuple(rulings),
        misdeal=hand.misdeal,
        time_called=hand.time_called,
    )


@given(st.data(), any_rules)
def test_turning_the_table_turns_the_result_for_any_number_of_sides(data, rules):
    hands = data.draw(st.lists(ruled_hands(rules), max_size=6))
    one, other = replay(hands, rules), replay([turned(hand, rules) for hand in hands], rules)
    left = {side: rules.side_of(rules.left_of(side[0])) for side in rules.side_names}
    assert other.totals == {left[side]: total for side, total in one.totals.items()}
    assert other.tallies == {left[side]: tally for side, tally in one.tallies.items()}
    assert (other.winner, other.status) == (left.get(one.winner), one.status)


@given(st.data(), any_rules)
def test_totals_with_rulings_and_void_hands_never_drift_from_the_slow_scorer(data, rules):
    hands = data.draw(st.lists(ruled_hands(rules, PLAIN_EFFECT), max_size=6))
    state = replay(hands, rules)
    told = [
        {side: (it.total, it.bag_total) for side, it in hand.sides.items()} for hand in state.hands
    ]
    assert told == slow_game(hands, rules)[: len(told)]


@given(st.data(), any_rules, st.integers(0, 6))
def test_corrected_game_is_the_game_entered_afresh(data, rules, place):
    hands = data.draw(st.lists(ruled_hands(rules), min_size=1, max_size=6))
    other = data.draw(ruled_hands(rules))
    corrected = list(hands)
    corrected[place % len(hands)] = other
    afresh = [HandSheet.from_json(hand.to_json(), rules) for hand in corrected]
    before = replay(corrected[: place % len(hands)], rules)
    assert replay(afresh, rules) == replay(corrected, rules)
    assert replay(corrected[place % len(hands) :], rules, after=before) == replay(corrected, rules)

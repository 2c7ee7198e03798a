"""Whatever JSON is sent as a hand, in whatever game: faults with places, never an error of ours."""

from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.spades.rules import PRESETS, STANDARD, preset
from tests.scoring.any_game import game_under
from tests.scoring.test_api import Phone

pytestmark = [pytest.mark.django_db, pytest.mark.fuzz]

GAMES = {
    **PRESETS,
    "one voice": STANDARD.with_options(bid_mode="team"),
    "second fixes": STANDARD.with_options(bid_mode="second_fixes"),
    "first bids itself": STANDARD.with_options(first_hand="itself"),
    "thrown in": STANDARD.with_options(min_table_bid=11),
    "ace": preset("whiz").with_options(whiz_nil_with_ace=False),
}
PLAIN = (
    st.none()
    | st.booleans()
    | st.integers(-2, 30)
    | st.floats()
    | st.sampled_from(["N", "A", "NS", "nil", "blind", "blind 6", "3", "wrong_count", "AS", ""])
    | st.text(max_size=4)
)
NAMES = st.sampled_from([*"NESWABC", "NS", "EW", "X", "", "from", "to", "cards"])
ANYTHING = st.recursive(
    PLAIN,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=5),
    max_leaves=12,
)


@pytest.mark.parametrize("key", GAMES)
def test_any_json_is_told_what_is_wrong_with_it(key):
    phone = Phone(game_under(GAMES[key]).match.table)

    @settings(
        max_examples=25, deadline=None, suppress_health_check=list(HealthCheck), database=None
    )
    @given(
        st.dictionaries(
            st.sampled_from(["bids", "tricks", "spades", "ace", "misdeal", "exchange"]), ANYTHING
        ),
        ANYTHING,
        ANYTHING,
    )
    def send(said, cause, bids):
        number = phone.read()["next_hand"]
        answers = [
            phone.post("hand", 1, number, **said, entry_key=str(uuid4())),
            phone.post("tricks", 1, number, **said, entry_key=str(uuid4())),
            phone.post("misdeal", 1, number, cause=cause, entry_key=str(uuid4())),
            phone.bid(number=number, bids=bids),
            phone.bid(number=number, seat="N", bid=cause),
        ]
        for answer in answers:
            assert answer.status_code in {200, 201, 409, 422}
            if answer.status_code == 422:
                assert all(it["code"] and it["message"] for it in answer.json()["faults"])

    send()

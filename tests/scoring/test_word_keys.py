"""Where the keys with words stand: a few on top, many below the numbers that most people tap."""

import pytest

from engine.spades.rules import preset
from tests.scoring.any_game import STARTS, game_under, match_under
from tests.scoring.table_rows import address

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("rules", "word", "on_top"),
    [(preset("standard"), "key-nil", True), (STARTS["blues-bowl"], "key-blind-6", False)],
)
def test_a_dozen_blind_bids_stand_below_the_numbers(client, rules, word, on_top):
    match = match_under(rules)
    game_under(rules, match=match)
    html = client.get(address(match, "table")).text
    assert html.count(f'id="{word}"') == 1
    assert (html.index(f'id="{word}"') < html.index('id="key-1"')) == on_top

"""What a renege costs, by the house's choice."""

import pytest

from engine.spades.hands import Bid, HandSheet, score_hand
from engine.spades.rules import STANDARD


def ruled(penalty, numbers=(4, 2, 3, 3), tricks=(5, 2, 3, 3), guilty=("N",), blind=(), **options):
    named = zip("NESW", numbers, strict=True)
    bids = {seat: Bid(bid, blind=seat in blind) for seat, bid in named}
    sheet = HandSheet("W", bids, dict(zip("NESW", tricks, strict=True)), tuple(guilty))
    rules = STANDARD.with_options(renege_penalty=penalty, **options)
    sides = score_hand(sheet, rules).sides
    lines = [line.say() for line in sides["NS"].lines]
    return [(it.points, it.bags) for it in sides.values()], lines


@pytest.mark.parametrize(
    ("penalty", "points", "lines"),
    [
        ("none", [(71, 1), (50, 0)], ["bid 7 took 8: 70 + 1 bag"]),
        ("auto_fail", [(-70, 0), (50, 0)], ["bid 7, renege by North, set: −70"]),
        (
            "transfer:3",
            [(-70, 0), (53, 3)],
            ["3 tricks go over, renege by North", "bid 7 took 5, set: −70"],
        ),
        (
            "game_loss",
            [(71, 1), (50, 0)],
            ["renege by North: the game is lost", "bid 7 took 8: 70 + 1 bag"],
        ),
    ],
)
def test_renege_costs_what_the_house_says(penalty, points, lines):
    assert ruled(penalty) == (points, lines)


def test_nil_of_the_player_who_reneged_fails_though_it_took_nothing():
    points, lines = ruled("auto_fail", (0, 2, 10, 1), (0, 2, 10, 1))
    assert points == [(-200, 0), (30, 0)]
    assert lines == [
        "nil by North fails for the renege: −100",
        "bid 10, renege by North, set: −100",
    ]


def test_nil_that_failed_anyway_is_said_to_have_failed_with_its_tricks():
    _, lines = ruled("auto_fail", (0, 5, 4, 3), (1, 5, 4, 3))
    assert lines[0] == "nil by North failed with 1 trick: −100"


def test_nil_of_the_innocent_partner_stands_as_played():
    points, _ = ruled("auto_fail", (4, 5, 0, 3), (4, 5, 0, 4))
    assert points[0] == (60, 0)


def test_failed_nil_leaves_no_bags_when_the_side_reneged():
    points, _ = ruled("auto_fail", (4, 5, 0, 3), (4, 4, 2, 3))
    assert points[0] == (-140, 0)


def test_both_partners_who_reneged_both_fail_their_nils():
    points, _ = ruled("auto_fail", (0, 6, 0, 6), (0, 7, 0, 6), guilty=("N", "S"))
    assert points[0] == (-200, 0)


def test_tricks_of_a_nil_never_go_over():
    points, lines = ruled("transfer:3", (0, 5, 4, 4), (1, 6, 2, 4), guilty=("S",))
    assert lines[0] == "2 tricks go over, renege by South"
    assert points == [(-100 - 40 + 1, 1), (93, 3)]


def test_whole_bid_is_lost_even_where_a_set_costs_only_the_shortfall():
    points, _ = ruled("auto_fail", set_penalty="shortfall")
    assert points[0] == (-70, 0)
    points, _ = ruled("auto_fail", set_penalty="none")
    assert points[0] == (0, 0)


def test_moon_is_not_paid_after_a_renege():
    points, _ = ruled("auto_fail", (7, 1, 5, 1), (7, 0, 6, 0), moon_bonus=100)
    assert points[0] == (-120, 0)

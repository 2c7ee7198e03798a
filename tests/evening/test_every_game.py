"""One evening of every game over HTTP, from the first form to the champion, held to the engine."""

import pytest

from engine.spades.pairs import RulePair
from engine.spades.presets import find_preset
from tests.evening.audit import assert_nothing_is_left
from tests.evening.game_oracle import assert_letters_tell_it, assert_the_site_says_so
from tests.evening.games import (
    ALONE,
    GameFront,
    GameHall,
    dare,
    misdeal,
    table_talk,
    throw_in,
    time_is_up,
)
from tournament.models import Event

pytestmark = pytest.mark.django_db(transaction=True)

QUICK = {"best_of": 1, "target_score": 100}


def opened(start, entries, *, tables=3, **changes):
    """Open an evening of this game, have so many enter and draw; give the front and the rules."""
    changes = QUICK | changes
    front = GameFront()
    front.write_down(tables=tables)
    front.choose_rules(start, **changes)
    front.act("steps/open-registration/")
    front.come(entries, alone=start in ALONE)
    front.draw()
    rules = find_preset(start).rules.with_options(**changes)
    book = RulePair.around(rules) if start in {"cutthroat", "solo"} else rules
    if isinstance(book, RulePair):
        book = book.patched({"best_of": changes["best_of"]})
    assert event_of(front).rule_book == book
    return front, book


def event_of(front):
    return Event.objects.get(slug=front.slug)


def play(front, book, *, gone=None, **words):
    """Play to the champion, and hold everything against the engine."""
    hall = GameHall(front, book, **{"seed": len(book.to_json()), **words})
    hall.play()
    outcome = assert_the_site_says_so(hall, gone)
    if not gone:
        assert_letters_tell_it(event_of(front), outcome)
    assert_nothing_is_left(event_of(front))
    return hall


ALWAYS = ("cutthroat", 7)
EVENINGS = [
    ("suicide", 3),
    ("nobid", 3),
    ("mirror", 3),
    ("whiz", 3),
    ("cutthroat", 7),
    ("cutthroat", 10),
    ("solo", 5),
    ("solo", 9),
    ("two_handed", 5),
    ("cookout-saturday", 3),
    ("masonic-lodge", 4),
    ("blues-bowl", 4),
    ("whos-next-elpaso", 4),
]


def in_their_tier():
    """One evening for every run of the tests; the others wait for ``make test-more``."""
    return [it if it == ALWAYS else pytest.param(*it, marks=pytest.mark.sweep) for it in EVENINGS]


@pytest.mark.parametrize(("start", "entries"), in_their_tier())
def test_an_evening_of_every_game_ends_as_the_engine_says(start, entries):
    front, book = opened(start, entries)

    hall = play(front, book)

    assert sorted(hall.papers) == [
        it["number"] for it in front.look_up("matches/")["results"] if it["reason"] == "played"
    ]


def test_a_hand_bid_too_low_is_thrown_in_and_the_evening_goes_on():
    front, book = opened("masonic-lodge", 4, target_score=300)
    mishaps = {(1, 1, 2): throw_in, (2, 1, 2): throw_in, (3, 1, 3): throw_in}
    hall = play(front, book, mishaps=mishaps)
    assert hall.papers[1][1][0].bids == {}
    assert [hall.papers[match][1][hand - 1].void for match, _game, hand in mishaps] == [
        "thrown_in"
    ] * 3


@pytest.mark.sweep
def test_blind_contracts_are_dared_at_the_page_and_by_the_api():
    front, book = opened("blues-bowl", 4, target_score=300)

    hall = play(front, book, mishaps={(1, 1, 1): dare, (2, 1, 1): dare})

    first_hands = [hall.papers[match][1][0] for match in (1, 2)]
    assert all(any(bid.blind for bid in hand.bids.values()) for hand in first_hands)


@pytest.mark.sweep
@pytest.mark.parametrize("start", ["blues-bowl", "cutthroat", "solo"])
def test_a_misdealt_hand_is_dealt_again(start):
    causes = {} if start == "blues-bowl" else {"misdeal_causes": ["wrong_count"]}
    front, book = opened(start, 4, target_score=200, **causes)

    hall = play(front, book, mishaps={(1, 1, 1): misdeal, (1, 1, 3): misdeal})

    voids = [hand.void for hand in hall.papers[1][1]]
    assert voids[:3] == ["misdeal", "", "misdeal"]
    assert voids[3:] == [""] * (len(voids) - 3) != []


@pytest.mark.sweep
@pytest.mark.parametrize("start", ["suicide", "mirror", "cutthroat", "solo", "two_handed"])
def test_a_ruling_of_the_desk_counts_in_the_hand_it_is_about(start):
    front, book = opened(start, 4, target_score=300)

    hall = play(front, book, mishaps={(1, 1, 2): table_talk})

    ruled = [[it.offence for it in hand.rulings] for hand in hall.papers[1][1]]
    assert ruled == [["table_talk"], *([[]] * (len(ruled) - 1))]


@pytest.mark.sweep
@pytest.mark.parametrize("start", ["whos-next-elpaso", "man2man-elmira", "contest-2017-double350"])
def test_time_that_is_called_ends_a_game_early(start):
    front, book = opened(start, 4, target_score=1000)

    hall = play(front, book, mishaps={(1, 1, 3): time_is_up, (2, 1, 4): time_is_up})

    for match, last in ((1, 2), (2, 3)):
        hands = hall.papers[match][1]
        assert [hand.time_called for hand in hands].index(True) == last - 1
        assert len(hands) == max(last, book.min_hands)


@pytest.mark.sweep
@pytest.mark.parametrize(("start", "entries"), [("cutthroat", 3), ("cutthroat", 7), ("solo", 4)])
@pytest.mark.parametrize("place", [0, 1])
def test_those_left_at_a_table_play_without_whoever_did_not_come(start, entries, place):
    front, book = opened(start, entries)
    seats = 4 if start == "solo" else 3
    called = [it for it in front.look_up("matches/")["results"] if it["state"] == "called"]
    number = next(it["number"] for it in called if len(it["sides"]) == seats)
    front.act(f"matches/{number}/walkover/{'abcd'[place]}/")

    hall = play(front, book, gone={number: [place]})

    assert len(hall.papers[number][1][0].facts) == seats - 1


@pytest.mark.sweep
@pytest.mark.parametrize("start", ["cutthroat", "solo", "two_handed"])
def test_a_best_of_three_goes_by_games_and_then_by_points(start):
    front, book = opened(start, 4, best_of=3)
    hall = play(front, book)
    assert {len(games) for games in hall.papers.values()} <= {2, 3}

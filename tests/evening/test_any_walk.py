"""The machine of ``test_any_event`` led by dice that like what moves a bracket.

The machine chooses evenly, so that most of what it tries is refused. These walks correct, rule and
take back as often as they play, and go on until something stands on what is taken back.
"""

import random
from inspect import signature

import pytest

from tests.evening.test_any_event import AnyEvent
from tournament.services.reveal import newest_attempt

pytestmark = pytest.mark.django_db

ON_THE_LIST = {
    "come_late": 1,
    "leave_before_the_draw": 1,
    "come_to_the_desk": 1,
    "ask_of_the_draw": 1,
    "steer": 1,
    "close_the_list": 3,
    "draw": 2,
}
IN_THE_DRAW = {"set_the_attempt_aside": 1, "begin_to_show": 4, "show_more": 4, "show_the_rest": 1}
IN_THE_BRACKET = {
    "play": 4,
    "play_one_hand": 4,
    "play_round_by_round": 1,
    "call": 5,
    "uncall": 1,
    "sit_down": 3,
    "walk_over": 4,
    "walk_over_many": 3,
    "give_up": 5,
    "leave": 2,
    "withdraw_two": 1,
    "substitute": 3,
    "correct_a_result": 7,
    "void_and_replay": 5,
    "correct_a_hand": 6,
    "take_an_act_back": 7,
    "wish": 2,
    "swap": 1,
    "wait_longer": 1,
    "archive": 1,
    "draw_anew": 1,
}
ANY_TIME = {"one_errand": 3, "every_errand": 3}
"""What is done, and how gladly."""
WHO = [(0,), (1,), (0,), (1,), (2,), (0, 1), (0, 2), (0, 1, 2), (0, 1, 2, 3), ()]


def number(dice):
    return dice.randint(0, 10**6)


def who(dice):
    return dice.choice(WHO)


def now_and_then(dice):
    return dice.random() < 0.4


WORDS = {
    "n": number,
    "m": number,
    "winner": number,
    "table": number,
    "who": who,
    "some": lambda dice: [(number(dice), who(dice)) for _ in range(dice.randint(1, 3))],
    "choice": lambda dice: dice.choice(["replay"] * 2 + ["stand"] * 2 + ["cancel", "outdated"]),
    "last": lambda dice: dice.random() < 0.6,
    "here": lambda dice: dice.random() < 0.8,
    "everyone": lambda dice: dice.random() < 0.8,
    "away": lambda dice: dice.random() < 0.3,
    "minutes": lambda dice: dice.randint(0, 61),
    "place": lambda dice: dice.randint(0, 3),
    "steps": lambda dice: dice.randint(1, 4),
    "taps": lambda dice: dice.randint(1, 2),
    "most": lambda dice: dice.choice([3, 3, 30]),
    "byes": lambda dice: dice.choice(["drawn", "seeded"]),
    "seed": lambda dice: dice.choice(["", "1", "2", "7"]),
    "back": now_and_then,
    "removed": now_and_then,
    "held": now_and_then,
    "seeds": now_and_then,
    "apart": now_and_then,
}


def ways_of(event):
    """Say what may be done now, and how gladly."""
    if event.is_drawn:
        return IN_THE_BRACKET | ANY_TIME
    return ON_THE_LIST | ANY_TIME | (IN_THE_DRAW if newest_attempt(event) else {})


def step(machine, dice):
    """Do one thing, and hold what must be true after it."""
    ways = ways_of(machine.event)
    name = dice.choices(list(ways), list(ways.values()))[0]
    does = getattr(machine, name)
    said = {word: WORDS[word](dice) for word in signature(does).parameters}
    if name == "steer":
        said["apart"] = dice.choice(["", "Ash"])
    does(**said)
    machine.it_holds()
    machine.nothing_is_forgotten()


def walk(seed, steps):
    """Lead one event through so many steps and to its end; count its acts and those taken back."""
    dice, machine = random.Random(seed), AnyEvent()
    AnyEvent.done.clear()
    try:
        machine.set_up(
            straight=dice.random() < 0.85,
            entries=dice.randint(2, 9),
            game=dice.choice(["standard"] * 3 + ["cutthroat", "solo", "two_handed"]),
            tables=dice.randint(0, 3),
            auto=dice.random() < 0.5,
            third=dice.random() < 0.5,
        )
        for _ in range(steps):
            step(machine, dice)
    finally:
        machine.teardown()
    return AnyEvent.done["acts"], AnyEvent.done["taken back"]


@pytest.mark.parametrize(
    "seed", [4, 6, *(pytest.param(it, marks=pytest.mark.sweep) for it in (1, 2, 5, 10, 11, 12))]
)
def test_an_event_led_far_holds_whatever_is_done_to_it(seed):
    """What was corrected, ruled and taken back in turn left two truths about one match."""
    acts, taken_back = walk(seed, steps=30)

    assert acts >= 3
    assert taken_back >= 1


@pytest.mark.long
def test_many_events_led_far_hold():
    """One event in fifty came to a state that nobody had thought of."""
    done = [walk(seed, steps=40) for seed in range(100, 220)]

    assert 0 < sum(taken_back for _acts, taken_back in done) < sum(acts for acts, _back in done)

"""How fast the engine is, beside a floor that only adds up tuples: ``make bench``.

One process on one core. Every line is the median over rounds in which all lines take turns, in CPU
time, so that a busy machine disturbs all of them alike; the ratio is to the floor of the same run.
Prints a table for ``docs/measurements.md``.
"""

import json
import random
import statistics
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from engine.faults import RuleError
from engine.playouts import random_play
from engine.simulate import random_sheet
from engine.spades.games import replay
from engine.spades.hands import HandSheet, explain_hand, score_hand
from engine.spades.play import review
from engine.spades.rules import PRESETS, STANDARD, RuleSet

ROUNDS = 15
HANDS = 1000
GAME = 30
GAMES = 20
PLAYS = 200
FAR = 100_000
"""A target that no game of the benchmark reaches."""
SHEETS = Path(__file__).parents[1] / "fixtures" / "rulesets"


class Line(NamedTuple):
    """One line of the table: what is done, how often in one round, and the work itself."""

    name: str
    times: int
    work: Callable[[], object]


Floor = list[tuple[tuple[int, ...], tuple[int, ...]]]


def add_up(hands: Floor) -> None:
    """Score two sides by tuples and nothing else: 10 a trick bid, 1 a bag, minus when set."""
    for bids, tricks in hands:
        north, east = bids[0] + bids[2], bids[1] + bids[3]
        took, rest = tricks[0] + tricks[2], tricks[1] + tricks[3]
        _ = (
            (9 * north + took, took - north) if took >= north else (-10 * north, 0),
            (9 * east + rest, rest - east) if rest >= east else (-10 * east, 0),
        )


def made_up(rules: RuleSet, count: int) -> list[HandSheet]:
    """Make up hands of one rule set, the same in every run."""
    rng, seats = random.Random(2026), rules.seats
    return [random_sheet(rng, seats[number % len(seats)], rules) for number in range(count)]


def bare_hands(count: int) -> Floor:
    """Take the bids and tricks of the standard hands down as tuples."""
    return [
        (
            tuple(sheet.bids[seat].tricks for seat in STANDARD.seats),
            tuple(sheet.tricks[seat] for seat in STANDARD.seats),
        )
        for sheet in made_up(STANDARD, count)
    ]


def every_sheet() -> dict[str, RuleSet]:
    """Name all presets and the sheets of organisers that this engine reads."""
    found = dict(PRESETS)
    for path in sorted(SHEETS.glob("*.json")):
        try:
            sheet = json.loads(path.read_text(encoding="utf-8"))
            found[path.stem] = RuleSet.from_json(sheet["rules"])
        except RuleError as error:
            print(f"{path.name} is left out: {error}")
    return found


def spent(work: Callable[[], object], times: int) -> float:
    """Measure one round of a line: microseconds of CPU for each time."""
    start = time.process_time_ns()
    work()
    return (time.process_time_ns() - start) / 1000 / times


def score_all(sheets: Iterable[HandSheet], rules: RuleSet) -> None:
    """Score every hand: points and bags."""
    for sheet in sheets:
        score_hand(sheet, rules)


def explain_all(sheets: Iterable[HandSheet], rules: RuleSet) -> None:
    """Score every hand and say its lines."""
    for sheet in sheets:
        for lines in explain_hand(sheet, rules).values():
            for line in lines:
                line.say()


def heaviest(sheets: dict[str, RuleSet]) -> str:
    """Find the rule set whose hands take longest to score."""

    def cost(rules: RuleSet) -> float:
        hands = made_up(rules, HANDS // 4)
        return min(spent(lambda: score_all(hands, rules), len(hands)) for _ in range(5))

    return max(sheets, key=lambda name: cost(sheets[name]))


def scoring_lines(name: str, rules: RuleSet) -> list[Line]:
    """Score the hands of one rule set without and with the lines that explain them."""
    hands = made_up(rules, HANDS)
    return [
        Line(f"`{name}`: points and bags of a hand", HANDS, lambda: score_all(hands, rules)),
        Line(f"`{name}`: with its explanation said", HANDS, lambda: explain_all(hands, rules)),
    ]


def replay_line(count: int) -> Line:
    """Replay a game of so many hands from nothing."""
    rules = replace(STANDARD, target_score=FAR)
    hands = made_up(rules, count)

    def work() -> None:
        for _ in range(GAMES):
            replay(hands, rules)

    return Line(f"replay of a game of {count} hands", GAMES, work)


def play_line(*, dealt: bool) -> Line:
    """Check full hands of 52 cards, with the deal on record or without."""
    rng = random.Random(2026)
    records = [random_play(rng, STANDARD) for _ in range(PLAYS)]
    if not dealt:
        records = [replace(record, deal=None) for record in records]

    def work() -> None:
        for record in records:
            review(record, STANDARD)

    words = "with the deal" if dealt else "without the deal"
    return Line(f"check of 52 cards {words}", PLAYS, work)


def main() -> None:
    """Measure everything in one run and print the table."""
    sheets = every_sheet()
    name = heaviest(sheets)
    bare = bare_hands(HANDS)
    lines = [Line("floor: tuples of two sides added up", HANDS, lambda: add_up(bare))]
    lines += scoring_lines("standard", STANDARD)
    if name != "standard":
        lines += scoring_lines(name, sheets[name])
    lines += [replay_line(GAME), replay_line(GAME * 4)]
    lines += [play_line(dealt=True), play_line(dealt=False)]
    taken: dict[str, list[float]] = {line.name: [] for line in lines}
    for _ in range(ROUNDS):
        for line in lines:
            taken[line.name].append(spent(line.work, line.times))
    floor = statistics.median(taken[lines[0].name])
    print(f"{len(sheets)} rule sets; the heaviest is `{name}`.\n")
    print("| what | µs | a second | floors |\n|---|---:|---:|---:|")
    for what, each in taken.items():
        median = statistics.median(each)
        print(f"| {what} | {median:.2f} | {1e6 / median:,.0f} | {median / floor:.1f} |")


if __name__ == "__main__":
    main()

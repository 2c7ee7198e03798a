"""How long a correction in round 1 of a finished event of 256 pairs takes: ``make bench``.

On the embedded database, in memory, beside a floor that only reads the same rows. Every line is the
median over rounds in which all lines take turns, in CPU time of one process; the ratio is to the
floor of the same run. Prints a table for ``docs/measurements.md``.
"""

import logging
import os
import statistics
import time
from collections.abc import Callable
from uuid import uuid4

os.environ["DATABASE_URL"] = os.environ["REDIS_URL"] = ""
os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"

import django

ROUNDS = 7
PAIRS = 256


def spent(work: Callable[[], object]) -> float:
    """Measure one round of a line: milliseconds of CPU."""
    start = time.process_time_ns()
    work()
    return (time.process_time_ns() - start) / 1e6


def measured(taken: dict[str, list[float]], what: str, work: Callable[[], object]) -> None:
    """Take one line down."""
    taken.setdefault(what, []).append(spent(work))


def main() -> None:
    """Set the event up once, correct it and take that back again in every round."""
    from tests.evening.big_event import finished_in_bulk  # noqa: PLC0415 -- after django.setup()
    from tests.stage import director_of, match_of  # noqa: PLC0415
    from tournament.models import Match  # noqa: PLC0415
    from tournament.services.result_corrections import correct_result, preview  # noqa: PLC0415
    from tournament.services.undo import take_back  # noqa: PLC0415

    event = finished_in_bulk(PAIRS)
    first, by = match_of(event, 1), director_of(event.club)
    ending = {"winner": 1, "reason": Match.Reason.PLAYED}
    taken: dict[str, list[float]] = {}

    def read() -> None:
        list(event.matches.select_related("table"))
        list(event.sides.select_related("entry"))

    def correct() -> None:
        seen = preview(match_of(event, 1), **ending).stamp
        words = {"why": "Swapped", "entry_key": uuid4(), "by": by}
        correct_result(first, **ending, **words, choice="replay", seen=seen)

    for _ in range(ROUNDS):
        measured(taken, "floor: the matches and sides of the event read", read)
        measured(taken, "preview of another winner", lambda: preview(first, **ending))
        measured(taken, "the correction itself: 7 later matches void, 9 letters", correct)
        last = event.acts.first()
        measured(taken, "taking it back", lambda act=last: take_back(act, entry_key=uuid4(), by=by))
    floor = statistics.median(next(iter(taken.values())))
    print(f"{PAIRS} pairs, {event.matches.count()} matches.\n")
    print("| what | ms | floors |\n|---|---:|---:|")
    for what, each in taken.items():
        print(f"| {what} | {statistics.median(each):.1f} | {statistics.median(each) / floor:.1f} |")


if __name__ == "__main__":
    django.setup()
    logging.disable(logging.INFO)  # the letters are delivered at once, and say so
    from django.test.utils import setup_databases

    setup_databases(verbosity=0, interactive=False)
    main()

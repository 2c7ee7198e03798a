"""The command line of the engine: ``python -m engine score|check|play|draw|verify FILE|-``.

``python -m engine rules PRESET|FILE [--set name=value ...] [--json]`` prints a rule sheet.

A list in gives a list out in the same order, one object gives one. Exit status: 0 when all went
through, 1 when something had faults or differs, 2 when the input could not be read.
"""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn

from engine.cases import check_case, score_case
from engine.draws import DrawInputs, redraw, verify
from engine.faults import RuleError
from engine.play_cases import play_case
from engine.rule_cases import chosen_rules, rules_text

FINE, FAULTY, UNREADABLE = 0, 1, 2
MOST_BYTES = 50_000_000
"""More than any evening has; a larger file is not read."""
Answered = tuple[dict[str, Any], bool]


class UnreadableError(Exception):
    """The input is nothing this program can read; the sentence says why."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Say what is wrong in one sentence instead of printing the usage."""
        raise UnreadableError(f"{message}; see python -m engine --help")


def score(case: object) -> Answered:
    """Score a case; it is fine unless a hand was faulty.

    >>> score({"id": 1, "hands": []})[1], score({"id": 1, "variant": "bridge"})[1]
    (True, False)
    """
    answer = score_case(case)
    return answer, answer["status"] != "faulty"


def check(case: object) -> Answered:
    """Check a typed hand; it is fine when it is valid.

    >>> check({"id": 1, "hand": {}})[1]
    False
    """
    answer = check_case(case)
    return answer, answer["valid"]


def play(case: object) -> Answered:
    """Follow the cards of a hand; it is fine when every card was legal.

    >>> play({"id": 1, "tricks": []})[1], play({"id": 1, "tricks": 3})[1]
    (True, False)
    """
    answer = play_case(case)
    return answer, answer["valid"]


def draw(case: object) -> Answered:
    """Draw from inputs; whatever keeps it from being drawn makes it unreadable."""
    return redraw(DrawInputs.from_json(case)).to_json(), True


def check_draw(case: object) -> Answered:
    """Draw again from a published draw and say what differs."""
    if not isinstance(case, dict):
        raise UnreadableError("a draw must be an object")
    differs = verify(case, case)
    return {"equal": not differs, "differs": list(differs)}, not differs


COMMANDS: dict[str, tuple[Callable[[object], Answered], str]] = {
    "score": (score, "score the hands of a case"),
    "check": (check, "name every fault of an entered hand"),
    "play": (play, "follow the cards of a hand and name its first fault"),
    "draw": (draw, 'draw a bracket, or partners with "kind": "partners"'),
    "verify": (check_draw, "draw again from a published draw and compare"),
}


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make an object of JSON in which nothing is said twice.

    Raises:
        UnreadableError: a name comes twice; it would be a guess which of them is meant.

    >>> once([("N", 3), ("E", 4)])
    {'N': 3, 'E': 4}
    """
    made = dict(pairs)
    if len(made) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise UnreadableError(f"the name {twice!r} comes twice in one object")
    return made


def read(name: str) -> object:
    """Read JSON from a file, or from standard input for ``-``.

    Raises:
        UnreadableError: there is no such file, it is too large, or it holds no JSON in UTF-8.
    """
    try:
        with sys.stdin.buffer if name == "-" else Path(name).open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise UnreadableError(f"{name} can't be read: {error.strerror}") from error
    if len(raw) > MOST_BYTES:
        raise UnreadableError(f"{name} is larger than {MOST_BYTES // 1_000_000} MB")
    try:
        found = json.loads(raw.decode("utf-8-sig"), object_pairs_hook=once)
    except UnicodeDecodeError as error:
        raise UnreadableError(f"{name} is not text in UTF-8") from error
    except json.JSONDecodeError as error:
        raise UnreadableError(f"{name} is not JSON: {error}") from error
    except ValueError as error:
        raise UnreadableError(f"{name} holds a number that is too long to read") from error
    except RecursionError as error:
        raise UnreadableError(f"{name} is nested too deeply") from error
    if not isinstance(found, dict | list):
        raise UnreadableError(f"{name} must hold an object or a list of objects")
    return found


def write(answer: object) -> None:
    """Print JSON in UTF-8, whatever the terminal is set to."""
    text = json.dumps(answer, ensure_ascii=False, indent=2)
    sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace") + b"\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and give its exit status."""
    parser = _Parser(prog="python -m engine", description="Score, check and draw Spades.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, (_, words) in COMMANDS.items():
        command = commands.add_parser(name, help=words, description=words)
        command.add_argument("file", help="a JSON file, or - for standard input")
    sheet = commands.add_parser(
        "rules", help="print a rule sheet", description="print a rule sheet"
    )
    sheet.add_argument("name", help="a game, an organiser's sheet, or a JSON file, or -")
    sheet.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", dest="changes")
    sheet.add_argument("--json", action="store_true", help="print every option instead")
    try:
        asked = parser.parse_args(arguments)
        if asked.command == "rules":
            return _print_rules(asked.name, asked.changes, as_json=asked.json)
        answer, fine = _answer(COMMANDS[asked.command][0], read(asked.file))
    except (UnreadableError, RuleError) as error:
        sys.stderr.write(f"{error}\n")
        return UNREADABLE
    write(answer)
    return FINE if fine else FAULTY


def _print_rules(name: str, changes: list[str], *, as_json: bool) -> int:
    """Print a rule set, or everything that is wrong with it."""
    try:
        rules = chosen_rules(name, changes, read)
    except RuleError as error:
        write({"faults": [one.to_json() for one in error.faults]})
        return FAULTY
    if as_json:
        write(rules.to_json())
    else:
        sys.stdout.buffer.write(f"{rules_text(rules)}\n".encode())
    return FINE


def _answer(run: Callable[[object], Answered], found: object) -> tuple[object, bool]:
    if not isinstance(found, list):
        return run(found)
    answers = [run(case) for case in found]
    return [answer for answer, _ in answers], all(fine for _, fine in answers)


if __name__ == "__main__":
    sys.exit(main())

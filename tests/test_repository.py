"""What may not be in the repository, and what must hold for all of it."""

import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
BINARY = {".png", ".ico", ".woff2", ".jpg", ".sqlite3"}
# Written so that this file does not contain what it forbids.
FORBIDDEN = {
    "a package index": re.compile(r"(pypi|pythonhosted|registry\.npmjs)\.(org|io)|/simpl[e]/"),
    "a path of somebody's machine": re.compile(r"/(work|root|home/\w+)/[\w.]"),
    "an unfinished note": re.compile(r"\b(TOD[O]|FIXM[E]|XX[X])\b"),
    "a test that is left out": re.compile(r"pytest\.(mark\.)?(ski[p]|xfai[l])"),
    "a swallowed error": re.compile(r"except (Base)?Exception\b|^\s*except:", re.MULTILINE),
}
LONGEST = {".py": 300, ".html": 120, ".js": 80}
WHOLE = {"static/js/verify-draw.js": 120}
"""The proof of a draw is one file, so that whoever doubts it reads one file."""


@cache
def tracked():
    done = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True
    )
    names = [name for name in done.stdout.split("\0") if name]
    return [path for name in names if (path := ROOT / name).is_file()]


def texts(suffixes=None):
    for path in tracked():
        if path.suffix not in BINARY and (suffixes is None or path.suffix in suffixes):
            yield path.relative_to(ROOT).as_posix(), path.read_text()


@pytest.mark.parametrize("what", FORBIDDEN)
def test_no_tracked_file_holds(what):
    found = {name: match[0] for name, text in texts() if (match := FORBIDDEN[what].search(text))}

    assert found == {}


def test_every_locked_package_has_a_hash_and_no_address():
    for name in ("base", "test"):
        lines = (ROOT / "requirements" / f"{name}.txt").read_text().splitlines()
        starts = [line for line in lines if not line.startswith(" ")]
        assert [line for line in starts if not re.match(r"[a-z0-9-]+==[\w.+!]+ ", line)] == []
        assert [line for line in lines if "://" in line] == []


def test_both_locks_name_the_same_versions():
    base, more = (
        dict(re.findall(r"^([a-z0-9-]+)==(\S+)", (ROOT / lock).read_text(), re.MULTILINE))
        for lock in ("requirements/base.txt", "requirements/test.txt")
    )
    assert {name: more.get(name) for name in base} == base


def test_no_file_is_too_long():
    too_long = {
        name: lines
        for name, text in texts(LONGEST)
        if "/migrations/" not in name and not name.startswith("tests/")
        if (lines := text.count("\n")) > WHOLE.get(name, LONGEST[Path(name).suffix])
    }
    assert too_long == {}


@pytest.mark.parametrize("room", ["config", "engine", "relay", "scoring", "tournament"])
def test_rooms_have_no_drawer_for_odds_and_ends(room):
    names = {path.stem for path in (ROOT / room).rglob("*.py")}

    assert names & {"utils", "common", "helpers", "managers", "misc"} == set()


def test_the_rooms_import_one_way():
    linter = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run([linter], cwd=ROOT, capture_output=True, check=False, text=True)

    assert done.returncode == 0, done.stdout

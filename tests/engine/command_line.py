"""Runs ``python -m engine`` as somebody at a prompt would."""

import json
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]


class Ran(NamedTuple):
    status: int
    answer: object
    complaint: str


def engine(*arguments, typed=b""):
    """``typed`` is what stands on standard input: bytes, or a value to be written as JSON."""
    sent = typed if isinstance(typed, bytes) else json.dumps(typed).encode()
    done = subprocess.run(
        [sys.executable, "-m", "engine", *arguments],
        input=sent,
        capture_output=True,
        check=False,
        cwd=ROOT,
    )
    answer = json.loads(done.stdout) if done.stdout else None
    return Ran(done.returncode, answer, done.stderr.decode())

"""What a newcomer reads when something is missing: one sentence, and a status that is not 0."""

import os
import runpy
import shutil
import subprocess
import sys

import pytest

from tests.test_repository import ROOT

INSTALL = "requirements/install.py"


@pytest.fixture
def clone(tmp_path):
    """A fresh clone as far as installing looks at it."""
    shutil.copytree(ROOT / "requirements", tmp_path / "requirements")
    shutil.copy(ROOT / "Makefile", tmp_path)
    return tmp_path


@pytest.fixture
def programs(tmp_path):
    """A folder that is the whole PATH."""
    folder = tmp_path / "programs"
    folder.mkdir()
    return folder


def program(folder, name, script):
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


def install(clone, programs, python=sys.executable):
    return subprocess.run(
        [python, clone / INSTALL, "base"],
        env={"PATH": str(programs)},
        capture_output=True,
        check=False,
        text=True,
    )


def test_an_old_python_is_one_sentence(monkeypatch):
    monkeypatch.setattr(sys, "version_info", (3, 9, 2, "final", 0))
    monkeypatch.setattr(sys, "argv", ["install.py", "base"])

    with pytest.raises(SystemExit) as end:
        runpy.run_path(str(ROOT / INSTALL), run_name="__main__")

    assert end.value.code == (
        "Spadework needs Python 3.11 or newer, and this one is 3.9. "
        "Name a newer one: make run PYTHON=python3.12"
    )


def test_a_missing_pip_is_one_sentence(clone, programs):
    bare = clone / "bare"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", bare], check=True)

    done = install(clone, programs, bare / "bin" / "python")

    assert done.returncode == 1
    assert done.stderr == (
        "pip is missing. Install it first (Debian: apt-get install python3-pip; "
        "elsewhere: python3 -m ensurepip).\n"
    )


def test_a_missing_network_is_one_sentence_after_a_second_try(clone, programs):
    """The second try takes the machine's certificates: a firm's proxy is known only to those."""
    asked = 'echo "dns ${UV_SYSTEM_CERTS:-own}" >&2'
    program(programs, "uv", f'test "$1" = venv || {{ {asked}; exit 2; }}')

    done = install(clone, programs)

    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        "Installing packages (base) ...",
        "Could not install the packages; is the network up? (what went wrong is in install.log)",
    ]
    assert (clone / "install.log").read_text() == "dns own\ndns 1\n"


def test_a_missing_python_is_one_sentence(clone):
    done = subprocess.run(
        ["make", "run", "PYTHON=python9"],
        cwd=clone,
        env={"PATH": os.environ["PATH"]},
        capture_output=True,
        check=False,
        text=True,
    )

    assert done.returncode != 0
    assert done.stderr.splitlines()[0] == (
        "Spadework needs Python 3.11 or newer, and there is no python9 here."
    )


def test_what_is_installed_already_is_not_installed_again(clone, programs):
    program(programs, "uv", "exit 0")
    (clone / ".venv/bin").mkdir(parents=True)
    (clone / ".venv/bin/python").touch()

    first, second = install(clone, programs), install(clone, programs)

    assert (first.returncode, second.returncode, second.stderr) == (0, 0, "")

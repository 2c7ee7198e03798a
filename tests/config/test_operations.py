import re

from tests.test_repository import ROOT

READS = re.compile(r"\b(?:text|flag|number|words|secret)\(\s*\"([A-Z_]+)\"")


def test_every_variable_that_is_read_is_documented_and_the_other_way_round():
    read = set(READS.findall((ROOT / "config/settings.py").read_text()))
    table = (ROOT / "docs/operations.md").read_text().split("## First start")[0]
    named = {
        name
        for line in table.splitlines()
        if line.startswith("| `")
        for name in re.findall(r"`([A-Z_]+)`", line.split("|")[1])
    }

    assert named == read

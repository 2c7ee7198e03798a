"""The log: lines are only added, each with who acted, and every key has its sentence."""

import ast
from pathlib import Path

import pytest
from django.utils import translation

from tests.factories import EventFactory, TableFactory, UserFactory
from tournament import log
from tournament.actors import SYSTEM, Actor
from tournament.models import LogLine

ROOMS = ("tournament", "scoring")


def written_keys():
    """Every literal key that any service writes a line with."""
    for room in ROOMS:
        for path in Path(room).rglob("*.py"):
            for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if (
                    isinstance(call, ast.Call)
                    and ast.unparse(call.func) == "log.write"
                    and len(call.args) > 1
                ):
                    yield from literals(call.args[1])


def literals(node):
    if isinstance(node, ast.IfExp):
        return [*literals(node.body), *literals(node.orelse)]
    return [node.value] if isinstance(node, ast.Constant) else []


def test_every_key_a_service_writes_has_its_sentence():
    keys = set(written_keys())

    assert keys - set(log.SENTENCES) == set()
    assert len(keys) > 15


@pytest.mark.django_db
def test_a_line_remembers_who_acted():
    event = EventFactory()
    user, table = UserFactory(), TableFactory(event=event)

    lines = [log.write(event, "event_created", by) for by in
             (Actor(user=user), Actor(table=table), SYSTEM)]  # fmt: skip

    assert [(line.by_user, line.by_table) for line in lines] == [
        (user, None), (None, table), (None, None),
    ]  # fmt: skip


@pytest.mark.django_db
def test_a_key_without_a_sentence_is_a_bug():
    with pytest.raises(KeyError, match="no sentence for 'nonsense'"):
        log.write(EventFactory(), "nonsense", SYSTEM)


@pytest.mark.parametrize(
    ("key", "params", "sentence"),
    [
        ("pair_entered", {"team": "Bag Ladies"}, "Bag Ladies entered."),
        ("pair_entered", {"team": "100% %(x)s"}, "100% %(x)s entered."),
        ("event_cancelled", {"reason": ""}, "The event was cancelled."),
        ("event_cancelled", {"reason": "Flood."}, "The event was cancelled. Flood."),
        ("event_edited", {"fields": ["venue", "starts_at"]},
         "The event was changed: Where, First deal."),
        ("draw_made", {"count": 5, "attempt": 1},
         "The bracket was drawn for 5 entries (attempt 1)."),
    ],
)  # fmt: skip
def test_a_line_is_said_as_a_sentence(key, params, sentence):
    assert log.sentence(LogLine(key=key, params=params)) == sentence


def test_a_line_is_said_in_the_words_of_the_reader():
    with translation.override("en"):
        assert log.sentence(LogLine(key="check_in_opened")) == "Check-in opened."

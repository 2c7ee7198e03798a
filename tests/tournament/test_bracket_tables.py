"""The rows of a bracket of tables: who sits where, what is ready, and where a winner goes."""

import json
import subprocess
import sys
from collections import Counter

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from engine.brackets.tables import first_round
from tests.factories import CheckInFactory, EntryFactory, EventFactory, UserFactory
from tournament.actors import Actor
from tournament.models import Match, Side
from tournament.queries.draw_facts import draw_facts
from tournament.refusals import Refusal
from tournament.services import events
from tournament.services.draw import draw_bracket, freeze_list

pytestmark = pytest.mark.django_db
SEATS = {"cutthroat": 3, "solo": 4}


@pytest.fixture
def by():
    return Actor(user=UserFactory())


def at_check_in(players, variant="cutthroat", *, rules=None, **details):
    """Make an event of single players at check-in, all of whom have come."""
    event = EventFactory(status="draft", rules={"variant": variant} | (rules or {}), **details)
    by = Actor(user=UserFactory())
    events.open_registration(event, by=by)
    for number in range(players):
        name = f"Player {number}"
        CheckInFactory(entry=EntryFactory(event=event, name=name, people=[f"{name} {event.pk}"]))
    events.open_check_in(event, by=by)
    event.refresh_from_db()
    return event


def sizes_of(event):
    """How many sides the matches of each round have."""
    rows = event.matches.order_by("round", "position")
    return [(match.round, match.sides.count()) for match in rows]


@pytest.mark.parametrize("variant", SEATS)
@pytest.mark.parametrize("players", [3, 4, 5, 6, 7, 8, 10, 11, 13, 17])
def test_round_one_holds_everybody_once_and_as_many_tables_as_the_formula_says(
    by, players, variant
):
    event = at_check_in(players, variant)

    draw_bracket(event, by=by)

    told = first_round(players, SEATS[variant])
    first = Counter(size for number, size in sizes_of(event) if number == 1)
    assert first == Counter({3: told.threes, 4: told.fours, 2: told.byes})
    drawn = event.sides.filter(round=1, entry__isnull=False).values_list("entry", flat=True)
    assert sorted(drawn) == sorted(event.entries.values_list("pk", flat=True))
    assert event.matches.filter(reason="bye").count() == told.byes
    assert event.sides.filter(kind="bye").count() == told.byes


@pytest.mark.parametrize("variant", SEATS)
@pytest.mark.parametrize("players", [3, 5, 12, 14])
def test_tables_are_numbered_round_by_round_and_know_the_place_above(by, players, variant):
    event = at_check_in(players, variant)

    draw_bracket(event, by=by)

    event.refresh_from_db()
    matches = list(event.matches.order_by("round", "position").select_related("above"))
    assert [match.number for match in matches] == list(range(1, len(matches) + 1))
    *others, final = matches
    assert (final.above, event.rounds) == (None, final.round)
    width = SEATS[variant]
    assert all(
        (match.above.round, match.above.position, match.above_place)
        == (match.round + 1, match.position // width, match.position % width)
        for match in others
    )
    sources = Side.objects.filter(event=event, round__gt=1).select_related("source")
    assert all((s.source.above_id, s.source.above_place) == (s.match_id, s.place) for s in sources)
    assert len(others) == len(sources)


def test_twelve_at_solo_end_in_a_final_of_three(by):
    event = at_check_in(12, "solo")

    draw_bracket(event, by=by)

    assert sizes_of(event) == [(1, 4), (1, 4), (1, 4), (2, 3)]


def test_whoever_has_a_bye_is_seated_above_and_a_table_of_byes_is_ready(by):
    event = at_check_in(11)

    draw_bracket(event, by=by)

    for bye in event.matches.filter(reason="bye").select_related("above"):
        side = bye.above.sides.get(place=bye.above_place)
        assert (side.kind, side.entry) == (Side.Kind.TEAM, bye.winner)
        assert (bye.state, bye.advanced_at is not None) == (Match.State.FINISHED, True)
    states = Counter(event.matches.filter(round=2).values_list("state", flat=True))
    assert states == {"ready": 2, "waiting": 1}
    assert event.matches.get(round=1, state="ready").ready_at is not None


def test_the_tables_of_the_draw_are_those_of_the_bracket(by):
    event = at_check_in(14, "solo")

    drawn = draw_bracket(event, by=by)

    seated = [
        [side.entry.ref for side in match.sides.all() if side.entry]
        for match in event.matches.filter(round=1)
    ]
    assert seated == drawn.slots
    assert drawn.algorithm == "spadework-draw-fours-1"


def test_every_round_plays_the_best_of_of_its_own_rules(by):
    event = at_check_in(5, rules={"best_of": 3}, round_rules={"1": {"best_of": 5}})

    draw_bracket(event, by=by)

    played = set(event.matches.values_list("round", "best_of"))
    assert played == {(1, 3), (2, 5)}


@pytest.mark.parametrize("variant", ["standard", "two_handed"])
def test_a_game_of_two_sides_is_drawn_as_ever(by, variant):
    event = at_check_in(3, variant)

    drawn = draw_bracket(event, by=by)

    assert (drawn.algorithm, len(drawn.slots)) == ("spadework-draw-1", 4)
    assert sizes_of(event) == [(1, 2), (1, 2), (2, 2)]


@pytest.mark.parametrize(
    ("variant", "players", "least"),
    [("cutthroat", 2, "three"), ("solo", 2, "three"), ("two_handed", 1, "two")],
)
def test_too_few_players_are_refused_with_the_number_it_takes(by, variant, players, least):
    event = at_check_in(players, variant)

    with pytest.raises(Refusal) as refusal:
        draw_bracket(event, by=by)

    assert refusal.value.fields == {
        "": f"A draw needs {least} players who have checked in; there are {players}."
    }
    assert event.matches.count() == 0


def test_the_closed_list_fixes_the_algorithm(by):
    event = at_check_in(5, "solo")

    frozen = freeze_list(event, by=by)

    frozen.refresh_from_db()
    assert frozen.algorithm == "spadework-draw-fours-1"


@pytest.mark.parametrize("variant", SEATS)
def test_anybody_can_repeat_the_draw_of_tables_with_the_command_line(by, variant):
    facts = draw_facts(draw_bracket(at_check_in(8, variant), by=by))

    answer = subprocess.run(
        [sys.executable, "-m", "engine", "verify", "-"],
        input=json.dumps(facts), capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert (answer.returncode, json.loads(answer.stdout)) == (0, {"equal": True, "differs": []})
    assert "slots" not in facts


@pytest.mark.everywhere
def test_the_number_of_statements_hardly_grows_with_the_players(by):
    counted = {}
    for players in (9, 27):
        event = at_check_in(players)
        with CaptureQueriesContext(connection) as queries:
            draw_bracket(event, by=by)
        counted[players] = len(queries)

    # One more round of tables; letters and rows go out in batches.
    assert counted[27] - counted[9] <= 4

"""Every field of single players is drawn to tables and played to one champion."""

import random

import pytest

from tests.tournament.test_bracket_tables import SEATS, at_check_in
from tournament.actors import Actor
from tournament.models import Event, Match
from tournament.services.draw import draw_bracket
from tournament.services.progress import advance
from tournament.services.results import Standing, report_result, start_match

pytestmark = pytest.mark.django_db


def play_to_the_end(event, rng):
    """Let anybody win every match as it becomes ready; give how many sat at each."""
    sizes = []
    while ready := list(event.matches.filter(state=Match.State.READY)):
        for match in rng.sample(ready, len(ready)):
            places = sorted(match.sides.values_list("place", flat=True))
            assert all(side.plays for side in match.sides.all())
            sizes.append(len(places))
            start_match(match)
            report_result(match, winner_place=rng.choice(places), game=1, hand=1, sides={
                place: Standing(games=0, points=0, bags=0) for place in places
            })  # fmt: skip
            advance(match.pk)
    return sizes


def played(players, variant):
    """Draw and play a field to its end; give the event and how many sat at each table."""
    event = at_check_in(players, variant, rules={"best_of": 1})
    draw_bracket(event, by=Actor())

    sizes = play_to_the_end(event, random.Random(players))

    event.refresh_from_db()
    assert event.matches.exclude(state="finished").count() == 0
    assert set(sizes) <= {3, 4}
    return event, sizes


@pytest.mark.parametrize("variant", SEATS)
@pytest.mark.parametrize("players", [3, 4, 8, 12, 13, 28])
def test_a_field_is_played_to_its_champion(players, variant):
    event, sizes = played(players, variant)

    assert (event.status, event.champion is not None) == (Event.Status.FINISHED, True)
    assert sum(size - 1 for size in sizes) == players - 1  # each table takes out all but one


@pytest.mark.long
@pytest.mark.parametrize("variant", SEATS)
@pytest.mark.parametrize("players", range(3, 41))
def test_every_field_from_three_to_forty_is_played_to_its_champion(players, variant):
    event, sizes = played(players, variant)

    assert (event.status, event.champion is not None) == (Event.Status.FINISHED, True)
    assert sum(size - 1 for size in sizes) == players - 1  # each table takes out all but one

"""Every field of pairs is drawn and played to one champion, best of three, and everybody placed."""

import random

import pytest

from tests.tournament.test_bracket_tables import at_check_in
from tournament.actors import Actor
from tournament.models import Event, Match
from tournament.queries.places import results_of
from tournament.services.draw import draw_bracket
from tournament.services.progress import advance
from tournament.services.results import Standing, report_result, start_match

pytestmark = pytest.mark.django_db
TELLING = [2, 3, 5, 6, 11, 16]


def play_to_the_end(event, rng):
    """Let anybody win 2–0 or 2–1 every match as it becomes ready."""
    while ready := list(event.matches.filter(state=Match.State.READY)):
        for match in rng.sample(ready, len(ready)):
            assert [side.plays for side in match.sides.all()] == [True, True]
            place, lost = rng.choice((0, 1)), rng.choice((0, 1))
            start_match(match)
            report_result(match, winner_place=place, game=2 + lost, hand=1, sides={
                place: Standing(games=2, points=0, bags=0),
                1 - place: Standing(games=lost, points=0, bags=0),
            })  # fmt: skip
            advance(match.pk)


def sizes():
    """Give every size from 2 to 64; those that tell the least wait for ``make long``."""
    return [n if n in TELLING else pytest.param(n, marks=pytest.mark.long) for n in range(2, 65)]


@pytest.mark.parametrize("pairs", sizes())
def test_every_field_from_two_to_sixty_four_is_played_to_its_champion(pairs):
    """A match that a bye fed stayed shut after best-of-three matches had finished."""
    event = at_check_in(pairs, "standard", rules={"best_of": 3})
    draw_bracket(event, by=Actor())
    byes = event.matches.filter(reason=Match.Reason.BYE).count()

    play_to_the_end(event, random.Random(pairs))

    event.refresh_from_db()
    standings = results_of(event).standings
    shared = [(it.place.first, it.place.last) for it in standings]
    reasons = [match.reason for match in event.matches.exclude(winner=None)]
    assert (event.status, standings[0].entry) == (Event.Status.FINISHED, event.champion)
    assert (reasons.count("played"), reasons.count("bye")) == (pairs - 1, byes)
    assert len(reasons) == event.matches.count()
    # Places are given out without a gap, each span to as many as it counts.
    assert all(shared.count((first, last)) == last - first + 1 for first, last in shared)
    assert (shared[0], shared[-1][1]) == ((1, 1), pairs)

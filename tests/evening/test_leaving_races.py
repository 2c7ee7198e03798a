"""Somebody leaves while the table plays: one of the two is first, and the event holds together."""

from uuid import uuid4

import pytest

from scoring.models import Hand
from scoring.services import record_hand
from scoring.services.rebuild import check_event
from tests.evening.races import at_once
from tests.stage import director_of, drawn_event, match_of, opened, winning_hand, work
from tournament.actors import Actor
from tournament.models import Match
from tournament.refusals import Stale
from tournament.services.departures import withdraw_team

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.everywhere]


@pytest.fixture(autouse=True)
def _nothing_runs_by_itself(settings):
    """Errands wait in the outbox until a test does them."""
    settings.CELERY_TASK_ALWAYS_EAGER = False


@pytest.mark.parametrize("leaver", [0, 1])
@pytest.mark.parametrize("attempt", range(3))
def test_the_deciding_hand_is_saved_while_one_of_the_two_teams_leaves(leaver, attempt):
    """Between the look whether a team may still leave and its leaving the match was decided."""
    event = drawn_event(4)
    by = director_of(event.club)
    game = opened(match_of(event, 1))
    sides = list(match_of(event, 1).sides.order_by("place"))
    leaves, stays = sides[leaver].entry, sides[1 - leaver].entry

    def hand():
        try:
            return record_hand(
                game,
                number=1,
                entry_key=uuid4(),
                by=Actor(table=game.match.table),
                **winning_hand(0),
            )
        except Stale as lost:
            return lost

    def leave():
        return withdraw_team(leaves, by=by)

    acts = [hand, leave]
    if attempt % 2:
        acts.reverse()
    results = at_once(*acts)
    assert None not in results
    work()

    match = match_of(event, 1)
    leaves.refresh_from_db()
    assert leaves.state == "withdrawn"
    assert event.log.filter(key="team_withdrawn").count() == 1
    saved = not any(isinstance(it, Stale) for it in results)
    assert Hand.objects.filter(tricks__isnull=False).count() == saved
    if saved:
        assert (match.reason, match.winner) == (Match.Reason.PLAYED, sides[0].entry)
    else:
        assert (match.reason, match.winner) == (Match.Reason.WITHDRAWAL, stays)
        assert event.log.filter(key="closed_withdrawal", match=match).count() == 1
    above = match_of(event, 3).sides.get(entry=match.winner)
    assert above.gone == (match.winner == leaves)
    assert check_event(event) == []

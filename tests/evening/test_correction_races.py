"""Two members of staff change one result at the same moment. One of them is first."""

from uuid import uuid4

import pytest

from scoring.services import open_game
from tests.evening.races import at_once
from tests.stage import at_a_table, director_of, drawn_event, match_of, played, seating_of, work
from tests.tournament.corrections_cast import corrected, finished_event, seats, team
from tournament.actors import Actor
from tournament.models import Match
from tournament.refusals import ChoiceOutdated, Refusal, Stale
from tournament.services.result_corrections import correct_result, preview
from tournament.services.undo import take_back

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.everywhere]

PLAYED = Match.Reason.PLAYED


@pytest.fixture(autouse=True)
def _nothing_runs_by_itself(settings):
    """Errands wait in the outbox until a test does them."""
    settings.CELERY_TASK_ALWAYS_EAGER = False


def tried(act, *args, **words):
    """Do something, or give the refusal."""

    def run():
        try:
            return act(*args, **words)
        except (Refusal, Stale) as refused:
            return refused

    return run


@pytest.mark.parametrize("attempt", range(3))
def test_two_directors_who_choose_differently_get_one_act_and_one_newer_preview(attempt):
    """Two phones on one match overwrote each other; here, two directors on one result."""
    event = finished_event()
    first = match_of(event, 1)
    seen = preview(first, winner=1, reason=PLAYED).stamp
    words = {"winner": 1, "reason": PLAYED, "why": "As seen", "seen": seen}
    acts = [
        tried(
            correct_result,
            first,
            by=director_of(event.club),
            entry_key=uuid4(),
            choice=choice,
            **words,
        )
        for choice in ("replay", "stand")
    ]

    results = at_once(*acts)

    act = event.acts.get()
    lost = [it for it in results if isinstance(it, ChoiceOutdated)]
    assert [it for it in results if it not in lost] == [act]
    assert (len(lost), lost[0].code) == (1, "corrected_meanwhile")
    assert lost[0].follows.stamp != seen
    stands = act.key == "result_stands"
    assert match_of(event, 1).winner == team(first, 0 if stands else 1)
    assert match_of(event, 3).attempt == (1 if stands else 2)


def test_five_taps_on_one_form_correct_once():
    event = drawn_event(4)
    first = played(match_of(event, 1))
    work()
    by, key = director_of(event.club), uuid4()
    tap = tried(correct_result, first, winner=1, reason=PLAYED, why="As seen", entry_key=key, by=by)

    results = at_once(*[tap] * 5)

    assert results == [event.acts.get()] * 5
    assert event.log.filter(key="result_corrected").count() == 1


@pytest.mark.parametrize("attempt", range(3))
def test_an_undo_and_the_first_deal_above_do_not_both_happen(attempt):
    event = drawn_event(4)
    for number in (1, 2):
        played(match_of(event, number))
    work()
    act = corrected(match_of(event, 1))
    final = at_a_table(match_of(event, 3))
    before = seats(event, 3)
    deal = tried(
        open_game,
        final,
        game_number=1,
        seating=seating_of(final),
        first_dealer="N",
        by=Actor(table=final.table),
    )
    back = tried(take_back, act, entry_key=uuid4(), by=director_of(event.club))

    undone, dealt = at_once(back, deal)

    if isinstance(undone, Stale):
        assert match_of(event, 3).state == Match.State.PLAYING
        assert seats(event, 3) == before
    else:
        assert match_of(event, 1).winner == team(match_of(event, 1), 0)
        assert isinstance(dealt, Exception)
        assert match_of(event, 3).state == Match.State.CALLED

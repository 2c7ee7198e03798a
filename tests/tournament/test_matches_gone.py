"""A draw made anew between the look at a match and the act: a lost race, and no error of ours."""

from uuid import uuid4

import pytest

from scoring.services import open_game
from tests.stage import director_of, drawn_event, seating_of, work
from tournament.actors import Actor
from tournament.models import Match
from tournament.refusals import Stale
from tournament.services.calls import call_match, uncall_match
from tournament.services.departures import award_walkover, forfeit
from tournament.services.draw import draw_bracket
from tournament.services.no_shows import extend, mark_here
from tournament.services.redraw import redraw
from tournament.services.result_corrections import replay_match
from tournament.services.table_wishes import hold_match, swap_tables

pytestmark = pytest.mark.django_db

ACTS = {
    "open a game": lambda match, _other, seating, _by: open_game(
        match, game_number=1, seating=seating, first_dealer="N", by=Actor(table=match.table)
    ),
    "call": lambda match, _other, _seating, by: call_match(match, match.table, by=by),
    "uncall": lambda match, _other, _seating, by: uncall_match(match, by=by),
    "walkover": lambda match, _other, _seating, by: award_walkover(match, absent=[0], by=by),
    "forfeit": lambda match, _other, _seating, by: forfeit(match, sides=[0], by=by),
    "here": lambda match, _other, _seating, by: mark_here(match, 0, by=by),
    "wait": lambda match, _other, _seating, by: extend(match, minutes=5, by=by),
    "pass by": lambda match, _other, _seating, by: hold_match(match, by=by),
    "swap": lambda match, other, _seating, by: swap_tables(match, other, by=by),
    "replay": lambda match, _other, _seating, by: replay_match(
        match, why="mixed up", entry_key=uuid4(), by=by
    ),
}


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS)
def test_an_act_on_a_match_whose_bracket_is_gone_is_a_lost_race(act):
    event = drawn_event(4, tables=2)
    by = director_of(event.club)
    work()
    match, other = event.matches.filter(state=Match.State.READY)
    match = call_match(match, event.tables.get(number=1), by=by)
    seating = seating_of(match)
    redraw(event, attempt=1, reason="the wrong list", by=by)
    draw_bracket(event, by=by, everyone=True)
    with pytest.raises(Stale) as refused:
        act(match, other, seating, by)
    assert refused.value.code == "match_is_gone"

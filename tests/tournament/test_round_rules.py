"""Rounds with rules of their own: what they may change, until when, and what becomes of it."""

import pytest

from tests.factories import EventFactory
from tests.stage import (
    at_a_table,
    director_of,
    drawn_event,
    entered,
    match_of,
    open_event,
    opened,
    work,
)
from tournament import log
from tournament.models import Match
from tournament.queries.rules import fixed_since
from tournament.refusals import Refusal, Stale
from tournament.services.calls import uncall_match
from tournament.services.departures import award_walkover
from tournament.services.draw import draw_bracket
from tournament.services.events import open_check_in
from tournament.services.round_rules import set_round_rules

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return drawn_event(6, tables=3, best_of=1, target_score=300)


@pytest.fixture
def by(event):
    return director_of(event.club)


def faults_of(event, by, patch, rounds_to_go=1):
    with pytest.raises(Refusal) as refused:
        set_round_rules(event, rounds_to_go=rounds_to_go, patch=patch, by=by)
    return refused.value.fields


def best_of(event):
    return dict(event.matches.order_by("number").values_list("number", "best_of"))


def test_the_final_plays_to_its_own_target_and_the_game_at_its_table_keeps_it(event, by):
    """What was set for one round was played in all of them."""
    set_round_rules(event, rounds_to_go=3, patch={"target_score": 150}, by=by)
    event.refresh_from_db()

    assert event.round_rules == {"3": {"target_score": 150}}
    assert event.rules_at(sides=2, rounds_to_go=3).target_score == 150
    assert event.rules_at(sides=2, rounds_to_go=1).target_score == 300
    match = next(it for it in event.matches.filter(round=1) if it.state == "ready")
    assert opened(match).rule_set.target_score == 150


def test_the_log_says_which_round_and_the_watchers_look(event, by):
    before = event.version
    set_round_rules(event, rounds_to_go=2, patch={"target_score": 500}, by=by)
    set_round_rules(event, rounds_to_go=2, patch={}, by=by)

    event.refresh_from_db()
    assert event.version == before + 2
    newest = [(log.sentence(it), it.public) for it in event.log.all()[:2]]
    assert newest == [
        ("Semi-finals: played under the same rules as every other round.", True),
        ("Semi-finals: the rules of this round were changed.", True),
    ]


def test_the_same_patch_twice_is_one_change(event, by):
    for _time in range(3):
        set_round_rules(event, rounds_to_go=1, patch={"target_score": 500}, by=by)

    assert event.log.filter(key="round_rules_changed").count() == 1


def test_an_option_said_as_the_event_has_it_is_left_out(event, by):
    set_round_rules(event, rounds_to_go=1, patch={"target_score": 300, "minutes": 60}, by=by)

    event.refresh_from_db()
    assert event.round_rules == {"1": {"minutes": 60}}


def test_an_option_that_keeps_another_from_following_is_not_left_out(by, event):
    patch = {"nil_allowed": False, "blind_nil_allowed": False, "hand_size": 13}
    set_round_rules(event, rounds_to_go=1, patch=patch, by=by)

    event.refresh_from_db()
    assert event.round_rules == {"1": {"nil_allowed": False, "blind_nil_allowed": False}}


def test_options_that_only_hold_together_are_kept_together(event, by):
    patch = {"target_enabled": False, "max_hands": 8}
    set_round_rules(event, rounds_to_go=1, patch=patch, by=by)

    event.refresh_from_db()
    assert event.round_rules == {"1": patch}


def test_an_empty_patch_removes_the_round(event, by):
    set_round_rules(event, rounds_to_go=1, patch={"target_score": 500}, by=by)
    set_round_rules(event, rounds_to_go=1, patch={}, by=by)

    event.refresh_from_db()
    assert event.round_rules == {}


def test_every_fault_is_named_beside_its_option(event, by):
    patch = {"target_score": "NaN", "best_of": 2, "variant": "solo", "colour": "red"}

    assert set(faults_of(event, by, patch)) == {"target_score", "best_of", "variant", "colour"}
    assert set(faults_of(event, by, {"min_bid": 9, "max_bid": 8})) == {"min_bid"}
    event.refresh_from_db()
    assert event.round_rules == {}


@pytest.mark.parametrize("bad", [None, [], "target", 5])
def test_a_patch_that_is_none_is_refused(event, by, bad):
    assert set(faults_of(event, by, bad)) == {""}


@pytest.mark.parametrize("rounds_to_go", [0, -1, 4, 99])
def test_there_are_only_the_rounds_of_the_bracket(event, by, rounds_to_go):
    assert faults_of(event, by, {}, rounds_to_go) == {"": "This event has no such round."}


def test_before_the_draw_any_round_may_be_named(by):
    early = open_event()
    by = director_of(early.club)

    set_round_rules(early, rounds_to_go=5, patch={"best_of": 3}, by=by)

    early.refresh_from_db()
    assert early.round_rules == {"5": {"best_of": 3}}
    with pytest.raises(Refusal):
        set_round_rules(early, rounds_to_go=31, patch={"best_of": 3}, by=by)


def test_after_the_draw_the_matches_of_the_round_get_its_number_of_games(event, by):
    """One round's number of games was once applied to every round, against the setting."""
    set_round_rules(event, rounds_to_go=2, patch={"best_of": 5}, by=by)
    assert best_of(event) == {1: 1, 2: 1, 3: 1, 4: 1, 5: 5, 6: 5, 7: 1}

    versions = dict(event.matches.values_list("number", "version"))
    set_round_rules(event, rounds_to_go=2, patch={}, by=by)

    assert best_of(event) == dict.fromkeys(range(1, 8), 1)
    raised = dict(event.matches.values_list("number", "version"))
    assert {number for number in raised if raised[number] != versions[number]} == {5, 6}


def test_a_round_set_before_the_draw_is_drawn_with_its_number_of_games():
    event = entered(open_event(best_of=1), 4)
    by = director_of(event.club)
    set_round_rules(event, rounds_to_go=1, patch={"best_of": 3}, by=by)
    open_check_in(event, by=by)
    draw_bracket(event, by=by, everyone=True)

    assert best_of(event) == {1: 1, 2: 1, 3: 3}


def test_the_first_call_of_a_round_fixes_it_and_taking_the_call_back_opens_it(event, by):
    match = at_a_table(next(it for it in event.matches.filter(round=1) if it.state == "ready"))

    with pytest.raises(Stale, match="Quarter-finals: the first match of this round has been"):
        set_round_rules(event, rounds_to_go=3, patch={"target_score": 500}, by=by)
    assert set(fixed_since(event)) == {3}
    assert fixed_since(event)[3] == match.called_at

    uncall_match(match, by=by)
    set_round_rules(event, rounds_to_go=3, patch={"target_score": 500}, by=by)
    event.refresh_from_db()
    assert event.round_rules == {"3": {"target_score": 500}}


def test_a_round_that_is_fixed_leaves_the_others_open(event, by):
    at_a_table(next(it for it in event.matches.filter(round=1) if it.state == "ready"))

    set_round_rules(event, rounds_to_go=1, patch={"target_score": 500}, by=by)

    event.refresh_from_db()
    assert event.round_rules == {"1": {"target_score": 500}}


def test_the_same_patch_is_no_change_after_the_round_is_fixed(event, by):
    set_round_rules(event, rounds_to_go=3, patch={"target_score": 500}, by=by)
    at_a_table(next(it for it in event.matches.filter(round=1) if it.state == "ready"))

    set_round_rules(event, rounds_to_go=3, patch={"target_score": 500}, by=by)

    assert event.log.filter(key="round_rules_changed").count() == 1


def test_byes_fix_no_round_and_a_walkover_does(event, by):
    assert event.matches.filter(reason=Match.Reason.BYE).count() == 2
    assert fixed_since(event) == {}

    match = next(it for it in event.matches.filter(round=1) if it.state == "ready")
    award_walkover(match, absent=[0], by=by)

    assert set(fixed_since(event)) == {3}
    with pytest.raises(Stale):
        set_round_rules(event, rounds_to_go=3, patch={"target_score": 500}, by=by)


@pytest.mark.parametrize("status", ["finished", "cancelled"])
def test_an_event_that_is_over_is_not_changed(by, status):
    with pytest.raises(Stale):
        set_round_rules(
            EventFactory(status=status), rounds_to_go=1, patch={"target_score": 500}, by=by
        )


def test_both_tables_of_an_event_of_single_players_play_the_round(by):
    event = EventFactory(rules={"variant": "cutthroat"})

    set_round_rules(event, rounds_to_go=1, patch={"target_score": 200}, by=by)

    event.refresh_from_db()
    assert [event.rules_at(sides=it, rounds_to_go=1).target_score for it in (2, 3, 4)] == [200] * 3
    assert set(faults_of(event, by, {"hand_size": 14})) == {"hand_size"}


def test_the_semi_final_of_a_finished_round_is_still_open_when_the_next_is_called(event, by):
    for match in event.matches.filter(round=1, state="ready"):
        award_walkover(match, absent=[0], by=by)
    work()

    set_round_rules(event, rounds_to_go=2, patch={"target_score": 500}, by=by)
    semi = at_a_table(match_of(event, 5))
    assert opened(semi).rule_set.target_score == 500

"""The match for the third place: who plays it, and when the event is over."""

import random

import pytest

from relay.models import Letter
from scoring.queries.endings import next_steps
from tests.stage import director_of, entered, open_event, played, work
from tournament.models import Event, Match, Side
from tournament.services.departures import award_walkover, forfeit, withdraw_team
from tournament.services.draw import draw_bracket
from tournament.services.events import edit_event, open_check_in
from tournament.services.progress import advance

pytestmark = [pytest.mark.django_db, pytest.mark.everywhere]


def drawn(entries, **rules):
    event = open_event(**rules)
    by = director_of(event.club)
    edit_event(event, by=by, third_place=True)
    entered(event, entries)
    open_check_in(event, by=by)
    draw_bracket(event, by=by, everyone=True)
    event.refresh_from_db()
    return event


def third_of(event):
    return event.matches.get(for_third=True)


def final_of(event):
    return event.matches.get(above=None, for_third=False)


def semis_of(event):
    return list(event.matches.filter(round=event.rounds - 1).order_by("position"))


def play_below(event):
    """Play every match below the semi-finals."""
    for match in event.matches.filter(round__lt=event.rounds - 1, reason="").order_by("number"):
        played(match)
        work()


def loser_of(match):
    return match.sides.exclude(entry=match.winner).get().entry


def ended(event):
    event.refresh_from_db()
    return event.status == Event.Status.FINISHED


def facts(kind):
    return Letter.objects.filter(fact__startswith=f"{kind}:").count()


def test_the_match_is_written_beside_the_final_with_the_last_number():
    event = drawn(4)
    third, semis = third_of(event), semis_of(event)

    assert (third.round, third.position, third.number) == (event.rounds, 1, 4)
    assert (third.above, third.state, third.best_of) == (None, Match.State.WAITING, 1)
    sides = third.sides.order_by("place").values_list("source", "takes", "kind")
    assert list(sides) == [(semi.pk, "loser", "tbd") for semi in semis]


@pytest.mark.parametrize("entries", [2, 3])
def test_with_fewer_than_four_nobody_plays_for_third(entries):
    event = drawn(entries)
    assert not event.matches.filter(for_third=True).exists()

    for match in event.matches.filter(reason=""):
        played(match)
        work()

    assert ended(event)


def test_numbers_and_best_of_are_those_of_the_last_round():
    event = drawn(6, best_of=3)
    assert sorted(event.matches.values_list("number", flat=True)) == list(range(1, 9))
    assert third_of(event).best_of == final_of(event).best_of == 3


@pytest.mark.parametrize("entries", range(4, 10))
def test_the_losers_of_the_semi_finals_play_and_the_event_waits_for_both(entries):
    event = drawn(entries)
    play_below(event)
    losers = set()
    for semi in semis_of(event):
        losers.add(loser_of(played(semi)))
        work()
    assert {side.entry for side in third_of(event).sides.all()} == losers
    first, second = (third_of, final_of) if entries % 2 else (final_of, third_of)

    played(first(event))
    work()
    assert not ended(event)
    played(second(event))
    work()

    assert ended(event)
    assert event.champion == final_of(event).winner
    assert third_of(event).winner in losers


def test_the_match_for_the_third_place_is_called_before_the_final():
    event = drawn(4)
    for semi in semis_of(event):
        played(semi)
        work()

    ready = event.matches.filter(state=Match.State.READY).order_by("ready_at", "number")
    assert list(ready) == [third_of(event), final_of(event)]


def test_who_loses_a_semi_final_is_told_whom_they_meet():
    event = drawn(4)
    first, second = semis_of(event)
    played(first)
    work()
    waiting = Letter.objects.get(fact__startswith="you_play_for_third")
    assert waiting.subject == "You play for the third place"
    assert "In match 4 you meet the loser of match 2" in waiting.body

    loser = loser_of(played(second))
    work()

    told = Letter.objects.filter(fact__startswith="you_play_for_third").latest("pk")
    assert told.to == loser.email
    assert told.subject == f"You play {loser_of(first)} for the third place"
    assert facts("you_are_out") == 0


def test_who_wins_the_match_is_third_and_who_loses_it_is_out():
    event = drawn(4)
    for semi in semis_of(event):
        played(semi)
        work()
    third = played(third_of(event))
    work()

    won = Letter.objects.filter(fact__startswith=f"you_won:{third.pk}:").get()
    assert won.subject == "You are third in Garden Night"
    assert "you have the third place" in won.body
    out = Letter.objects.filter(fact__startswith=f"you_are_out:{third.pk}:").get()
    assert out.to == loser_of(third).email


@pytest.mark.parametrize("act", ["forfeit", "walkover"])
def test_who_gives_up_a_semi_final_is_out_and_the_other_loser_is_third(act):
    event = drawn(4)
    by = director_of(event.club)
    first, second = semis_of(event)
    if act == "forfeit":
        forfeit(first, sides=[0], by=by)
    else:
        award_walkover(first, absent=[0], by=by)
    work()
    loser = loser_of(played(second))
    work()

    third = third_of(event)
    assert (third.reason, third.winner) == (Match.Reason.WALKOVER, loser)
    gone = third.sides.get(place=0)
    assert (gone.gone, gone.gone_for) == (True, Match.objects.get(pk=first.pk).reason)


def test_nobody_comes_from_a_semi_final_in_which_nobody_played():
    event = drawn(4)
    by = director_of(event.club)
    first, second = semis_of(event)
    forfeit(first, sides=[0, 1], by=by)
    work()
    assert third_of(event).sides.get(place=0).kind == Side.Kind.NO_ONE
    loser = loser_of(played(second))
    work()

    assert (third_of(event).winner, third_of(event).reason) == (loser, Match.Reason.WALKOVER)
    assert final_of(event).winner == second.winner or ended(event)
    assert ended(event)


def test_an_event_ends_though_nobody_is_left_for_the_third_place():
    event = drawn(4)
    by = director_of(event.club)
    for semi in semis_of(event):
        forfeit(semi, sides=[1], by=by)
        work()
    assert third_of(event).reason == Match.Reason.NO_ONE
    assert not ended(event)

    played(final_of(event))
    work()

    assert ended(event)


def test_a_loser_who_withdraws_before_the_match_leaves_it_to_the_other():
    event = drawn(4)
    by = director_of(event.club)
    losers = []
    for semi in semis_of(event):
        losers.append(loser_of(played(semi)))
        work()

    withdraw_team(losers[0], by=by)
    work()

    third = third_of(event)
    assert (third.winner, third.reason) == (losers[1], Match.Reason.WITHDRAWAL)
    assert not ended(event)


def test_a_loser_who_withdraws_before_anybody_seats_them_is_seated_as_gone():
    event = drawn(4)
    semi = played(semis_of(event)[0])
    loser = loser_of(semi)
    type(loser).objects.filter(pk=loser.pk).update(state="withdrawn")

    advance(semi.pk)

    side = third_of(event).sides.get(place=0)
    assert (side.entry, side.gone, side.gone_for) == (loser, True, Match.Reason.WITHDRAWAL)


def test_a_finalist_may_still_withdraw_when_the_third_place_is_decided():
    event = drawn(4)
    by = director_of(event.club)
    for semi in semis_of(event):
        played(semi)
        work()
    played(third_of(event))
    work()

    leaving = final_of(event).sides.get(place=0).entry
    withdraw_team(leaving, by=by)
    work()

    assert ended(event)
    assert event.champion == final_of(event).sides.get(place=1).entry


@pytest.mark.parametrize("seed", range(12))
def test_an_event_ends_whatever_becomes_of_its_matches(seed):
    rng = random.Random(seed)
    event = drawn(rng.randint(4, 9))
    by = director_of(event.club)
    for _step in range(60):
        work()
        match = event.matches.filter(state=Match.State.READY).order_by("number").first()
        if match is None:
            break
        act = rng.choice(["play", "play", "forfeit", "both", "walkover", "withdraw"])
        if act == "play":
            played(match, rng.randrange(2))
        elif act in {"forfeit", "both"}:
            forfeit(match, sides=[0, 1] if act == "both" else [rng.randrange(2)], by=by)
        elif act == "walkover":
            award_walkover(match, absent=[rng.randrange(2)], by=by)
        else:
            withdraw_team(match.sides.order_by("place")[rng.randrange(2)].entry, by=by)

    assert ended(event)
    assert not event.matches.exclude(state=Match.State.FINISHED).exists()
    assert event.champion == final_of(event).winner


def said_at(match):
    return next_steps(match, list(match.sides.select_related("entry")), ())


def test_the_table_of_a_semi_final_tells_its_loser_of_one_more_match():
    event = drawn(4)
    semi = played(semis_of(event)[0])
    loser = loser_of(semi)
    assert f"{loser}: one more match, number 4, for the third place." in said_at(semi)


def test_the_table_of_the_match_for_the_third_place_congratulates():
    event = drawn(4)
    for semi in semis_of(event):
        played(semi)
        work()
    third = played(third_of(event))
    assert said_at(third) == (
        f"{third.winner}: third place. Congratulations!",
        f"{loser_of(third)}: thank you for playing.",
    )

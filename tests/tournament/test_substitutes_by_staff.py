"""Substitutes: who may come, until when, and what stays as it is."""

from uuid import uuid4

import pytest

from relay.models import Letter
from tests.factories import PersonFactory
from tests.stage import (
    director_of,
    drawn_event,
    entered,
    match_of,
    open_event,
    opened,
    played,
    work,
)
from tournament.actors import Actor
from tournament.models import Act, Entry, Event, Match
from tournament.refusals import Refusal, Stale
from tournament.services.departures import withdraw_team
from tournament.services.entries import check_in, enter_single
from tournament.services.events import open_check_in
from tournament.services.substitutes import name_reserve, seat_substitute

pytestmark = [pytest.mark.django_db, pytest.mark.everywhere]


def pair_in(event, number=1, place=0):
    return match_of(event, number).sides.get(place=place).entry


def seat(entry, comes, **words):
    leaves = entry.players.filter(active=True).order_by("place").last()
    words = {"by": director_of(entry.event.club), "entry_key": uuid4()} | words
    return seat_substitute(entry, leaves=leaves, comes=comes, **words)


def names(entry):
    players = entry.players.filter(active=True).order_by("place")
    return [player.person.name for player in players]


def faults_of(entry, comes):
    with pytest.raises(Refusal) as refused:
        seat(entry, comes)
    return refused.value.fields


def test_a_substitute_takes_the_seat_and_everybody_is_told():
    event = drawn_event(4)
    pair = pair_in(event)
    stays, leaves = names(pair)

    seat(pair, " Cleo  Reed ")

    assert names(pair) == [stays, "Cleo Reed"]
    assert Act.objects.get().key == "substitute"
    assert event.log.get(key="substitute_seated").act == Act.objects.get()
    letter = Letter.objects.get(fact__startswith="substitute_seated")
    assert (letter.to, letter.subject) == (pair.email, f"Cleo Reed plays for {leaves}")


def test_a_second_tap_seats_nobody_twice():
    event = drawn_event(4)
    pair, key = pair_in(event), uuid4()
    seat(pair, "Cleo", entry_key=key)
    seat(pair, "Cleo", entry_key=key)
    assert (Act.objects.count(), pair.players.count()) == (1, 3)


def test_an_event_may_have_no_substitutes():
    event = drawn_event(4)
    Event.objects.filter(pk=event.pk).update(substitutes="none")
    assert faults_of(pair_in(event), "Cleo") == {"": "There are no substitutes in this event."}


def test_from_the_stated_round_on_there_are_none():
    event = drawn_event(4)
    Event.objects.filter(pk=event.pk).update(substitutes_until=2)
    seat(pair_in(event), "Cleo")

    match = played(match_of(event, 1))
    work()
    told = faults_of(match.winner, "Dora")[""]
    assert told == f"No substitutes from round 2 on: {match.winner} play round 2 now."


def test_where_only_named_ones_may_play_the_named_one_may():
    event = entered(open_event(), 2)
    Event.objects.filter(pk=event.pk).update(substitutes="named")
    by = director_of(event.club)
    pair, other = event.entries.order_by("name")
    named = name_reserve(pair, name="Cleo Reed", by=by)

    assert faults_of(named, "Dora") == {
        "comes": "Only the substitute that Pair 1 named may play: Cleo Reed."
    }
    assert faults_of(other, "Dora") == {
        "comes": "Only a substitute named before the draw may play, and Pair 2 named none."
    }
    assert names(seat(named, "cleo reed")) == ["Ada 1", "Cleo Reed"]


def test_one_person_is_the_substitute_of_one_entry():
    event = entered(open_event(), 2)
    by = director_of(event.club)
    first, second = event.entries.order_by("name")
    name_reserve(first, name="Cleo", by=by)
    with pytest.raises(Refusal) as refused:
        name_reserve(second, name="Cleo", by=by)
    assert refused.value.fields == {"reserve": "Cleo is already the substitute of Pair 1."}
    assert name_reserve(first, name="", by=by).reserve is None
    assert name_reserve(second, name="Cleo", by=by).reserve.name == "Cleo"


def test_nobody_who_plays_or_is_barred_takes_a_seat():
    event = drawn_event(4)
    pair, other = pair_in(event), pair_in(event, 2)
    playing = names(other)[0]
    assert faults_of(pair, playing) == {"comes": f"{playing} already plays in this event."}
    barred = PersonFactory(club=event.club, name="Mo Reed", barred_at=event.starts_at)
    assert "may no longer play" in faults_of(pair, barred)["comes"]


def test_somebody_without_a_partner_leaves_the_list_for_the_seat():
    event = entered(open_event(), 2)
    single = enter_single(event, person_name="Cleo", email="", entry_key=uuid4(), by=Actor())
    pair = event.entries.get(name="Pair 1")
    seat(pair, "Cleo")
    single.refresh_from_db()
    assert (single.state, single.joined_as, names(pair)) == (
        Entry.State.JOINED,
        pair,
        ["Ada 1", "Cleo"],
    )


def test_a_game_that_has_begun_is_ended_first():
    event = drawn_event(2, best_of=3)
    match = opened(match_of(event, 1)).match
    pair = pair_in(event)
    with pytest.raises(Stale) as lost:
        seat(pair, "Cleo")
    assert lost.value.code == "in_mid_game"

    Match.objects.filter(pk=match.pk).update(game_number=1)
    match.sides.filter(place=0).update(games=1)
    assert names(seat(pair, "Cleo"))[1] == "Cleo"


def test_who_has_left_the_event_gets_no_substitute():
    event = drawn_event(4)
    pair = pair_in(event)
    withdraw_team(pair, by=director_of(event.club))
    with pytest.raises(Stale) as lost:
        seat(pair, "Cleo")
    assert lost.value.code == "not_in"


def test_who_plays_alone_has_no_substitute():
    event = drawn_event(3, variant="cutthroat")
    alone = event.entries.first()
    assert set(faults_of(alone, "Cleo")) == {""}


def test_a_barred_partner_keeps_the_pair_out_and_a_substitute_lets_the_mate_in():
    """Whoever was barred after entering was checked in, or took the innocent partner down too."""
    event = entered(open_event(), 2)
    by = director_of(event.club)
    open_check_in(event, by=by)
    pair = event.entries.get(name="Pair 1")
    barred = pair.players.order_by("place").last().person
    type(barred).objects.filter(pk=barred.pk).update(barred_at=event.starts_at)

    with pytest.raises(Refusal) as refused:
        check_in(pair, by=by)
    assert refused.value.code == "barred"
    assert names(seat(pair, "Cleo")) == ["Ada 1", "Cleo"]
    assert check_in(pair, by=by).check_in

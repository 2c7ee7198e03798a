"""The bracket as data: four kinds of slots, reason codes, and always a team that goes on."""

import pytest
from django.urls import reverse

from tests.factories import EventFactory
from tests.stage import (
    at_a_table,
    director_of,
    drawn_event,
    enter_hand,
    match_of,
    opened,
    played,
    work,
)
from tournament.models import Event, Match, Side
from tournament.services.departures import award_walkover, forfeit

pytestmark = pytest.mark.django_db


def fetch(client, event, **headers):
    return client.get(reverse("tournament:bracket-json", args=[event.slug]), headers=headers)


def bracket(client, event):
    answer = fetch(client, event)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/json")
    return {it["number"]: it for each in answer.json()["rounds"] for it in each["matches"]}


def team(entry):
    return {"ref": entry.ref, "name": entry.name}


def test_the_file_says_what_the_api_says(client):
    event = drawn_event(5)
    api = client.get(reverse("api:bracket", args=[event.slug]))
    assert fetch(client, event).json() == api.json()


def test_a_bye_somebody_to_come_a_team_and_no_one_are_four_kinds(client):
    """Nobody to play and nobody known yet were one empty value, so that a team got a bye too many.

    Saving with an empty slot let its neighbour go on. Only the draw makes a bye, in round one.
    """
    event = drawn_event(7)
    first = event.matches.filter(round=1, state=Match.State.READY).first().number
    award_walkover(match_of(event, first), absent=[0, 1], by=director_of(event.club))
    work()

    told = bracket(client, event)

    assert {side["kind"] for it in told.values() for side in it["sides"]} == {
        "bye",
        "tbd",
        "team",
        "no_one",
    }
    empty = [
        side for it in told.values() for side in it["sides"] if side["kind"] in {"tbd", "no_one"}
    ]
    assert all(side["team"] is None and side["from_match"] for side in empty)
    assert Side.objects.filter(event=event, kind=Side.Kind.BYE).exclude(round=1).count() == 0


def test_a_slot_fed_by_a_match_to_come_is_to_be_decided_and_never_a_bye(client):
    """A bye against a team still unknown showed as a bye one round later, and somebody went on."""
    event = drawn_event(4)
    played(match_of(event, 1))
    work()

    final = bracket(client, event)[3]

    known, coming = final["sides"]
    assert (known["kind"], known["team"]) == ("team", team(match_of(event, 1).winner))
    assert (coming["kind"], coming["words"]) == ("tbd", "Winner of match 2")
    assert (final["state"], final["reason"], final["advancing"]["kind"]) == ("waiting", None, "tbd")


@pytest.mark.parametrize("how", ["bye", "walkover", "forfeit", "played", "withdrawal"])
def test_who_goes_on_is_always_a_team_with_a_reason(client, how):
    """An interface gave nothing for a team beside a bye or a disqualified one."""
    event = drawn_event(3 if how == "bye" else 4)
    by = director_of(event.club)
    match = event.matches.filter(round=1).exclude(state=Match.State.WAITING).first()
    if how == "bye":
        match = event.matches.get(reason=Match.Reason.BYE)
    elif how == "walkover":
        award_walkover(match, absent=[1], by=by)
    elif how == "played":
        played(match)
    else:
        forfeit(at_a_table(match), sides=[1], by=by)
        Match.objects.filter(pk=match.pk).update(reason=how)
    match.refresh_from_db()

    told = bracket(client, event)[match.number]

    assert (told["reason"], told["advancing"]["kind"]) == (how, "team")
    assert told["advancing"]["team"] == team(match.winner)
    assert told["advancing"]["to"] == {"match": 3, "place": match.above_place}


def test_a_draft_has_no_file(client):
    assert fetch(client, EventFactory(status=Event.Status.DRAFT)).status_code == 404


def test_an_unchanged_file_is_not_read_twice(client, django_assert_num_queries):
    """Clients kept the bracket for themselves to spare the interface: a strong seal does that."""
    event = drawn_event(4, target_score=500)
    game = opened(match_of(event, 1))
    first = fetch(client, event)

    with django_assert_num_queries(2):
        same = fetch(client, event, if_none_match=first["ETag"])
    enter_hand(game)
    newer = fetch(client, event, if_none_match=first["ETag"])

    assert (same.status_code, same.content, same["ETag"]) == (304, b"", first["ETag"])
    assert (newer.status_code, newer["ETag"] == first["ETag"]) == (200, False)
    assert first["ETag"].startswith('"')


def test_the_file_is_no_second_door_in_the_description_of_the_api(client):
    described = client.get(reverse("schema"), headers={"accept": "application/json"}).json()
    assert [path for path in described["paths"] if path.endswith(".json")] == []

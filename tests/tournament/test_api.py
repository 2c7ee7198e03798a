"""The JSON doors of a tournament: what everybody may read, and the way in."""

import json
from uuid import uuid4

import pytest
from django.core.cache import caches
from django.test import Client
from django.urls import reverse

from engine.draws import verify
from relay.models import Letter
from tests.factories import EventFactory
from tests.stage import (
    director_of,
    drawn_event,
    enter_hand,
    entered,
    match_of,
    open_event,
    opened,
    played,
    work,
)
from tournament.models import Draw, Event, Match, Person
from tournament.services.departures import award_walkover, forfeit
from tournament.services.entries import withdraw_entry
from tournament.services.events import edit_event

pytestmark = pytest.mark.django_db

PAIR = {
    "kind": "pair",
    "name": "Bag Ladies",
    "first": "Ann Hill",
    "second": "Bea Ward",
    "email": "ann@example.org",
}
SINGLE = {"kind": "single", "person_name": "Cy Young", "email": "cy@example.org"}


@pytest.fixture(autouse=True)
def nobody_has_knocked_yet():
    """The count of knocks outlives a test."""
    caches["knocks"].clear()


def address(name, event, *more):
    return reverse(f"api:{name}", args=[event.slug, *more])


def read(client, name, event, *more):
    answer = client.get(address(name, event, *more))
    assert answer.status_code == 200, answer.content
    return answer.json()


def enter(client, event, body, **changes):
    return client.post(
        address("entries", event), json.dumps(body | changes), content_type="application/json"
    )


def faults_of(answer):
    return {it["where"]: it["message"] for it in answer.json()["faults"]}


# Events


def test_events_are_listed_newest_first_without_drafts(client):
    first = EventFactory(starts_at="2026-09-05T18:00Z")
    second = EventFactory(starts_at="2026-10-05T18:00Z")
    EventFactory(status=Event.Status.DRAFT)

    listed = client.get(reverse("api:events")).json()

    assert [it["slug"] for it in listed["results"]] == [second.slug, first.slug]
    assert (listed["count"], listed["next"]) == (2, None)


def test_an_event_tells_its_rules_with_all_defaults(client):
    event = entered(open_event(best_of=5), 2)

    told = read(client, "event", event)

    assert told["rules"]["best_of"] == 5
    assert told["rules"]["nil_value"] == event.rule_set.nil_value
    assert (told["pairs"], told["status"], told["takes_entries"]) == (2, "registration", True)
    assert told["champion"] is None


def test_an_event_tells_what_it_says_of_the_day(client):
    event = open_event()
    day = {"third_place": True, "no_show_minutes": None, "substitutes": "named"}
    edit_event(event, by=director_of(event.club), substitutes_until=3, **day)

    told = read(client, "event", event)

    assert {name: told[name] for name in day} == day
    assert (told["substitutes_until"], told["ends_by"]) == (3, None)


@pytest.mark.parametrize("name", ["event", "entries", "draw", "bracket", "matches"])
def test_a_draft_is_not_there_whoever_asks(client, name):
    event = EventFactory(status=Event.Status.DRAFT)
    client.force_login(director_of(event.club).user)

    answer = client.get(address(name, event))

    assert answer.status_code == 404
    assert answer.json() == {"code": "not_found", "detail": "There is nothing here.", "faults": []}


def test_lists_are_cut_into_pages(client, monkeypatch):
    monkeypatch.setattr("rest_framework.pagination.PageNumberPagination.page_size", 2)
    event = entered(open_event(), 3)

    first = read(client, "entries", event)
    second = client.get(first["next"]).json()

    assert (first["count"], len(first["results"]), len(second["results"])) == (3, 2, 1)
    assert client.get(address("entries", event), {"page": "3"}).status_code == 404
    assert client.get(address("entries", event), {"page": "9" * 40}).status_code == 404


def test_no_answer_names_an_address_a_link_or_a_secret_still_locked_away(client):
    event = drawn_event(5, tables=2)
    withdraw_entry(event.entries.first(), by=director_of(event.club), reason="has to work late")
    work()
    used = event.draws.get(state=Draw.State.DRAWN)
    hidden = [
        "example.org",
        "has to work late",
        *event.tables.values_list("token", flat=True),
        *event.draws.exclude(pk=used.pk).values_list("secret", flat=True),
    ]
    names = ["event", "entries", "draw", "bracket", "matches"]
    told = "".join(client.get(address(name, event)).content.decode() for name in names)
    told += client.get(reverse("api:events")).content.decode()

    assert [it for it in hidden if it in told] == []
    assert used.secret in told


# Entries


def test_entries_are_listed_by_name_with_who_plays_and_who_has_come(client):
    event = entered(open_event(), 2)
    left = event.entries.get(name="Pair 2")
    withdraw_entry(left, by=director_of(event.club))
    enter(client, event, SINGLE)

    listed = read(client, "entries", event)["results"]

    assert [(it["name"], it["state"], it["players"], it["checked_in"]) for it in listed] == [
        ("Cy Young", "single", [{"name": "Cy Young"}], False),
        ("Pair 1", "entered", [{"name": "Ada 1"}, {"name": "Ben 1"}], False),
        ("Pair 2", "withdrawn", [], False),
    ]


def test_a_pair_enters_and_is_confirmed_by_letter(client):
    event = open_event()

    answer = enter(client, event, PAIR)

    entry = event.entries.get()
    assert answer.status_code == 201
    assert answer.json() == {
        "ref": entry.ref,
        "name": "Bag Ladies",
        "state": "entered",
        "players": [{"name": "Ann Hill"}, {"name": "Bea Ward"}],
        "checked_in": False,
    }
    assert Letter.objects.get().to == "ann@example.org"


def test_a_single_enters_without_an_address(client):
    event = open_event()

    answer = enter(client, event, SINGLE, email=None)

    assert (answer.status_code, answer.json()["state"]) == (201, "single")
    assert event.entries.get().email == ""


@pytest.mark.everywhere
def test_a_key_sent_twice_is_one_entry(client):
    event, key = open_event(), str(uuid4())

    first = enter(client, event, PAIR, entry_key=key)
    second = enter(client, event, PAIR, entry_key=key)

    assert (first.status_code, second.status_code) == (201, 200)
    assert first.json() == second.json()
    assert event.entries.count() == 1


@pytest.mark.parametrize("first", [PAIR, SINGLE])
@pytest.mark.parametrize(
    "second", [PAIR | {"name": "Trick or Treaty"}, SINGLE | {"person_name": "Di Moss"}]
)
def test_a_key_that_has_entered_somebody_else_is_refused(client, first, second):
    event, key = open_event(), str(uuid4())
    enter(client, event, first, entry_key=key)

    answer = enter(client, event, second, entry_key=key)

    assert (answer.status_code, answer.json()["code"]) == (409, "key_used")
    assert event.entries.count() == 1


def test_a_key_of_another_event_is_refused(client):
    event, other, key = open_event(), open_event(), str(uuid4())
    enter(client, other, PAIR, entry_key=key)

    answer = enter(client, event, PAIR, entry_key=key)

    assert (answer.status_code, answer.json()["code"]) == (422, "form_of_another_event")
    assert event.entries.count() == 0


def test_every_fault_of_an_entry_is_told_at_once(client):
    event = entered(open_event(), 1)

    answer = enter(client, event, PAIR, name="Pair 1", first="", second="\u200b", email="ann")

    assert (answer.status_code, answer.json()["code"]) == (422, "entry_details")
    assert sorted(faults_of(answer)) == ["email", "first", "name", "second"]
    assert event.entries.count() == 1


@pytest.mark.everywhere
@pytest.mark.parametrize("odd", [None, 7, 2.5, True, [], ["Ann"], {"a": "b"}, "\x00", "  "])
def test_odd_names_and_addresses_are_refused_and_never_an_error(client, odd):
    event = open_event()

    pair = enter(client, event, PAIR, name=odd, first=odd, second=odd)
    address = enter(client, event, PAIR, email=odd)

    assert (pair.status_code, sorted(faults_of(pair))) == (422, ["first", "name", "second"])
    assert address.status_code == (201 if odd is None or odd == "  " else 422)


def test_missing_names_are_told_as_missing(client):
    answer = enter(client, open_event(), {"kind": "pair"})

    assert faults_of(answer) == dict.fromkeys(["first", "second", "name"], "Enter a name.")


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"kind": "trio"}, "kind"),
        ({"kind": None}, "kind"),
        ({"kind": []}, "kind"),
        ({"entry_key": "one"}, "entry_key"),
        ({"another_person": "perhaps"}, "another_person"),
    ],
)
def test_what_a_program_gets_wrong_is_a_bad_request(client, changes, where):
    event = open_event()

    answer = enter(client, event, PAIR, **changes)

    assert (answer.status_code, answer.json()["code"]) == (400, "unreadable")
    assert list(faults_of(answer)) == [where]
    assert event.entries.count() == 0


def test_somebody_barred_is_refused_with_whom_to_ask(client):
    event = open_event()
    Person.objects.create(
        club=event.club, name="Ann Hill", name_key="ann hill", barred_at=event.created_at
    )

    answer = enter(client, event, PAIR)

    assert answer.status_code == 422
    assert faults_of(answer)["first"].endswith("Ask Dana, dana@example.org.")


def test_staff_who_are_signed_in_enter_here_like_anybody_else(client):
    event = drawn_event(2)
    client.force_login(director_of(event.club).user)

    answer = enter(client, event, PAIR)

    assert (answer.status_code, answer.json()["code"]) == (422, "registration_closed")


def test_one_address_enters_only_so_often_but_reads_on(client, monkeypatch):
    event = open_event()
    monkeypatch.setattr("config.throttling.ByAddress.THROTTLE_RATES", {"enter": "2/min"})

    answers = [enter(client, event, {"kind": "pair"}) for _ in range(3)]

    assert [it.status_code for it in answers] == [422, 422, 429]
    assert (answers[2].json()["code"], int(answers[2]["Retry-After"]) > 0) == ("throttled", True)
    assert read(client, "entries", event)["count"] == 0
    elsewhere = Client(REMOTE_ADDR="203.0.113.9")
    assert enter(elsewhere, event, {"kind": "pair"}).status_code == 422


# The draw


def test_the_draw_shows_its_promises_before_and_its_proof_after(client):
    event = entered(open_event(), 3)
    before = read(client, "draw", event)
    assert before["proof"] is None
    assert {it["secret"] for it in before["attempts"]} == {""}
    assert len(before["attempts"]) == 16

    event = drawn_event(3)
    after = read(client, "draw", event)

    assert verify(after["proof"], after["proof"]) == ()
    assert [it["attempt"] for it in after["attempts"] if it["secret"]] == [1]
    assert sorted(it["name"] for it in after["proof"]["entries"]) == ["Pair 1", "Pair 2", "Pair 3"]


# The bracket


def test_before_the_draw_a_bracket_has_no_rounds(client):
    event = open_event()

    assert read(client, "bracket", event) == {
        "event": event.slug,
        "status": "registration",
        "champion": None,
        "rounds": [],
    }


def test_the_bracket_tells_byes_teams_and_places_to_be_decided_apart(client):
    event = drawn_event(3)

    first, final = read(client, "bracket", event)["rounds"]

    kinds = sorted(sorted(side["kind"] for side in it["sides"]) for it in first["matches"])
    assert kinds == [["bye", "team"], ["team", "team"]]
    assert (first["title"], final["title"]) == ("Semi-finals", "Final")
    sides = final["matches"][0]["sides"]
    assert sorted(side["kind"] for side in sides) == ["tbd", "team"]
    waiting = next(side for side in sides if side["kind"] == "tbd")
    to_play = next(it for it in first["matches"] if it["state"] == "ready")
    assert (waiting["from_match"], waiting["team"]) == (to_play["number"], None)
    assert waiting["words"] == f"Winner of match {to_play['number']}"


def test_whoever_goes_on_is_always_an_object_and_a_bye_says_so(client):
    """Who went on without play was nothing to programs, and a screen made somebody up."""
    event = drawn_event(3)
    bye = event.matches.get(reason=Match.Reason.BYE)

    told = read(client, "match", event, bye.number)

    assert told["reason"] == "bye"
    assert told["advancing"] == {
        "kind": "team",
        "team": {"ref": bye.winner.ref, "name": bye.winner.name},
        "to": {"match": bye.above.number, "place": bye.above_place},
    }


def test_reason_codes_and_who_is_gone_are_told(client):
    """A result was a winner or nothing: a tie, a walkover and a match to come were the same."""
    event = drawn_event(8)
    by = director_of(event.club)
    played(match_of(event, 1))
    award_walkover(match_of(event, 2), absent=[0], by=by)
    forfeit(match_of(event, 3), sides=[0, 1], by=by)

    told = [read(client, "match", event, number) for number in (1, 2, 3, 4)]

    assert [it["reason"] for it in told] == ["played", "walkover", "double_forfeit", None]
    assert [it["advancing"]["kind"] for it in told] == ["team", "team", "no_one", "tbd"]
    assert [[side["gone"] for side in it["sides"]] for it in told] == [
        [False, False],
        [True, False],
        [True, True],
        [False, False],
    ]
    work()
    above = read(client, "match", event, match_of(event, 3).above.number)
    assert above["sides"][0]["kind"] == "no_one"


def test_the_champion_stands_over_the_bracket_and_goes_nowhere(client):
    event = drawn_event(2)
    final = played(match_of(event, 1))
    work()

    told = read(client, "bracket", event)

    team = {"ref": final.winner.ref, "name": final.winner.name}
    assert (told["status"], told["champion"]) == ("finished", team)
    assert told["rounds"][0]["matches"][0]["advancing"] == {
        "kind": "team",
        "team": team,
        "to": None,
    }
    assert read(client, "event", event)["champion"] == team


def test_matches_are_listed_from_the_top_of_the_sheet(client):
    event = drawn_event(5)

    listed = read(client, "matches", event)["results"]

    assert [(it["round"], it["position"]) for it in listed] == [
        *((1, position) for position in range(4)),
        (2, 0),
        (2, 1),
        (3, 0),
    ]


@pytest.mark.everywhere
@pytest.mark.parametrize("number", [0, 99, 10**30])
def test_a_match_that_does_not_exist_is_not_found(client, number):
    event = drawn_event(2)

    assert client.get(address("match", event, number)).status_code == 404


@pytest.mark.everywhere
def test_an_unchanged_bracket_is_not_sent_twice(client):
    event = drawn_event(4, target_score=500)
    game = opened(match_of(event, 1))
    first = client.get(address("bracket", event))

    same = client.get(address("bracket", event), headers={"If-None-Match": first["ETag"]})
    enter_hand(game)
    newer = client.get(address("bracket", event), headers={"If-None-Match": first["ETag"]})

    assert (same.status_code, same.content, same["ETag"]) == (304, b"", first["ETag"])
    assert (newer.status_code, newer["ETag"] == first["ETag"]) == (200, False)
    assert first["Cache-Control"] == "no-cache"


@pytest.mark.everywhere
@pytest.mark.parametrize("pairs", [8, 128])
def test_the_bracket_takes_as_many_queries_for_many_pairs_as_for_few(
    client, pairs, django_assert_num_queries
):
    event = drawn_event(pairs)

    with django_assert_num_queries(4):
        told = read(client, "bracket", event)

    assert sum(len(it["matches"]) for it in told["rounds"]) == pairs - 1


def test_an_unchanged_bracket_takes_two_queries(client, django_assert_num_queries):
    event = drawn_event(8)
    etag = client.get(address("bracket", event))["ETag"]

    with django_assert_num_queries(2):
        client.get(address("bracket", event), headers={"If-None-Match": etag})


@pytest.mark.everywhere
@pytest.mark.parametrize("pairs", [2, 9])
def test_lists_take_as_many_queries_for_many_rows_as_for_few(
    client, pairs, django_assert_num_queries
):
    event = drawn_event(pairs)

    with django_assert_num_queries(4):
        read(client, "matches", event)
    with django_assert_num_queries(4):
        read(client, "entries", event)
    with django_assert_num_queries(2):
        client.get(reverse("api:events"))
    with django_assert_num_queries(4):
        read(client, "draw", event)

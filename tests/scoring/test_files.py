"""The files that can be taken away: the bundle, results and hands, by visitors and by staff."""

import csv
import io
from uuid import uuid4

import pytest
from django.test import Client

from scoring.queries.spreadsheets import hand_rows, harmless, result_rows
from scoring.services import correct_hand
from scoring.services.bundles import bundle_of, check_bundle
from tests.evening.any_event import bids_and_tricks, run_errands
from tests.factories import MembershipFactory
from tests.scoring.bundled import busy_event, finished_event
from tests.stage import director_of, drawn_event
from tournament.models import Membership, Person

pytestmark = pytest.mark.django_db


def visitor():
    return Client(HTTP_HOST="testserver")


def staff(event, role=Membership.Role.DIRECTOR):
    client = visitor()
    client.force_login(MembershipFactory(club=event.club, role=role).user)
    return client


def sheet(answer):
    """Read a spreadsheet as a program would."""
    text = b"".join(answer.streaming_content).decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text)))


def test_anybody_takes_the_public_bundle_of_an_event_that_is_over():
    event = finished_event()
    answer = visitor().get(f"/e/{event.slug}/bundle.json")
    assert answer.status_code == 200
    assert answer.content.decode() == bundle_of(event)
    assert check_bundle(answer.content).differences == ()
    assert "example.org" not in answer.content.decode()


def test_an_unchanged_bundle_is_not_sent_again_and_a_changed_one_is():
    event = finished_event()
    client, address = visitor(), f"/e/{event.slug}/bundle.json"
    seal = client.get(address)["ETag"]
    assert client.get(address, headers={"If-None-Match": seal}).status_code == 304
    hand = event.matches.get(above=None).games.get().hands.get()
    said = {**bids_and_tricks(hand.game.rule_set, 1), "reason": "the other side"}
    correct_hand(hand, entry_key=uuid4(), by=director_of(event.club).user, **said)
    run_errands()
    assert client.get(address, headers={"If-None-Match": seal}).status_code == 200


def test_before_the_end_there_is_no_public_bundle():
    event = drawn_event(2)
    assert visitor().get(f"/e/{event.slug}/bundle.json").status_code == 404


def test_results_give_a_place_to_every_team():
    event = finished_event(4)
    head, *rows = sheet(visitor().get(f"/e/{event.slug}/results.csv"))
    assert head == [*("Place", "Team", "Players", "Matches won", "Matches lost", "Points", "Bags")]
    assert [row[0] for row in rows] == ["1", "2", "3–4", "3–4"]
    assert rows[0][1:5] == [
        event.champion.name,
        ", ".join(player.person.name for player in event.champion.players.all()),
        "2",
        "0",
    ]
    assert int(rows[0][5]) >= 200


def test_every_hand_is_a_line_with_what_it_scored():
    event = finished_event(2)
    head, *rows = sheet(visitor().get(f"/e/{event.slug}/hands.csv"))
    assert head[:7] == ["Match", "Attempt", "Game", "Hand", "Dealer", "Bids", "Tricks"]
    assert head[7:13] == [*("A points", "A total", "A bags", "B points", "B total", "B bags")]
    assert head[13:] == ["Version", "At", "Void"]
    hand = event.matches.get().games.get().hands.get()
    assert rows == [
        [
            *("1", "1", "1", "1", hand.dealer, "E 1 N 9 S 1 W 1", "EW 2 NS 11"),
            *("101", "101", "1", "20", "20", "0", "1"),
            hand.scored_at.astimezone(event.tz).isoformat(" ", "seconds"),
            "",
        ]
    ]


def test_hands_that_do_not_count_say_why():
    event = busy_event()
    rows = list(hand_rows(event))[1:]
    assert {row[-1] for row in rows} == {"", "played anew"}


def test_the_file_of_an_event_of_three_has_columns_for_three():
    event = finished_event(3, variant="cutthroat")
    head, *rows = list(hand_rows(event))
    assert "C bags" in head
    assert all(len(row) == len(head) for row in rows)


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"])
def test_no_name_is_worked_out_by_a_spreadsheet(text):
    event = finished_event(2)
    event.entries.filter(pk=event.champion_id).update(name=text)
    rows = sheet(visitor().get(f"/e/{event.slug}/results.csv"))
    assert rows[1][1] == f"'{text}"
    assert harmless(-20) == -20


@pytest.mark.parametrize("entries", [2, 5])
def test_the_sheets_take_the_same_queries_whatever_the_size(entries, django_assert_num_queries):
    event = finished_event(entries)
    with django_assert_num_queries(5):
        list(result_rows(event))
    with django_assert_num_queries(2):
        list(hand_rows(event))


def test_there_are_no_sheets_before_the_draw():
    event = drawn_event(2)
    event.matches.update(above=None)
    type(event).objects.filter(pk=event.pk).update(status="check_in")
    assert visitor().get(f"/e/{event.slug}/results.csv").status_code == 404
    assert visitor().get(f"/e/{event.slug}/hands.csv").status_code == 404


def test_the_director_takes_both_bundles_and_nobody_else_does():
    event = drawn_event(2)
    director = staff(event)
    assert director.get(f"/desk/e/{event.slug}/files/").status_code == 200
    club = director.get(f"/desk/e/{event.slug}/files/club.json")
    public = director.get(f"/desk/e/{event.slug}/files/public.json")
    assert club.content.decode() == bundle_of(event, contacts=True)
    assert public.content.decode() == bundle_of(event)
    assert director.get(f"/desk/e/{event.slug}/files/other.json").status_code == 404
    scorekeeper = staff(event, Membership.Role.SCOREKEEPER)
    for page in ("files/", "files/club.json", "files/public.json"):
        assert scorekeeper.get(f"/desk/e/{event.slug}/{page}").status_code == 403
        assert visitor().get(f"/desk/e/{event.slug}/{page}").status_code == 302


def test_while_a_draw_is_shown_the_desk_is_told_to_wait():
    event = drawn_event(2)
    event.draws.filter(attempt=2, kind="bracket").update(state="revealing")
    answer = staff(event).get(f"/desk/e/{event.slug}/files/club.json")
    assert answer.status_code == 409
    assert "The draw is being revealed" in answer.content.decode()


def test_a_director_removes_a_name_after_being_asked():
    event = finished_event(3)
    director, person = staff(event), Person.objects.get(name="Ada 1")
    address = f"/desk/e/{event.slug}/people/{person.pk}/forget/"
    asked = director.get(address)
    assert "This cannot be taken back." in asked.content.decode()
    assert Person.objects.filter(name="Ada 1").exists()
    assert director.post(address).status_code == 302
    assert not Person.objects.filter(name="Ada 1").exists()
    assert director.get(address).status_code == 404
    page = director.get(f"/desk/e/{event.slug}/files/").content.decode()
    assert "Ben 1" in page
    assert "Ada 1" not in page


def test_the_name_of_somebody_who_still_plays_is_not_removed():
    event = drawn_event(2)
    person = Person.objects.get(name="Ada 1")
    answer = staff(event).post(f"/desk/e/{event.slug}/people/{person.pk}/forget/")
    assert answer.status_code == 409
    assert "still plays in Garden Night" in answer.content.decode()
    assert Person.objects.filter(name="Ada 1").exists()
    page = staff(event).get(f"/desk/e/{event.slug}/files/").content.decode()
    assert page.count("barred, or still playing") == 4
    assert "/forget/" not in page


def test_a_scorekeeper_removes_no_names():
    event = finished_event(2)
    person = Person.objects.get(name="Ada 1")
    client = staff(event, Membership.Role.SCOREKEEPER)
    assert client.post(f"/desk/e/{event.slug}/people/{person.pk}/forget/").status_code == 403
    assert Person.objects.filter(name="Ada 1").exists()


def test_the_api_gives_the_same_bundle_and_keeps_still_when_nothing_changed():
    event = finished_event(2)
    client, address = visitor(), f"/api/v1/events/{event.slug}/bundle/"
    answer = client.get(address)
    assert answer.content.decode() == bundle_of(event)
    again = client.get(address, headers={"If-None-Match": answer["ETag"]})
    assert (again.status_code, again["ETag"]) == (304, answer["ETag"])
    type(event).objects.filter(pk=event.pk).update(status="running")
    assert client.get(address).status_code == 404

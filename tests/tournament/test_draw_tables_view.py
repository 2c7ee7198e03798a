"""The draw of tables as the public, the desk and the API show it."""

import pytest
from django.urls import reverse

from engine.draws import verify
from tests.factories import ClubFactory, EntryFactory
from tests.tournament.desk_cast import address, signed_in, text_of
from tests.tournament.test_bracket_tables import at_check_in
from tests.tournament.test_public_views import see, words
from tournament.actors import Actor
from tournament.forecasts import Forecast
from tournament.models import Club
from tournament.services.draw import draw_bracket, freeze_list

pytestmark = pytest.mark.django_db
THREES, FOURS, TWOS = "spadework-draw-threes-1", "spadework-draw-fours-1", "spadework-draw-1"


def drawn(players, variant="cutthroat"):
    event = at_check_in(players, variant)
    draw_bracket(event, by=Actor())
    event.refresh_from_db()
    return event


@pytest.mark.parametrize(
    ("algorithm", "entries", "each", "said"),
    [
        (TWOS, 5, 2, "5 pairs in 8 places: 3 byes in round 1, 3 rounds."),
        (TWOS, 4, 1, "4 players in 4 places: 0 byes in round 1, 2 rounds."),
        (THREES, 3, 1, "3 players: 1 table of three in round 1, 1 round."),
        (THREES, 5, 1, "5 players: 1 table of three and 2 byes in round 1, 2 rounds."),
        (
            THREES,
            14,
            1,
            "14 players: 1 table of three, 1 table of four and 7 byes in round 1, 3 rounds.",
        ),
        (FOURS, 12, 1, "12 players: 3 tables of four in round 1, 2 rounds."),
        (FOURS, 13, 1, "13 players: 3 tables of four and 1 bye in round 1, 2 rounds."),
        (FOURS, 2, 1, "2 players in 2 places: 0 byes in round 1, 1 round."),
    ],
)
def test_what_a_draw_will_make_is_said_in_one_sentence(algorithm, entries, each, said):
    assert str(Forecast(algorithm, entries, each)) == said


def test_the_page_shows_tables_byes_and_the_name_of_the_algorithm(client):
    event = drawn(5)

    said = see(client, "draw", event)

    tables = [table for table in event.draws.get(state="drawn").slots if len(table) > 1]
    names = {entry.ref: entry.name for entry in event.entries.all()}
    assert "5 players: 1 table of three and 2 byes in round 1, 2 rounds." in said
    assert "Repeated just now: equal" in said
    assert "gave the same tables and byes." in said
    assert "Tables of round 1 " in said
    assert all(" v ".join(names[ref] for ref in table) in said for table in tables)
    assert said.count(" Bye ") == 2
    assert "Every player had the same chance of a bye: 2 in 5." in said
    assert f"framed fields “{THREES}”" in said
    assert f"Algorithm {THREES}" in said
    assert "pair" not in said.lower()
    assert "partner" not in said.lower()


def test_a_field_without_byes_is_said_to_play_whole(client):
    said = see(client, "draw", drawn(12, "solo"))

    assert "There is no bye: everybody plays in round 1." in said
    assert "12 players: 3 tables of four in round 1, 2 rounds." in said


def test_two_handed_is_shown_as_players_in_places(client):
    said = see(client, "draw", drawn(3, "two_handed"))

    assert "3 players, 4 places, 1 bye." in said
    assert "Pairings of round 1" in said
    assert "Every player had the same chance of a bye: 1 in 3." in said


def test_a_table_that_was_changed_is_said_to_differ(client):
    event = drawn(9)
    used = event.draws.get(state="drawn")
    used.slots = used.slots[::-1]
    used.save()

    said = see(client, "draw", event)

    assert "Repeated just now: it differs" in said
    assert "first in “tables”" in said


def test_the_facts_and_the_api_give_the_tables_and_hold(client):
    event = drawn(6, "solo")

    facts = client.get(reverse("tournament:draw-facts", args=[event.slug])).json()
    proof = client.get(f"/api/v1/events/{event.slug}/draw/").json()["proof"]

    assert verify(facts, facts) == verify(proof, proof) == ()
    assert (proof["tables"], "slots" in proof) == (facts["tables"], False)


def test_before_the_list_is_closed_the_algorithm_is_that_of_the_rules_now(client):
    event = at_check_in(4, "solo")

    before = client.get(f"/api/v1/events/{event.slug}/draw/").json()["attempts"]
    event.rules = {"variant": "cutthroat"}
    event.save()
    freeze_list(event, by=Actor())
    event.rules = {"variant": "solo"}
    event.save()
    after = words(client.get(reverse("tournament:draw", args=[event.slug])))

    assert {it["algorithm"] for it in before if it["kind"] == "bracket"} == {FOURS}
    assert {it["algorithm"] for it in before if it["kind"] == "partners"} == {TWOS}
    assert f"Algorithm {THREES}" in after


def test_the_desk_says_before_drawing_how_many_tables_there_will_be(client):
    event = at_check_in(8, "solo", club=ClubFactory())
    EntryFactory(event=event, name="Late", people=["Late"])
    signed_in(client, Club.objects.get(pk=event.club_id))

    told = text_of(client.get(address("draw", event)))

    assert "8 players: 2 tables of three and 2 byes in round 1, 2 rounds." in told
    assert "1 player has not come and is left out" in told
    assert "then 9 players: 1 table of three, 1 table of four and 2 byes in round 1" in told
    assert "8 players are checked in" in told
    assert "1 player has not come</h2>" in told

"""The desk pins a match to a table, passes it by, and swaps two: asked before, safe twice."""

import pytest

from tests.factories import ClubFactory
from tests.stage import at_a_table, director_of, drawn_event, match_of, opened, played
from tests.tournament.desk_cast import address, signed_in, text_of
from tournament.models import Match
from tournament.services.table_wishes import hold_match, pin_match

pytestmark = pytest.mark.django_db


def eight(client, role="scorekeeper"):
    club = ClubFactory()
    signed_in(client, club, role)
    return drawn_event(8, tables=3, club=club)


def table_of(event, number):
    return event.tables.get(number=number)


def test_a_match_is_pinned_and_the_pin_comes_off(client):
    event = eight(client)
    assert "given to no other match" in text_of(client.get(address("pin", event, 1)))
    for _tap in range(2):
        done = client.post(address("pin", event, 1), {"table": table_of(event, 2).pk}, follow=True)
    assert "Match 1 is called to table 2 only." in text_of(done)
    assert "Only at table 2 …" in text_of(client.get(address("match", event, 1)))
    assert match_of(event, 1).pinned == table_of(event, 2)

    client.post(address("pin", event, 1), {"table": ""})

    assert match_of(event, 1).pinned is None


@pytest.mark.parametrize("table", ["x", "0", "9" * 40])
def test_a_pin_to_a_table_that_is_not_there_is_told_beside_the_field(client, table):
    event = eight(client)
    response = client.post(address("pin", event, 1), {"table": table})
    assert response.status_code == 422
    assert response.context["question"].form.errors.keys() == {"table"}


def test_a_match_is_passed_by_and_released(client):
    event = eight(client)
    page = address("skip", event, 1)
    assert "Pass match 1 by?" in text_of(client.get(page))
    for _tap in range(2):
        assert client.post(page, {"held": "yes"}).status_code == 302
    assert match_of(event, 1).held
    assert "Release it …" in text_of(client.get(address("match", event, 1)))
    assert "Call match 1 in its turn again?" in text_of(client.get(page))

    client.post(page, {"held": "no"})

    assert not match_of(event, 1).held


def test_two_matches_swap_and_a_second_tap_does_not_swap_back(client):
    event = eight(client)
    at_a_table(match_of(event, 1))
    other = at_a_table(match_of(event, 2))
    page = client.get(address("swap", event, 1))
    choices = dict(page.context["question"].form.fields["other"].choices)
    assert choices[other.pk].endswith("(at table 2)")
    assert choices[match_of(event, 3).pk].endswith("(waits for a table)")

    for _tap in range(2):
        done = client.post(address("swap", event, 1), {"other": other.pk, "seen": "1"}, follow=True)

    assert "Match 2 has the table of match 1 now." in text_of(done)
    assert match_of(event, 1).table.number == 2
    assert match_of(event, 2).table.number == 1


@pytest.mark.parametrize("other", ["", "x", "0", "9" * 5000])
def test_a_swap_with_nothing_is_told_beside_the_field(client, other):
    event = eight(client)
    at_a_table(match_of(event, 1))
    response = client.post(address("swap", event, 1), {"other": other})
    assert response.status_code == 422
    assert response.context["question"].form.errors.keys() == {"other"}


def test_a_swap_of_a_pinned_match_says_why_not(client):
    event = eight(client)
    pin_match(match_of(event, 2), table_of(event, 2), by=director_of(event.club))
    at_a_table(match_of(event, 1))
    response = client.post(address("swap", event, 1), {"other": match_of(event, 2).pk, "seen": 1})
    assert response.status_code == 422
    assert "Match 2 is pinned to table 2." in text_of(response)


def test_once_play_has_begun_every_wish_is_closed_with_the_reason(client):
    event = eight(client)
    opened(match_of(event, 1))
    for name, words in (
        ("pin", "is at table 1 already"),
        ("skip", "is at table 1 already"),
        ("swap", "Play has begun."),
    ):
        response = client.get(address(name, event, 1))
        assert response.status_code == 409
        assert words in text_of(response)
    other = match_of(event, 2).pk
    assert client.post(address("swap", event, 1), {"other": other}).status_code == 409
    played(match_of(event, 1))
    assert "already over" in text_of(client.get(address("pin", event, 1)))
    assert "not waiting at a table" in text_of(client.get(address("swap", event, 1)))


def test_the_overview_says_what_is_wished(client):
    event = eight(client)
    by = director_of(event.club)
    pin_match(match_of(event, 1), table_of(event, 2), by=by)
    hold_match(match_of(event, 2), by=by)
    page = text_of(client.get(address("tables", event)))
    assert "only at table 2" in page
    assert "passed by until it is released" in page


def test_a_viewer_wishes_nothing(client):
    event = eight(client, "viewer")
    for name in ("pin", "skip", "swap"):
        assert client.get(address(name, event, 1)).status_code == 403
        assert client.post(address(name, event, 1), {"held": "yes"}).status_code == 403
    assert match_of(event, 1).state == Match.State.READY

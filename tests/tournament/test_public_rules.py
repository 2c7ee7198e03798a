"""The public page of the rules: what is in force, since when, and what it said before."""

import pytest

from engine.spades.rules import STANDARD
from tests.stage import director_of, open_event
from tests.tournament.desk_cast import text_of
from tournament.services.events import edit_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    event = open_event(target_score=500, best_of=3)
    by = director_of(event.club)
    for target in (350, 400):
        edit_event(event, by=by, rules=STANDARD.with_options(target_score=target).to_json())
        event.refresh_from_db()
    return event


def reached(points):
    return f"The first side to reach {points} points wins the game."


def test_the_page_says_which_version_is_in_force_and_how_it_came_about(client, event):
    page = client.get(f"/e/{event.slug}/rules/")

    text = text_of(page)
    assert "Version 3, of " in text
    assert f"<p>{reached(400)}</p>" in text
    assert f"<del>{reached(350)}</del>" in text
    assert f"<ins>{reached(400)}</ins>" in text
    history = [(it.number, len(changed)) for it, changed in page.context["history"]]
    assert history == [(3, 1), (2, 1), (1, 0)]
    assert "is in force" not in text


def test_an_earlier_version_is_read_whole_and_says_what_is_otherwise_now(client, event):
    page = client.get(f"/e/{event.slug}/rules/1/")

    text = text_of(page)
    assert f"<p>{reached(500)}</p>" in text
    assert "This is not in force any more: Version 3 is" in text
    assert f"<del>{reached(500)}</del>" in text
    assert f"<ins>{reached(400)}</ins>" in text


def test_the_newest_version_by_its_address_is_the_one_in_force(client, event):
    assert "This is not in force" not in text_of(client.get(f"/e/{event.slug}/rules/3/"))


@pytest.mark.parametrize("number", [0, 4, 99999])
def test_a_version_that_is_not_there_is_not_found(client, event, number):
    assert client.get(f"/e/{event.slug}/rules/{number}/").status_code == 404


def test_rules_that_never_changed_have_no_history(client):
    event = open_event()

    page = text_of(client.get(f"/e/{event.slug}/rules/"))

    assert "Version 1, of " in page
    assert "How the rules changed" not in page


def test_the_page_costs_the_same_queries_for_one_version_and_for_three(
    client, event, django_assert_num_queries
):
    for each in (event, open_event(club=event.club)):
        with django_assert_num_queries(2):
            client.get(f"/e/{each.slug}/rules/")

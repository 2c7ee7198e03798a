"""The desk's page of rounds with rules of their own."""

import pytest

from tests.stage import at_a_table, director_of, drawn_event, match_of, open_event
from tests.tournament.desk_cast import address, signed_in, text_of
from tournament.queries.bracket import bracket_of
from tournament.services.round_rules import set_round_rules

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(client):
    event = drawn_event(4, tables=2, best_of=1, target_score=300)
    signed_in(client, event.club)
    return event


def change(client, event, number=1, **fields):
    return client.post(address("change-round", event, number), fields | {"save": "1"})


def test_a_drawn_event_shows_its_rounds_and_one_to_be_drawn_the_last_five(client, event):
    titles = [it.title for it in client.get(address("rounds", event)).context["rounds"]]
    early = client.get(address("rounds", open_event(club=event.club)))

    assert titles == ["Final", "Semi-finals"]
    assert [it.title for it in early.context["rounds"]] == [
        "Final",
        "Semi-finals",
        "Quarter-finals",
        "Round 4 from the end",
        "Round 5 from the end",
    ]


@pytest.mark.parametrize(
    ("entries", "rules"),
    [(27, {"variant": "cutthroat"}), (48, {"variant": "solo"}), (9, {}), (17, {})],
)
def test_rounds_are_titled_as_in_the_bracket(client, entries, rules):
    event = drawn_event(entries, **rules)
    signed_in(client, event.club)
    titles = [it.title for it in client.get(address("rounds", event)).context["rounds"]]
    assert titles == [it.title for it in reversed(bracket_of(event).rounds)]


def test_tables_of_three_have_no_quarter_finals_before_the_draw_either(client):
    early = open_event(variant="cutthroat")
    signed_in(client, early.club)
    titles = [it.title for it in client.get(address("rounds", early)).context["rounds"]]
    assert titles[:3] == ["Final", "Semi-finals", "Round 3 from the end"]


def test_the_public_rules_name_a_round_as_the_bracket_does(client):
    event = drawn_event(27, variant="cutthroat")
    set_round_rules(event, rounds_to_go=3, patch={"target_score": 50}, by=director_of(event.club))
    page = text_of(client.get(f"/e/{event.slug}/rules/"))
    assert "Round 1" in page
    assert "Quarter-finals" not in page


def test_what_differs_is_saved_and_said_everywhere(client, event):
    response = change(client, event, target_score="500", best_of="3", minutes=" 60 ")
    assert response.status_code == 302

    event.refresh_from_db()
    assert event.round_rules == {"1": {"target_score": 500, "best_of": 3, "minutes": 60}}
    said = "The first side to reach 500 points wins the game."
    assert said in text_of(client.get(address("rounds", event)))
    assert said in text_of(client.get(f"/e/{event.slug}/rules/"))
    assert said in text_of(client.get(f"/e/{event.slug}/"))


def test_an_empty_form_and_the_button_for_it_make_a_round_as_all_others(client, event):
    for last in ({}, {"target_score": "500", "as_all": "1"}):
        change(client, event, target_score="400")
        client.post(address("change-round", event, 1), last)

        event.refresh_from_db()
        assert event.round_rules == {}


def test_a_limit_is_lifted_with_a_zero_and_the_sheet_says_that_it_does_not_hold(client):
    event = drawn_event(4, max_hands=9, best_of=1, target_score=300)
    signed_in(client, event.club)

    change(client, event, max_hands="0")

    event.refresh_from_db()
    assert event.round_rules == {"1": {"max_hands": None}}
    page = text_of(client.get(f"/e/{event.slug}/rules/"))
    assert "This does not hold: " in page


def test_every_fault_stands_beside_its_field_with_what_was_typed(client, event):
    bad = {"target_score": "NaN", "best_of": "2", "max_hands": "2.5", "minutes": "-1"}

    response = change(client, event, **bad, time_up="never")

    assert response.status_code == 422
    form = response.context["form"]
    assert set(form.errors) == {*bad, "time_up"}
    assert form["target_score"].value() == "NaN"
    event.refresh_from_db()
    assert event.round_rules == {}


def test_options_the_form_does_not_ask_are_kept(client, event):
    by = director_of(event.club)
    set_round_rules(event, rounds_to_go=1, patch={"bag_penalty": 50}, by=by)

    change(client, event, target_score="500")

    event.refresh_from_db()
    assert event.round_rules == {"1": {"bag_penalty": 50, "target_score": 500}}


def test_a_round_that_has_begun_says_since_when_and_refuses(client, event):
    at_a_table(match_of(event, 1))

    page = client.get(address("rounds", event))
    assert [it.fixed is not None for it in page.context["rounds"]] == [False, True]
    assert "Fixed since" in text_of(page)
    response = change(client, event, 2, target_score="500")
    assert response.status_code == 409
    assert "Semi-finals: the first match of this round has been called" in text_of(response)


@pytest.mark.parametrize("number", [0, 3, 99999])
def test_a_round_that_is_not_there_is_not_found(client, event, number):
    assert change(client, event, number, target_score="500").status_code == 404


def test_the_page_costs_the_same_queries_for_two_rounds_and_for_three(
    client, event, django_assert_num_queries
):
    other = drawn_event(6, club=event.club)
    for each in (event, other):
        with django_assert_num_queries(5):
            client.get(address("rounds", each))

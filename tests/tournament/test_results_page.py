"""The page of places and paths, and every page of an evening with a bye in it."""

import re

import pytest
from django.urls import reverse

from relay.models import Letter
from tests.factories import EventFactory
from tests.stage import at_a_table, director_of, drawn_event, match_of, opened, played, work
from tests.tournament.desk_cast import signed_in, text_of
from tests.tournament.test_bracket_view import words
from tests.tournament.test_places import to_the_end
from tournament.models import Event, Match
from tournament.services.departures import award_walkover, forfeit

pytestmark = pytest.mark.django_db


def page(client, event, name="results", *args):
    answer = client.get(reverse(f"tournament:{name}", args=[event.slug, *args]))
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_page_shows_places_and_paths(client):
    event = to_the_end(drawn_event(4))
    said = words(page(client, event))
    final = match_of(event, 3)
    second = final.sides.get(place=1).entry

    assert f"Champions {event.champion} Place 2: {second} Place 3–4, shared:" in said
    assert f"Place 2 {second} Semi-finals: beat " in said
    assert f"Final: lost to {event.champion} 0–1" in said


def test_a_running_event_says_that_its_places_are_not_all(client):
    event = drawn_event(4)
    award_walkover(match_of(event, 1), absent=[0], by=director_of(event.club))
    work()
    said = words(page(client, event))
    assert "The event is not over: these are the places settled by now." in said
    assert ("still in" in said, "W/O: " in said, "2–0" in said) == (True, True, False)


def test_a_finished_event_leads_to_its_places(client):
    event = to_the_end(drawn_event(2))
    address = reverse("tournament:results", args=[event.slug])
    for name in ("event", "bracket"):
        assert f'href="{address}"' in page(client, event, name)


@pytest.mark.parametrize("status", [Event.Status.DRAFT, Event.Status.REGISTRATION])
def test_there_are_no_results_before_the_draw(client, status):
    event = EventFactory(status=status)
    assert client.get(reverse("tournament:results", args=[event.slug])).status_code == 404


def test_names_are_shown_and_not_obeyed(client):
    event = drawn_event(2)
    entry = event.entries.first()
    entry.name = "<script>alert(1)</script>"
    entry.save()
    assert "<script>alert(1)" not in page(client, event)


@pytest.mark.everywhere
@pytest.mark.parametrize("pairs", [8, 128])
def test_the_page_takes_three_queries_however_many_teams(client, django_assert_num_queries, pairs):
    event = drawn_event(pairs)
    with django_assert_num_queries(3):
        page(client, event)


PUBLIC = ["event", "draw", "bracket", "bracket-part", "bracket-svg", "bracket-json", "results"]
DESK = ["tables", "tables-part", "entries", "draw", "matches", "log", "letters", "hall", "setup"]


@pytest.mark.parametrize("finished", [False, True])
def test_every_page_stands_with_a_bye_in_the_bracket(client, finished):
    """Byes came late to a bracket, and many pages took for granted that a match has two sides."""
    event = drawn_event(3, tables=1)
    bye = event.matches.get(reason=Match.Reason.BYE)
    work()
    if finished:
        to_the_end(event)
    for name in PUBLIC:
        assert str(bye.winner) in page(client, event, name).replace("\\u0026", "&")
    assert str(bye.winner) in page(client, event, "match-card", bye.number)
    for name in ("bracket", "matches", "entries", "draw"):
        assert client.get(reverse(f"api:{name}", args=[event.slug])).status_code == 200
    match = reverse("scoring:match", args=[event.slug, bye.number])
    assert str(bye.winner) in client.get(match).content.decode()
    signed_in(client, event.club)
    for name in DESK:
        assert client.get(reverse(f"desk:{name}", args=[event.slug])).status_code == 200
    told = text_of(client.get(reverse("desk:match", args=[event.slug, bye.number])))
    assert "This is a bye: nothing is to be done." in told


def test_no_letter_of_a_result_is_written_for_a_bye():
    event = drawn_event(3)
    bye = event.matches.get(reason=Match.Reason.BYE)
    work()
    played(event.matches.exclude(reason=Match.Reason.BYE).get(round=1))
    work()
    told = event_letters(event, bye.winner.email)
    assert told == ["draw_published"]


def event_letters(event, address):
    kept = Letter.objects.filter(about=f"event:{event.pk}", to=address).order_by("pk")
    kinds = [letter.fact.split(":")[0] for letter in kept]
    return [kind for kind in kinds if kind != "entry_confirmed"]


def middle(client, event, number):
    """What stands between the sides of a match on its page."""
    html = client.get(reverse("scoring:match", args=[event.slug, number])).content.decode()
    return words(re.search(r'<p class="n" aria-live="polite">.*?</p>', html, re.DOTALL)[0])


def brought_to(how, match, by):
    if how == "walkover":
        award_walkover(match, absent=[0], by=by)
    elif how == "forfeit":
        forfeit(at_a_table(match), sides=[1], by=by)
    elif how in {"play", "end"}:
        {"play": opened, "end": played}[how](match)


@pytest.mark.parametrize(
    ("how", "shown"),
    [
        ("line", "– one game"),
        ("walkover", "W/O one game"),
        ("forfeit", "Forfeit one game"),
        ("play", "Games 0–0 one game"),
        ("end", "Games 1–0 one game"),
    ],
)
def test_the_page_of_a_match_shows_a_score_only_where_there_is_one(client, how, shown):
    """A match not yet played showed 0–0, and so did a walkover: only a game makes a score."""
    event = drawn_event(4)
    brought_to(how, match_of(event, 1), director_of(event.club))
    assert middle(client, event, 1) == shown

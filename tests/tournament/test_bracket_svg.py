"""The bracket as one picture: well-formed whatever a team is called, complete, and sealed."""

import re
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest
from django.urls import reverse

from tests.factories import EventFactory
from tests.stage import at_a_table, director_of, drawn_event, enter_hand, match_of, opened, work
from tournament.bracket_picture import broken, picture_of
from tournament.models import Entry, Event, Match
from tournament.queries.bracket import bracket_of
from tournament.services.departures import award_walkover

pytestmark = pytest.mark.django_db
SVG = "{http://www.w3.org/2000/svg}"
NASTY = [
    "</text><script>alert(1)</script>",
    "Bags & \"Nils\" 'R' <Us>",
    "نجوم (الليل) الساطعة",
    "]]> <!-- -- --> &amp; &#0;",
    "Donaudampfschifffahrtsgesellschaftskapitäne und ihre Freunde vom Oberlauf",
    "\x08\x1b\ufffe bell",
    "スペードの女王と仲間たちの長い名前のチーム",
]


def fetch(client, event, **headers):
    return client.get(reverse("tournament:bracket-svg", args=[event.slug]), headers=headers)


def drawing(client, event):
    answer = fetch(client, event)
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/svg+xml; charset=utf-8")
    return ET.fromstring(answer.content)  # noqa: S314 -- our own drawing


def texts(root):
    return ["".join(it.itertext()) for it in root.iter(f"{SVG}text")]


def of_match(root, number):
    [group] = [it for it in root.iter(f"{SVG}g") if it.get("id") == f"match-{number}"]
    return texts(group)


def renamed(event, names):
    for entry, name in zip(event.entries.order_by("pk"), names, strict=True):
        Entry.objects.filter(pk=entry.pk).update(name=name)
    return event


def test_a_picture_shows_every_match_and_every_round_and_needs_no_other_file(client):
    event = drawn_event(5)
    answer = fetch(client, event).content.decode()
    root = drawing(client, event)

    ids = [it.get("id") for it in root.iter(f"{SVG}g") if it.get("id")]
    assert ids == [f"match-{number}" for number in range(1, 8)]
    assert [word for word in texts(root) if word in {"Quarter-finals", "Semi-finals", "Final"}] == [
        "Quarter-finals",
        "Semi-finals",
        "Final",
    ]
    assert re.findall(r"href|url\(|@import|<style|<script|\sstyle=", answer) == []


def test_a_picture_is_told_to_those_who_do_not_see_it(client):
    event = drawn_event(3)
    root = drawing(client, event)

    title, told = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    bye = event.matches.get(reason=Match.Reason.BYE)
    assert (root.get("role"), root.get("aria-labelledby"), root.get("aria-describedby")) == (
        "img",
        title.get("id"),
        told.get("id"),
    )
    assert title.text == f"Bracket of {event}"
    assert f"Match {bye.number}, Bye: Bye for {bye.winner}." in told.text


def test_no_name_breaks_the_picture(client):
    event = renamed(drawn_event(7), NASTY)
    root = drawing(client, event)

    tags = {it.tag.removeprefix(SVG) for it in root.iter()}
    assert tags == {"svg", "title", "desc", "rect", "g", "text", "path"}
    shown = "".join(texts(root)).replace(" ", "")
    for name in [*NASTY[:5], "bell", NASTY[6]]:
        assert name.replace(" ", "") in shown


def test_the_name_of_an_event_breaks_it_no_more_than_that_of_a_team(client):
    event = drawn_event(2)
    Event.objects.filter(pk=event.pk).update(name='"><svg onload=alert(1)> & Co')
    root = drawing(client, event)
    assert texts(root)[0] == '"><svg onload=alert(1)> & Co'
    assert list(root.iter(f"{SVG}svg")) == [root]


def test_long_names_go_into_lines_and_are_never_cut(client):
    name = NASTY[4]
    event = renamed(drawn_event(2), [name, "Nil"])
    lines = [line for line in of_match(drawing(client, event), 1) if line in broken(name)]
    assert "".join(lines).replace(" ", "") == name.replace(" ", "")
    assert broken(NASTY[6]) == ["スペードの女王と仲間たち", "の長い名前のチーム"]


def test_cards_of_a_column_never_lie_over_each_other():
    event = renamed(drawn_event(7), NASTY)
    for each in bracket_of(event).rounds:
        cards = sorted(
            (card.y, card.y + card.height)
            for card in picture_of(bracket_of(event)).cards
            if card.slip.match.round == each.number
        )
        assert all(upper[1] < lower[0] for upper, lower in pairwise(cards))


def test_a_round_fed_by_a_match_to_come_names_that_match_and_no_bye(client):
    """A bye beside a team that was still to be decided was drawn as a bye one round later."""
    event = drawn_event(4)
    assert of_match(drawing(client, event), 3) == [
        "Match 3",
        "To be decided",
        "Winner of match 1",
        "Winner of match 2",
    ]


def test_a_walkover_and_a_match_to_come_show_no_score(client):
    """Unplayed matches showed 0–0, walkovers 2–0."""
    event = drawn_event(4)
    award_walkover(match_of(event, 1), absent=[0], by=director_of(event.club))
    work()
    root = drawing(client, event)

    absent, here = match_of(event, 1).sides.select_related("entry").order_by("place")
    ready = [str(it.entry) for it in match_of(event, 2).sides.order_by("place")]
    assert of_match(root, 1) == [
        "Match 1",
        "Walkover",
        str(absent.entry),
        "absent",
        str(here.entry),
        "goes on",
    ]
    assert of_match(root, 2) == ["Match 2", "Waits for a table", *ready]


@pytest.mark.parametrize(("players", "variant"), [(9, "cutthroat"), (13, "cutthroat"), (7, "solo")])
def test_tables_of_three_and_four_have_all_their_sides(client, players, variant):
    event = drawn_event(players, variant=variant)
    root = drawing(client, event)
    names = [str(it) for it in event.entries.all()]
    assert sorted(set(texts(root)) & set(names)) == sorted(names)
    lines = [it.get("d") for it in root.iter(f"{SVG}path") if "V" in it.get("d")]
    assert len(lines) == event.matches.count() - 1


def test_before_the_draw_the_picture_says_so(client):
    root = drawing(client, EventFactory())
    assert root.find(f"{SVG}desc").text.strip() == "There is no bracket yet."


def test_a_draft_has_no_picture(client):
    assert fetch(client, EventFactory(status=Event.Status.DRAFT)).status_code == 404


def test_an_unchanged_picture_is_not_drawn_twice(client, django_assert_num_queries):
    """Clients kept the address of the picture to ask less often: a seal says it has not changed."""
    event = drawn_event(4, target_score=500)
    game = opened(at_a_table(match_of(event, 1)))
    first = fetch(client, event)

    with django_assert_num_queries(2):
        same = fetch(client, event, if_none_match=first["ETag"])
    enter_hand(game)
    newer = fetch(client, event, if_none_match=first["ETag"])

    assert (same.status_code, same.content, same["ETag"]) == (304, b"", first["ETag"])
    assert (newer.status_code, newer["ETag"] == first["ETag"]) == (200, False)
    assert (first["ETag"].startswith("W/"), first["Cache-Control"]) == (False, "no-cache")


@pytest.mark.everywhere
@pytest.mark.parametrize("pairs", [8, 128])
def test_a_picture_takes_four_queries_however_many_teams(client, django_assert_num_queries, pairs):
    event = drawn_event(pairs)
    with django_assert_num_queries(4):
        fetch(client, event)

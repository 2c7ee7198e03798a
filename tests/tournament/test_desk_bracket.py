"""The bracket as the console of the desk: the public parts, the way to the acts, the clock."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils.timezone import now

from tests.stage import (
    at_a_table,
    drawn_event,
    enter_hand,
    match_of,
    open_event,
    opened,
    played,
    work,
)
from tests.tournament.desk_cast import address, signed_in
from tests.tournament.test_bracket_view import slip, words
from tournament.actors import Actor
from tournament.hold_ups import hold_up
from tournament.models import Match
from tournament.services.tables import add_table
from tournament.slips import Slip

pytestmark = pytest.mark.django_db


def page(client, event, name="bracket", *args):
    answer = client.get(address(name, event, *args))
    assert answer.status_code == 200
    return answer.content.decode()


def changed(event, number, **columns):
    Match.objects.filter(event=event, number=number).update(**columns)
    return match_of(event, number)


def foot(html, match):
    """What stands under a slip, and whether it is marked."""
    found = re.search(r'<span class="m-why( m-why-now)?">(.*?)</span>', slip(html, match))
    return found and (found[2], bool(found[1]))


def test_every_match_but_a_bye_leads_to_its_page_of_the_desk(client):
    event = drawn_event(3)
    signed_in(client, event.club)
    html = page(client, event)
    for match in event.matches.all():
        ways = re.findall(r'href="([^"]*)"', slip(html, match))
        assert ways == ([] if match.is_bye else [address("match", event, match.number)])
    assert f'data-live="{event.topic}"' in html


def test_a_match_to_be_decided_names_what_it_waits_for_and_never_a_bye(client):
    event = drawn_event(8)
    signed_in(client, event.club, "viewer")
    html = page(client, event)
    assert foot(html, match_of(event, 5)) == ("Waits for matches 1 and 2", False)
    assert "Bye" not in words(slip(html, match_of(event, 5)))
    played(match_of(event, 1))
    work()
    html = page(client, event)
    assert foot(html, match_of(event, 5)) == ("Waits for match 2", False)


def test_a_match_in_line_says_since_when_and_what_holds_it(client):
    event = drawn_event(4, tables=3)
    signed_in(client, event.club)
    ready = changed(event, 1, ready_at=event.starts_at)
    assert foot(page(client, event), ready) == ("Ready since 18:00", False)
    table = add_table(event, by=Actor(user=client.user))
    changed(event, 1, pinned=table)
    assert foot(page(client, event), ready) == (f"Only at table {table.number}", False)
    changed(event, 1, held=True)
    assert foot(page(client, event), ready) == ("Free tables pass it by", False)


def test_who_is_late_is_marked(client):
    event = drawn_event(4, tables=1)
    signed_in(client, event.club)
    called = at_a_table(match_of(event, 1))
    due = now().replace(microsecond=0)
    changed(event, 1, due_at=due + timedelta(minutes=3))
    words_early, marked_early = foot(page(client, event), called)
    changed(event, 1, due_at=due)
    words_late, marked_late = foot(page(client, event), called)
    assert (words_early[:7], marked_early) == ("Due by ", False)
    assert (words_late, marked_late) == (f"Late since {due:%H:%M}", True)


def test_the_deadline_itself_is_late():
    event = drawn_event(4, tables=1)
    called = at_a_table(match_of(event, 1))
    due = now()
    called.due_at = due
    shown = Slip(called, tuple(called.sides.all()))
    moments = [due - timedelta(microseconds=1), due]
    assert [hold_up(shown, moment).now for moment in moments] == [False, True]


def test_a_table_from_which_no_hand_comes_is_marked(client):
    event = drawn_event(2, best_of=3)
    signed_in(client, event.club)
    match = match_of(event, 1)
    enter_hand(opened(match))
    long_ago = event.starts_at - timedelta(days=400)
    fresh, marked = foot(page(client, event), match)
    changed(event, 1, hand_at=long_ago)
    assert (fresh[:10], marked) == ("Last hand ", False)
    assert foot(page(client, event), match) == ("No hand since 18:00", True)


def test_a_winner_by_ruling_says_why(client):
    event = drawn_event(4)
    signed_in(client, event.club)
    done = played(match_of(event, 1))
    changed(event, 1, by_ruling=True, ruling="Agreed at the table")
    assert foot(page(client, event), done) == ("By ruling: Agreed at the table", False)


def test_a_card_is_the_very_slip_and_line_of_the_page(client):
    event = drawn_event(4, tables=1)
    signed_in(client, event.club)
    match = at_a_table(match_of(event, 1))
    html, card = page(client, event), page(client, event, "bracket-card", 1)
    assert slip(card, match) == slip(html, match)
    line = rf'<li id="line-{match.pk}".*?</li>'
    assert re.findall(line, card, re.DOTALL) == re.findall(line, html, re.DOTALL)
    assert client.get(address("bracket-card", event, 99)).status_code == 404


def test_the_part_has_the_blocks_that_the_page_has(client):
    event = drawn_event(4)
    signed_in(client, event.club)
    part = page(client, event, "bracket-part")
    assert re.findall(r'^<\w+[^>]* id="(\w+)"', part, re.MULTILINE) == ["mine", "sheet", "list"]
    assert address("match", event, 1) in part


def test_before_the_draw_the_page_leads_to_the_draw(client):
    event = open_event()
    signed_in(client, event.club)
    assert "There is no bracket yet. To the draw" in words(page(client, event))


def test_the_tab_of_the_bracket_is_on_every_page_of_the_desk(client):
    event = drawn_event(2)
    signed_in(client, event.club, "viewer")
    assert f'href="{address("bracket", event)}"' in page(client, event, "log")


@pytest.mark.everywhere
@pytest.mark.parametrize("name", ["bracket", "bracket-part"])
def test_the_console_takes_as_many_queries_for_128_pairs_as_for_8(
    client, name, django_assert_num_queries
):
    small, large = drawn_event(8), drawn_event(128)
    for event in (small, large):
        signed_in(client, event.club)
        client.get(address("log", event))
        with django_assert_num_queries(6):
            client.get(address(name, event))


def test_the_match_for_the_third_place_stands_beside_the_tree(client):
    event = drawn_event(4)
    signed_in(client, event.club)
    changed(event, 3, for_third=True)
    public = client.get(reverse("tournament:bracket", args=[event.slug])).content.decode()
    for html in (page(client, event), public):
        section = re.search(r'<section class="round third.*?</section>', html, re.DOTALL)[0]
        assert "Third place" in section
        assert slip(section, match_of(event, 3)) == slip(html, match_of(event, 3))

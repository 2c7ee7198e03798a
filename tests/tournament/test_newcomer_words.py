"""What a newcomer asks of the pages of the draw and the log, answered where it is asked."""

import re

import pytest
from django.urls import reverse
from django.utils.html import strip_tags

from tests.stage import director_of, drawn_event, match_of, work
from tests.tournament.desk_cast import address, signed_in, text_of
from tests.tournament.draw_cast import DICE, at_check_in, frozen
from tournament.log import sentence
from tournament.models import Event
from tournament.services.departures import award_walkover
from tournament.services.reveal import begin_reveal

pytestmark = pytest.mark.django_db


def public_draw(client, event):
    """Read the public page of the draw as its words."""
    return text_of(client.get(reverse("tournament:draw", args=[event.slug])))


def step_of_the_value(page):
    """Read what stands before the public value in the time line: its time, or a word."""
    before = page.split("A public value is mixed in")[0]
    return strip_tags(re.split(r"<li>", before)[-1]).strip()


@pytest.mark.parametrize(("came", "empty"), [(0, True), (1, True), (2, False)])
def test_a_draw_of_hardly_anybody_is_not_forecast(client, came, empty):
    event = at_check_in(3, came=came)
    signed_in(client, event.club)
    page = text_of(client.get(address("draw", event)))
    assert ("there is nothing to draw" in page) == empty
    assert f"{came} checked in, {3 - came} not." in page


def test_who_waits_for_the_draw_is_shown_where_to_watch_it(client):
    event, _draw = frozen(3)
    watch = f'<a href="{reverse("tournament:reveal", args=[event.slug])}">Watch it</a>'
    assert f"The list is closed, and the draw comes next. {watch}" in public_draw(client, event)


def test_a_value_that_was_typed_in_is_no_longer_to_do(client):
    event, _draw = frozen(3, public_source=DICE)
    before = step_of_the_value(public_draw(client, event))
    begin_reveal(event, by=director_of(event.club), public_value="4711")
    assert (before, step_of_the_value(public_draw(client, event))) == ("To do", "Done")


def test_the_log_says_who_went_on_where_nobody_played():
    event = drawn_event(4)
    for number, absent in ((1, [0, 1]), (2, [0])):
        award_walkover(match_of(event, number), absent=absent, by=director_of(event.club))
    work()
    final = match_of(event, 3)
    said = [sentence(line) for line in event.log.filter(key__startswith="settled")]
    assert said == [f"Match 3 was settled without play: {final.winner} went on."]


@pytest.mark.parametrize(
    ("rules", "option", "offered"),
    [
        ({}, Event.Substitutes.FREE, True),
        ({}, Event.Substitutes.NONE, False),
        ({"variant": "cutthroat"}, Event.Substitutes.FREE, False),
    ],
)
def test_a_substitute_is_offered_only_where_one_may_play(client, rules, option, offered):
    event = drawn_event(3, **rules)
    Event.objects.filter(pk=event.pk).update(substitutes=option)
    signed_in(client, event.club)
    number = event.matches.filter(state="ready").first().number
    page = text_of(client.get(address("match", event, number)))
    assert ["Substitute in" in page, "Withdraw " in page] == [offered, True]

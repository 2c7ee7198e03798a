"""What a newcomer is told: which game it is, how long a match is, and what comes next."""

import pytest
from django.urls import reverse

from engine.spades.rules import STANDARD, preset
from tests.factories import EventFactory, MembershipFactory
from tests.tournament.desk_cast import address
from tournament.models import Event
from tournament.rule_words import game_name, match_length

pytestmark = pytest.mark.django_db


@pytest.fixture
def draft(client):
    """An event that nobody has opened yet, and its director signed in."""
    event = EventFactory(status=Event.Status.DRAFT, rules={"best_of": 1, "target_score": 250})
    client.force_login(MembershipFactory(club=event.club).user)
    return event


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"best_of": 1}, "one game to 500"),
        ({"best_of": 3}, "best of 3 games to 500"),
        ({"best_of": 1, "target_enabled": False, "max_hands": 8}, "one game"),
        ({"best_of": 3, "target_enabled": False, "max_hands": 8}, "best of 3 games"),
    ],
)
def test_a_match_is_as_long_as_the_rules_say(options, said):
    assert match_length(STANDARD.with_options(**options)) == said


def test_a_game_has_a_name():
    assert game_name(preset("cutthroat")) == "Cutthroat"


@pytest.mark.parametrize("page", ["event", "rules"])
def test_the_public_reads_which_game_is_played(client, page):
    event = EventFactory(rules={"variant": "cutthroat"})
    html = client.get(reverse(f"tournament:{page}", args=[event.slug])).text
    assert "Cutthroat</" in html


@pytest.mark.parametrize("patches", [{}, {"1": {"target_score": 500}}])
def test_the_poster_says_when_some_rounds_differ(client, patches):
    event = EventFactory(round_rules=patches)
    html = client.get(reverse("tournament:event", args=[event.slug])).text
    assert ("some rounds differ" in html) == bool(patches)


def test_a_draft_leads_to_its_rules_and_the_overview_to_the_next_step(client, draft):
    rules = f'href="{address("rules", draft)}">Choose the game and its rules<'
    assert rules in client.get(address("setup", draft)).text
    assert (
        f'href="{address("setup", draft)}">Next steps<' in client.get(address("tables", draft)).text
    )


def test_what_a_form_was_filled_from_is_said_to_be_unsaved(client, draft):
    said = "Cutthroat is filled in below, with its own target and number of games."
    at = address("rules", draft)
    assert said in client.get(at, {"start": "cutthroat"}).text
    assert "is filled in below" not in client.get(at).text


@pytest.mark.parametrize(
    ("status", "offered"),
    [("drawn", True), ("running", True), ("finished", False), ("cancelled", False)],
)
def test_calling_is_offered_while_there_are_matches_to_call(client, draft, status, offered):
    Event.objects.filter(pk=draft.pk).update(status=status)
    assert ("Calling by itself" in client.get(address("tables", draft)).text) == offered

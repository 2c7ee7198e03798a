"""The desk's page of the rules while people are in: who is told, what changed, lost races."""

import pytest

from engine.spades.rules import PRESETS, STANDARD
from relay.models import Letter
from tests.stage import director_of, entered, open_event
from tests.tournament.desk_cast import address, faults, signed_in, text_of
from tests.tournament.test_desk_rules import saved, written
from tournament.services.events import edit_event, open_check_in

pytestmark = pytest.mark.django_db
OURS = STANDARD.with_options(target_score=100, best_of=1)


@pytest.fixture
def event(client):
    event = entered(open_event(), 3)
    signed_in(client, event.club)
    return event


def test_the_page_says_before_saving_how_many_letters_a_change_sends(client, event):
    page = text_of(client.get(address("rules", event)))

    assert "People enter under these rules: a change sends 3 letters." in page
    assert "Saving a change makes a new version and sends 3 letters" in page
    assert "What everybody will be told" not in page


def test_the_preview_says_what_the_letters_will_say(client, event):
    data = written(OURS, target_score="350", preview="1")

    page = text_of(client.post(address("rules", event), data))

    assert "What everybody will be told" in page
    assert "<del>The first side to reach 100 points wins the game.</del>" in page
    assert "<ins>The first side to reach 350 points wins the game.</ins>" in page
    assert Letter.objects.filter(fact__startswith="rules_changed:").count() == 0


def test_saved_rules_are_told_and_listed_as_a_version(client, event):
    for _time in range(2):
        saved(client, event, OURS, target_score="350")

    page = text_of(client.get(address("rules", event)))
    assert "<b>Version 2</b></a> is in force" in page
    assert f"by {client.user.username}" in page
    assert Letter.objects.filter(fact__startswith="rules_changed:").count() == 3


def test_rules_change_at_check_in_as_well(client, event):
    open_check_in(event, by=director_of(event.club))

    assert saved(client, event, OURS, target_score="350").status_code == 302

    event.refresh_from_db()
    assert event.rule_set.target_score == 350


def test_of_two_who_change_the_rules_at_once_the_second_sees_the_newer_ones(client, event):
    by = director_of(event.club)
    edit_event(event, by=by, rules=OURS.with_options(target_score=200).to_json())

    response = saved(client, event, OURS, target_score="350", seen="1")

    assert response.status_code == 409
    assert "Somebody else has changed the rules meanwhile." in text_of(response)
    assert response.context["form"]["target_score"].value() == 200
    assert response.context["seen"] == 2


def test_a_game_for_other_seats_is_refused_with_what_was_typed(client, event):
    response = saved(client, event, PRESETS["solo"], target_score="350")

    assert response.status_code == 422
    assert faults(response) == {"__all__"}
    assert "Pairs have already entered: choose a game for two pairs." in text_of(response)
    assert response.context["form"]["target_score"].value() == "350"


@pytest.mark.parametrize(("role", "status"), [("scorekeeper", 403), ("viewer", 403)])
def test_only_a_director_changes_rules(client, event, role, status):
    signed_in(client, event.club, role)

    assert client.get(address("rules", event)).status_code == status
    assert saved(client, event, OURS, target_score="350").status_code == status
    assert client.get(address("rounds", event)).status_code == status
    change = client.post(address("change-round", event, 1), {"target_score": "500"})
    assert change.status_code == status


def test_setup_sends_to_the_rules_page_and_changes_no_rules(client, event):
    page = client.get(address("setup", event))
    assert "Changed on the page Rules, where you see who is told of it." in text_of(page)
    form = page.context["form"]
    data = {name: form[name].value() for name in form.fields if form[name].value() is not None}

    response = client.post(address("setup", event), data | {"target_score": "999"})

    assert response.status_code == 302
    event.refresh_from_db()
    assert event.rule_set == OURS

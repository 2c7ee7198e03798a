"""What is said of the day itself, judged with everything else, each fault beside its field."""

from datetime import UTC, datetime, timedelta

import pytest

from tests.factories import ClubFactory
from tests.stage import director_of, drawn_event, open_event
from tests.tournament.desk_cast import address, faults, signed_in, text_of
from tests.tournament.test_desk_setup import WORDS
from tournament.models import Event
from tournament.refusals import Refusal
from tournament.services.events import create_event, edit_event

pytestmark = pytest.mark.django_db
STARTS = datetime(2026, 9, 5, 18, 0, tzinfo=UTC)
FITS = {"third_place": True, "no_show_minutes": None, "substitutes": "none", "substitutes_until": 2}


def faults_of(**details):
    club = ClubFactory()
    words = {"name": "Garden Night", "starts_at": STARTS, "rules": {}} | details
    with pytest.raises(Refusal) as refusal:
        create_event(club, by=director_of(club), **words)
    return refusal.value.fields


def edit_faults(event, **changes):
    with pytest.raises(Refusal) as refusal:
        edit_event(event, by=director_of(event.club), **changes)
    return refusal.value.fields


def test_every_field_of_the_day_is_judged_at_once():
    fields = faults_of(
        name="",
        third_place=True,
        rules={"variant": "cutthroat"},
        no_show_minutes=241,
        substitutes="anyone",
        substitutes_until=0,
        ends_by=STARTS,
    )
    assert fields.keys() == {
        "name", "third_place", "no_show_minutes", "substitutes", "substitutes_until", "ends_by",
    }  # fmt: skip
    assert fields["ends_by"] == "The hall closes before the first deal."


def test_what_fits_is_stored_and_can_be_taken_back():
    event = open_event()
    edit_event(event, by=director_of(event.club), ends_by=STARTS + timedelta(hours=5), **FITS)
    event.refresh_from_db()
    assert {name: getattr(event, name) for name in FITS} == FITS
    assert event.ends_by == datetime(2026, 9, 5, 23, 0, tzinfo=UTC)
    edit_event(event, by=director_of(event.club), ends_by=None, no_show_minutes=10)
    event.refresh_from_db()
    assert (event.ends_by, event.no_show_minutes) == (None, 10)


def test_a_first_deal_moved_behind_the_end_is_named():
    event = open_event()
    edit_event(event, by=director_of(event.club), ends_by=STARTS + timedelta(hours=5))
    late = edit_faults(event, starts_at=STARTS + timedelta(hours=6))
    assert late == {"ends_by": "The hall closes before the first deal."}


def test_the_game_is_not_changed_to_one_without_a_third_place_while_it_is_wanted():
    event = open_event()
    edit_event(event, by=director_of(event.club), third_place=True)
    solo = edit_faults(event, rules={"variant": "solo"})
    assert solo.keys() == {"rules"}
    assert solo["rules"].endswith("Take the match for third place out of the set-up.")


def test_third_place_is_fixed_since_the_draw(client):
    event = drawn_event(4)
    assert edit_faults(event, third_place=True) == {"third_place": "This is fixed since the draw."}
    signed_in(client, event.club)
    words = {name: value for name, value in WORDS.items() if name != "tables"}
    assert client.post(address("setup", event), words).status_code == 302
    event.refresh_from_db()
    assert (event.third_place, event.no_show_minutes) == (False, 12)
    assert "Fixed since the draw." in text_of(client.get(address("setup", event)))


def test_the_form_tells_players_alone_that_nobody_plays_for_third(client):
    event = open_event(variant="cutthroat")
    Event.objects.filter(pk=event.pk).update(status=Event.Status.DRAFT)
    signed_in(client, event.club)
    words = {name: value for name, value in WORDS.items() if name != "tables"}
    response = client.post(address("setup", event), words | {"no_show_minutes": "0"})
    assert (response.status_code, faults(response)) == (422, {"third_place", "no_show_minutes"})

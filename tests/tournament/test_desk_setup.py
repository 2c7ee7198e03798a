"""Setting an event up: every field, every fault at once, and each step with its consequence."""

from datetime import UTC, datetime

import pytest
from django.urls import reverse

from tests.factories import ClubFactory, MembershipFactory
from tests.stage import drawn_event, entered, open_event
from tests.tournament.desk_cast import address, faults, signed_in, text_of, typed
from tournament.models import Draw, Event

pytestmark = pytest.mark.django_db

WORDS = {
    "name": "The Allotment Cup",
    "venue": "Village hall",
    "about": "Bring a chair.",
    "zone": "Europe/Berlin",
    "starts_at": "2026-11-14T18:30",
    "check_in_from": "2026-11-14T17:30",
    "check_in_until": "2026-11-14T18:15",
    "places": "32",
    "best_of": "5",
    "target_score": "350",
    "public_source": "twenty ten-sided dice rolled in the hall",
    "ends_by": "2026-11-14T23:30",
    "third_place": "on",
    "no_show_minutes": "12",
    "substitutes": "named",
    "substitutes_until": "3",
    "auto_call": "on",
    "tables": "6",
}
BAD = {
    "name": " ",
    "zone": "Mars/Olympus",
    "starts_at": "soon",
    "check_in_from": "2026-11-14T18:30",
    "check_in_until": "2026-11-14T17:30",
    "places": "1",
    "best_of": "4",
    "target_score": "-5",
    "public_source": "x" * 121,
    "tables": "501",
    "no_show_minutes": "0",
    "substitutes": "anyone",
    "substitutes_until": "31",
    "ends_by": "later",
}


@pytest.fixture
def club(client):
    club = ClubFactory()
    signed_in(client, club)
    return club


def new(club):
    return reverse("desk:new-event", args=[club.slug])


def test_the_desk_opens_with_the_events_of_your_clubs_alone(client, club):
    mine, other = open_event(club=club), open_event()
    page = text_of(client.get(reverse("desk:home")))
    assert address("tables", mine) in page
    assert address("tables", other) not in page
    assert new(club) in page


def test_a_scorekeeper_is_not_offered_a_new_event(client):
    club = ClubFactory()
    signed_in(client, club, "scorekeeper")
    assert new(club) not in text_of(client.get(reverse("desk:home")))
    assert client.get(new(club)).status_code == 403
    assert client.post(new(club), WORDS).status_code == 403


def test_nobody_sets_an_event_up_for_a_club_of_others(client, club):
    other = ClubFactory()
    assert client.post(new(other), WORDS).status_code == 404
    client.logout()
    assert client.post(new(club), WORDS).status_code == 302
    assert Event.objects.count() == 0


def test_the_form_has_every_field_and_places_times_in_the_zone(client, club):
    response = client.post(new(club), WORDS)
    event = Event.objects.get()
    assert response["Location"] == address("setup", event)
    assert event.status == Event.Status.DRAFT
    assert event.starts_at == datetime(2026, 11, 14, 17, 30, tzinfo=UTC)
    assert event.check_in_until == datetime(2026, 11, 14, 17, 15, tzinfo=UTC)
    assert (event.rule_set.best_of, event.rule_set.target_score) == (5, 350)
    assert (event.places, event.tables.count(), event.auto_call) == (32, 6, True)
    assert event.ends_by == datetime(2026, 11, 14, 22, 30, tzinfo=UTC)
    assert (event.third_place, event.no_show_minutes) == (True, 12)
    assert (event.substitutes, event.substitutes_until) == ("named", 3)
    assert (event.venue, event.about) == ("Village hall", "Bring a chair.")
    assert event.public_source == WORDS["public_source"]


def test_the_set_up_page_shows_what_was_typed(client, club):
    client.post(new(club), WORDS)
    response = client.get(address("setup", Event.objects.get()))
    shown = {name: typed(response, name) for name in ("name", "places", "zone", "best_of")}
    assert shown == {name: WORDS[name] for name in shown}
    assert 'value="2026-11-14T18:30"' in text_of(response)


def test_every_fault_is_told_at_once_and_everything_typed_stays(client, club):
    response = client.post(new(club), BAD)
    assert response.status_code == 422
    assert faults(response) == set(BAD) - {"check_in_from"}
    assert {name: typed(response, name) for name in BAD} == BAD
    assert Event.objects.count() == 0


def test_an_empty_form_asks_for_a_name_and_a_time(client, club):
    response = client.post(new(club))
    assert response.status_code == 422
    assert {"name", "starts_at", "zone"} <= faults(response)


@pytest.mark.parametrize(
    "hostile",
    [
        "<script>",
        *(pytest.param(it, marks=pytest.mark.sweep) for it in ("\x00", "\u202e", "9" * 400)),
    ],
)
def test_hostile_words_are_refused_or_shown_as_they_are(client, club, hostile):
    for name in WORDS:
        response = client.post(new(club), WORDS | {name: hostile})
        assert response.status_code in {302, 422}, name
        assert "<script></" not in response.content.decode(), name


def test_a_time_the_clock_jumps_over_is_refused_with_a_proposal(client, club):
    response = client.post(new(club), WORDS | {"starts_at": "2026-03-29T02:30"})
    assert response.status_code == 422
    assert "starts_at" in faults(response)
    assert "Did you mean 03:30?" in text_of(response)


@pytest.mark.parametrize("when", ["9999-12-31T23:59", "0001-01-01T00:00", "1926-11-14T18:30"])
def test_a_time_in_no_year_of_ours_is_refused(client, club, when):
    given = WORDS | {"zone": "Asia/Tokyo", "starts_at": when}
    response = client.post(new(club), given | {"check_in_from": "", "check_in_until": ""})
    assert response.status_code == 422
    assert set(faults(response)) == {"starts_at"}


def test_an_event_is_changed_and_its_other_rules_stay(client, club):
    event = open_event(club=club, bag_penalty=50)
    Event.objects.filter(pk=event.pk).update(status=Event.Status.DRAFT)
    words = {name: value for name, value in WORDS.items() if name != "tables"}
    assert client.post(address("setup", event), words).status_code == 302
    event.refresh_from_db()
    assert event.name == "The Allotment Cup"
    assert (event.rule_set.best_of, event.rule_set.bag_penalty) == (5, 50)


def test_rules_and_the_promise_are_fixed_once_registration_is_open(client, club):
    event = open_event(club=club)
    words = {name: value for name, value in WORDS.items() if name != "tables"}
    assert client.post(address("setup", event), words).status_code == 302
    event.refresh_from_db()
    assert event.name == "The Allotment Cup"
    assert (event.rule_set.best_of, event.public_source) == (1, "none")
    assert "Fixed since registration opened." in text_of(client.get(address("setup", event)))


def test_there_cannot_be_fewer_places_than_pairs(client, club):
    event = entered(open_event(club=club), 3)
    response = client.post(address("setup", event), WORDS | {"places": "2"})
    assert (response.status_code, faults(response)) == (422, {"places"})


def test_an_event_that_is_over_is_not_changed_any_more(client, club):
    event = drawn_event(2, club=club)
    client.post(address("step", event, "cancel"))
    response = client.post(address("setup", event), WORDS)
    assert response.status_code == 409
    assert "not changed any more" in text_of(response)


def test_registration_is_opened_after_its_consequences_were_named(client, club):
    client.post(new(club), WORDS)
    event = Event.objects.get()
    page = address("step", event, "open-registration")
    assert "The event becomes public" in text_of(client.get(page))
    event.refresh_from_db()
    assert event.status == Event.Status.DRAFT
    for _tap in range(2):
        assert client.post(page).status_code == 302
    event.refresh_from_db()
    assert event.status == Event.Status.REGISTRATION
    assert event.draws.filter(kind=Draw.Kind.BRACKET).count() == 8


def test_check_in_opens_and_registration_comes_back(client, club):
    event = open_event(club=club)
    client.post(address("step", event, "open-check-in"))
    event.refresh_from_db()
    assert event.status == Event.Status.CHECK_IN
    client.post(address("step", event, "reopen-registration"))
    event.refresh_from_db()
    assert event.status == Event.Status.REGISTRATION


def test_a_step_that_is_past_is_refused_with_the_state(client, club):
    event = drawn_event(2, club=club)
    response = client.post(address("step", event, "open-check-in"))
    assert response.status_code == 409
    assert "State of the event: drawn." in text_of(response)


def test_cancelling_keeps_everything_and_says_why(client, club):
    event = open_event(club=club)
    page = address("step", event, "cancel")
    assert "Nothing is deleted." in text_of(client.get(page))
    assert client.post(page, {"reason": "x" * 201}).status_code == 422
    assert client.post(page, {"reason": "No hall"}).status_code == 302
    event.refresh_from_db()
    assert event.status == Event.Status.CANCELLED
    assert event.log.first().params == {"reason": "No hall"}


def test_a_step_that_does_not_exist_is_not_found(client, club):
    event = open_event(club=club)
    assert client.get(address("step", event, "explode")).status_code == 404


def test_staff_sign_in_and_come_to_the_desk(client):
    membership = MembershipFactory()
    membership.user.set_password("a long pass phrase")
    membership.user.save()
    login = reverse("login")
    assert "Staff sign-in" in text_of(client.get(login))
    name = membership.user.username
    wrong = client.post(login, {"username": name, "password": "guess"})
    assert "do not go together" in text_of(wrong)
    right = client.post(login, {"username": name, "password": "a long pass phrase"})
    assert right["Location"] == reverse("desk:home")

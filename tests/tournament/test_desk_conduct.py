"""Incidents, letters and the log at the desk."""

from uuid import uuid4

import pytest

from relay import outbox
from relay.models import Letter
from tests.factories import LogLineFactory
from tests.stage import drawn_event, entered, match_of, open_event
from tests.tournament.desk_cast import address, faults, signed_in, text_of, typed
from tournament.models import Entry, Incident, Match, Person
from tournament.queries.desk import letters_topic

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(client):
    event = drawn_event(4, tables=2)
    signed_in(client, event.club)
    return event


def words(event, **changes):
    person = Person.objects.get(name="Ada 1", club=event.club)
    return {
        "person": person.pk,
        "kind": "table_talk",
        "ruling": "warning",
        "pair": "forfeit",
        "substitute": "",
        "note": "Twice.",
        "entry_key": str(uuid4()),
    } | changes


def record(client, event, **changes):
    sent = words(event, **changes)
    return client.post(address("new-incident", event), sent | {"confirmed": "yes"})


def test_a_ruling_is_shown_with_what_it_does_before_it_is_recorded(client, event):
    sent = words(event)
    response = client.post(address("new-incident", event), sent)
    assert response.status_code == 200
    assert "Ada 1 is warned. Nothing else happens." in text_of(response)
    assert dict(response.context["typed"]) == {name: str(value) for name, value in sent.items()}
    assert Incident.objects.count() == 0


def test_a_warning_is_recorded_once(client, event):
    sent = words(event) | {"confirmed": "yes"}
    for _tap in range(2):
        assert client.post(address("new-incident", event), sent).status_code == 302
    incident = Incident.objects.get()
    assert (incident.ruling, incident.note, incident.by) == ("warning", "Twice.", client.user)
    assert "Ada 1" in text_of(client.get(address("incidents", event)))


def test_a_removal_names_who_goes_on_and_the_pair_forfeits(client, event):
    pair = Entry.objects.get(name="Pair 1")
    match = event.matches.get(round=1, sides__entry=pair)
    other = match.sides.exclude(entry=pair).get().entry
    told = text_of(client.post(address("new-incident", event), words(event, ruling="removal")))
    assert "Ada 1 is removed from this event." in told
    assert f"{other} will go on to match 3. Pair 1 will be out." in told
    record(client, event, ruling="removal")
    match.refresh_from_db()
    assert (match.reason, match.winner) == (Match.Reason.REMOVAL, other)


def test_with_a_substitute_the_pair_goes_on(client, event):
    changes = {"ruling": "removal", "pair": "substitute", "substitute": "Sub Stitute"}
    told = text_of(client.post(address("new-incident", event), words(event, **changes)))
    assert "Sub Stitute takes the seat, and Pair 1 go on." in told
    assert record(client, event, **changes).status_code == 302
    pair = Entry.objects.get(name="Pair 1")
    assert pair.is_in
    playing = pair.players.filter(active=True).values_list("person__name", flat=True)
    assert set(playing) == {"Sub Stitute", "Ben 1"}
    assert match_of(event, 1).is_open


def test_a_substitute_must_be_named_and_must_be_free(client, event):
    changes = {"ruling": "removal", "pair": "substitute"}
    nobody = client.post(address("new-incident", event), words(event, **changes))
    assert (nobody.status_code, faults(nobody)) == (422, {"substitute"})
    taken = record(client, event, **changes, substitute="Ada 2")
    assert (taken.status_code, faults(taken)) == (422, {"substitute"})
    assert typed(taken, "substitute") == "Ada 2"
    assert Incident.objects.count() == 0


def test_a_second_removal_in_a_later_event_says_that_it_bars_for_good(client, event):
    record(client, event, ruling="removal")
    later = entered(open_event(club=event.club), 2)
    response = client.post(address("new-incident", later), words(later, ruling="removal"))
    assert "It is the second removal: Ada 1 is barred from all events for good." in text_of(
        response
    )
    record(client, later, ruling="removal")
    assert Person.objects.get(name="Ada 1").is_barred


def test_all_that_is_missing_is_told_at_once(client, event):
    response = client.post(address("new-incident", event), {"person": "x", "note": "kept"})
    assert response.status_code == 422
    assert faults(response) == {"person", "kind", "ruling"}
    assert typed(response, "note") == "kept"


def test_somebody_of_another_event_cannot_be_chosen(client, event):
    stranger = Person.objects.create(club=event.club, name="Stray", name_key="stray")
    response = client.post(address("new-incident", event), words(event, person=stranger.pk))
    assert (response.status_code, faults(response)) == (422, {"person"})


def letter(event, fact, state):
    made = outbox.letter(
        fact=fact,
        to=f"{fact}@example.org",
        subject="You play",
        body="B",
        about=letters_topic(event),
    )
    Letter.objects.filter(pk=made.pk).update(state=state, error="cut off")
    return made


def test_letters_in_trouble_are_shown_with_the_counts(client, event):
    Letter.objects.all().delete()
    letter(event, "a", "unknown")
    letter(event, "b", "failed")
    letter(event, "c", "waiting")
    response = client.get(address("letters", event))
    assert {each.fact for each in response.context["troubled"]} == {"a", "b"}
    assert response.context["counts"] == {"unknown": 1, "failed": 1, "waiting": 1}
    assert "Cut off in mid-send" in text_of(response)


def test_a_letter_is_sent_again_once(client, event):
    made = letter(event, "a", "unknown")
    assert client.post(address("resend", event, made.pk)).status_code == 302
    assert Letter.objects.get(pk=made.pk).state == "waiting"
    again = client.post(address("resend", event, made.pk))
    assert again.status_code == 409
    assert "already on its way" in text_of(again)


def test_a_letter_of_another_event_is_not_found(client, event):
    other = letter(open_event(), "other", "failed")
    assert client.post(address("resend", event, other.pk)).status_code == 404
    assert Letter.objects.get(pk=other.pk).state == "failed"


def test_the_log_tells_every_act_with_who_and_when(client, event):
    page = text_of(client.get(address("log", event)))
    assert "The bracket was drawn for 4 entries (attempt 1)." in page
    assert "at the public door" in page
    assert "staff only" in page


def test_a_long_log_has_pages(client, event):
    for _line in range(60):
        LogLineFactory(event=event)
    first = client.get(address("log", event))
    assert len(first.context["lines"]) == 50
    assert "?page=2" in text_of(first)
    assert len(client.get(address("log", event) + "?page=2").context["lines"]) > 10
    assert client.get(address("log", event) + "?page=x").context["lines"].number == 1

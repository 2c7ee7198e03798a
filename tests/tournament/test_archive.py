"""In the archive everything is read and nothing is changed, by whatever door."""

import pytest
from django.apps import apps
from django.core import serializers
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from relay.models import Message
from tests.stage import director_of, drawn_event, match_of, open_event, played, work
from tests.tournament.desk_cast import address, signed_in, text_of
from tournament.refusals import Stale
from tournament.services.archive import archive_event, unarchive_event
from tournament.services.events import cancel_event
from tournament.services.tables import add_table

pytestmark = pytest.mark.django_db
SENTENCE = "This event is in the archive. Take it out of the archive to change it."
MAY = {"desk:step", "hands:examine", "hands:examine-match", "hands:examine-hand", "hands:forget"}
"""Doors that take it out, only reckon, or remove a name, which nobody may have to wait for."""
ROOMS = ("tournament", "scoring")
LETTERS = {"scoring:here": {"letter": "a"}}


def archived_event(**words):
    event = drawn_event(4, tables=2, **words)
    for number in (1, 2, 3):
        played(match_of(event, number))
        work()
    archive_event(event, by=director_of(event.club))
    event.refresh_from_db()
    return event


def rows():
    """Every row of the rooms, and of what is still to be told."""
    models = [model for room in ROOMS for model in apps.get_app_config(room).get_models()]
    told = {model.__name__: serializers.serialize("json", model.objects.all()) for model in models}
    return told | {"messages": Message.objects.count()}


def routes(resolver, before="", spaces=()):
    """Walk the whole URL conf: every pattern with its route and its name."""
    for entry in resolver.url_patterns:
        route = before + str(entry.pattern)
        if isinstance(entry, URLResolver):
            deeper = (*spaces, entry.namespace) if entry.namespace else spaces
            yield from routes(entry, route, deeper)
        elif isinstance(entry, URLPattern):
            yield route, ":".join((*spaces, entry.name or "")), entry


def doors_of_an_event(*starts):
    """The names, routes and patterns of every address of one event under these starts."""
    return [
        (name, entry)
        for route, name, entry in routes(get_resolver())
        if route.startswith(starts) and "<slug:slug>" in route
    ]


def filled(name, entry, event, **known):
    """Write an address whose numbers are ones, and whose words might be there."""
    kinds = entry.pattern.converters
    given = {it: 1 if type(kind).__name__ == "IntConverter" else "x" for it, kind in kinds.items()}
    return reverse(name, kwargs=given | {"slug": event.slug} | known)


def test_only_an_event_that_is_over_goes_into_the_archive():
    event = open_event()
    by = director_of(event.club)
    with pytest.raises(Stale) as lost:
        archive_event(event, by=by)
    assert lost.value.code == "event_is_not_over"
    cancel_event(event, by=by)
    for _tap in range(2):
        assert archive_event(event, by=by).archived_at
    assert event.log.filter(key="event_archived").count() == 1


def test_out_of_the_archive_an_event_can_be_changed_again():
    event = archived_event()
    by = director_of(event.club)
    with pytest.raises(Stale) as lost:
        add_table(event, by=by)
    assert (lost.value.code, str(lost.value)) == ("event_is_archived", SENTENCE)
    for _tap in range(2):
        assert unarchive_event(event, by=by).archived_at is None
    add_table(event, by=by)
    assert event.log.filter(key="event_unarchived").count() == 1


def test_the_set_up_page_puts_away_and_takes_out(client):
    event = archived_event()
    signed_in(client, event.club)
    page = text_of(client.get(address("setup", event)))
    assert "Take the event out of the archive" in page
    assert "nothing in it can be changed" in page
    assert "Results can be corrected again." in text_of(
        client.get(address("step", event, "unarchive"))
    )
    assert client.post(address("step", event, "unarchive")).status_code == 302
    assert "Put the event into the archive" in text_of(client.get(address("setup", event)))
    assert client.post(address("step", event, "archive")).status_code == 302
    event.refresh_from_db()
    assert event.archived_at


def test_another_step_of_an_archived_event_is_refused(client):
    event = archived_event()
    signed_in(client, event.club)
    response = client.post(address("step", event, "cancel"), {"reason": ""})
    assert response.status_code == 409
    assert SENTENCE in text_of(response)


def test_a_scorekeeper_puts_nothing_away(client):
    event = drawn_event(2)
    cancel_event(event, by=director_of(event.club))
    signed_in(client, event.club, "scorekeeper")
    assert client.post(address("step", event, "archive")).status_code == 403


def test_the_desk_lists_an_archived_event_as_one(client):
    event = archived_event()
    signed_in(client, event.club)
    assert "in the archive" in text_of(client.get(reverse("desk:home")))


def test_an_archived_event_is_read_by_everybody_as_before(client):
    event = archived_event()
    for name in ("event", "bracket", "draw", "rules", "results"):
        assert client.get(reverse(f"tournament:{name}", args=[event.slug])).status_code == 200


def test_every_door_of_the_desk_refuses_with_the_sentence_and_changes_nothing(client):
    event = archived_event()
    signed_in(client, event.club)
    before, answers = rows(), {}
    doors = [it for it in doors_of_an_event("desk/e/") if it[0] not in MAY]
    for name, entry in doors:
        response = client.post(filled(name, entry, event))
        answers[name] = (response.status_code, SENTENCE in text_of(response))
    assert len(answers) > 50
    assert {it: said for it, said in answers.items() if said != (409, True)} == {}
    assert rows() == before


def test_the_doors_that_examine_a_hand_stay_open_and_change_nothing(client):
    event = archived_event()
    signed_in(client, event.club)
    before = rows()
    for name, entry in doors_of_an_event("desk/e/"):
        if name.startswith("hands:examine"):
            assert client.post(filled(name, entry, event)).status_code == 422
    assert rows() == before


def test_every_door_of_the_api_refuses_with_the_sentence_and_changes_nothing(client):
    event = archived_event()
    signed_in(client, event.club)
    before, answers = rows(), {}
    for name, entry in doors_of_an_event("api/v1/events/"):
        if not {"post", "put", "patch", "delete"} & set(dir(entry.callback.view_class)):
            continue
        response = client.post(filled(name, entry, event), {}, content_type="application/json")
        answers[name] = (response.status_code, response.json().get("code"))
    assert len(answers) > 5
    assert {it: said for it, said in answers.items() if said != (409, "event_is_archived")} == {}
    assert rows() == before


def test_every_public_and_table_door_changes_nothing(client):
    event = archived_event()
    table = event.tables.first()
    before = rows()
    for route, name, entry in routes(get_resolver()):
        if route.startswith("e/") and "<slug:slug>" in route:
            assert client.post(filled(name, entry, event)).status_code >= 400, name
        if route.startswith("t/"):
            kinds = entry.pattern.converters
            words = dict.fromkeys(kinds, 1) | {"token": table.token} | LETTERS.get(name, {})
            assert client.post(reverse(name, kwargs=words)).status_code >= 400, name
    assert rows() == before


def test_a_viewer_still_looks_at_every_page_of_the_desk(client):
    event = archived_event()
    signed_in(client, event.club, "viewer")
    for name in ("tables", "entries", "draw", "bracket", "matches", "log"):
        assert client.get(address(name, event)).status_code == 200

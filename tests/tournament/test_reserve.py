"""An entry names its substitute by the link that came with it."""

import pytest
from django.urls import reverse

from tests.stage import drawn_event, entered, open_event
from tests.tournament.desk_cast import faults, text_of
from tournament.leave_keys import leave_key
from tournament.models import Event

pytestmark = pytest.mark.django_db


def link(entry, key=None):
    words = [entry.event.slug, entry.ref, key or leave_key(entry)]
    return reverse("tournament:reserve", args=words)


def named_event(event):
    Event.objects.filter(pk=event.pk).update(substitutes="named")
    return event.entries.order_by("name").first()


def test_an_entry_names_one_substitute_and_changes_it(client):
    entry = named_event(entered(open_event(), 2))
    assert client.get(link(entry)).status_code == 200
    for name in ("Cleo", "Dora"):
        page = client.post(link(entry), {"reserve": name}, follow=True)
        assert f"Your substitute: {name}." in text_of(page)
    entry.refresh_from_db()
    assert entry.reserve.name == "Dora"


def test_somebody_who_plays_is_refused_beside_the_field(client):
    entry = named_event(entered(open_event(), 2))
    page = client.post(link(entry), {"reserve": "Ada 2"})
    assert (page.status_code, faults(page)) == (422, {"reserve"})
    assert 'value="Ada 2"' in page.content.decode()


def test_the_door_is_open_only_where_substitutes_are_named_and_with_the_key(client):
    event = entered(open_event(), 2)
    free = event.entries.first()
    assert client.get(link(free)).status_code == 404
    entry = named_event(event)
    assert client.get(link(entry, "0" * 32)).status_code == 404


def test_after_the_draw_the_name_stays(client):
    entry = named_event(drawn_event(2))
    page = client.post(link(entry), {"reserve": "Cleo"})
    assert (page.status_code, "before the draw" in text_of(page)) == (409, True)

"""The draw at the desk: what it will do is told first, and it happens once."""

import pytest

from tests.factories import CheckInFactory
from tests.stage import entered, open_event
from tests.tournament.desk_cast import address, faults, promised_event, signed_in, text_of, typed
from tournament.actors import Actor
from tournament.models import Draw, Event
from tournament.services.events import open_check_in

pytestmark = pytest.mark.django_db


def at_check_in(client, pairs, come, event=None):
    event = entered(event or open_event(), pairs)
    signed_in(client, event.club)
    for entry in event.entries.all()[:come]:
        CheckInFactory(entry=entry)
    return open_check_in(event, by=Actor(user=client.user))


def drawn(event):
    return event.draws.filter(kind=Draw.Kind.BRACKET, state=Draw.State.DRAWN)


def test_the_page_tells_who_is_in_who_is_not_and_what_drawing_will_do(client):
    event = at_check_in(client, pairs=6, come=5)
    response = client.get(address("draw", event))
    assert [entry.name for entry in response.context["missing"]] == ["Pair 6"]
    told = text_of(response)
    assert "5 pairs in 8 places: 3 byes in round 1, 3 rounds." in told
    assert "then 6 pairs in 8 places: 2 byes in round 1, 3 rounds." in told
    assert 'name="public_value"' not in told


def test_looking_at_the_draw_draws_nothing(client):
    event = at_check_in(client, pairs=2, come=2)
    client.get(address("draw", event))
    assert event.draws.exclude(state=Draw.State.COMMITTED).count() == 0


def test_drawing_takes_the_pairs_that_have_come_and_happens_once(client):
    event = at_check_in(client, pairs=6, come=5)
    for _tap in range(2):
        assert client.post(address("make-draw", event)).status_code == 302
    assert drawn(event).count() == 1
    assert len(drawn(event).get().entries) == 5
    event.refresh_from_db()
    assert event.status == Event.Status.DRAWN
    assert "5 pairs in 8 places" in text_of(client.get(address("draw", event)))


def test_a_ticked_box_draws_those_that_have_not_come_as_well(client):
    event = at_check_in(client, pairs=3, come=2)
    client.post(address("make-draw", event), {"everyone": "on"})
    assert len(drawn(event).get().entries) == 3


def test_one_pair_is_no_draw(client):
    event = at_check_in(client, pairs=2, come=1)
    response = client.post(address("make-draw", event))
    assert response.status_code == 422
    assert "A draw needs two pairs" in text_of(response)
    assert drawn(event).count() == 0


def test_nothing_is_drawn_before_check_in(client):
    event = entered(open_event(), 4)
    signed_in(client, event.club)
    response = client.post(address("make-draw", event))
    assert response.status_code == 409
    assert drawn(event).count() == 0


def test_a_promised_value_is_asked_for_once_the_list_is_closed(client):
    event = at_check_in(client, pairs=3, come=3, event=promised_event())
    assert 'name="public_value"' not in text_of(client.get(address("draw", event)))
    early = client.post(address("make-draw", event), {"public_value": "4711"})
    assert early.status_code == 409
    for _tap in range(2):
        assert client.post(address("freeze", event)).status_code == 302
    page = text_of(client.get(address("draw", event)))
    assert 'name="public_value"' in page
    assert "As promised: dice rolled in the hall." in page
    empty = client.post(address("make-draw", event), {"public_value": " "})
    assert (empty.status_code, faults(empty)) == (422, {"public_value"})
    long = client.post(address("make-draw", event), {"public_value": "7" * 201})
    assert (long.status_code, faults(long)) == (422, {"public_value"})
    assert typed(long, "public_value") == "7" * 201
    assert client.post(address("make-draw", event), {"public_value": "4711"}).status_code == 302
    assert drawn(event).get().public_value == "4711"


def test_a_list_that_cannot_be_closed_says_why(client):
    event = at_check_in(client, pairs=3, come=1, event=promised_event())
    response = client.post(address("freeze", event))
    assert response.status_code == 422
    assert "A draw needs two pairs" in text_of(response)

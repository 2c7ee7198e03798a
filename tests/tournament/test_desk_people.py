"""Several entries withdrawn at the desk, and substitutes seated there."""

from uuid import uuid4

import pytest

from tests.factories import CheckInFactory
from tests.stage import director_of, drawn_event, entered, open_event
from tests.tournament.desk_cast import address, signed_in, text_of
from tournament.models import Act, Event
from tournament.services.events import open_check_in

pytestmark = pytest.mark.django_db


def states(event):
    return dict(event.entries.order_by("name").values_list("name", "state"))


def wrong(response):
    return set(response.context["question"].form.errors)


def test_all_who_have_not_come_are_listed_and_withdrawn_by_one_act(client):
    """Before every draw the absent were taken out one by one, and one of them was overlooked."""
    event = entered(open_event(), 4)
    open_check_in(event, by=director_of(event.club))
    CheckInFactory(entry=event.entries.get(name="Pair 2"))
    client = signed_in(client, event.club)

    asked = client.get(address("withdraw-several", event), {"absent": 1})
    told = text_of(asked)
    assert [f"Pair {number}: " in told for number in (1, 2, 3, 4)] == [True, False, True, True]
    typed = asked.context["question"].hidden | {"reason": "", "entry_key": uuid4()}

    answer = client.post(address("withdraw-several", event), typed | {"count": 4})
    assert (answer.status_code, wrong(answer)) == (422, {"count"})
    client.post(address("withdraw-several", event), typed | {"count": 3})
    assert list(states(event).values()) == ["withdrawn", "entered", "withdrawn", "withdrawn"]
    assert Act.objects.get().key == "bulk_withdrawal"


def test_the_ticked_entries_are_withdrawn_after_the_draw_too(client):
    event = drawn_event(4)
    client = signed_in(client, event.club)
    ticked = list(event.entries.filter(name__in=["Pair 1", "Pair 2"]).values_list("pk", flat=True))
    asked = client.get(address("withdraw-several", event), {"entry": ticked})
    typed = asked.context["question"].hidden | {"reason": "flu", "count": 2, "entry_key": uuid4()}
    client.post(address("withdraw-several", event), typed)
    assert list(states(event).values()) == ["withdrawn", "withdrawn", "entered", "entered"]


def test_nothing_ticked_withdraws_nobody(client):
    event = drawn_event(4)
    client = signed_in(client, event.club)
    page = client.get(address("withdraw-several", event))
    assert (page.status_code, "Nothing is ticked." in text_of(page)) == (409, True)
    page = client.get(address("withdraw-several", event), {"entry": ["x", "9" * 40]})
    assert page.status_code == 409


def test_only_a_director_withdraws_several(client):
    event = drawn_event(4)
    client = signed_in(client, event.club, role="scorekeeper")
    assert client.get(address("withdraw-several", event)).status_code == 403


def test_a_substitute_is_seated_at_the_desk(client):
    event = drawn_event(4)
    entry = event.entries.get(name="Pair 1")
    leaves = entry.players.get(person__name="Ben 1")
    client = signed_in(client, event.club)
    assert client.get(address("substitute", event, entry.pk)).status_code == 200
    typed = {"leaves": leaves.pk, "comes": "", "entry_key": uuid4()}

    answer = client.post(address("substitute", event, entry.pk), typed)
    assert (answer.status_code, wrong(answer)) == (422, {"comes"})
    answer = client.post(address("substitute", event, entry.pk), typed | {"comes": "Cleo"})
    assert answer.status_code == 302
    players = entry.players.filter(active=True).order_by("place")
    assert [player.person.name for player in players] == ["Ada 1", "Cleo"]


def test_an_event_without_substitutes_says_so_before_anything_is_typed(client):
    event = drawn_event(4)
    Event.objects.filter(pk=event.pk).update(substitutes="none")
    client = signed_in(client, event.club)
    page = client.get(address("substitute", event, event.entries.first().pk))
    assert (page.status_code, "There are no substitutes in this event." in text_of(page)) == (
        409,
        True,
    )


def test_the_desk_writes_down_whom_an_entry_names(client):
    event = entered(open_event(), 2)
    Event.objects.filter(pk=event.pk).update(substitutes="named")
    entry = event.entries.get(name="Pair 1")
    client = signed_in(client, event.club)
    link = address("reserve", event, entry.pk)
    assert link in client.get(address("entries", event)).content.decode()
    assert client.post(link, {"reserve": "Ada 2"}).status_code == 422
    assert client.post(link, {"reserve": "Cleo"}).status_code == 302
    entry.refresh_from_db()
    assert entry.reserve.name == "Cleo"


def test_two_who_leave_one_table_together_are_told_what_follows_of_both(client):
    event = drawn_event(3, variant="cutthroat")
    client = signed_in(client, event.club)
    sides = list(event.matches.get().sides.select_related("entry"))
    ticked = [side.entry_id for side in sides[:2]]

    asked = client.get(address("withdraw-several", event), {"entry": ticked})

    first, second = sorted(side.entry.name for side in sides[:2])
    [told] = asked.context["question"].consequences
    assert told.startswith(f"{first} and {second}: {sides[2].entry.name} will win the event.")

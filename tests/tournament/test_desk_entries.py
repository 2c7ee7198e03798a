"""The entry list at the desk: checking in, entering by hand, withdrawing, pairing singles."""

from uuid import uuid4

import pytest

from tests.factories import CheckInFactory, EntryFactory, EventFactory, PersonFactory, SingleFactory
from tests.stage import drawn_event, entered, open_event
from tests.tournament.desk_cast import address, faults, promised_event, signed_in, text_of, typed
from tournament.actors import Actor
from tournament.models import CheckIn, Entry, Event
from tournament.services.events import open_check_in

pytestmark = pytest.mark.django_db
LIST_QUERIES = 6
"""Session, user, event, role; the entries; their people."""


def at_the_door(client, pairs=2, role="scorekeeper", **words):
    """An event at check-in with so many pairs, and somebody at its desk."""
    event = entered(open_event(**words), pairs)
    signed_in(client, event.club, role)
    return open_check_in(event, by=Actor(user=client.user))


@pytest.mark.parametrize("rows", [4, 16])
def test_the_list_takes_as_many_queries_at_4_rows_as_at_16(client, django_assert_num_queries, rows):
    event = EventFactory(status=Event.Status.CHECK_IN)
    for number in range(rows):
        pair = EntryFactory(event=event)
        SingleFactory(event=event)
        if number % 2:
            CheckInFactory(entry=pair)
    signed_in(client, event.club)
    with django_assert_num_queries(LIST_QUERIES):
        response = client.get(address("entries", event))
    assert len(response.context["roll"].pairs) == rows


def test_a_pair_is_checked_in_by_one_tap_and_back_by_another(client):
    event = at_the_door(client)
    entry = event.entries.first()
    response = client.post(address("check-in", event, entry.pk))
    assert response["Location"] == f"{address('entries', event)}#entry-{entry.pk}"
    assert CheckIn.objects.get().by == client.user
    client.post(address("check-in", event, entry.pk))
    assert CheckIn.objects.count() == 1
    client.post(address("undo-check-in", event, entry.pk))
    client.post(address("undo-check-in", event, entry.pk))
    assert CheckIn.objects.count() == 0


def test_a_tap_leads_back_to_the_list_as_it_was_searched(client):
    event = at_the_door(client)
    entry = event.entries.get(name="Pair 2")
    response = client.post(address("check-in", event, entry.pk), {"q": "pair 2"})
    assert response["Location"] == f"{address('entries', event)}?q=pair+2#entry-{entry.pk}"


def test_check_in_before_its_time_is_told_on_the_list(client):
    event = entered(open_event(), 1)
    signed_in(client, event.club)
    response = client.post(address("check-in", event, event.entries.get().pk))
    assert response.status_code == 409
    assert "Check-in is not open." in text_of(response)
    assert CheckIn.objects.count() == 0


def test_an_entry_of_another_event_is_not_found(client):
    event, other = at_the_door(client), EntryFactory()
    assert client.post(address("check-in", event, other.pk)).status_code == 404


@pytest.mark.parametrize(
    ("wanted", "found"), [("ADA 2", ["Pair 2"]), ("pair", ["Pair 1", "Pair 2"])]
)
def test_a_team_is_found_by_its_name_or_by_a_person(client, wanted, found):
    event = at_the_door(client)
    response = client.get(address("entries", event), {"q": wanted})
    assert [entry.name for entry in response.context["pairs"]] == found


def test_a_pair_is_entered_by_hand_and_a_double_tap_is_one_pair(client):
    event = at_the_door(client, pairs=0)
    words = {
        "name": "Ruff Trade",
        "first": "Ida",
        "second": "Joe",
        "email": "",
        "entry_key": uuid4(),
    }
    for _tap in range(2):
        assert client.post(address("new-entry", event), words).status_code == 302
    entry = event.entries.get()
    assert (entry.name, entry.entered_by) == ("Ruff Trade", client.user)
    other = client.post(address("new-entry", event), words | {"second": "Moss"})
    assert (other.status_code, event.entries.count()) == (409, 1)


def test_all_that_is_wrong_with_a_pair_is_told_at_once_and_kept(client):
    event = at_the_door(client, pairs=1)
    words = {"name": "pair 1", "first": "Ada 1", "second": "", "email": "no", "entry_key": uuid4()}
    response = client.post(address("new-entry", event), words)
    assert response.status_code == 422
    assert faults(response) == {"name", "first", "second", "email"}
    assert {name: typed(response, name) for name in ("name", "first", "email")} == {
        "name": "pair 1",
        "first": "Ada 1",
        "email": "no",
    }
    assert typed(response, "entry_key") == str(words["entry_key"])
    assert event.entries.count() == 1


def test_somebody_who_was_barred_is_refused_with_whom_to_ask(client):
    event = at_the_door(client, pairs=0)
    PersonFactory(club=event.club, name="Bo", barred_at=event.starts_at)
    words = {"name": "X", "first": "Ann", "second": "Bo", "email": "", "entry_key": uuid4()}
    response = client.post(address("new-entry", event), words)
    assert faults(response) == {"second"}
    assert event.club.contact in text_of(response)


def test_a_single_is_entered_by_hand(client):
    event = at_the_door(client, pairs=0)
    words = {"person_name": "Solo", "email": "", "entry_key": uuid4()}
    assert client.post(address("new-single", event), words).status_code == 302
    assert event.entries.get().state == Entry.State.SINGLE
    assert client.post(address("new-single", event), words).status_code == 302
    other = client.post(address("new-single", event), words | {"person_name": "Moss"})
    assert (other.status_code, event.entries.count()) == (409, 1)
    assert "This form has already entered Solo." in text_of(other)
    again = client.post(address("new-single", event), {"person_name": "", "email": ""})
    assert (again.status_code, faults(again)) == (422, {"person_name"})


def test_a_form_without_a_key_still_enters_one_pair(client):
    event = at_the_door(client, pairs=0)
    words = {"name": "Keyless", "first": "Ida", "second": "Joe", "entry_key": "broken"}
    assert client.post(address("new-entry", event), words).status_code == 302
    assert event.entries.count() == 1


def test_withdrawing_before_the_draw_says_that_the_place_is_free(client):
    event = at_the_door(client, role="director")
    entry = event.entries.first()
    page = address("withdraw", event, entry.pk)
    assert "the place is free again" in text_of(client.get(page))
    assert event.entries.get(pk=entry.pk).is_in
    for _tap in range(2):
        assert client.post(page, {"reason": "Ill"}).status_code == 302
    assert event.entries.get(pk=entry.pk).state == Entry.State.WITHDRAWN
    assert event.log.filter(key="entry_withdrawn").count() == 1


def test_withdrawing_after_the_draw_names_who_goes_on(client):
    event = drawn_event(4, tables=1)
    signed_in(client, event.club)
    leaving, staying = event.matches.get(number=1).sides.select_related("entry")
    page = address("withdraw", event, leaving.entry_id)
    assert f"{staying.entry} will go on to match 3." in text_of(client.get(page))
    assert client.post(page, {"reason": ""}).status_code == 302
    assert event.matches.get(number=1).winner == staying.entry


def test_a_reason_that_is_too_long_is_told_next_to_it_and_kept(client):
    event = at_the_door(client, role="director")
    page = address("withdraw", event, event.entries.first().pk)
    response = client.post(page, {"reason": "x" * 201})
    assert response.status_code == 422
    assert set(response.context["question"].form.errors) == {"reason"}
    assert "x" * 201 in response.content.decode()
    assert event.entries.filter(state=Entry.State.WITHDRAWN).count() == 0


def three_singles(client, event=None):
    event = event or open_event()
    signed_in(client, event.club)
    return event, [SingleFactory(event=event, name=name) for name in ("Ida", "Joe", "Kim")]


def test_two_singles_are_paired_by_hand(client):
    event, (ida, joe, _kim) = three_singles(client)
    words = {"first": ida.pk, "second": joe.pk, "name": "Late Bid"}
    for _tap in range(2):
        assert client.post(address("pair-singles", event), words).status_code == 302
    pair = event.entries.get(state=Entry.State.ENTERED)
    assert pair.name == "Late Bid"
    assert [single.name for single in event.entries.filter(joined_as=pair)] == ["Ida", "Joe"]


@pytest.mark.parametrize("second", ["", "x", "9999999"])
def test_pairing_wants_two_people_who_are_there(client, second):
    event, (ida, *_) = three_singles(client)
    response = client.post(address("pair-singles", event), {"first": ida.pk, "second": second})
    assert (response.status_code, faults(response)) == (422, {"second"})
    assert typed(response, "first") == str(ida.pk)


def test_one_person_is_no_pair(client):
    event, (ida, *_) = three_singles(client)
    response = client.post(address("pair-singles", event), {"first": ida.pk, "second": ida.pk})
    assert (response.status_code, faults(response)) == (422, {"second"})


def test_somebody_who_found_a_partner_meanwhile_is_told_with_the_newer_list(client):
    event, (ida, joe, kim) = three_singles(client)
    client.post(address("pair-singles", event), {"first": ida.pk, "second": joe.pk})
    response = client.post(address("pair-singles", event), {"first": ida.pk, "second": kim.pk})
    assert response.status_code == 409
    assert "Ida is no longer looking for a partner" in text_of(response)
    assert [entry.name for entry in response.context["singles"]] == ["Kim"]


def test_the_lot_says_what_it_does_and_pairs_all_but_the_odd_one(client):
    event, _three = three_singles(client)
    told = text_of(client.get(address("lot", event)))
    assert "2 people become 1 pair." in told
    assert "One is left without a partner" in told
    assert client.post(address("lot", event)).status_code == 302
    assert event.entries.filter(state=Entry.State.ENTERED).count() == 1
    again = client.post(address("lot", event))
    assert again.status_code == 422
    assert "There are no two people to pair." in text_of(again)


def test_a_promised_value_comes_after_the_list_of_singles_is_closed(client):
    event, _three = three_singles(client, promised_event())
    early = client.post(address("lot", event), {"public_value": "12345"})
    assert early.status_code == 409
    for _tap in range(2):
        assert client.post(address("close-singles", event)).status_code == 302
    empty = client.post(address("lot", event), {"public_value": " "})
    assert empty.status_code == 422
    assert set(empty.context["question"].form.errors) == {"public_value"}
    assert client.post(address("lot", event), {"public_value": "12345"}).status_code == 302
    assert event.entries.filter(state=Entry.State.ENTERED).count() == 1

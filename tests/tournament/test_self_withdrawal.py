"""Leaving before the draw without staff: by the link that came with the entry."""

from uuid import uuid4

import pytest
from django.urls import reverse

from relay.models import Letter
from tests.stage import director_of, drawn_event, entered, open_event
from tests.tournament.desk_cast import text_of
from tournament.actors import Actor
from tournament.leave_keys import leave_address, leave_key
from tournament.models import Entry
from tournament.refusals import Stale
from tournament.services.entries import enter_pair, enter_single
from tournament.services.partings import leave_pair, withdraw_themselves
from tournament.services.singles import pair_singles

pytestmark = [pytest.mark.django_db]
State = Entry.State


def link(entry, key=None):
    return reverse("tournament:leave", args=[entry.event.slug, entry.ref, key or leave_key(entry)])


def a_pair(event=None):
    return entered(event or open_event(), 1).entries.get()


def found_each_other(event):
    by = director_of(event.club)
    ada, ben = (
        enter_single(
            event, person_name=name, email=f"{name}@example.org", entry_key=uuid4(), by=Actor()
        )
        for name in ("Ada", "Ben")
    )
    return ada, ben, pair_singles(ada, ben, by=by)


def test_a_team_withdraws_itself_before_the_draw(client):
    """At large events most of the desk's work was taking teams out that could have done it."""
    pair = a_pair()
    assert client.get(link(pair)).status_code == 200
    answer = client.post(link(pair), {"who": "all"})
    pair.refresh_from_db()
    assert (answer.status_code, pair.state) == (200, State.WITHDRAWN)
    assert "Pair 1: the entry is withdrawn." in text_of(answer)
    assert Letter.objects.filter(fact__startswith="you_left").count() == 1
    assert client.post(link(pair), {"who": "all"}).status_code == 200
    assert pair.event.log.filter(key="entry_withdrawn").count() == 1


def test_the_link_stands_on_the_page_of_thanks_and_in_the_letter(client):
    event = open_event()
    typed = {"name": "Bag Ladies", "first": "Ada", "second": "Ben", "email": "a@example.org"}
    answer = client.post(
        reverse("tournament:enter", args=[event.slug]), {**typed, "entry_key": uuid4()}, follow=True
    )
    entry = event.entries.get()
    assert link(entry) in answer.content.decode()
    letter = Letter.objects.get(fact__startswith="entry_confirmed")
    assert leave_address(entry) in letter.body


def test_the_published_ref_of_an_entry_opens_nothing(client):
    """The list of the draw names every entry by its ref; whoever reads it must not withdraw it."""
    pair = a_pair()
    other = enter_pair(
        pair.event, name="B", first="Cleo", second="Dan", email="", entry_key=uuid4(), by=Actor()
    )
    assert client.get(link(pair, leave_key(other))).status_code == 404
    page = client.get(reverse("tournament:entered", args=[pair.event.slug, pair.ref]))
    assert leave_key(pair) not in page.content.decode()


def test_after_the_draw_only_the_desk_takes_a_team_out(client):
    event = drawn_event(2)
    entry = event.entries.first()
    page = client.get(link(entry))
    assert (page.status_code, "only the desk can take you out" in text_of(page)) == (200, True)
    assert client.post(link(entry), {"who": "all"}).status_code == 409
    with pytest.raises(Stale):
        withdraw_themselves(entry)
    entry.refresh_from_db()
    assert entry.state == State.ENTERED


def test_one_of_two_leaves_and_the_other_looks_for_a_partner_again(client):
    """Nobody could leave a team before the start, and the one left behind lost the place on it."""
    pair = a_pair()
    answer = client.post(link(pair), {"who": "1"})
    pair.refresh_from_db()
    single = pair.event.entries.get(state=State.SINGLE)
    assert (answer.status_code, pair.state, single.name) == (200, State.WITHDRAWN, "Ben 1")
    assert [player.person.name for player in single.players.filter(active=True)] == ["Ben 1"]
    kinds = {letter.fact.partition(":")[0] for letter in Letter.objects.all()}
    assert kinds >= {"partner_left", "you_left"}


def test_who_came_alone_is_back_on_the_list_as_before(client):
    event = open_event()
    ada, ben, pair = found_each_other(event)

    client.post(link(ada), {})

    for entry in (ada, ben, pair):
        entry.refresh_from_db()
    assert (ada.state, ben.state, pair.state) == (State.WITHDRAWN, State.SINGLE, State.WITHDRAWN)
    assert Letter.objects.get(fact__startswith="partner_left").to == "Ben@example.org"
    assert Letter.objects.get(fact__startswith="you_left").to == "Ada@example.org"
    assert ben.players.filter(active=True).count() == 1


def test_the_one_left_behind_can_be_paired_again():
    event = open_event()
    ada, ben, pair = found_each_other(event)
    leave_pair(pair, player=pair.players.get(person__name="Ada"), by=Actor())
    cleo = enter_single(event, person_name="Cleo", email="", entry_key=uuid4(), by=Actor())
    ben.refresh_from_db()
    again = pair_singles(ben, cleo, by=director_of(event.club))
    names = again.players.filter(active=True).values_list("person__name", flat=True)
    assert (set(names), ada.state) == ({"Ben", "Cleo"}, State.SINGLE)


def test_a_pair_left_once_is_not_left_twice():
    event = open_event()
    _ada, _ben, pair = found_each_other(event)
    leave_pair(pair, player=pair.players.get(person__name="Ada"), by=Actor())
    with pytest.raises(Stale) as lost:
        leave_pair(pair, player=pair.players.get(person__name="Ben"), by=Actor())
    assert lost.value.code == "not_in"


def test_somebody_who_plays_alone_leaves_alone(client):
    event = entered(open_event(variant="cutthroat"), 1)
    entry = event.entries.get()
    client.post(link(entry), {"who": "all"})
    entry.refresh_from_db()
    assert entry.state == State.WITHDRAWN


def test_a_wrong_choice_takes_nobody_out(client):
    pair = a_pair()
    assert client.post(link(pair), {"who": "7"}).status_code == 422
    pair.refresh_from_db()
    assert pair.state == State.ENTERED

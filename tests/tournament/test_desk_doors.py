"""Every door of the desk, tried by nobody, strangers, viewers, scorekeepers and directors."""

from urllib.parse import quote

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.urls import reverse

from relay import outbox
from relay.models import Letter
from scoring import desk_urls as hands_urls
from tests.factories import ClubFactory, MembershipFactory
from tests.stage import at_a_table, director_of, drawn_event, enter_hand, match_of, opened, work
from tests.tournament.desk_cast import signed_in
from tournament import desk_urls
from tournament.models import Match
from tournament.queries.desk import letters_topic
from tournament.services.acts import recorded

pytestmark = pytest.mark.django_db

V, S, D, NEVER = "viewer", "scorekeeper", "director", "never"
RANK = {V: 1, S: 2, D: 3, NEVER: 9}
DOORS = [
    # name, arguments after the event, who may look, who may act
    ("tables", (), V, NEVER),
    ("tables-part", (), V, NEVER),
    ("late", (), V, NEVER),
    ("walkovers", ("?match=2",), S, S),
    ("catch-up", (), S, S),
    ("call", (), NEVER, S),
    ("auto-call", (), NEVER, D),
    ("setup", (), D, D),
    ("rules", (), D, D),
    ("rounds", (), D, NEVER),
    ("change-round", (1,), NEVER, D),
    ("step", ("cancel",), D, D),
    ("draw", (), V, NEVER),
    ("freeze", (), NEVER, D),
    ("make-draw", (), NEVER, D),
    ("begin-reveal", (), NEVER, D),
    ("reveal-next", (), NEVER, D),
    ("reveal-rest", (), NEVER, D),
    ("set-aside", (), V, D),
    ("redraw", (), V, D),
    ("draw-options", (), NEVER, D),
    ("seeds", (), V, D),
    ("incidents", (), V, NEVER),
    ("new-incident", (), D, D),
    ("log", (), V, NEVER),
    ("letters", (), V, NEVER),
    ("resend", ("letter",), NEVER, S),
    ("entries", (), V, NEVER),
    ("new-entry", (), S, S),
    ("new-single", (), S, S),
    ("singles", (), V, NEVER),
    ("pair-singles", (), NEVER, D),
    ("close-singles", (), NEVER, D),
    ("lot", (), D, D),
    ("import", (), D, D),
    ("import-confirm", (), NEVER, D),
    ("check-in", ("entry",), NEVER, S),
    ("undo-check-in", ("entry",), NEVER, S),
    ("withdraw", ("entry",), D, D),
    ("withdraw-several", ("?absent=1",), D, D),
    ("substitute", ("entry",), D, D),
    ("reserve", ("entry",), S, S),
    ("bracket", (), V, NEVER),
    ("bracket-part", (), V, NEVER),
    ("bracket-card", ("playing",), V, NEVER),
    ("matches", (), V, NEVER),
    ("match", ("playing",), V, NEVER),
    ("call-match", ("called",), NEVER, S),
    ("uncall", ("called",), S, S),
    ("here", ("called", "a"), NEVER, S),
    ("wait", ("called",), NEVER, S),
    ("end", ("playing", "forfeit", "a"), S, S),
    ("pin", ("waiting",), S, S),
    ("skip", ("waiting",), S, S),
    ("swap", ("called",), S, S),
    ("result", ("playing",), D, D),
    ("hall", (), S, NEVER),
    ("slips", (), S, NEVER),
    ("new-table", (), NEVER, D),
    ("table-state", (1,), NEVER, S),
    ("revoke", (1,), D, D),
    ("hands:match", ("playing",), V, NEVER),
    ("hands:correct", ("playing", 1, 1), S, S),
    ("hands:files", (), D, D),
    ("hands:bundle", ("public",), D, D),
    ("hands:bundle", ("club",), D, D),
    ("hands:forget", ("person",), D, D),
    ("hands:take-back-act", ("act",), S, S),
    ("hands:clock", (), V, S),
    ("hands:call-time", ("playing", 1), NEVER, S),
    ("hands:rule", ("playing", 1, 1), D, D),
    ("hands:claim", ("playing", 1, 1), D, D),
    ("hands:take-back-ruling", ("playing", 1, 1, "?ruling=late,N,1,any,"), D, D),
    ("hands:examine", (), V, V),
    ("hands:examine-match", ("playing",), V, V),
    ("hands:examine-hand", ("playing", 1, 1), V, V),
]
CLOSED = {"set-aside", "redraw", "hands:forget"}
"""Doors that are shut to everybody while a match is played: they open, and say why."""


@pytest.fixture
def event():
    event = drawn_event(4, tables=2, best_of=3)
    work()
    enter_hand(opened(match_of(event, 1)))
    called = at_a_table(match_of(event, 2))
    Match.objects.filter(pk=called.pk).update(due_at=called.called_at)
    with recorded(event, "walkover", director_of(event.club), match=called):
        pass
    outbox.letter(fact="x", to="a@example.org", subject="S", body="B", about=letters_topic(event))
    return event


def addresses(event):
    """Fill in the rows this event has, and give every door with who may do what at it."""
    places = {
        "entry": event.entries.first().pk,
        "playing": match_of(event, 1).number,
        "called": match_of(event, 2).number,
        "waiting": match_of(event, 3).number,
        "person": event.players.first().person_id,
        "act": event.acts.get().number,
        "letter": Letter.objects.get(fact="x").pk,
    }
    for name, rest, looks, acts in DOORS:
        full = name if ":" in name else f"desk:{name}"
        args = [places.get(word, word) for word in rest if not str(word).startswith("?")]
        asked = "".join(str(word) for word in rest if str(word).startswith("?"))
        yield name, reverse(full, args=[event.slug, *args]) + asked, looks, acts


def state_of(event):
    """All that a refused act must leave alone."""
    event.refresh_from_db()
    matches = tuple(event.matches.order_by("pk").values_list("state", "version"))
    return event.version, event.status, matches, event.log.count()


def undone(client, address):
    """Post to an address, take everything back, and give the status."""
    mark = transaction.savepoint()
    status = client.post(address).status_code
    transaction.savepoint_rollback(mark)
    return status


def test_every_door_of_the_desk_is_in_the_list():
    def names(patterns):
        for each in patterns:
            yield from names(each.url_patterns) if hasattr(each, "url_patterns") else [each.name]

    desk = {*names(desk_urls.urlpatterns)} - {"home", "new-event"}
    hands = {f"hands:{name}" for name in names(hands_urls.urlpatterns)}
    assert {door[0] for door in DOORS} == desk | hands


def test_nobody_is_sent_to_the_sign_in(client, event):
    before = state_of(event)
    for name, address, *_ in addresses(event):
        for response in (client.get(address), client.post(address)):
            assert response.status_code == 302, name
            assert response["Location"] == f"/accounts/login/?next={quote(address)}", name
    assert state_of(event) == before


def test_staff_of_another_club_find_nothing(client, event):
    signed_in(client, ClubFactory())
    before = state_of(event)
    for name, address, *_ in addresses(event):
        assert client.get(address).status_code == 404, name
        assert client.post(address).status_code == 404, name
    assert state_of(event) == before


@pytest.mark.parametrize("role", [V, S, D])
def test_a_role_looks_and_acts_as_far_as_it_reaches(client, event, role):
    signed_in(client, event.club, role)
    before = state_of(event)
    for name, address, looks, acts in addresses(event):
        seen = client.get(address).status_code
        if looks == NEVER:
            assert seen == 405, name
        else:
            welcome = 409 if name in CLOSED else 200
            assert seen == (welcome if RANK[role] >= RANK[looks] else 403), name
        assert state_of(event) == before, name
        done = undone(client, address)
        if acts == NEVER:
            assert done in {403, 405}, name
        elif RANK[role] < RANK[acts]:
            assert done == 403, name
        else:
            assert done in {302, 404, 409, 422, 200}, name
        assert state_of(event) == before, name


def test_a_superuser_directs_everywhere_and_a_user_without_a_club_nowhere(client, event):
    client.force_login(User.objects.create_superuser("root"))
    assert client.get(reverse("desk:setup", args=[event.slug])).status_code == 200
    client.force_login(User.objects.create_user("stray"))
    assert client.get(reverse("desk:setup", args=[event.slug])).status_code == 404
    assert client.get(reverse("desk:home")).status_code == 200


def test_a_role_at_another_club_does_not_help(client, event):
    signed_in(client, event.club, V)
    MembershipFactory(club=ClubFactory(), user=client.user, role=D)
    assert client.get(reverse("desk:setup", args=[event.slug])).status_code == 403


def test_a_bracket_that_does_not_exist_is_not_found_by_staff_either(client):
    signed_in(client, ClubFactory())
    assert client.get(reverse("desk:tables", args=["no-such-event"])).status_code == 404

"""Every address of the site that names something, tried with what belongs to somebody else."""

import re
from datetime import UTC, datetime

import pytest
from django.urls import get_resolver, reverse
from django.urls.resolvers import URLPattern

from relay import outbox
from relay.models import Letter
from tests.evening.tapping import rows
from tests.factories import ClubFactory
from tests.stage import director_of, drawn_event, enter_hand, match_of, opened, work
from tests.tournament.desk_cast import signed_in
from tournament.leave_keys import leave_key
from tournament.queries.desk import letters_topic
from tournament.services.departures import award_walkover
from tournament.services.events import create_event

pytestmark = pytest.mark.django_db

OURS = {"slug", "token", "key", "who", "whose", "seat"}
"""Parts of an address that name no thing of an event's own besides the event or the table."""
PUBLIC = {"tournament", "scoring", "api"}
ENTERING = "api:entries"
KEY = "0b7c2f1e-1c1e-4f0a-9d6e-0d1c8c3f5a11"
GONE = {404, 405}


def patterns(found, space=""):
    """Walk the URL conf; give the full name of each address and the parts it takes."""
    for each in found:
        if isinstance(each, URLPattern):
            parts = re.findall(r"<(?:\w+:)?(\w+)>", str(each.pattern))
            yield space + str(each.name), parts
        elif str(each.pattern) != "admin/":
            name = f"{space}{each.namespace}:" if each.namespace else space
            within = re.findall(r"<(?:\w+:)?(\w+)>", str(each.pattern))
            for found_name, parts in patterns(each.url_patterns, name):
                yield found_name, [*within, *parts]


def doors(wanted):
    """Give each address of the site whose parts are as wanted."""
    return [it for it in patterns(get_resolver().url_patterns) if wanted(it[1])]


def parts_of(event):
    """Name things of an event that no smaller event has, as the parts of an address."""
    match = match_of(event, 7)
    entry = event.entries.order_by("-pk").first()
    letter = Letter.objects.get(fact=f"trouble {event.pk}")
    return {
        "number": match.number,
        "entry": entry.pk,
        "ref": entry.ref,
        "game": 1,
        "hand": 1,
        "person": entry.players.first().person_id,
        "attempt": 9,
        "to_go": 3,
        "letter": letter.pk,
        "key": "walkover",
        "who": "a",
        "seat": "N",
    }


def with_everything(club, entries):
    """An event with tables, a hand, an act and a letter in trouble, as large as one likes."""
    event = drawn_event(entries, club=club, tables=entries, target_score=500)
    if entries > 2:
        enter_hand(opened(match_of(event, 7)))
        for number in (1, 2, 3, 4, 5, 6):
            award_walkover(match_of(event, number), absent=[0], by=director_of(club))
    work()
    outbox.letter(
        fact=f"trouble {event.pk}",
        to="a@example.org",
        subject="S",
        body="B",
        about=letters_topic(event),
    )
    return event


def posted(client, address):
    """Send to an address; a program sends all that any door of the API asks for."""
    if "/api/" not in address:
        return client.post(address).status_code
    typed = {"winner": 0, "reason": "played", "why": "seen", "version": 1, "entry_key": KEY}
    typed |= {"bids": dict.fromkeys("NESW", "3"), "tricks": {"NS": 7, "EW": 6}}
    return client.post(address, typed, content_type="application/json").status_code


def tried(client, address):
    """Read an address and send to it; give both statuses."""
    return client.get(address).status_code, posted(client, address)


@pytest.mark.parametrize("whose", ["of the same club", "of another club"])
def test_what_belongs_to_another_event_is_not_there(client, whose):
    """By guessing numbers in addresses people read draws and score sheets not meant for them."""
    ours = with_everything(ClubFactory(), 2)
    theirs = with_everything(ours.club if whose == "of the same club" else ClubFactory(), 16)
    signed_in(client, ours.club)
    before, parts = rows(), parts_of(theirs) | {"slug": ours.slug}
    seen = {}
    for name, wanted in doors(lambda it: "slug" in it and set(it) - OURS):
        if name.endswith(":leave"):
            parts = parts | {"key": leave_key(theirs.entries.get(ref=parts["ref"]))}
        address = reverse(name, kwargs={it: parts[it] for it in wanted})
        seen[name] = tried(client, address)
    assert {name: it for name, it in seen.items() if set(it) - GONE} == {}
    assert rows() == before
    assert len(seen) > 30


def test_without_the_link_of_a_table_nothing_is_written(client):
    """A public form where one chose the own name from a list was filled in by anybody."""
    event = with_everything(ClubFactory(), 16)
    signed_in(client, event.club)
    before, parts = rows(), {"token": "x" * 22, "game": 1, "number": 2, "letter": "a"}
    found = doors(lambda it: "token" in it)
    for name, wanted in found:
        address = reverse(name, kwargs={it: parts[it] for it in wanted})
        assert set(tried(client, address)) <= GONE, name
    assert len(found) > 7
    assert rows() == before


@pytest.mark.parametrize("who", ["nobody", "staff of another club"])
def test_an_event_that_is_not_open_yet_is_not_there(client, who):
    """Whoever guessed the address of an event read it before it was published."""
    club = ClubFactory()
    draft = create_event(
        club, by=director_of(club), name="Draft", starts_at=datetime(2026, 9, 5, 18, 0, tzinfo=UTC)
    )
    if who != "nobody":
        signed_in(client, ClubFactory())
    before, parts = rows(), dict.fromkeys(["number", "attempt", "game", "hand", "entry"], 1)
    parts |= {"slug": draft.slug, "ref": "abc", "key": "abc", "whose": "mine", "seat": "N"}
    found = [it for it in doors(lambda it: "slug" in it) if it[0].split(":")[0] in PUBLIC]
    for name, wanted in found:
        address = reverse(name, kwargs={it: parts[it] for it in wanted})
        statuses = set(tried(client, address))
        assert statuses <= {*GONE, 401, 403}, name
        assert 200 not in statuses, name
    assert len(found) > 25
    assert rows() == before


@pytest.mark.parametrize("who", ["nobody", "viewer", "director of another club"])
def test_programs_act_for_an_event_only_as_far_as_their_role_reaches(client, who):
    """An interface let whoever knew the number of a match write its result."""
    event = with_everything(ClubFactory(), 16)
    other = ClubFactory()
    if who != "nobody":
        signed_in(client, event.club if who == "viewer" else other, who.split()[0])
    before = rows()
    parts = parts_of(event) | {"slug": event.slug, "whose": "mine"}
    parts["attempt"] = 1
    found = doors(lambda it: "slug" in it)
    for name, wanted in [it for it in found if it[0].startswith("api:") and it[0] != ENTERING]:
        address = reverse(name, kwargs={it: parts[it] for it in wanted})
        status = posted(client, address)
        assert status in {401, 403, 404, 405}, (name, status)
    assert rows() == before

"""Players who play alone at every door: the public page, the desk, a file, the API."""

import json
import re
from uuid import uuid4

import pytest
from django.core.cache import caches
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from redis.exceptions import ConnectionError as NoConnection

from relay.models import Letter
from tests.factories import EventFactory
from tests.stage import director_of, entered, open_event, work
from tests.tournament.desk_cast import address, signed_in, text_of
from tournament.models import Entry
from tournament.services.events import open_check_in

pytestmark = pytest.mark.django_db
PAIRED = re.compile(r"\b(pairs?|partners?|single|team)\b", re.IGNORECASE)
"""Words that have no place where everybody plays alone."""


@pytest.fixture(autouse=True)
def nobody_has_knocked_yet():
    """The count of knocks outlives a test."""
    caches["knocks"].clear()


@pytest.fixture
def event():
    return open_event(variant="cutthroat", tables=2)


def said(answer):
    """Read the words of a page's main part, without its tags."""
    main = re.search(r"<main.*</main>", answer.content.decode(), re.DOTALL)
    return re.sub(r"<[^>]+>", " ", re.sub(r"<title>.*?</title>", "", main.group()))


def public(name, event, *args):
    return reverse(f"tournament:{name}", args=[event.slug, *args])


def send(client, event, person_name="Ana Lima", **changes):
    typed = {"person_name": person_name, "email": "ana@example.org", "entry_key": uuid4()}
    return client.post(public("enter", event), typed | changes)


def post(client, event, **body):
    where = reverse("api:entries", args=[event.slug])
    return client.post(where, json.dumps(body), content_type="application/json")


# The public


def test_a_player_enters_by_the_public_form_and_is_thanked(client, event):
    form = client.get(public("enter", event)).content.decode()
    assert "Enter this event" in form
    assert 'name="person_name"' in form

    answer = send(client, event)
    thanks = client.get(answer["Location"])

    entry = event.entries.get()
    assert answer["Location"].partition("?key=")[0] == public("entered", event, entry.ref)
    assert (entry.name, entry.state) == ("Ana Lima", Entry.State.ENTERED)
    assert "Ana Lima, you are in" in text_of(thanks)
    assert "Enter another player" in text_of(thanks)
    work()
    assert Letter.objects.get().body.startswith("Ana Lima, you are entered for Garden Night.")


def test_a_mistake_keeps_what_was_typed(client, event):
    answer = send(client, event, "Ana", email="nowhere")

    assert answer.status_code == 422
    assert answer.context["form"]["person_name"].value() == "Ana"
    assert set(answer.context["form"].errors) == {"email"}


def test_a_namesake_is_told_to_add_something(client, event):
    send(client, event, "Ana")
    answer = send(client, event, "Ana")

    assert "add something that tells the two apart" in text_of(answer)
    assert 'name="another_person"' not in answer.content.decode()


def test_who_looks_for_a_partner_is_led_to_the_form_there_is(client, event):
    assert client.get(public("partner", event))["Location"] == public("enter", event)

    typed = {"person_name": "Ana", "email": "", "entry_key": uuid4()}
    answer = client.post(public("partner", event), typed)

    assert answer.status_code == 422
    assert "In this event everybody plays alone" in text_of(answer)
    assert event.entries.count() == 0


@pytest.mark.parametrize("name", ["event", "enter"])
def test_public_pages_speak_of_players(client, event, name):
    entered(event, 2)
    answer = client.get(public(name, event))

    assert PAIRED.findall(said(answer).partition("The rules, in plain sentences")[0]) == []


def test_the_event_page_counts_players(client, event):
    entered(event, 2)

    page = text_of(client.get(public("event", event)))
    assert "2 players" in page
    assert page.count("Ada 2") == 2  # once among the entries, once in the log
    assert "2 players" in text_of(client.get("/"))


# The desk


def test_staff_enter_a_player_by_hand(client, event):
    signed_in(client, event.club, "scorekeeper")
    asked = text_of(client.get(address("new-entry", event)))
    assert "Enter a player" in asked
    assert "Name of the player" in asked

    words = {"person_name": "Ana", "email": "", "entry_key": uuid4()}
    answer = client.post(address("new-entry", event), words, follow=True)

    assert "Ana entered." in text_of(answer)
    assert event.entries.get().state == Entry.State.ENTERED
    again = client.post(address("new-entry", event), words | {"person_name": "Ben"})
    assert again.status_code == 409
    assert "This form has already entered Ana." in text_of(again)


def test_the_desk_does_not_offer_singles(client, event):
    signed_in(client, event.club)
    listed = text_of(client.get(address("entries", event)))

    assert address("singles", event) not in listed
    assert address("new-single", event) not in listed
    assert client.get(address("new-single", event))["Location"] == address("new-entry", event)
    assert client.get(address("singles", event))["Location"] == address("entries", event)


@pytest.mark.parametrize("name", ["entries", "new-entry", "import", "tables", "setup", "hall"])
def test_desk_pages_speak_of_players(client, event, name):
    entered(event, 2)
    open_check_in(event, by=director_of(event.club))
    signed_in(client, event.club)
    answer = client.get(address(name, event))

    assert PAIRED.findall(said(answer)) == []


def test_a_player_is_checked_in_and_counted(client, event):
    entered(event, 2)
    open_check_in(event, by=director_of(event.club))
    signed_in(client, event.club, "scorekeeper")
    entry = event.entries.first()

    answer = client.post(address("check-in", event, entry.pk), follow=True)

    assert "Ada 1 checked in." in text_of(answer)
    assert "<b>2</b> players" in text_of(answer)
    assert "<b>1</b> checked in" in text_of(answer)


def test_a_file_of_names_enters_players(client, event):
    signed_in(client, event.club)
    data = b"Player;Team;E-mail\nAna;Reds;ana@example.org\nBen;;\nAna;;\n"
    file = SimpleUploadedFile("names.csv", data)
    preview = client.post(address("import", event), {"file": file})

    assert [line.first for line in preview.context["good"]] == ["Ana", "Ben"]
    assert "needs a partner" not in text_of(preview)
    assert "Line 4. Name: Ana has already entered this event." in text_of(preview)
    assert "Columns passed over: Team" in text_of(preview)

    sealed = {"sealed": preview.context["sealed"]}
    for _tap in range(2):
        assert client.post(address("import-confirm", event), sealed).status_code == 302
    assert list(event.entries.values_list("name", "state")) == [
        ("Ana", "entered"),
        ("Ben", "entered"),
    ]


def test_a_file_of_pairs_is_refused_line_by_line(client, event):
    signed_in(client, event.club)
    file = SimpleUploadedFile("pairs.csv", b"Player 1,Player 2\nAna,Ben\nCyd,\n")
    preview = client.post(address("import", event), {"file": file})

    assert [line.first for line in preview.context["good"]] == ["Cyd"]
    assert "everybody plays alone: enter one name at a time." in text_of(preview)


@pytest.mark.parametrize(("role", "shown"), [("viewer", False), ("scorekeeper", True)])
def test_addresses_are_for_those_who_need_them(client, event, role, shown):
    entered(event, 1)
    letter = {"about": f"event:{event.pk}", "subject": "You play", "body": "."}
    Letter.objects.create(
        fact="one", to="ada1@example.org", state="failed", error="550 <ada1@example.org>", **letter
    )
    signed_in(client, event.club, role)

    for page in ("entries", "letters"):
        text = text_of(client.get(address(page, event)))
        assert ("ada1@example.org" in text) is shown, page


# The API


def test_a_program_enters_a_player(client, event):
    key = str(uuid4())
    player = {"kind": "player", "person_name": "Ana", "email": "ana@example.org"}

    first = post(client, event, **player, entry_key=key)
    again = post(client, event, **player, entry_key=key)

    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    assert first.json()["players"] == [{"name": "Ana"}]
    assert first.json()["state"] == "entered"


@pytest.mark.parametrize(
    "change", [{"person_name": "Ben"}, {"email": "other@example.org"}, {"email": None}]
)
def test_a_key_sent_with_anything_else_is_answered_with_the_entry_it_made(client, event, change):
    body = {"kind": "player", "person_name": "Ana", "email": "ana@example.org"}
    body |= {"entry_key": str(uuid4())}
    made = post(client, event, **body).json()

    answer = post(client, event, **(body | change))

    assert (answer.status_code, answer.json()["code"]) == (409, "key_used")
    assert answer.json()["state"] == made


@pytest.mark.parametrize("change", [{"first": "Eve"}, {"second": "Eve"}, {"name": "Eves"}])
def test_the_people_of_a_pair_are_compared_as_well(client, change):
    body = {"kind": "pair", "name": "Two", "first": "Ana", "second": "Ben"}
    body |= {"entry_key": str(uuid4())}
    event = open_event()
    post(client, event, **body)

    assert post(client, event, **(body | change)).status_code == 409


def test_each_kind_of_event_refuses_the_kinds_of_the_other(client, event):
    pair = {"kind": "pair", "name": "Two", "first": "Ana", "second": "Ben"}
    for body in (pair, {"kind": "single", "person_name": "Ana"}):
        answer = post(client, event, **body)
        assert (answer.status_code, answer.json()["code"]) == (422, "players_each")

    answer = post(client, EventFactory(), kind="player", person_name="Ana")
    assert (answer.status_code, answer.json()["code"]) == (422, "players_each")


# How often


def test_one_network_enters_only_so_often_and_loses_nothing(client, event, monkeypatch):
    monkeypatch.setattr("config.throttling.ByAddress.THROTTLE_RATES", {"enter": "2/min"})

    answers = [send(client, event, f"Ana {n}") for n in range(3)]

    assert [answer.status_code for answer in answers] == [302, 302, 429]
    assert "Too many entries have come from your network" in text_of(answers[2])
    assert answers[2].context["form"]["person_name"].value() == "Ana 2"
    assert 0 < int(answers[2]["Retry-After"]) <= 60
    assert event.entries.count() == 2
    assert client.get(public("enter", event)).status_code == 200


def test_pages_and_programs_are_counted_together(client, event, monkeypatch):
    monkeypatch.setattr("config.throttling.ByAddress.THROTTLE_RATES", {"enter": "1/min"})

    assert send(client, event).status_code == 302
    assert post(client, event, kind="player", person_name="Ben").status_code == 429


def test_people_enter_while_nobody_can_count_them(client, event, monkeypatch):
    class Silent:
        def get(self, *_args):
            raise NoConnection

    monkeypatch.setattr("config.throttling.ByAddress.cache", Silent())

    assert send(client, event).status_code == 302
